// The page's end of the stage worker: starts it, asks it, notices when it dies.

import { Channel, faulty, TypedError } from "../shared/channel.js";
import { Files } from "../shared/files.js";
import { CARRIES, withContent, withReachable, withTwin } from "./carried.js";

/**
 * @typedef {import("./runtime.js").Description} Description
 * @typedef {Record<string, any>} State plain JSON
 * @typedef {{serial: number, calls: Record<string, any>}} Ask calls of the reader's functions that a widget wants made
 * @typedef {{state: State, link: State, ask: Ask | null}} Told what every answer says: the state, the part of it that
 *   can be set, the calls that are wanted
 * @typedef {Told & {doc: unknown, root_id: string, start: State, refused: string | null,
 *   unfed: string | null, reversible: boolean}} OpenedWidget `reversible`: steps may be computed ahead
 * @typedef {Told & {patch: any}} Answer
 * @typedef {import("../shared/files.js").Progress} Progress
 * @typedef {{onProgress: (progress: Progress) => void, onGone: (error: TypedError) => void}} Listeners
 */

// Python answers in a few milliseconds; one that has said nothing for this long has died without a word. Opening a
// widget is much more work, and a slow device has just begun.
const DEADLINE = 8000;
const OPENING = 60_000;

export class Stage {
  /** @type {Worker | null} */
  #worker = null;
  #port;
  #channel;
  /** @type {Listeners | null} */
  #listeners = null;
  /** How far each file is, by its name. @type {Map<string, Progress>} */
  #progress = new Map();
  /** @type {TypedError | null} why the worker is gone */
  #lost = null;
  #ended = false;

  constructor() {
    const { port1, port2 } = new MessageChannel();
    this.#port = port2;
    this.#channel = new Channel(port1);
    port1.start();
    this.#channel.on("progress", (progress) => this.#advanced(progress));
  }

