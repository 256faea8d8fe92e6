// A trial: run to answer a question, after a prediction where there is one. Its table grows as the numbers come.

import { announce } from "../announce.js";
import { reasonOf } from "../reasons.js";
import { say, spoken, t } from "../strings.js";

/**
 * @typedef {import("./training.js").Surroundings} Surroundings
 * @typedef {{text: string, weight?: number, marks?: string}} Cell
 * @typedef {{name: string, cells: Cell[]}} Row
 * @typedef {{rows: Row[], at: string, part: number}} Table
 */

export class Trial {
  #around;
  #element;
  #name;
  /** The question that is to be answered before, if there is one. @type {HTMLElement | null} */
  #question;
  #item;
  #button;
  #state;
  #rows;
  /** The rows made when the page was built. */
  #built;
  #busy = false;
  /** What is said of it, where it does not wait. @type {{key: string, values: Record<string, any>}} */
  #words = { key: "trial.built", values: {} };

  /** @param {HTMLElement} element @param {Surroundings} around */
  constructor(element, around) {
    this.#around = around;
    this.#element = element;
    this.#name = element.dataset.trial ?? "";
    this.#question = element.closest(".question");
    this.#item = this.#question?.dataset.item ?? element.id;
    this.#button = /** @type {HTMLElement} */ (element.querySelector("[data-trial-run]"));
    this.#state = /** @type {HTMLElement} */ (element.querySelector("[data-trial-state]"));
    this.#rows = /** @type {HTMLElement} */ (element.querySelector("[data-trial-rows]"));
    this.#built = [...this.#rows.children];
    this.#button.addEventListener("click", () => this.#pressed());
    around.progress.onChange((id) => id === this.#item && this.#ask());
    around.trainer.onBusy(() => this.#show());
    const kept = rowsOf(around.progress.item(this.#item)?.trial);
    if (kept) {
      this.#fill(kept);
      this.#tell("done", "trial.kept");
    } else this.#ask();
  }

  get #mayRun() {
    return this.#question === null || typeof this.#around.progress.item(this.#item)?.choice === "string";
  }

  /** Ask for a prediction, or offer the run that it is about. */
  #ask() {
    if (this.#busy || this.#element.dataset.state === "done") return;
    if (this.#question === null) this.#tell("built", "trial.built");
    else if (this.#mayRun) this.#tell("ready", "trial.ready");
    else this.#tell("open", "trial.first");
  }

  #pressed() {
    const { trainer } = this.#around;
    if (this.#busy) trainer.stop();
    else if (this.#waits) trainer.drop();
    else if (!this.#mayRun) announce(t("trial.first"));
    else trainer.want({ what: this.#what, same: this.#what, work: () => this.#run() });
    if (this.#waits) announce(t("trial.next"));
  }

  get #what() {
    return `trial ${this.#name}`;
  }

  get #waits() {
    return this.#around.trainer.waiting === this.#what;
  }

  /** @param {"built" | "open" | "ready" | "running" | "stopped" | "done"} state @param {string} key @param {Record<string, any>} [values] */
  #tell(state, key, values = {}) {
    this.#element.dataset.state = state;
    if (this.#question) this.#question.dataset.withheld = String(state !== "done");
    this.#words = { key, values };
    this.#show();
  }

  #show() {
    const { key, values } = this.#waits ? { key: "trial.next", values: {} } : this.#words;
    const words = this.#state.querySelector("[data-string]");
    if (words instanceof HTMLElement) say(words, key, values);
    this.#button.setAttribute("aria-disabled", String(!this.#busy && !this.#mayRun));
    const ran = ["done", "stopped"].includes(this.#element.dataset.state ?? "");
    const name = this.#busy || this.#waits ? "trial.stop" : ran ? "trial.again" : "trial.run";
    this.#button.replaceChildren(spoken(name));
  }

  /** @param {Row[]} rows */
  #fill(rows) {
    this.#rows.replaceChildren(...rows.map(line));
  }

  /** Read the reply to the prediction aloud: it has come into view. */
  #answer() {
    const reply = this.#question && [...this.#question.querySelectorAll(".follow")].find((one) => isShown(one));
    announce((reply?.textContent ?? t("trial.kept")).replace(/\s+/g, " ").trim());
  }

  async #run() {
    this.#busy = true;
    this.#tell("running", "trial.waiting");
    this.#fill([]);
    try {
      const request = { experiment: await this.#around.code(), name: this.#name };
      const { answer, ended, duration } = await this.#around.trainer.ask("trial", request, ({ table }) => {
        const rows = rowsOf(table?.rows);
        if (!rows) return;
        this.#fill(rows);
        this.#tell("running", "trial.running", { at: String(table.at).slice(0, 80) });
      });
      this.#busy = false;
      const rows = rowsOf(answer?.table?.rows);
      if (ended || !rows) return this.#tell("stopped", "trial.stopped");
      this.#fill(rows);
      this.#tell("done", "trial.done", { seconds: (duration / 1000).toFixed(1) });
      this.#answer();
      await this.#around.progress.change(this.#item, (stored) => ({ ...stored, trial: rows }));
    } catch (error) {
      this.#busy = false;
      this.#rows.replaceChildren(...this.#built);
      const reason = reasonOf(error);
      this.#tell("done", "trial.failed", { reason });
      announce(t("trial.failed", { reason }));
    }
  }
}

/** @param {Element} element */
function isShown(element) {
  return getComputedStyle(element).display !== "none";
}

/** A row of the table. @param {Row} row @returns {HTMLTableRowElement} */
function line({ name, cells }) {
  const row = document.createElement("tr");
  const head = document.createElement("th");
  head.scope = "row";
  head.textContent = name;
  row.append(head, ...cells.map(cellOf));
  return row;
}

/** @param {Cell} cell */
function cellOf({ text, weight, marks }) {
  const cell = document.createElement("td");
  if (weight !== undefined) cell.append(bar(text, weight));
  else if (marks) cell.append(counted(text), squares(marks));
  else cell.append(text);
  return cell;
}

/** @param {string} text @param {number} weight */
function bar(text, weight) {
  const element = document.createElement("span");
  element.className = "bar";
  element.style.setProperty("--w", String(Math.max(0, Math.min(1, weight))));
  const track = document.createElement("span");
  track.className = "track";
  track.append(document.createElement("i"));
  const number = document.createElement("b");
  number.textContent = text;
  element.append(track, number);
  return element;
}

/** How many tries came off, as wide in every row. @param {string} text */
function counted(text) {
  const element = document.createElement("span");
  element.className = "tries";
  element.textContent = text;
  return element;
}

/** A square for each try, full where it came off; the text beside them says how many. @param {string} marks */
function squares(marks) {
  const element = document.createElement("span");
  element.className = "seeds";
  element.setAttribute("aria-hidden", "true");
  for (const mark of marks) {
    const square = document.createElement("i");
    square.className = mark === "1" ? "on" : "";
    element.append(square);
  }
  return element;
}

/** Rows that may have been written by anything. @param {unknown} value @returns {Row[] | null} */
function rowsOf(value) {
  if (!Array.isArray(value) || value.length > 50) return null;
  const whole = value.every(
    (row) => typeof row?.name === "string" && Array.isArray(row.cells) && row.cells.every(isCell),
  );
  return whole ? value : null;
}

/** @param {any} value @returns {value is Cell} */
function isCell(value) {
  if (typeof value?.text !== "string") return false;
  const { weight, marks } = value;
  return (weight === undefined || Number.isFinite(weight)) && (marks === undefined || typeof marks === "string");
}
