// What is seen of a training beside its figure: state, progress, reasons, and which run is shown.

import { announce } from "../announce.js";
import { say, spoken, t } from "../strings.js";
import { setMark } from "../view.js";
import { lossText } from "./kept.js";

/** @typedef {import("./kept.js").Run} Run */

const SOON = 3; // seconds left from which on they are told

export class TrainingView {
  #state;
  #part;
  #note;
  #start;
  #shown;
  stop;

  /** @param {HTMLElement} element @param {() => void} onShown another run is to be shown */
  constructor(element, onShown) {
    const find = (/** @type {string} */ selector) => /** @type {HTMLElement} */ (element.querySelector(selector));
    this.#state = find("[data-train-state]");
    this.#part = find("[data-train-part]");
    this.#note = find("[data-train-note]");
    this.#start = find("[data-train-start]");
    this.#shown = find("[data-train-shown]");
    this.stop = find("[data-train-stop]");
    this.#shown.addEventListener("change", onShown);
  }

  /** Whether the reader wants to see the own run, where there is one. */
  get showsOwn() {
    return this.#shown.querySelector("input:checked")?.getAttribute("value") !== "course";
  }

  chooseOwn() {
    const own = this.#shown.querySelector("input");
    if (own) own.checked = true;
  }

  /** The state in words. */
  get headline() {
    return this.#state.textContent?.trim() ?? "";
  }

  /** @param {"done" | "todo" | "part" | "not" | "wait" | "clock"} mark @param {string} key @param {Record<string, any>} [values] */
  #say(mark, key, values) {
    setMark(this.#state, /** @type {any} */ (mark));
    say(/** @type {HTMLElement} */ (this.#state.querySelector("[data-string]")), key, values);
  }

  /** @param {...Node} nodes */
  #explain(...nodes) {
    this.#note.replaceChildren(...nodes);
  }

  /** @param {boolean} open @param {boolean} waits whether a training follows what runs elsewhere @param {boolean} hasRun */
  idle(open, waits, hasRun) {
    this.#start.setAttribute("aria-disabled", String(!open));
    this.stop.setAttribute("aria-disabled", String(!waits));
    this.#part.style.setProperty("--part", "0");
    this.#choose(hasRun);
    const words = this.#start.querySelector("[data-string]");
    if (words instanceof HTMLElement) say(words, hasRun ? "train.again" : "train.start");
  }

  /** Which run is shown can be chosen when there are two. @param {boolean} hasRun */
  #choose(hasRun) {
    for (const input of this.#shown.querySelectorAll("input")) {
      input.disabled = !hasRun;
      if (!hasRun) input.checked = input.value === "course";
    }
  }

