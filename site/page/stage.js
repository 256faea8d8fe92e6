// The page's end of the stage worker: starts it, asks it, notices when it dies.

import { Channel, TypedError } from "../shared/channel.js";

/**
 * @typedef {import("./runtime.js").Description} Description
 * @typedef {{doc: unknown, root_id: string, state: Record<string, any>}} OpenedWidget
 * @typedef {{patch: any, state: Record<string, any>}} Answer
 */

export class Stage {
  #worker;
  #channel;

  /**
   * @param {Description} description
   * @param {{onProgress: (progress: import("../shared/files.js").Progress) => void,
   *   onGone: (error: TypedError) => void}} listeners
   */
  constructor(description, { onProgress, onGone }) {
    this.#worker = new Worker(description.stage, { type: "module", name: "lookback stage" });
    this.#channel = new Channel(this.#worker);
    this.#channel.on("progress", onProgress);
    this.#worker.addEventListener("error", (event) => {
      event.preventDefault(); // told by onGone
      const error = new TypedError("gone", event.message || "the worker's own file did not arrive");
      this.end(error);
      onGone(error);
    });
  }

  /** Start Python and load the lesson's widgets. @param {Description} description @param {string} source */
  async start(description, source) {
    const { loader, core, wasm, stdlib, bundles } = description;
    await this.#channel.request("start", {
      runtime: { loader, core, wasm, stdlib, bundles },
      panelRoot: description.panelRoot,
      source,
      name: `lessons/${description.lesson}/widgets.py`,
    });
  }

  /**
   * @param {string} widget @param {string} theme @param {Record<string, any>} state
   * @returns {Promise<OpenedWidget>}
   */
  open(widget, theme, state) {
    return this.#channel.request("open", { widget, theme, state });
  }

  /** @param {string} widget @param {string} patch JSON @returns {Promise<Answer>} */
  patch(widget, patch) {
    return this.#channel.request("patch", { widget, patch });
  }

  /** @param {string} widget @param {Record<string, any>} state @returns {Promise<Answer>} */
  set(widget, state) {
    return this.#channel.request("set", { widget, state });
  }

  /** @param {string} widget @param {string} theme @returns {Promise<Answer>} */
  theme(widget, theme) {
    return this.#channel.request("theme", { widget, theme });
  }

  /** End the worker; everything that waits for it is told. @param {TypedError} reason */
  end(reason) {
    this.#worker.terminate();
    this.#channel.close(reason);
  }
}
