// One exercise of the workspace, read from its static form on the page.

import { spoken } from "../strings.js";

/** @typedef {import("./report.js").Output} Output */

export class Task {
  /** @type {Record<string, any> | null} the exercise of the lesson's bundle, once it is here */
  exercise = null;
  /** Whether it has been checked since the page was opened. */
  tried = false;

  /** @param {HTMLElement} section */
  constructor(section) {
    this.section = section;
    this.name = section.dataset.exercise ?? "";
    this.title = section.querySelector("h3")?.lastChild?.textContent?.trim() ?? this.name;
    this.state = /** @type {HTMLElement | null} */ (section.querySelector("[data-state-of]"));
    this.bench = /** @type {HTMLElement} */ (section.querySelector("[data-bench]"));
    this.starter = codeOf(this.bench.querySelector(".editor"));
    this.solution = /** @type {HTMLDetailsElement} */ (section.querySelector("details.solution"));
    this.report = document.createElement("section");
    this.report.className = "report";
    this.report.setAttribute("aria-live", "polite");
    this.bench.querySelector("[data-hints]")?.prepend(this.report);
    this.rounds = [...section.querySelectorAll(".round")].map((round) => ({
      title: round.querySelector("h4")?.textContent ?? "",
      task: round.querySelector("p")?.textContent ?? "",
      starter: round.querySelector("pre code")?.textContent ?? "",
    }));
    this.round = this.#roundSelect();
  }

  /** The name of the function of the round that is open. */
  get functionName() {
    return this.practiceRound === 4
      ? (this.exercise?.variation.function ?? this.name)
      : (this.exercise?.statement.function ?? this.name);
  }

  /** The name of the function of the file that all exercises share. */
  get mainFunction() {
    return this.exercise?.statement.function ?? this.name;
  }

  get practiceRound() {
    return Number(this.round.value);
  }

  get roundTask() {
    return this.rounds[this.practiceRound - 1]?.task ?? "";
  }

  get roundStarter() {
    return this.rounds[this.practiceRound - 1]?.starter ?? this.starter;
  }

  /** Names of its arguments and results, for completion. @returns {string[]} */
  get names() {
    const statement = this.exercise?.statement;
    if (!statement) return [];
    return [...statement.inputs, ...statement.returns].map((/** @type {{name: string}} */ one) => one.name);
  }

  /** What the exercise asks for, as text: compared when a lesson has changed under a draft. */
  get outline() {
    const statement = this.section.querySelector(".statement");
    const words = [...(statement?.querySelectorAll(".signature, p:not(.formula), dd") ?? [])].map((one) => line(one));
    const examples = [...this.section.querySelectorAll(".examples pre")].map((one) => one.textContent ?? "");
    return [...words, ...examples, this.starter].join("\n");
  }

  /** @param {number} round @returns {Output[]} the results of the function that this round asks for */
  outputs(round) {
    return this.exercise?.checks[round === 4 ? "4" : "3"].returns ?? [];
  }

  #roundSelect() {
    const select = document.createElement("select");
    for (const [index, { title }] of this.rounds.entries()) {
      const option = new Option(`${index + 1}: ${title}`, String(index + 1));
      select.append(option);
    }
    if (this.rounds.length === 0) select.append(new Option("3", "3"));
    select.value = "3";
    this.#place(select);
    return select;
  }

  /** As the last row of what the function takes and returns. @param {HTMLSelectElement} select */
  #place(select) {
    const term = document.createElement("dt");
    const label = document.createElement("label");
    select.id = `round-${this.name}`;
    label.htmlFor = select.id;
    label.append(spoken("exercise.round"));
    term.append(label);
    const row = document.createElement("dd");
    row.append(select);
    for (const cell of [term, row]) cell.className = "round-choice";
    if (this.rounds.length > 0) this.section.querySelector(".statement .defs")?.append(term, row);
  }
}

/** @param {Element} element */
function line(element) {
  return (element.textContent ?? "").replace(/\s+/g, " ").trim();
}

/** @param {Element | null} editor the static one, a line in each .ln */
function codeOf(editor) {
  return [...(editor?.querySelectorAll(".ln") ?? [])].map((one) => one.textContent).join("\n");
}
