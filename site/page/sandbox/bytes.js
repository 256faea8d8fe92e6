// What rooms are made of, loaded once: the worker's script, Python, the bundles it unpacks.

import { Files } from "../../shared/files.js";
import { withContent } from "../carried.js";

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

  /** For the room that trains: the same, with the reference code and all of Python. @returns {Promise<Bytes>} */
  async training() {
    const { training, later } = this.#description.sandbox;
    const loader = new Files(() => {}, fetch.bind(globalThis));
    const [{ script, runtime }, ...tars] = await Promise.all([
      this.checking(),
      ...[training, later.bundle].map(async (file) => loader.unpacked(await withContent(file))),
    ]);
    const bundles = [...runtime.bundles, ...tars.map((tar) => new Blob([tar]))];
    return { script, runtime: { wasm: runtime.wasm, bundles, module: TRAINER } };
  }

  /** @returns {Promise<Bytes>} */
  async #load() {
    const { wasm, sandbox } = this.#description;
    const loader = new Files(() => {}, fetch.bind(globalThis));
    const [script, core, ...tars] = await Promise.all([
      withContent(sandbox.script).then((file) => loader.bytes(file)),
      withContent(wasm).then((file) => loader.bytes(file)),
      ...sandbox.bundles.map(async (file) => loader.unpacked(await withContent(file))),
    ]);
    const bundles = tars.map((tar) => new Blob([tar]));
    return {
      script: new Blob([script], { type: "text/javascript" }),
      runtime: { wasm: new Blob([core]), bundles, module: CHECKER },
    };
  }
}
