// The teacher's page: files are dropped, every answer in them is checked again, and nothing leaves the browser.

import { announce } from "../announce.js";
import { address } from "../carried.js";
import { startOffline } from "../offline.js";
import { reasonOf } from "../reasons.js";
import { loadJson, readDescription } from "../runtime.js";
import { Sandbox } from "../sandbox/sandbox.js";
import { saveText } from "../saving.js";
import { say, spoken, startStrings, t } from "../strings.js";
import { startTheme } from "../theme.js";
import { toCsv } from "./csv.js";
import { Grader } from "./grading.js";
import { filesOf, Reader } from "./reading.js";
import { markEarlier, rowsOf } from "./rows.js";
import { showSummary } from "./summary.js";
import { Table } from "./table.js";

/** @typedef {import("./rows.js").Row} Row */

const REDRAW = 400; // milliseconds between two drawings while answers come in

class TeacherPage {
  /** @type {Row[]} */
  #rows = [];
  #reader = new Reader();
  /** @type {Grader | null} */
  #grader = null;
  #table;
  #sandbox;
  #description;
  #busy = false;
  #cancel = new AbortController();
  /** More was dropped after a cancel. */
  #goesOn = false;
  #drawn = 0;
  /** @type {File[]} */
  #waiting = [];
  #files = 0;
  #refused = 0;

