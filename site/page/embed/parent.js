// The page around this one: who it is, what it may ask, and the one way to tell it something.

import { ASKED, message, readMessage } from "../../shared/messages.js";

/**
 * The origin of the page around this one. `?parent=` names it, and then no other is spoken to; else the browser says
 * it, or the address this page was asked from.
 * @param {string} search this page's query @param {ArrayLike<string> | undefined} ancestors
 * @param {string} referrer
 * @returns {string | null} "null" for an opaque origin; null when it is not known, or another than the one named
 */
export function parentOrigin(search, ancestors, referrer) {
  const named = new URLSearchParams(search).get("parent");
  const around = ancestors?.[0];
  const real = around?.startsWith("file:") ? "null" : around; // a page from a file speaks as an opaque origin
  if (named === null) return real ?? originOf(referrer);
  const wanted = named === "null" ? "null" : originOf(named);
  return real === undefined || real === wanted ? wanted : null;
}

/** @param {string} url @returns {string | null} */
function originOf(url) {
  try {
    const { origin } = new URL(url);
    return origin;
  } catch {
    return null;
  }
}

export class Parent {
  #lesson;
  #origin;
  #window = window.parent;
  /** @type {Map<string, (message: import("../../shared/messages.js").Message) => void>} */
  #handlers = new Map();

  /** @param {string} lesson @param {string | null} origin */
  constructor(lesson, origin) {
    this.#lesson = lesson;
    this.#origin = origin;
    if (this.#window === window || origin === null) return;
    addEventListener("message", (event) => this.#receive(event));
  }

  /** @param {string} type one of ASKED @param {(message: import("../../shared/messages.js").Message) => void} handler */
  on(type, handler) {
    this.#handlers.set(type, handler);
  }

  /** Tell the page around. @param {string} type @param {Record<string, unknown>} [fields] */
  tell(type, fields = {}) {
    if (this.#window === window || this.#origin === null) return;
    // An opaque origin cannot be named as a target. The window is still the one that holds this frame: when it goes
    // elsewhere, this page goes with it.
    this.#window.postMessage(
      message(type, { lesson: this.#lesson, ...fields }),
      this.#origin === "null" ? "*" : this.#origin,
    );
  }

  /** @param {string} code @param {string} text */
  error(code, text) {
    this.tell("error", { code, message: text });
  }

  /** @param {MessageEvent} event */
  #receive(event) {
    if (event.source !== this.#window || event.origin !== this.#origin) return;
    const read = readMessage(event.data, ASKED);
    if ("message" in read) {
      this.#handlers.get(read.message.type)?.(read.message);
    } else if (read.problem !== "foreign") {
      this.error(read.problem, PROBLEMS[read.problem]);
    }
  }
}

/** Said to those who write the page around, in the language of its code. @type {Record<string, string>} */
const PROBLEMS = {
  version: "this page speaks version 1 of the messages",
  type: `this page answers: ${ASKED.join(", ")}`,
  size: "the message is longer than 1,000,000 characters, or is no JSON",
};
