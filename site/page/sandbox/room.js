// A sandbox worker and the walls around it, seen from the page.
//
// Each stands in a hidden frame without `allow-same-origin`: an origin of its own, so that nothing of the site (its
// storage, its other tabs, the page) is within reach. The frame's policy goes for the worker too, and allows no
// network, no further script and no eval. The bytes that the worker needs are handed in. Taking the frame away ends
// the worker at any moment.

import { Channel, faulty, TypedError } from "../../shared/channel.js";

/**
 * @typedef {{script: Blob, runtime: {wasm: Blob, bundles: Blob[], module: string}}} Bytes bundles are plain tars;
 *   `module` is the Python that answers
 * @typedef {"run" | "observe" | "judge" | "train" | "trial"} Action
 */

const START_LIMIT = 90_000; // milliseconds; the bytes are here already, and a slow phone takes a tenth of it

const POLICY =
  "default-src 'none'; script-src 'nonce-lookback' 'wasm-unsafe-eval'; worker-src blob:; form-action 'none'; base-uri 'none'";

// The frame's whole script: say that it is there, make the worker, hand it its port, say when it fails. It forwards
// nothing else.
const SCRIPT = `addEventListener("message", ({ data, ports }) => {
  const died = (why) => parent.postMessage({ died: String(why || "") }, "*");
  try {
    const worker = new Worker(URL.createObjectURL(data.script), { name: "lookback sandbox" });
    worker.onerror = (event) => {
      event.preventDefault();
      died(event.message);
    };
    worker.postMessage(data.runtime, ports);
  } catch {
    died();
  }
}, { once: true });
parent.postMessage({ here: true }, "*");`;

const FRAME = `<!doctype html><meta http-equiv="Content-Security-Policy" content="${POLICY}"><script nonce="lookback">${SCRIPT}</script>`;

export class Room {
  #frame = document.createElement("iframe");
  #channel;
  #done = new AbortController();
  #opened = false;
  /** @type {(text: string) => void} */
  #listener = () => {};
  /** Resolves when Python is ready; rejects when it never will be. */
  ready;
  isReady = false;
  /** @type {TypedError | null} why it ended, null while it lives */
  ended = null;

  /** @param {Bytes} bytes @param {(room: Room) => void} onEnd told once, however it ends */
  constructor(bytes, onEnd) {
    const { port1, port2 } = new MessageChannel();
    this.#channel = new Channel(port1);
    port1.start();
    this.#channel.on("told", (text) => this.#listener(String(text)));
    this.#done.signal.addEventListener("abort", () => {
      port1.close();
      onEnd(this);
    });
    addEventListener("message", (event) => this.#heard(event, bytes, port2), { signal: this.#done.signal });
    this.#open();
    this.ready = this.#channel.request("ready", undefined, START_LIMIT).catch((thrown) => {
      const details = { ...thrown.details, cause: thrown.type };
      const error = new TypedError("runtime", `Python did not start: ${thrown.message}`, details);
      this.end(this.ended ?? error);
      throw this.ended;
    });
    this.ready.then(
      () => {
        this.isReady = true;
      },
      () => {}, // whoever waits for it is told
    );
  }

  #open() {
    this.#frame.hidden = true;
    this.#frame.title = "Python"; // never shown; audits ask for it
    this.#frame.setAttribute("sandbox", "allow-scripts");
    this.#frame.srcdoc = FRAME;
    document.body.append(this.#frame);
  }

  /**
   * What the frame says. It says itself when it is there: a load event may be that of the empty document before it.
   * @param {MessageEvent} event @param {Bytes} bytes @param {MessagePort} port
   */
  #heard({ source, data }, bytes, port) {
    if (source !== this.#frame.contentWindow) return;
    if (data?.here && !this.#opened) {
      this.#opened = true;
      this.#frame.contentWindow?.postMessage(bytes, "*", [port]);
    }
    // A worker that was forbidden says nothing.
    if (data?.died === "") this.end(faulty("runtime", "worker"));
    else if (data?.died) this.end(new TypedError("gone", String(data.died).slice(0, 200)));
  }

  /**
   * Ask Python. `listener` hears what it tells meanwhile, a line of JSON at a time.
   * @param {Action} action @param {unknown} request @param {(text: string) => void} [listener]
   * @returns {Promise<any>} what it answered; rejects when the room ended, with the reason
   */
  async ask(action, request, listener = () => {}) {
    return this.#settle(async () => JSON.parse(await this.#request(action, request, listener)));
  }

  /**
   * The same, and the answer as the text that came.
   * @param {"observe"} action @param {unknown} request @param {(text: string) => void} listener
   */
  async text(action, request, listener) {
    return this.#settle(async () => String(await this.#request(action, request, listener)));
  }

  /** @param {string} action @param {unknown} request @param {(text: string) => void} listener */
  async #request(action, request, listener) {
    await this.ready;
    this.#listener = listener;
    return this.#channel.request(action, JSON.stringify(request));
  }

  /** @template T @param {() => Promise<T>} work @returns {Promise<T>} */
  async #settle(work) {
    try {
      return await work();
    } catch (thrown) {
      // Our own Python raises nothing: whatever comes instead of an answer is an interpreter that has been broken.
      const error = this.ended ?? TypedError.from(thrown);
      this.end(error);
      throw error;
    }
  }

  /** Unpack more modules beside those that it started with. @param {Blob} bundle a plain tar */
  async add(bundle) {
    await this.ready;
    await this.#channel.request("add", bundle);
  }

  /** End the worker at once; what waits for it is told why. @param {TypedError} reason */
  end(reason) {
    if (this.ended) return;
    this.ended = reason;
    this.#frame.remove();
    this.#channel.close(reason);
    this.#done.abort();
  }
}