  get #isFollowed() {
    return this.#note.querySelector('[data-string="train.next"]') !== null;
  }

  /** @param {boolean} followed whether another training waits for this one */
  busy(followed) {
    this.#choose(true);
    if (followed) this.#explain(spoken("train.next"));
    else if (this.#isFollowed) this.#explain(spoken("train.running-why"));
    this.stop.setAttribute("aria-disabled", "false");
  }

  /** A training begins when what runs now has ended. */
  waits() {
    this.#say("wait", "train.next");
  }

  /** @param {number} done @param {number} all */
  locked(done, all) {
    this.#say("todo", "train.locked", { done, all });
    this.#explain(spoken("train.locked-why"));
  }

  ready() {
    this.#say("todo", "train.ready");
    this.#explain(spoken("train.ready-why"));
  }

  /** @param {Run} run @param {boolean} here whether Python is */
  wait(run, here) {
    const values = { epoch: 0, last: grouped(run.last), loss: "–" };
    this.#say("wait", here ? "train.running" : "train.waiting", values);
    this.#explain(spoken("train.running-why"));
    announce(t("train.running-why"));
  }

  /** @param {Run} run @param {string} loss @param {number} limit seconds */
  running(run, loss, limit) {
    const values = {
      epoch: grouped(run.epoch),
      last: grouped(run.last),
      loss,
    };
    const whole = run.epoch > 0 ? (run.seconds * run.last) / run.epoch : 0;
    const left = Math.round(whole - run.seconds);
    this.#part.style.setProperty("--part", String(run.epoch / run.last));
    if (left > SOON && run.seconds > 1) this.#say("wait", "train.running-left", { ...values, seconds: left });
    else this.#say("wait", "train.running", values);
    if (whole > limit && run.seconds > SOON && !this.#isFollowed)
      this.#explain(spoken("train.slow", { seconds: Math.round(whole), limit }));
  }

  /**
   * How a run ended, and whether it still is what the code makes.
   * @param {Run} run @param {number} limit seconds @param {boolean} [stale]
   */
  ended(run, limit, stale = false) {
    const newest = run.moments.at(-1);
    const loss = newest ? lossText(newest.loss) : "–";
    const [epoch, last] = [grouped(run.epoch), grouped(run.last)];
    const values = { epoch, last, loss, limit, seconds: run.seconds.toFixed(1) };
    if (run.status === "done") this.#say("done", "train.finished", values);
    else if (run.status === "timeout") this.#say("clock", "train.timeout", values);
    else if (run.status === "stopped") this.#say("part", newest ? "train.stopped" : "train.stopped-early", values);
    else if (run.status === "died") this.#say("not", "train.died", values);
    else this.#say("not", "train.error", values);
    const why = run.status === "stopped" && !newest ? "train.stopped-early-why" : `train.${run.status}-why`;
    const nodes = run.fault ? fault(run.fault) : run.status === "done" ? [] : [paragraph(why)];
    if (stale) nodes.unshift(paragraph("train.stale"));
    else if (run.status === "done") nodes.unshift(paragraph("train.finished-why"));
    if (!run.verified) nodes.push(paragraph("train.unverified"));
    if (run.printed) nodes.push(printed(run.printed));
    this.#explain(...nodes);
  }

  /** Python did not come. @param {string} reason */
  fail(reason) {
    this.#say("not", "train.failed");
    this.#explain(spoken("train.failed-why", { reason }));
  }

  /** The figure refused the run. @param {string} reason */
  notShown(reason) {
    this.#note.append(spoken("train.not-shown", { reason }));
  }

  /** @param {import("./settings.js").Refused} refused */
  refuse({ label, low, high, whole }) {
    const key = whole ? "train.setting-whole" : "train.setting";
    this.#explain(spoken(key, { label, low, high }));
    announce(t(key, { label, low, high }));
  }
}

/** @param {string} key @param {Record<string, string | number>} [values] */
function paragraph(key, values) {
  const element = document.createElement("p");
  element.append(spoken(key, values));
  return element;
}

/** What the code did, as the report of a check tells it. @param {import("./kept.js").Fault} fault */
function fault({ title, message, line, traceback }) {
  const head = document.createElement("p");
  const strong = document.createElement("strong");
  if (line === null) strong.textContent = title;
  else strong.append(spoken("train.error-line", { line, title }));
  head.append(strong);
  const why = document.createElement("p");
  why.textContent = message;
  /** @type {HTMLElement[]} */
  const nodes = [head, why];
  if (traceback) nodes.push(folded("report.traceback", traceback));
  return nodes;
}

/** @param {string} text */
function printed(text) {
  return folded("train.printed", text);
}

/** @param {string} key @param {string} text */
function folded(key, text) {
  const details = document.createElement("details");
  details.className = "fold";
  const summary = document.createElement("summary");
  summary.append(spoken(key));
  const code = document.createElement("pre");
  code.className = "code";
  code.tabIndex = 0;
  code.textContent = text;
  details.append(summary, code);
  return details;
}

/** A whole number as the page's language writes it. @param {number} count */
function grouped(count) {
  return count.toLocaleString(document.documentElement.lang);
}
