/** Hands-on tasks: a typed number, looked up among the intervals the page brings; a goal, read live from a widget. */

import { onSubmit } from "./forms.js";
import { tellResult } from "./results.js";
import { say, spoken } from "./strings.js";

/** @typedef {import("./progress.js").Progress} Progress */
/** @typedef {[low: number, high: number, verdict: string, message: string]} Interval */
/** @typedef {{intervals: Interval[], open: string}} Meanings what numbers mean, and what is said to any other */
/** @typedef {{widget: string, watch: string, atLeast: number, unmasked: boolean, start: number}} Goal */
/** @typedef {{q?: number[], mask?: boolean[], [name: string]: unknown}} WidgetState */

/** @param {Progress} progress */
export function startTasks(progress) {
  for (const task of document.querySelectorAll(".task[data-item]")) {
    if (!(task instanceof HTMLElement)) continue;
    if (task.dataset.kind === "number") new NumberTask(task, progress);
    else new GoalTask(task, progress);
  }
}

/**
 * A number as people write it: .468, 0,468, −1.8, 46.8 %. A comma is a decimal sign; where a comma and a point both
 * stand, the last one is the decimal sign and the other groups thousands.
 * @param {string} typed
 * @returns {number | null} the number, null when it is none
 */
export function parseNumber(typed) {
  let plain = typed.replace(/[\s'’]/g, "").replace(/[−–‐‑﹣－]/g, "-");
  if (plain.includes(",") && plain.includes(".")) {
    plain = plain.replaceAll(plain.lastIndexOf(",") < plain.lastIndexOf(".") ? "," : ".", "");
  }
  const match = /^([+-]?(?:\d+[.,]?\d*|[.,]\d+)(?:[eE][+-]?\d+)?)(%?)$/.exec(plain);
  if (!match) return null;
  const value = Number(match[1].replace(",", ".")) / (match[2] ? 100 : 1);
  return Number.isFinite(value) ? value : null;
}

/**
 * @param {Interval[]} intervals
 * @param {number} number
 * @returns {Interval | undefined} the first interval that holds the number
 */
export function lookUp(intervals, number) {
  return intervals.find(([low, high]) => low <= number && number <= high);
}

/**
 * @param {number} number
 * @param {number} [places]
 * @returns {string} as the lesson writes it: .468, −.5, 0, 1
 */
export function written(number, places = 3) {
  if (Number.isInteger(number)) return String(number).replace("-", "−");
  return number
    .toFixed(places)
    .replace(/^(-?)0\./, "$1.")
    .replace("-", "−");
}

/**
 * @template T
 * @param {HTMLElement} task
 * @param {string} selector
 * @returns {T} data the page brings
 */
function data(task, selector) {
  return JSON.parse(task.querySelector(selector)?.textContent ?? "null");
}

class NumberTask {
  /**
   * @param {HTMLElement} task
   * @param {Progress} progress
   */
  constructor(task, progress) {
    this.id = task.dataset.item ?? "";
    this.progress = progress;
    this.input = /** @type {HTMLInputElement} */ (task.querySelector("input"));
    this.reply = /** @type {HTMLElement} */ (task.querySelector(".say"));
    this.meanings = /** @type {Meanings} */ (data(task, "[data-intervals]"));
    const kept = progress.item(this.id);
    if (typeof kept?.typed === "string") {
      this.input.value = kept.typed;
      this.#answer();
    }
    onSubmit(task.querySelector("form"), () => {
      const done = this.#answer();
      progress.answer(this.id, { typed: this.input.value, done });
      tellResult({ item: this.id, kind: "number", done, answer: this.input.value });
    });
  }

  /** @returns {boolean} whether the number is right */
  #answer() {
    const typed = this.input.value;
    const number = parseNumber(typed);
    this.input.removeAttribute("aria-invalid");
    if (number === null) {
      this.input.setAttribute("aria-invalid", "true");
      const key = typed.trim() === "" ? "task.empty" : "task.not-a-number";
      this.#say(spoken(key, { typed: typed.trim() }));
      return false;
    }
    const found = lookUp(this.meanings.intervals, number);
    this.#say(document.createTextNode(found?.[3] ?? this.meanings.open));
    return found?.[2] === "right";
  }

  /** @param {Node} words */
  #say(words) {
    const paragraph = document.createElement("p");
    paragraph.append(words);
    this.reply.replaceChildren(paragraph);
  }
}

class GoalTask {
  /**
   * @param {HTMLElement} task
   * @param {Progress} progress
   */
  constructor(task, progress) {
    this.task = task;
    this.id = task.dataset.item ?? "";
    this.progress = progress;
    this.goal = /** @type {Goal} */ (data(task, "[data-goal]"));
    const kept = progress.item(this.id);
    this.best = typeof kept?.best === "number" ? kept.best : 0;
    this.bestQuery = typeof kept?.query === "string" ? kept.query : "";
    this.#showDone(kept?.done === true);
    document.addEventListener("lookback:widget", (event) => {
      const { id, state } = /** @type {CustomEvent<{id: string, state: WidgetState}>} */ (event).detail;
      if (id === this.goal.widget) this.read(state);
    });
  }

  /** @param {WidgetState} state */
  read(state) {
    const [name, place] = this.goal.watch.split(".");
    const value = /** @type {number[] | undefined} */ (state[name])?.[Number(place)];
    if (typeof value !== "number" || !Number.isFinite(value)) return;
    this.#showNow(value);
    const masked = this.goal.unmasked && (state.mask ?? []).includes(false);
    const words = this.task.querySelector("[data-goal-words]");
    if (masked) {
      if (words instanceof HTMLElement) say(words, "task.masked");
      return;
    }
    this.#compare(value, `[${(state.q ?? []).map((number) => written(number, 1)).join(", ")}]`);
    if (words instanceof HTMLElement && this.best > this.goal.start) {
      say(words, "task.best", { value: written(this.best), query: this.bestQuery });
    }
  }

  /**
   * @param {number} value
   * @param {string} query
   */
  #compare(value, query) {
    const was = this.progress.item(this.id)?.done === true;
    if (value > this.best) {
      this.best = value;
      this.bestQuery = query;
    }
    const done = was || value >= this.goal.atLeast;
    if (done && !was) this.#showDone(true);
    // kept when it is reached, and at the best so far, not at every step of a drag
    if (done === was) return;
    this.progress.answer(this.id, { best: this.best, query: this.bestQuery, done });
    tellResult({ item: this.id, kind: "goal", done, answer: this.bestQuery });
  }

  /** @param {number} value */
  #showNow(value) {
    const now = this.task.querySelector("[data-goal-now]");
    if (now) now.textContent = written(value);
    const bar = this.task.querySelector("[data-goal-bar]");
    if (!(bar instanceof HTMLElement)) return;
    const filled = /** @type {HTMLElement} */ (bar.firstElementChild);
    filled.style.setProperty("--w", String(Math.max(0, Math.min(1, value))));
    bar.setAttribute("aria-label", `${bar.dataset.label} ${written(value)} / ${written(this.goal.atLeast)}`);
  }

  /** @param {boolean} done */
  #showDone(done) {
    const words = this.task.querySelector("[data-goal-done]");
    if (words instanceof HTMLElement) words.hidden = !done;
  }
}
