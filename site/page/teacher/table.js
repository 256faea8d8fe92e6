// The answers as a table, and the filters over it.

import { spoken } from "../strings.js";
import { Line, WORDS } from "./line.js";
import { RESULTS } from "./rows.js";

/** @typedef {import("./rows.js").Row} Row */

export class Table {
  #table;
  /** A line stays the same element while answers come in: what is unfolded stays open, and what has the focus keeps it. @type {Map<Row, Line>} */
  #lines = new Map();
  #filters;
  #words;
  /** @type {Row[]} */
  #rows = [];
  /** Narrowed to one misconception. */
  #diagnosis = "";

  /** @param {HTMLElement} place with the table and its filters @param {() => void} changed */
  constructor(place, changed) {
    this.#table = /** @type {HTMLTableElement} */ (place.querySelector("table"));
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

  /** The rows that the filters let through, by name. @returns {Row[]} */
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
    this.#place(shown.map((row) => this.#lineOf(row).element));
    this.#words.replaceChildren(spoken("teacher.shown", { n: shown.length, all: rows.length }));
  }

  /** @param {Row} row */
  #lineOf(row) {
    const line = this.#lines.get(row) ?? new Line();
    this.#lines.set(row, line);
    line.show(row);
    return line;
  }

  /** Only what is elsewhere is moved. @param {HTMLTableSectionElement[]} wanted */
  #place(wanted) {
    for (const [index, body] of wanted.entries()) {
      const there = this.#table.tBodies[index];
      if (there !== body) this.#table.insertBefore(body, there ?? null);
    }
    while (this.#table.tBodies.length > wanted.length) this.#table.tBodies[wanted.length].remove();
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
