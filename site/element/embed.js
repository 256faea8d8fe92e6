// <lookback-lesson>: a lesson, or a part of one, in anybody's page. The page loads this file from the site that holds
// the lessons, as a plain script; docs/embedding.md says what can be asked of it.
//
// It speaks with its own frame alone: a message counts only when it comes from that window and from the site's origin.

import { message, readHeight, readMessage, TOLD } from "../shared/messages.js";
import { addressOf, frameOrigin } from "./address.js";
import { drawShell } from "./shell.js";

/** @typedef {import("../shared/messages.js").Message} Message */

// A frame far down the page is loaded when the reader is about this near.
const NEAR = "400px";
// Without a word from the frame for this long, the link takes its place.
const PATIENCE = 30_000; // milliseconds

/** Where this script came from: the site's root, unless the element names another. */
const HOME = /** @type {HTMLScriptElement | null} */ (document.currentScript)?.src ?? document.baseURI;

export class LookbackLesson extends HTMLElement {
  static observedAttributes = ["src", "lesson", "part", "lang", "theme", "hide", "set", "sandbox"];

  /** @type {import("./shell.js").Shell | null} */
  #shell = null;
  /** @type {HTMLIFrameElement | null} */
  #frame = null;
  /** @type {AbortController | null} */
  #connected = null;
  #ready = false;
  #queued = false;
  #timer = 0;
  /** What is to be restored once the frame can take it: what the page gave, or what the frame before this one told. @type {unknown} */
  #state;
  /** How far that is: before it is in, what the lesson tells is less than what the page keeps. @type {"none" | "due" | "asked"} */
  #restoring = "none";
  /** @type {((message: Message) => void)[]} who waits for the next progress */
  #asked = [];
  /** @type {Message | null} the last progress that was told */
  #progress = null;

  connectedCallback() {
    this.#shell ??= drawShell(this);
    this.#connected = new AbortController();
    const { signal } = this.#connected;
    addEventListener("message", (event) => this.#receive(event), { signal });
    this.#wait(signal);
  }

  disconnectedCallback() {
    this.#connected?.abort();
    this.#drop();
  }

  /** @param {string} name */
  attributeChangedCallback(name) {
    if (!this.#frame) return;
    if (name === "lesson" || name === "src") this.#forget();
    if (this.#queued) return; // several attributes set in a row are one change
    this.#queued = true;
    queueMicrotask(() => {
      this.#queued = false;
      if (this.#frame) this.load();
    });
  }

  /** The last state the lesson told, to be kept by the page and given to `restore` another day. */
  get state() {
    return this.#progress?.state ?? null;
  }

  /** Take in a state that an earlier visit told. @param {unknown} state */
  restore(state) {
    this.#state = state;
    this.#restoring = "due";
    if (this.#ready) this.#restore();
  }

  /** Ask for the progress. @returns {Promise<Message>} the next one that is told */
  progress() {
    return new Promise((resolve) => {
      this.#asked.push(resolve);
      if (this.#ready) this.#post("get-progress", {});
    });
  }

  /** Load the lesson now, wherever the reader is. */
  load() {
    this.#drop();
    const shell = /** @type {import("./shell.js").Shell} */ (this.#shell);
    const url = addressOf(this, HOME);
    if (!url) {
      shell.fail();
      return;
    }
    const frame = document.createElement("iframe");
    frame.src = url.href;
    frame.title = this.getAttribute("title") ?? this.getAttribute("lesson") ?? "Lookback";
    frame.allow = "clipboard-write";
    const sandbox = this.getAttribute("sandbox");
    if (sandbox !== null) frame.setAttribute("sandbox", sandbox || "allow-scripts");
    this.#frame = frame;
    shell.show(frame, url);
    this.#timer = setTimeout(() => shell.fail(), PATIENCE);
  }

  #restore() {
    if (this.#restoring !== "due") return;
    this.#restoring = "asked";
    this.#post("restore", { state: this.#state });
  }

  /** Another lesson: what was told of this one is none of its business. */
  #forget() {
    this.#state = undefined;
    this.#restoring = "none";
    this.#progress = null;
  }

  #drop() {
    clearTimeout(this.#timer);
    // a frame that is made anew knows nothing where storage is denied
    if (this.#frame && this.#state !== undefined) this.#restoring = "due";
    this.#frame?.remove();
    this.#frame = null;
    this.#ready = false;
  }

  /** Load it when it comes near. @param {AbortSignal} signal */
  #wait(signal) {
    if (this.getAttribute("loading") === "eager") {
      this.load();
      return;
    }
    const near = new IntersectionObserver(
      (entries) => {
        if (!entries.some((entry) => entry.isIntersecting)) return;
        near.disconnect();
        this.load();
      },
      { rootMargin: NEAR },
    );
    near.observe(this);
    signal.addEventListener("abort", () => near.disconnect());
  }

  /** @param {string} type @param {Record<string, unknown>} fields */
  #post(type, fields) {
    const frame = /** @type {HTMLIFrameElement} */ (this.#frame);
    const origin = frameOrigin(frame);
    // an opaque origin cannot be named as a target
    frame.contentWindow?.postMessage(message(type, fields), origin === "null" ? "*" : origin);
  }

  /** @param {MessageEvent} event */
  #receive(event) {
    const frame = this.#frame;
    if (!frame || event.source !== frame.contentWindow || event.origin !== frameOrigin(frame)) return;
    const read = readMessage(event.data, TOLD);
    if (!("message" in read)) return;
    const told = read.message;
    if (told.type === "ready") this.#isReady(told);
    if (told.type === "height") this.#size(told.height);
    if (told.type === "progress") {
      if (this.#restoring !== "none" && told.restored !== true) return;
      this.#tellProgress(told);
    }
    if (told.type === "error" && told.code === "state" && this.#restoring !== "none") {
      this.#restoring = "none";
      this.#post("get-progress", {}); // what was held back until now
    }
    for (const name of ["message", told.type]) {
      this.dispatchEvent(new CustomEvent(`lookback:${name}`, { detail: told }));
    }
  }

  /** @param {Message} told */
  #isReady(told) {
    clearTimeout(this.#timer);
    this.#shell?.ready();
    this.#size(told.height);
    this.#ready = true;
    this.#restore();
    if (this.#asked.length > 0) this.#post("get-progress", {});
  }

  /** @param {unknown} height */
  #size(height) {
    const pixels = readHeight(height);
    if (pixels && this.#frame && !this.hasAttribute("height")) this.#frame.style.height = `${pixels}px`;
  }

  /** @param {Message} told */
  #tellProgress(told) {
    this.#progress = told;
    this.#restoring = "none";
    this.#state = told.state;
    for (const resolve of this.#asked.splice(0)) resolve(told);
  }
}

if (!customElements.get("lookback-lesson")) customElements.define("lookback-lesson", LookbackLesson);