  /** Tell what happens from now on, and what has happened. @param {Listeners} listeners */
  listen(listeners) {
    this.#listeners = listeners;
    for (const progress of this.#progress.values()) listeners.onProgress(progress);
    if (this.#lost) listeners.onGone(this.#lost);
  }

  /** @param {Progress} progress */
  #advanced(progress) {
    this.#progress.set(progress.name, progress);
    this.#listeners?.onProgress(progress);
  }

  /**
   * Start Python, from a snapshot if there is one.
   * @param {Description} description @param {Promise<import("./snapshots.js").Kept | null>} snapshot
   * @returns {Promise<{restored: boolean}>} whether it started from the snapshot
   */
  start(description, snapshot) {
    return this.#first(description, "start", snapshot);
  }

  /** Load a lesson's widgets. @param {import("./snapshots.js").LessonWidgets} lesson */
  load(lesson) {
    return this.#channel.request("load", lesson);
  }

  /**
   * Make a snapshot of a stage that is started for nothing else.
   * @param {Description} description @param {import("./snapshots.js").LessonWidgets[]} lessons
   * @param {number} deadline milliseconds
   * @returns {Promise<import("./snapshots.js").Kept>}
   */
  snapshot(description, lessons, deadline) {
    return this.#first(description, "snapshot", lessons, deadline);
  }

  /**
   * The first thing that the worker is asked, with what it starts Python from.
   * @param {Description} description @param {string} action @param {any} payload or a promise of it
   * @param {number} [deadline] milliseconds
   */
  async #first(description, action, payload, deadline) {
    const { panelRoot } = description;
    const files = this.#files();
    const code = CARRIES ? Promise.resolve(null) : withTwin(description.wasm).then((file) => files.compiled(file));
    const asked = this.#ready(description, payload).then(async ({ script, ...request }) => {
      const answer = this.#channel.request(action, { ...request, panelRoot }, deadline);
      return answer.finally(() => URL.revokeObjectURL(script));
    });
    const handed = code.then((module) => module && this.#channel.request("module", module));
    const [answer] = await Promise.race([Promise.all([asked, handed]), files.failed]);
    return answer;
  }

  /** The worker, and what it is to know. @param {Description} description @param {any} payload or a promise of it */
  async #ready(description, payload) {
    const carried = [CARRIES ? [description.wasm] : [], description.bundles, description.later];
    const [script, given, [wasm = null], bundles, later] = await Promise.all([
      this.#open(description.stage),
      payload,
      ...carried.map((files) => Promise.all(files.map(withContent))),
    ]);
    return { script, runtime: { wasm, bundles }, later, given };
  }

  #files() {
    return new Files((progress) => this.#advanced(progress), fetch.bind(globalThis));
  }

  /**
   * Make the worker. From a blob, because the script's bytes are checked like all others, and because a page that came
   * from a file, or stands in a sandboxed frame, may start a worker from nothing else.
   * @param {import("../shared/files.js").RuntimeFile} script
   */
  async #open(script) {
    const bytes = await this.#files().bytes(await withContent(script));
    const url = URL.createObjectURL(new Blob([bytes], { type: "text/javascript" }));
    if (this.#ended) return url; // the channel is closed, and tells whoever asks
    try {
      this.#worker = new Worker(url, { name: "lookback stage" });
    } catch {
      throw faulty("runtime", "worker");
    }
    this.#worker.addEventListener("error", (event) => {
      event.preventDefault(); // told by onGone
      // One that was forbidden says nothing.
      this.#gone(event.message ? new TypedError("gone", event.message) : faulty("gone", "worker"));
    });
    this.#worker.postMessage(null, [this.#port]);
    return url;
  }

  /**
   * @param {string} widget @param {string} theme
   * @param {{state: State, fed: unknown, standing: Record<string, string>}} how `standing`: how far the reader's
   *   functions are
   * @returns {Promise<OpenedWidget>}
   */
  open(widget, theme, how) {
    return this.#ask("open", { widget, theme, ...how }, OPENING);
  }

  /** @param {string} widget @param {Record<string, string>} standing @returns {Promise<Answer>} */
  know(widget, standing) {
    return this.#ask("know", { widget, standing });
  }

  /**
   * What became of the calls that a widget asked for.
   * @param {string} widget @param {number} serial @param {{record: string, ended: string}} result
   * @returns {Promise<Answer>}
   */
  hear(widget, serial, { record, ended }) {
    return this.#ask("hear", { widget, serial, record, ended });
  }

  /**
   * @param {string} widget @param {string} patch JSON @param {boolean} taken whether what was foreseen of it is shown
   * @returns {Promise<Answer>}
   */
  patch(widget, patch, taken) {
    return this.#ask("patch", { widget, patch, taken });
  }

  /** What a patch would be answered with, if it came next. @param {string} widget @param {string} patch JSON
   * @returns {Promise<Answer>} */
  foresee(widget, patch) {
    return this.#ask("foresee", { widget, patch });
  }

  /** @param {string} widget @param {Record<string, any>} state @returns {Promise<Answer>} */
  set(widget, state) {
    return this.#ask("set", { widget, state });
  }

  /** @param {string} widget @param {unknown} data @returns {Promise<Answer>} */
  feed(widget, data) {
    return this.#ask("feed", { widget, data });
  }

  /** @param {string} widget @param {string} theme @returns {Promise<Answer>} */
  theme(widget, theme) {
    return this.#ask("theme", { widget, theme });
  }

  /**
   * Ask a stage that has started. A refusal or an exception is the caller's; anything else, a broken interpreter or
   * silence, means that this worker is of no more use.
   * @param {string} action @param {unknown} payload @param {number} [deadline] milliseconds
   */
  async #ask(action, payload, deadline = DEADLINE) {
    try {
      return await withReachable(await this.#channel.request(action, payload, deadline));
    } catch (thrown) {
      const error = TypedError.from(thrown);
      if (error.type !== "refused" && error.type !== "python") this.#gone(error);
      throw error;
    }
  }

  /** @param {TypedError} error */
  #gone(error) {
    this.end(error);
    this.#lost = error;
    this.#listeners?.onGone(error);
  }

  /** End the worker; everything that waits for it is told. @param {TypedError} reason */
  end(reason) {
    this.#ended = true;
    this.#worker?.terminate();
    this.#channel.close(reason);
  }
}
