// What the reader wants done, one thing at a time. What is asked for while something else runs is not passed over: it
// waits, one wish at most, and of several the last one counts.

/**
 * @typedef {{what: string, same: string, work: () => Promise<void>}} Wish `what` is its name; of two wishes with an
 *   equal `same` one answer serves both.
 */

export class Wishes {
  /** @type {Wish | null} */
  #running = null;
  /** @type {Wish | null} */
  #next = null;
  #changed;

  /** @param {() => void} changed called whenever another wish runs or waits */
  constructor(changed) {
    this.#changed = changed;
  }

  /** The name of what runs now, null while nothing does. */
  get running() {
    return this.#running?.what ?? null;
  }

  /** The name of what follows it, null when nothing does. */
  get next() {
    return this.#next?.what ?? null;
  }

  /**
   * Do this now, or after what runs.
   * @param {Wish} wish @returns {"begun" | "waits" | "runs"} "runs": what runs already will answer it
   */
  ask(wish) {
    if (this.#running?.same === wish.same) return "runs";
    if (this.#running) {
      this.#next = wish;
      this.#changed();
      return "waits";
    }
    void this.#do(wish);
    return "begun";
  }

  /** Nothing follows what runs now. @returns {boolean} whether anything did */
  drop() {
    const waited = this.#next !== null;
    this.#next = null;
    if (waited) this.#changed();
    return waited;
  }

  /** @param {Wish} wish */
  async #do(wish) {
    this.#running = wish;
    this.#changed();
    try {
      await wish.work();
    } finally {
      const next = this.#next;
      this.#running = this.#next = null;
      if (next) void this.#do(next);
      else this.#changed();
    }
  }
}
