// One request at a time in a room, each of which settles within its time limit; what runs can be stopped.

import { TypedError } from "../../shared/channel.js";

/**
 * @typedef {import("./room.js").Room} Room
 * @typedef {import("./room.js").Action} Action
 * @typedef {{answer: any, ended: "" | "timeout" | "stopped" | "died", duration: number}} Done
 */

const GRACE = 300; // milliseconds past the limit, in which Python may end a slow run by itself

export class Turns {
  #last = Promise.resolve();
  /** @type {(() => void) | null} ends what runs now */
  #stop = null;

  /** Do something when all that was asked for before has settled. @template T @param {() => Promise<T>} work */
  take(work) {
    const result = this.#last.then(work);
    this.#last = result.then(
      () => {},
      () => {},
    );
    return result;
  }

  /** Whether something runs. */
  get isBusy() {
    return this.#stop !== null;
  }

  /** Stop what runs now. @returns {boolean} whether anything did */
  stop() {
    this.#stop?.();
    return this.#stop !== null;
  }

  /**
   * Ask a room. The clock starts when Python is ready; who asks for a stop before that gets it at once.
   * @param {() => Promise<Room>} room @param {Action} action @param {Record<string, any>} request
   * @param {number} limit seconds @param {(line: string) => void} listener what Python tells meanwhile
   * @returns {Promise<Done>}
   */
  async execute(room, action, request, limit, listener) {
    const stopped = new Promise((resolve) => {
      this.#stop = () => resolve(new TypedError("stopped", "stopped by the reader"));
    });
    let timer;
    let started = performance.now();
    try {
      const taken = await Promise.race([room(), stopped]);
      if (taken instanceof TypedError) return { answer: null, ended: "stopped", duration: 0 };
      started = performance.now();
      stopped.then((reason) => taken.end(reason));
      timer = setTimeout(() => taken.end(new TypedError("timeout", "the time limit")), limit * 1000 + GRACE);
      const answer = await taken.ask(action, request, listener);
      return { answer, ended: "", duration: performance.now() - started };
    } catch (thrown) {
      const { type } = TypedError.from(thrown);
      if (type === "runtime-file" || type === "runtime") throw thrown;
      const ended = type === "timeout" || type === "stopped" ? type : "died";
      return { answer: null, ended, duration: Math.round(performance.now() - started) };
    } finally {
      clearTimeout(timer);
      this.#stop = null;
    }
  }
}

/** A line of JSON that may have been written by anything. @param {string} line @returns {Record<string, any> | null} */
export function parsed(line) {
  try {
    const value = JSON.parse(line);
    return typeof value === "object" ? value : null;
  } catch {
    return null;
  }
}
