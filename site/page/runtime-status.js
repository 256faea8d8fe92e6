// The line in the header that says what Python is doing: loading with bytes, ready, or what failed and a retry.

import { closable } from "./closable.js";
import { faultOf, fileName, reasonOf } from "./reasons.js";
import { onLanguage, t } from "./strings.js";

/**
 * @typedef {import("./runtime.js").Description} Description
 * @typedef {import("../shared/files.js").Progress} Progress
 * @typedef {import("../shared/channel.js").TypedError} TypedError
 */

/** The drawn mark of a state, in the page's own sprite. */
const MARKS = { loading: "wait", drawing: "wait", ready: "done", failed: "not" };

export class RuntimeStatus {
  #element;
  #mark;
  #words;
  #panel;
  #retry;
  #description;
  /** @type {Map<string, Progress>} */
  #files = new Map();
  #started = 0;
  #drawPending = false;
  #state = "idle";
  /** What is said beside the state, made again in another language. @type {(() => string) | null} */
  #note = null;

  /** @param {Document} root @param {Description} description @param {() => void} retry */
  constructor(root, description, retry) {
    this.#description = description;
    this.#retry = retry;
    const place = root.querySelector("[data-runtime-status]");
    this.#element = /** @type {HTMLElement} */ (place ?? root.createElement("details"));
    this.#mark = /** @type {SVGUseElement | null} */ (this.#element.querySelector("summary use"));
    this.#words = this.#element.querySelector("[data-runtime-words]") ?? root.createElement("span");
    this.#panel = this.#element.querySelector("[data-runtime-panel]") ?? root.createElement("div");
    closable(this.#element);
    onLanguage(() => this.#state !== "idle" && this.#draw());
  }

  loading() {
    this.#started = performance.now();
    const { stage, wasm, bundles } = this.#description;
    this.#files = new Map([stage, wasm, ...bundles].map(({ name, bytes }) => [name, { name, bytes, loaded: 0 }]));
    this.#set("loading");
  }

  /** Most of it is in a snapshot that is here. @param {number} bytes its size */
  restoring(bytes) {
    const { bundles } = this.#description;
    for (const { name } of bundles) this.#files.delete(name);
    const name = "snapshot";
    this.#files.set(name, { name, bytes, loaded: bytes });
    this.#set("loading");
  }

  /** @param {Progress} progress */
  progress(progress) {
    this.#files.set(progress.name, progress);
    if (this.#drawPending) return;
    this.#drawPending = true;
    requestAnimationFrame(() => {
      this.#drawPending = false;
      if (this.#state === "loading") this.#set("loading");
    });
  }

  drawing() {
    this.#set("drawing");
  }

  /** @param {boolean} restored whether Python started from a snapshot */
  ready(restored) {
    this.#element.dataset.start = restored ? "snapshot" : "fresh"; // for tests and benchmarks
    const seconds = ((performance.now() - this.#started) / 1000).toFixed(1);
    this.#set("ready", () => t(restored ? "runtime.readyAgain" : "runtime.readyAfter", { seconds }));
  }

  /** @param {TypedError} error */
  failed(error) {
    this.#set("failed", () => faultOf(error) ?? t("runtime.died", { reason: reasonOf(error) }));
  }

  /** @param {"loading" | "drawing" | "ready" | "failed"} state @param {(() => string) | null} [note] */
  #set(state, note = null) {
    this.#state = state;
    this.#note = note;
    this.#element.dataset.state = state;
    this.#mark?.setAttribute("href", `#m-${MARKS[state]}`);
    this.#draw();
    if (this.#element instanceof HTMLDetailsElement && state === "failed") this.#element.open = true;
  }

  #draw() {
    this.#words.textContent = this.#headline(this.#state);
    this.#panel.replaceChildren(...this.#details(this.#state, this.#note?.()));
  }

  /** @param {string} state */
  #headline(state) {
    if (state === "drawing") return t("runtime.drawing");
    if (state === "ready") return t("runtime.ready");
    if (state === "failed") return t("runtime.failed");
    const files = [...this.#files.values()];
    const total = sum(files.map((file) => file.bytes));
    const loaded = sum(files.map((file) => file.loaded));
    if (loaded >= total) return t("runtime.starting");
    return t("runtime.loading", { loaded: megabytes(loaded), total: megabytes(total) });
  }

  /** @param {string} state @param {string} [note] @returns {Node[]} */
  #details(state, note) {
    const nodes = [];
    if (note) {
      const sentence = document.createElement("p");
      sentence.textContent = note;
      sentence.setAttribute("role", state === "failed" ? "alert" : "status");
      nodes.push(sentence);
    }
    if (state === "failed") {
      const consequence = document.createElement("p");
      consequence.textContent = t("runtime.readOn");
      const button = document.createElement("button");
      button.type = "button";
      button.textContent = t("runtime.retry");
      button.addEventListener("click", () => this.#retry(), { once: true });
      nodes.push(consequence, button);
    }
    nodes.push(this.#table());
    return nodes;
  }

  #table() {
    const table = document.createElement("table");
    table.className = "plain";
    table.createCaption().textContent = t("runtime.files");
    const body = table.createTBody();
    for (const { name, bytes, loaded } of this.#files.values()) {
      const row = body.insertRow();
      const head = document.createElement("th");
      head.scope = "row";
      head.textContent = fileName(name);
      row.append(head);
      row.insertCell().textContent = amount(loaded, bytes);
    }
    return table;
  }
}

/** @param {number} loaded @param {number} bytes */
function amount(loaded, bytes) {
  if (loaded >= bytes) return t("runtime.fileHere", { total: megabytes(bytes) });
  if (loaded === 0) return t("runtime.fileNext", { total: megabytes(bytes) });
  return t("runtime.fileLoading", { loaded: megabytes(loaded), total: megabytes(bytes) });
}

/** @param {number} bytes */
function megabytes(bytes) {
  return (bytes / 1e6).toFixed(1);
}

/** @param {number[]} values */
function sum(values) {
  return values.reduce((total, value) => total + value, 0);
}
