// The reader's file as it stands, and how far each of its functions is: told by the workspace, heard by widgets.

const PAUSE = 600; // milliseconds without a key, after which widgets follow

/**
 * @typedef {"starter" | "written" | "verified"} Standing
 * @typedef {{source: string, standing: Record<string, Standing>}} Told
 */

export class OwnCode {
  source = "";
  /** @type {Record<string, Standing>} by the function's name */
  standing = {};
  /** @type {Set<() => void>} */
  #listeners = new Set();
  #timer = 0;
  /** Reads the file that is being typed, until it has been read. @type {(() => Told) | null} */
  #unread = null;

  /** @param {() => void} listener called when the file or the standing of a function is another */
  onChange(listener) {
    this.#listeners.add(listener);
  }

  /** The file is being typed: read it after a pause. @param {() => Told} read */
  touch(read) {
    clearTimeout(this.#timer);
    this.#unread = read;
    this.#timer = setTimeout(() => this.tell(read()), PAUSE);
  }

  /** The file as it is now, without waiting for a pause. */
  now() {
    if (this.#unread) this.tell(this.#unread());
    return this.source;
  }

  /** @param {Told} told */
  tell({ source, standing }) {
    clearTimeout(this.#timer);
    this.#unread = null;
    if (source === this.source && JSON.stringify(standing) === JSON.stringify(this.standing)) return;
    this.source = source;
    this.standing = standing;
    for (const listener of this.#listeners) listener();
  }
}
