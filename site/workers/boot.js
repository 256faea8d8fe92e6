// Starts Python in a worker, from Pyodide's own code, which the build puts into the worker's script, and from bytes
// that the caller hands in.

import "./no-scripts.js";
import { loadPyodide } from "pyodide-loader";
import createPyodideModule from "pyodide-module";
import { faulty } from "../shared/channel.js";
import { untar } from "../shared/files.js";

// Pyodide wants addresses; what stands behind these is answered here.
const PLACE = "https://runtime.invalid/";
const WASM = `${PLACE}pyodide.asm.wasm`;
const STDLIB = `${PLACE}stdlib.zip`;

// Pyodide wants its standard library as a zip. Ours comes in a bundle, so the zip is an empty one.
const EMPTY_ZIP = new Uint8Array([0x50, 0x4b, 5, 6, ...new Array(18).fill(0)]);

// Pyodide asks for a list of packages it may download. Ours are in the bundles, so the list is empty.
const EMPTY_LOCK = {
  info: { abi_version: "2026_0", arch: "wasm32", platform: "emscripten_5_0_3", python: "3.14.2", version: "314.0.4" },
  packages: {},
};

// As it was before a start that may have been given up. A browser may have been told to have no WebAssembly.
const streaming = globalThis.WebAssembly?.instantiateStreaming;
const Module = globalThis.WebAssembly?.Module;

const SHORT = 200; // bytes; a module for one function has some forty

/**
 * @typedef {{wasm: () => Promise<Response | WebAssembly.Module>, bundles: Promise<Uint8Array<ArrayBuffer>>[]}} Parts
 * `wasm` is compiled, or a response of its type; bundles are plain tars, unpacked before Python starts.
 * @typedef {(createModule: (settings: any) => Promise<any>) => Record<string, unknown>} Adapt options of `loadPyodide`
 * beside the usual; it is given the factory of Pyodide's module, to hand it on as `createPyodideModule`
 */

/** @type {Adapt} */
const asUsual = (createModule) => ({ createPyodideModule: createModule });

/**
 * @param {Parts} parts
 * @param {Record<string, string>} [env] environment variables, set before Python starts
 * @param {Adapt} [adapt] for one that starts from a snapshot, or of which one is to be taken
 * @returns {Promise<any>} Pyodide's API
 */
export async function startPython({ wasm, bundles }, env = {}, adapt = asUsual) {
  if (!globalThis.WebAssembly) throw faulty("runtime", "uncompiled");
  const code = wasm();
  /** @type {Record<string, () => Promise<Response>>} */
  const answers = { [WASM]: async () => new Response(), [STDLIB]: async () => new Response(EMPTY_ZIP) };
  const pageFetch = globalThis.fetch;
  /** @type {(error: Error) => void} */
  let refuse = () => {};
  /** @type {Promise<never>} */
  const refused = new Promise((_, reject) => {
    refuse = reject;
  });
  WebAssembly.instantiateStreaming = async (_, imports) => {
    const given = await code;
    try {
      if (given instanceof Response) return await streaming.call(WebAssembly, given, imports);
      return { module: given, instance: await WebAssembly.instantiate(given, imports) };
    } catch (error) {
      refuse(faulty("runtime", "uncompiled")); // Pyodide says nothing, and waits for ever
      throw error;
    }
  };
  WebAssembly.Module = sharing();
  globalThis.fetch = async (input) => {
    const answer = answers[input instanceof Request ? input.url : String(input)];
    return answer ? answer() : new Response(null, { status: 404 });
  };
  try {
    const python = loadPyodide({
      indexURL: PLACE,
      stdLibURL: STDLIB,
      lockFileContents: EMPTY_LOCK,
      packageBaseUrl: PLACE,
      ...adapt(createPyodideModule),
      enableRunUntilComplete: false,
      env: { HOME: "/home/pyodide", ...env },
      fsInit: async (/** @type {any} */ FS) => {
        for (const bundle of bundles) unpack(FS, await bundle);
      },
    });
    return await Promise.race([python, refused]);
  } finally {
    globalThis.fetch = pageFetch;
    WebAssembly.instantiateStreaming = streaming;
    WebAssembly.Module = Module;
  }
}

/**
 * WebAssembly.Module, of which equal short ones are compiled once. Emscripten wraps each JavaScript function that Python
 * calls through its table into a module of its own, some 250 of them, and they differ by the function's signature only.
 */
function sharing() {
  /** @type {Map<string, WebAssembly.Module>} by their bytes */
  const made = new Map();
  return new Proxy(Module, {
    construct(target, [bytes]) {
      if (!(bytes instanceof Uint8Array) || bytes.length > SHORT) return new target(bytes);
      const key = bytes.join();
      const module = made.get(key) ?? new target(/** @type {BufferSource} */ (bytes));
      made.set(key, module);
      return module;
    },
  });
}

/** @param {any} FS Emscripten's file system @param {Uint8Array} tar */
export function unpack(FS, tar) {
  const made = new Set();
  for (const { path, content } of untar(tar)) {
    const folder = `/${path.slice(0, path.lastIndexOf("/"))}`;
    if (!made.has(folder)) {
      FS.mkdirTree(folder);
      made.add(folder);
    }
    FS.writeFile(`/${path}`, content, { canOwn: true }); // a part of the tar, not a copy
  }
}
