// What Run shows: output as it comes, the last expression's value, what an exception means.

import { say, spoken, t } from "../strings.js";

/** @typedef {import("../sandbox/sandbox.js").Outcome} Outcome */

export const LINES = 10_000;
export const CHARACTERS = 250_000;

export class Output {
  #place;
  #text = document.createElement("samp");
  #pending = "";
  #characters = 0;
  #lines = 0;
  #drawing = false;

  /** @param {HTMLElement} place */
  constructor(place) {
    this.#place = place;
  }

  /** A new run begins, or waits for Python. @param {string} key words for it */
  start(key) {
    this.#pending = "";
    this.#characters = 0;
    this.#lines = 0;
    this.#text = document.createElement("samp");
    this.#place.hidden = false;
    this.#place.dataset.status = "running";
    this.#place.replaceChildren(title(spoken(key)), this.#text);
  }

  /** @param {string} text */
  add(text) {
    const room = CHARACTERS - this.#characters;
    if (room <= 0 || this.#lines >= LINES) return;
    if (this.#characters === 0) this.#place.querySelector("h4")?.replaceChildren(spoken("output.running"));
    this.#pending += text.slice(0, room);
    this.#characters += text.length;
    this.#lines += text.split("\n").length - 1;
    if (this.#drawing) return;
    this.#drawing = true;
    requestAnimationFrame(() => {
      this.#drawing = false;
      this.#text.append(this.#pending);
      this.#pending = "";
    });
  }

  /** @param {Outcome} outcome */
  finish(outcome) {
    this.#place.dataset.status = outcome.status;
    const text = document.createElement("samp");
    text.textContent = outcome.stdout;
    const parts = [title(spoken(`output.${this.#state(outcome)}`)), text];
    if (outcome.stdout_truncated) parts.push(sentence("output.cut"));
    for (const value of outcome.values) parts.push(valueElement(value));
    if (outcome.error) parts.push(...errorElements(outcome));
    if (outcome.status === "done" && !outcome.stdout && outcome.values.length === 0)
      parts.push(sentence("output.nothing"));
    this.#text = text;
    this.#pending = "";
    this.#place.replaceChildren(...parts);
  }

  /** @param {Outcome} outcome */
  #state({ status, error }) {
    if (status !== "error") return status;
    return error ? "exception" : "died";
  }

  /** What kept the file from being run at all. @param {string} what */
  fail(what) {
    this.#place.dataset.status = "failed";
    const words = document.createElement("p");
    words.textContent = what;
    this.#place.replaceChildren(title(spoken("output.failed")), words);
  }
}

/** @param {HTMLElement} words */
function title(words) {
  const element = document.createElement("h4");
  element.append(words);
  return element;
}

/** @param {string} key */
function sentence(key) {
  const element = document.createElement("p");
  say(element, key);
  return element;
}

/** @param {Record<string, any>} value */
function valueElement({ kind, shape, dtype, type, text }) {
  const block = document.createElement("div");
  block.className = "value";
  const shown = document.createElement("samp");
  shown.textContent = text;
  const facts = document.createElement("small");
  if (kind === "array")
    facts.textContent = t("output.array", { shape: `(${shape.join(", ")}${shape.length === 1 ? "," : ""})`, dtype });
  else facts.textContent = dtype ?? type;
  block.append(shown, facts);
  return block;
}

/** @param {Outcome} outcome @returns {HTMLElement[]} */
function errorElements({ error, traceback }) {
  if (!error) return [];
  const block = document.createElement("div");
  block.className = "diag";
  const head = document.createElement("h5");
  head.textContent = error.title;
  block.append(head);
  if (error.message) {
    const why = document.createElement("p");
    why.textContent = error.message;
    block.append(why);
  }
  const fold = document.createElement("details");
  fold.className = "fold";
  const summary = document.createElement("summary");
  const place = error.line ? "output.error.line" : "output.error";
  summary.append(spoken(place, { type: error.type, line: error.line ?? 0 }));
  const pre = document.createElement("pre");
  pre.className = "code";
  pre.tabIndex = 0;
  pre.textContent = traceback ?? "";
  fold.append(summary, pre);
  return [block, fold];
}