  /** @param {import("../runtime.js").Description} description */
  constructor(description) {
    this.#description = description;
    this.#sandbox = new Sandbox(description);
    this.#table = new Table(part("answers"), () => this.#draw());
    const input = /** @type {HTMLInputElement} */ (part("files"));
    input.addEventListener("change", () => {
      this.add([...(input.files ?? [])]);
      input.value = "";
    });
    part("choose").addEventListener("click", () => input.click());
    part("cancel").addEventListener("click", () => {
      this.#cancel.abort();
      this.#sandbox.stop();
    });
    part("resume").addEventListener("click", () => void this.#work());
    part("csv").addEventListener("click", () => {
      saveText(`lookback-answers-${new Date().toISOString().slice(0, 10)}.csv`, toCsv(this.#table.shown), "text/csv");
    });
    for (const type of ["dragover", "drop"]) {
      addEventListener(type, (event) => event.preventDefault()); // a file beside the field must not replace the page
    }
    addEventListener("drop", (event) => {
      const { dataTransfer } = /** @type {DragEvent} */ (event);
      if (dataTransfer) filesOf(dataTransfer).then((files) => this.#dropped(files));
    });
    // what has been checked is in this page alone
    addEventListener("beforeunload", (event) => this.#busy && event.preventDefault());
  }

  /** A drop may hold no file: a text, an empty folder. @param {File[]} files */
  #dropped(files) {
    if (files.length > 0) return this.add(files);
    announce(t("teacher.nothing"));
    if (!this.#busy) say(words(), "teacher.nothing");
  }

  /** @param {File[]} files read at once, or when what is read and checked now is done */
  add(files) {
    this.#waiting.push(...files);
    if (!this.#busy) return void this.#work();
    announce(t("teacher.added", { n: files.length }));
    this.#goesOn = this.#cancel.signal.aborted; // what was cancelled still comes to its end, and then these follow
  }

  /** Read what waits to be read, then check what waits to be checked. @returns {Promise<void>} */
  async #work() {
    this.#busy = true;
    this.#goesOn = false;
    this.#cancel = new AbortController();
    this.#progress();
    try {
      await this.#read();
      this.#grader ??= await this.#makeGrader();
      await this.#grade(this.#grader);
    } catch (error) {
      say(words(), "teacher.failed", { reason: reasonOf(error) });
      this.#finish();
      return;
    }
    if (this.#waiting.length > 0 && (this.#goesOn || !this.#cancel.signal.aborted)) return this.#work();
    this.#finish();
    const left = this.#rows.filter((row) => row.result === "waiting").length + this.#waiting.length;
    say(words(), left > 0 ? "teacher.cancelled" : "teacher.finished", this.#counts(left));
    announce(t(left > 0 ? "teacher.cancelled" : "teacher.finished", this.#counts(left)));
  }

  async #read() {
    const total = this.#waiting.length;
    while (this.#waiting.length > 0 && !this.#cancel.signal.aborted) {
      const file = /** @type {File} */ (this.#waiting.shift());
      this.#files += 1;
      say(words(), "teacher.reading", { n: total - this.#waiting.length, all: total, file: file.name });
      const read = await this.#reader.read(file);
      if ("refused" in read) this.#refuse(read.refused);
      else this.#rows.push(...rowsOf(read.collected));
      if (this.#waiting.length % 20 === 0) await new Promise((resolve) => setTimeout(resolve)); // let it be painted
    }
    markEarlier(this.#rows);
    this.#draw();
  }

  /** @param {Grader} grader */
  async #grade(grader) {
    const waiting = this.#rows.filter((row) => row.result === "waiting");
    for (const [index, row] of waiting.entries()) {
      if (this.#cancel.signal.aborted) return;
      this.#progress(index, waiting.length);
      say(words(), "teacher.checking", { n: index + 1, all: waiting.length, file: row.file });
      await grader.grade(row, this.#cancel.signal);
      if (performance.now() - this.#drawn > REDRAW) this.#draw();
    }
  }

  async #makeGrader() {
    const { lessons } = await loadJson(this.#description.bundle, "The list of lessons");
    /** @type {Map<string, {version: string, bundle: string}>} */
    const listed = new Map(lessons.map((/** @type {{id: string}} */ lesson) => [lesson.id, lesson]));
    const versions = [...listed].map(([id, { version }]) => [id, version]);
    const root = new URL(this.#description.root);
    const place = (/** @type {string} */ id) => address(listed.get(id)?.bundle ?? "", root);
    return new Grader(this.#sandbox, Object.fromEntries(versions), place);
  }

  /** @param {import("./reading.js").Refused} refused */
  #refuse({ file, key, values }) {
    this.#refused += 1;
    const line = document.createElement("li");
    const name = document.createElement("b");
    name.textContent = file;
    line.append(name, " ", spoken(key, values));
    part("refused").hidden = false;
    part("refused").querySelector("ul")?.append(line);
  }

  /** @param {number} left */
  #counts(left) {
    const forged = this.#rows.filter((row) => row.result === "forged").length;
    return { files: this.#files, answers: this.#rows.length, forged, refused: this.#refused, left };
  }

  /** @param {number} [n] @param {number} [all] */
  #progress(n = 0, all = 0) {
    const bar = /** @type {HTMLProgressElement} */ (part("bar"));
    bar.hidden = part("cancel").hidden = false;
    part("resume").hidden = true;
    if (all > 0) bar.value = n / all;
    else bar.removeAttribute("value");
  }

  #finish() {
    this.#busy = false;
    part("bar").hidden = part("cancel").hidden = true;
    part("resume").hidden = !this.#rows.some((row) => row.result === "waiting") && this.#waiting.length === 0;
    this.#draw();
    if (part("resume").hidden) this.#sandbox.rest();
  }

  #draw() {
    this.#drawn = performance.now();
    part("answers").hidden = this.#rows.length === 0;
    this.#table.show(this.#rows);
    showSummary(part("summary"), this.#rows, (id) => {
      this.#table.narrow(id);
      this.#draw();
      part("answers").scrollIntoView();
    });
  }
}

/** @param {string} name @returns {HTMLElement} */
function part(name) {
  return /** @type {HTMLElement} */ (document.querySelector(`[data-teacher="${name}"]`));
}

/** @returns {HTMLElement} the line that says what is going on */
function words() {
  return /** @type {HTMLElement} */ (part("words").querySelector("span"));
}

startStrings();
startTheme();
new TeacherPage(readDescription());
startOffline(Promise.resolve());
document.documentElement.dataset.teacher = "ready"; // for tests
