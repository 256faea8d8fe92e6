// Calls of the reader's functions for widgets, in a room of their own: Run and Check never wait for a widget, and no
// room of the pool is used up by one. A call has a second; one that takes longer costs this room alone.

import { TypedError } from "../../shared/channel.js";

/**
 * @typedef {import("./pool.js").Pool} Pool
 * @typedef {import("./room.js").Room} Room
 * @typedef {{record: string, ended: "" | "timeout" | "died" | "large" | "unavailable" | "dropped"}} Result the record as
 *   text, unread; or why there is none, and the number of the function whose calls were being made, as text
 */

export const WIDGET_LIMIT = 1; // seconds for the calls of one question
const KEPT = 60_000; // milliseconds that the room stays when no widget wants it: a new one takes a second or more
const GRACE = 300; // milliseconds past the limit, in which Python may end by itself
const LARGEST = 4e6; // characters of a record: a few hundred numbers, and at most 250,000 characters of output
const STEP = /^\{"step": (\d{1,3})\}$/; // told before the calls of each function that follows the first

export class Aside {
  #pool;
  /** @type {Promise<Room> | null} */
  #room = null;
  /** @type {Promise<unknown>} */
  #last = Promise.resolve();
  /** Runs while no widget wants the room. @type {ReturnType<typeof setTimeout> | undefined} */
  #leaving;

  /** @param {Pool} pool */
  constructor(pool) {
    this.#pool = pool;
  }

  /**
   * Make calls, after those of other widgets. Never rejects.
   * @param {string} source @param {Record<string, any>} calls as `observe` takes them
   * @param {() => boolean} wanted whether anybody still wants to know, asked when it is their turn
   * @returns {Promise<Result>}
   */
  observe(source, calls, wanted) {
    clearTimeout(this.#leaving);
    this.#leaving = undefined;
    const result = this.#last.then(() => (wanted() ? this.#observe(source, calls) : ended("dropped")));
    this.#last = result;
    return result;
  }

  /** No widget draws with the reader's code now. Whoever compares will be back soon, so the room stays for a while. */
  leave() {
    if (this.#room) this.#leaving ??= setTimeout(() => this.end(), KEPT);
  }

  /** End the room. */
  end() {
    clearTimeout(this.#leaving);
    this.#leaving = undefined;
    this.#room?.then(
      (room) => room.end(new TypedError("stopped", "no widget draws with the reader's code")),
      () => {},
    );
    this.#room = null;
  }

  /** @param {string} source @param {Record<string, any>} calls @returns {Promise<Result>} */
  async #observe(source, calls) {
    let room;
    try {
      room = await this.#open();
    } catch {
      this.#room = null; // tried again when it is asked for again
      return ended("unavailable");
    }
    const timer = setTimeout(() => room.end(new TypedError("timeout", "a second")), WIDGET_LIMIT * 1000 + GRACE);
    let step = "0";
    try {
      const request = { source, calls, time_limit: WIDGET_LIMIT };
      const record = await room.text("observe", request, (line) => {
        step = line.match(STEP)?.[1] ?? step;
      });
      return record.length > LARGEST ? ended("large", step) : { record, ended: "" };
    } catch (thrown) {
      return ended(TypedError.from(thrown).type === "timeout" ? "timeout" : "died", step);
    } finally {
      clearTimeout(timer);
    }
  }

  async #open() {
    const known = await this.#room;
    if (known && !known.ended) return known;
    this.#room = this.#pool.apart();
    return this.#room;
  }
}

/** @param {Exclude<Result["ended"], "">} why @param {string} [step] @returns {Result} */
function ended(why, step = "0") {
  return { record: step, ended: why };
}
