// Drafts: a text that is kept as it is typed, and that neither another tab nor a new version of the lesson overwrites.

import { spaceOf } from "../progress.js";

/**
 * @typedef {import("../progress.js").Progress} Progress
 * @typedef {{text: string, revision: number, tab: string, begun: string, undo?: unknown,
 *   others?: {text: string, saved: string}[]}} Kept
 * `begun` is what the exercise said when the draft was begun; `others` are texts of other tabs that this one replaced.
 */

const PAUSE = 400; // milliseconds without a key, after which a draft is kept
const LONGEST_WAIT = 900; // however fast one types
const OTHERS = 3; // texts of other tabs that are kept
const TAB = Math.random().toString(36).slice(2, 10);

export class Draft {
  #progress;
  #id;
  #channel;
  #revision = 0;
  #text = "";
  #begun;
  /** @type {() => {text: string, undo: unknown}} */
  #read;
  #listeners;
  #timer = 0;
  #due = 0;
  #dirty = false;
  #writing = 0;
  /** @type {Promise<void>} the last write */
  #written = Promise.resolve();

  /**
   * @param {Progress} progress
   * @param {string} id of the kept item
   * @param {string} begun what the exercise says now
   * @param {() => {text: string, undo: unknown}} read the editor's present text
   * @param {{saved: () => void, adopt: (text: string) => void, conflict: (other: string) => void}} listeners
   */
  constructor(progress, id, begun, read, listeners) {
    this.#progress = progress;
    this.#id = id;
    this.#begun = begun;
    this.#read = read;
    this.#listeners = listeners;
    this.#channel =
      "BroadcastChannel" in globalThis
        ? new BroadcastChannel(`lookback/${spaceOf(location.search)}${progress.lesson.id}`)
        : null;
    this.#channel?.addEventListener("message", ({ data }) => this.#heard(data));
  }

  /** What is kept. @returns {Kept | null} */
  get kept() {
    const kept = this.#progress.item(this.#id);
    return typeof kept?.text === "string" ? /** @type {Kept} */ (/** @type {unknown} */ (kept)) : null;
  }

  /** Take up what is kept; the text and its undo steps, or null where nothing is. */
  open() {
    const kept = this.kept;
    this.#revision = kept?.revision ?? 0;
    this.#text = kept?.text ?? "";
    return kept;
  }

  /** What the exercise said when this draft was begun, when it says something else now. @returns {string | null} */
  get outdated() {
    const begun = this.kept?.begun;
    return typeof begun === "string" && begun !== this.#begun ? begun : null;
  }

  /** The reader has seen what changed. */
  accept() {
    this.#dirty = true;
    void this.save(this.#begun);
  }

  /** The text has changed; keep it soon. */
  touch() {
    const now = performance.now();
    if (!this.#dirty) this.#due = now + LONGEST_WAIT;
    this.#dirty = true;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.save(), Math.max(0, Math.min(PAUSE, this.#due - now)));
  }

  /** Keep the text now. @param {string} [begun] @returns {Promise<void>} fulfilled when it is kept */
  save(begun = this.kept?.begun ?? this.#begun) {
    clearTimeout(this.#timer);
    if (this.#dirty) this.#written = this.#write(begun);
    return this.#written;
  }

  /** @param {string} begun */
  async #write(begun) {
    this.#dirty = false;
    this.#writing += 1;
    const { text, undo } = this.#read();
    const base = this.#revision;
    let replaced = "";
    await this.#progress.change(this.#id, (stored) => {
      const before = /** @type {Partial<Kept>} */ (stored ?? {});
      const others = [...(before.others ?? [])];
      const foreign = before.tab !== TAB && (before.revision ?? 0) > base && before.text !== text;
      if (foreign && typeof before.text === "string") {
        // Another tab has kept something since this one read it: both texts stay.
        replaced = before.text;
        others.unshift({ text: replaced, saved: new Date().toISOString() });
      }
      this.#revision = Math.max(before.revision ?? 0, base) + 1;
      const kept = { text, revision: this.#revision, tab: TAB, begun };
      return { ...kept, ...(undo ? { undo } : {}), ...(others.length ? { others: others.slice(0, OTHERS) } : {}) };
    });
    this.#writing -= 1;
    this.#text = text;
    this.#channel?.postMessage({ id: this.#id, tab: TAB, revision: this.#revision, text });
    this.#listeners.saved();
    if (replaced) this.#listeners.conflict(replaced);
  }

  /** @param {any} message */
  #heard(message) {
    if (message?.id !== this.#id || message.tab === TAB || typeof message.text !== "string") return;
    if (message.revision <= this.#revision && message.text === this.#text) return;
    if (this.#dirty || this.#writing > 0) return; // this tab's own text is on its way, and save() keeps the other one beside it
    this.#revision = message.revision;
    this.#text = message.text;
    this.#progress.note(this.#id, { text: message.text, revision: message.revision, tab: message.tab });
    this.#listeners.adopt(message.text);
  }
}
