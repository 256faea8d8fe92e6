// What rooms are made of, loaded once: the worker's script, Python, the bundles it unpacks.

import { Files } from "../../shared/files.js";

/**
 * @typedef {import("../runtime.js").Description} Description
 * @typedef {import("./room.js").Bytes} Bytes
 */

const CHECKER = "lookback.browser.sandbox";
const TRAINER = "lookback.browser.trainer";

export class RoomBytes {
  #description;
  /** @type {Promise<Bytes> | null} */
  #checking = null;

  /** @param {Description} description */
  constructor(description) {
    this.#description = description;
  }

  /** For rooms that run and check. Asked again, it loads again what failed. @returns {Promise<Bytes>} */
  checking() {
    this.#checking ??= this.#load().catch((error) => {
      this.#checking = null;
      throw error;
    });
    return this.#checking;
  }

  /** For the room that trains: the same, with the reference code. @returns {Promise<Bytes>} */
  async training() {
    const { training } = this.#description.sandbox;
    const loader = new Files([training], () => {}, fetch.bind(globalThis));
    const [{ script, runtime }, tar] = await Promise.all([this.checking(), loader.unpacked(training)]);
    return { script, runtime: { ...runtime, bundles: [...runtime.bundles, new Blob([tar])], module: TRAINER } };
  }

  /** @returns {Promise<Bytes>} */
  async #load() {
    const { wasm, stdlib, sandbox } = this.#description;
    const files = [sandbox.script, wasm, stdlib];
    const loader = new Files([...files, ...sandbox.bundles], () => {}, fetch.bind(globalThis));
    const [script, core, library, ...tars] = await Promise.all([
      ...files.map((file) => loader.bytes(file)),
      ...sandbox.bundles.map((file) => loader.unpacked(file)),
    ]);
    const bundles = tars.map((tar) => new Blob([tar]));
    return {
      script: new Blob([script], { type: "text/javascript" }),
      runtime: { wasm: new Blob([core]), stdlib: new Blob([library]), bundles, module: CHECKER },
    };
  }
}
