// The sandbox: a worker that runs learner code, or judges what another one has run. It lives in a frame of an origin
// of its own, gets every byte from the page, and may be ended at any moment.

import { Channel } from "../shared/channel.js";
import { startPython, unpack } from "./boot.js";
import { limitMemory, sealGlobals } from "./seal.js";

/** @typedef {{wasm: Blob, bundles: Blob[], module: string}} Bytes bundles are plain tars; `module` is the Python that
 * answers: lookback.browser.sandbox, or lookback.browser.trainer in the room that trains */

const DEVICE = "/dev/lookback";
const TOLD_LIMIT = 4e6; // characters of one request: Python caps its output far below, so more than this is no output

self.addEventListener("message", ({ data, ports }) => start(data, /** @type {MessagePort} */ (ports[0])), {
  once: true,
});

/** @param {Bytes} bytes @param {MessagePort} port */
function start(bytes, port) {
  const channel = new Channel(port);
  port.start();
  const told = new Told((text) => channel.tell("told", text));
  const python = boot(bytes, told);
  channel.handle("ready", async () => void (await python));
  channel.handle("add", async (/** @type {Blob} */ bundle) => (await python).add(await bytesOf(bundle)));
  for (const action of ["run", "observe", "judge", "train", "trial"]) {
    channel.handle(action, async (request) => {
      const { answer } = await python;
      told.open();
      return answer(action, request);
    });
  }
}

/** @param {Blob} blob */
const bytesOf = async (blob) => new Uint8Array(await blob.arrayBuffer());

/**
 * @param {Bytes} bytes @param {Told} told
 * @returns {Promise<{answer: (action: string, request: string) => string, add: (tar: Uint8Array) => void}>}
 */
async function boot({ wasm, bundles, module }, told) {
  limitMemory();
  const pyodide = await startPython({
    wasm: async () => new Response(wasm, { headers: { "content-type": "application/wasm" } }),
    bundles: bundles.map(bytesOf),
  });
  addDevice(pyodide, told);
  // Python then looks in here now and then while it computes. Nothing is ever in it; but WebKit ends a worker's loop only
  // where that runs JavaScript, and would go on computing for a room that is gone.
  pyodide.setInterruptBuffer([0]);
  const sandbox = pyodide.pyimport(module);
  sandbox.seal();
  sealGlobals();
  const { FS } = pyodide;
  return {
    answer: (action, request) => sandbox.answer(action, request),
    add(tar) {
      unpack(FS, tar);
      sandbox.look_again();
    },
  };
}

/** The one way from Python to the page while code runs: a file that is written to. @param {any} pyodide @param {Told} told */
function addDevice({ FS, setStdout, setStderr, setStdin }, told) {
  const device = FS.makedev(64, 0);
  FS.registerDevice(device, {
    write: (
      /** @type {any} */ _stream,
      /** @type {Uint8Array} */ buffer,
      /** @type {number} */ at,
      /** @type {number} */ length,
    ) => {
      told.write(buffer.subarray(at, at + length));
      return length;
    },
  });
  FS.mkdev(DEVICE, device);
  const nowhere = { write: (/** @type {Uint8Array} */ buffer) => buffer.length };
  setStdout(nowhere); // sys.stdout is caught in Python; what is written past it has no reader
  setStderr(nowhere);
  setStdin({ stdin: () => null });
}

/** What Python tells while it runs, line by line, up to a limit for each request. */
class Told {
  #tell;
  #rest = "";
  #left = 0;
  #decoder = new TextDecoder();

  /** @param {(line: string) => void} tell */
  constructor(tell) {
    this.#tell = tell;
  }

  /** A new request begins. */
  open() {
    this.#rest = "";
    this.#left = TOLD_LIMIT;
  }

  /** @param {Uint8Array} bytes */
  write(bytes) {
    this.#left -= bytes.length;
    if (this.#left < 0) return;
    const lines = (this.#rest + this.#decoder.decode(bytes, { stream: true })).split("\n");
    this.#rest = lines.pop() ?? "";
    for (const line of lines) this.#tell(line);
  }
}
