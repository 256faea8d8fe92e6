// One answer in the table: a line, and below it, when it is unfolded, what was handed in.

import { spoken } from "../strings.js";
import { mark } from "../view.js";
import { head } from "./summary.js";

/** @typedef {import("./rows.js").Row} Row @typedef {import("./rows.js").Result} Result */

/** @type {Record<Result, string>} */
export const WORDS = {
  waiting: "teacher.result.waiting",
  confirmed: "teacher.result.confirmed",
  passed: "teacher.result.passed",
  forged: "teacher.result.forged",
  "other-build": "teacher.result.other-build",
  failed: "teacher.result.failed",
  error: "teacher.result.error",
  timeout: "teacher.result.timeout",
  stopped: "teacher.result.stopped",
  empty: "teacher.result.empty",
  unknown: "teacher.result.unknown",
};
/** @type {Partial<Record<Result, "done" | "todo" | "wait" | "cut">>} a mark beside the word; else "not" */
const MARKS = { confirmed: "done", passed: "done", empty: "todo", unknown: "todo", waiting: "wait", forged: "cut" };

const COLUMNS = 8;

export class Line {
  element = document.createElement("tbody");
  #line = this.element.insertRow();
  #details = document.createElement("details");
  #drawn = "";

  /** @param {Row} row */
  show(row) {
    const state = JSON.stringify([row.result, row.verdict, row.diagnosis?.id, row.earlier, row.otherBuild]);
    if (state === this.#drawn) return;
    const isOpen = this.#details.open;
    this.#drawn = state;
    this.#details = unfolding(row, (open) => this.#unfold(row, open));
    this.#line.dataset.result = row.result;
    const last = cell();
    last.append(this.#details);
    this.#line.replaceChildren(...cells(row), last);
    this.#unfold(row, false);
    this.#details.open = isOpen;
  }

  /** @param {Row} row @param {boolean} open */
  #unfold(row, open) {
    this.element.rows[1]?.remove();
    if (!open) return;
    const place = this.element.insertRow().insertCell();
    place.colSpan = COLUMNS;
    place.append(...answer(row));
  }
}

/** @param {Row} row @param {(open: boolean) => void} toggled */
function unfolding(row, toggled) {
  const details = document.createElement("details");
  const summary = document.createElement("summary");
  summary.textContent = row.file;
  details.append(summary);
  details.addEventListener("toggle", () => toggled(details.open));
  return details;
}

/** @param {Row} row @returns {HTMLTableCellElement[]} all but the last */
function cells(row) {
  const name = head(row.name || "—");
  if (row.earlier) name.append(note("teacher.earlier"));
  const exercise = cell();
  exercise.append(code(row.answer.exercise));
  if (row.answer.round !== 3) exercise.append(note("teacher.round", { n: row.answer.round }));
  const hints = cell(String(row.answer.hints.length));
  if (row.answer.solution) hints.append(note("teacher.solution"));
  const counts = [cell(String(row.answer.attempts)), hints, cell(String(row.minutes))];
  return [name, exercise, resultOf(row), cell(row.diagnosis?.title), ...counts];
}

/** @param {Row} row */
function resultOf(row) {
  const result = cell();
  result.append(mark(MARKS[row.result] ?? "not"), " ", spoken(WORDS[row.result]));
  if (row.otherBuild) result.append(note("teacher.other-version"));
  const isUndecided = row.result === "timeout" || row.result === "stopped";
  if (isUndecided && row.answer.claimed?.verdict === "passed") result.append(note("teacher.claims"));
  return result;
}

/** What was handed in, and the first case that fails. @param {Row} row @returns {HTMLElement[]} */
function answer(row) {
  const words = [];
  if (row.diagnosis) words.push(row.diagnosis.message);
  const failed = row.report?.cases.find((/** @type {{status: string}} */ one) => one.status !== "passed");
  if (failed && row.verdict !== "passed") words.push(`${failed.call}: ${failed.message ?? failed.status}`);
  const source = document.createElement("pre");
  source.className = "code";
  source.tabIndex = 0;
  source.append(code(row.answer.source ?? ""));
  return [...words.map(paragraph), source];
}

/** @param {string} [text] */
function cell(text = "") {
  const element = document.createElement("td");
  element.textContent = text;
  return element;
}

/** @param {string} text */
function code(text) {
  const element = document.createElement("code");
  element.textContent = text;
  return element;
}

/** @param {string} text */
function paragraph(text) {
  const element = document.createElement("p");
  element.textContent = text;
  return element;
}

/** @param {string} key @param {Record<string, number>} [values] */
function note(key, values = {}) {
  const element = document.createElement("small");
  element.append(spoken(key, values));
  return element;
}
