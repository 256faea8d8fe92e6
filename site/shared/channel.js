// Requests and events between the page and a worker: one class for both ends.
//
// Every request settles: with a value, a typed error, or an error that says the other end is gone.

/** What may be asked of a worker; an action that is not here is answered with an error. */
export const ACTIONS = Object.freeze([
  "start",
  "module",
  "snapshot",
  "load",
  "open",
  "patch",
  "foresee",
  "set",
  "feed",
  "theme",
  "know",
  "hear",
  "ready",
  "add",
  "run",
  "observe",
  "judge",
  "train",
  "trial",
]);

/** What a worker may tell by itself. */
export const EVENTS = Object.freeze(["progress", "told"]);

/**
 * An error that crosses between threads as a plain object.
 * `type` is one of: "runtime-file" (a file did not arrive whole), "runtime" (Python did not start), "refused" (a value was not taken),
 * "python" (an exception in our own Python), "gone" (the worker ended), "timeout" and "stopped" (it was ended because
 * its time was over or the reader asked for it), "unknown".
 */
export class TypedError extends Error {
  /** @param {string} type @param {string} message @param {Record<string, unknown>} [details] */
  constructor(type, message, details = {}) {
    super(message);
    this.name = "TypedError";
    this.type = type;
    this.details = details;
  }

  /** @param {unknown} thrown anything that can be thrown, null included */
  static from(thrown) {
    if (thrown instanceof TypedError) return thrown;
    if (thrown instanceof Error && "type" in thrown && "details" in thrown) return /** @type {TypedError} */ (thrown);
    if (thrown instanceof Error) {
      const type = thrown.name === "PythonError" ? "python" : "unknown";
      return new TypedError(type, thrown.message || thrown.name);
    }
    return new TypedError("unknown", String(thrown));
  }

  toPlain() {
    return { type: this.type, message: this.message, details: this.details };
  }
}

/**
 * @typedef {"unreachable" | "missing" | "cut" | "page" | "size" | "hash" | "packed" | "copy" | "cut-off" | "script" |
 *   "json" | "uncompiled" | "worker"} Fault what keeps Python from the page; how each is said: site/page/reasons.js
 */

/**
 * An error that names its fault and the facts of the case: the page says it in its reader's language.
 * @param {string} type @param {Fault} fault
 * @param {Record<string, string | number>} [facts] `file`, where it is a file's fault, and numbers
 */
export function faulty(type, fault, facts = {}) {
  const told = Object.entries(facts).map(([name, value]) => `, ${name} ${value}`);
  return new TypedError(type, fault + told.join(""), { fault, ...facts });
}

/**
 * @typedef {{postMessage(message: any): void,
 *   addEventListener(type: string, listener: (event: any) => void): void}} Port
 * @typedef {{resolve(value: any): void, reject(error: TypedError): void, timer?: any}} Waiting
 */

export class Channel {
  #port;
  #lastId = 0;
  /** @type {Map<number, Waiting>} */
  #waiting = new Map();
  /** @type {Map<string, (payload: any) => any>} */
  #handlers = new Map();
  /** @type {Map<string, (payload: any) => void>} */
  #listeners = new Map();
  /** @type {TypedError | null} */
  #closed = null;

  /** @param {Port} port a Worker, a worker's own global, or a MessagePort */
  constructor(port) {
    this.#port = port;
    port.addEventListener("message", (event) => this.#receive(event.data));
  }

  /**
   * Ask the other end. With a deadline, no answer by then counts as the other end's death.
   * @param {string} action @param {unknown} [payload] @param {number} [deadline] milliseconds
   * @returns {Promise<any>}
   */
  request(action, payload, deadline) {
    if (this.#closed) return Promise.reject(this.#closed);
    const id = ++this.#lastId;
    return new Promise((resolve, reject) => {
      const timer = deadline && setTimeout(() => this.#overdue(id, action, deadline), deadline);
      this.#waiting.set(id, { resolve, reject, timer });
      this.#port.postMessage({ id, action, payload });
    });
  }

  /** @param {number} id @param {string} action @param {number} deadline */
  #overdue(id, action, deadline) {
    const error = { type: "gone", message: `no answer to “${action}” within ${deadline / 1000} s`, details: {} };
    this.#settle({ id, error });
  }

  /** Answer an action. @param {string} action @param {(payload: any) => any} handler */
  handle(action, handler) {
    if (!ACTIONS.includes(action)) throw new RangeError(`${action} is not in ACTIONS`);
    if (this.#handlers.has(action)) throw new RangeError(`${action} has a handler already`);
    this.#handlers.set(action, handler);
  }

  /** Tell the other end something. @param {string} name @param {unknown} payload */
  tell(name, payload) {
    if (!EVENTS.includes(name)) throw new RangeError(`${name} is not in EVENTS`);
    this.#port.postMessage({ event: name, payload });
  }

  /** Listen to what the other end tells. @param {string} name @param {(payload: any) => void} listener */
  on(name, listener) {
    if (!EVENTS.includes(name)) throw new RangeError(`${name} is not in EVENTS`);
    this.#listeners.set(name, listener);
  }

  /** Settle everything that waits, and all later requests, with this error. @param {TypedError} error */
  close(error) {
    this.#closed = error;
    for (const { reject, timer } of this.#waiting.values()) {
      clearTimeout(timer);
      reject(error);
    }
    this.#waiting.clear();
  }

  /** @param {any} message */
  #receive(message) {
    if (message?.event) this.#listeners.get(message.event)?.(message.payload);
    else if (message?.action) void this.#answer(message);
    else if (message?.id) this.#settle(message);
  }

  /** @param {{id: number, action: string, payload: unknown}} message */
  async #answer({ id, action, payload }) {
    try {
      const handler = this.#handlers.get(action);
      if (!handler) throw new TypedError("unknown", `nothing here answers “${action}”`);
      this.#port.postMessage({ id, value: await handler(payload) });
    } catch (thrown) {
      this.#port.postMessage({ id, error: TypedError.from(thrown).toPlain() });
    }
  }

  /** @param {{id: number, value?: any, error?: {type: string, message: string, details: any}}} message */
  #settle({ id, value, error }) {
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    clearTimeout(waiting?.timer);
    if (error) waiting?.reject(new TypedError(error.type, error.message, error.details));
    else waiting?.resolve(value);
  }
}
