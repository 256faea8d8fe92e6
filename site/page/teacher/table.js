// The answers as a table, and the filters over it.

import { spoken } from "../strings.js";
import { mark } from "../view.js";
import { RESULTS } from "./rows.js";
import { head } from "./summary.js";

/** @typedef {import("./rows.js").Row} Row @typedef {import("./rows.js").Result} Result */

/** @type {Record<Result, string>} */
const WORDS = {
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

export class Table {
  #body;
  #filters;
  #words;
  /** @type {Row[]} */
  #rows = [];
  /** Narrowed to one misconception. */
  #diagnosis = "";

  /** @param {HTMLElement} place with the table and its filters @param {() => void} changed */
  constructor(place, changed) {
    this.#body = /** @type {HTMLTableSectionElement} */ (place.querySelector("tbody"));
    this.#filters = /** @type {HTMLFormElement} */ (place.querySelector("form"));
    this.#words = /** @type {HTMLElement} */ (place.querySelector("[data-shown]"));
    this.#filters.addEventListener("input", changed);
    this.#filters.addEventListener("submit", (event) => event.preventDefault());
    this.#filters.addEventListener("reset", () => {
      this.#diagnosis = "";
      setTimeout(changed); // the fields are empty only after the event
    });
  }

  /** @param {string} id of a diagnosis */
  narrow(id) {
    this.#diagnosis = id;
  }

  /** The rows that the filters let through, those that want attention first. @returns {Row[]} */
  get shown() {
    const wanted = new FormData(this.#filters);
    const text = (/** @type {string} */ name) => String(wanted.get(name) ?? "");
    const name = text("name").trim().toLowerCase();
    return this.#rows
      .filter(
        (row) =>
          (name === "" || row.name.toLowerCase().includes(name) || row.file.toLowerCase().includes(name)) &&
          ["", row.lesson].includes(text("lesson")) &&
          ["", row.answer.exercise].includes(text("exercise")) &&
          ["", row.result].includes(text("result")) &&
          ["", row.diagnosis?.id].includes(this.#diagnosis),
      )
      .sort((a, b) => a.name.localeCompare(b.name) || a.file.localeCompare(b.file));
  }

  /** @param {Row[]} rows all there are */
  show(rows) {
    this.#rows = rows;
    this.#choices("lesson", [...new Map(rows.map((row) => [row.lesson, row.title]))]);
    this.#choices(
      "exercise",
      [...new Set(rows.map((row) => row.answer.exercise))].map((id) => [id, id]),
    );
    this.#results(rows);
    const shown = this.shown;
    this.#body.replaceChildren(...shown.map(drawRow));
    this.#words.replaceChildren(spoken("teacher.shown", { n: shown.length, all: rows.length }));
  }

  /** Offer what occurs; what is chosen stays chosen. @param {string} name @param {[value: string, words: string][]} values */
  #choices(name, values) {
    const select = /** @type {HTMLSelectElement} */ (this.#filters.elements.namedItem(name));
    for (const [value, words] of values) {
      if (![...select.options].some((option) => option.value === value)) select.append(new Option(words, value));
    }
  }

  /** @param {Row[]} rows */
  #results(rows) {
    const select = /** @type {HTMLSelectElement} */ (this.#filters.elements.namedItem("result"));
    for (const result of RESULTS) {
      const there = [...select.options].some((option) => option.value === result);
      if (there || !rows.some((row) => row.result === result)) continue;
      const option = new Option("", result);
      option.append(spoken(WORDS[result]));
      select.append(option);
    }
  }
}

/** @param {Row} row */
function drawRow(row) {
  const line = document.createElement("tr");
  line.dataset.result = row.result;
  const name = head(row.name || "—");
  if (row.earlier) name.append(note("teacher.earlier"));
  const result = cell();
  result.append(mark(MARKS[row.result] ?? "not"), " ", spoken(WORDS[row.result]));
  if (row.otherBuild) result.append(note("teacher.other-version"));
  const isUndecided = row.result === "timeout" || row.result === "stopped";
  if (isUndecided && row.answer.claimed?.verdict === "passed") result.append(note("teacher.claims"));
  const diagnosis = cell(row.diagnosis?.title);
  const exercise = cell();
  exercise.append(code(row.answer.exercise));
  if (row.answer.round !== 3) exercise.append(note("teacher.round", { n: row.answer.round }));
  const hints = cell(String(row.answer.hints.length));
  if (row.answer.solution) hints.append(note("teacher.solution"));
  line.append(name, exercise, result, diagnosis, cell(String(row.answer.attempts)), hints, cell(String(row.minutes)));
  line.append(answerCell(row));
  return line;
}

/** What was handed in, unfolded when it is asked for. @param {Row} row */
function answerCell(row) {
  const place = cell();
  const details = document.createElement("details");
  const summary = document.createElement("summary");
  summary.textContent = row.file;
  details.append(summary);
  details.addEventListener("toggle", () => {
    if (!details.open || details.childElementCount > 1) return;
    if (row.diagnosis) details.append(paragraph(row.diagnosis.message));
    const failed = row.report?.cases.find((/** @type {{status: string}} */ one) => one.status !== "passed");
    if (failed && row.verdict !== "passed")
      details.append(paragraph(`${failed.call}: ${failed.message ?? failed.status}`));
    const source = document.createElement("pre");
    source.className = "code";
    source.tabIndex = 0;
    source.append(code(row.answer.source ?? ""));
    details.append(source);
  });
  place.append(details);
  return place;
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
