// Starts Python in a worker from the compiled bundles that build.py made.

import { TypedError } from "../shared/channel.js";
import { Files, untar } from "../shared/files.js";

/**
 * @typedef {import("../shared/files.js").RuntimeFile} RuntimeFile
 * @typedef {{loader: string, core: string, wasm: RuntimeFile, bundles: RuntimeFile[]}} Runtime
 * `loader` is the URL of pyodide.mjs, `core` of the folder it stands in.
 */

// Pyodide wants its standard library as a zip. Ours comes in a bundle, so the zip is an empty one.
export const STDLIB_ZIP = {
  url: "https://runtime.invalid/stdlib.zip", // never asked of a network
  bytes: new Uint8Array([0x50, 0x4b, 5, 6, ...new Array(18).fill(0)]),
};

// Pyodide asks for a list of packages it may download. Ours are in the bundles, so the list is empty.
const EMPTY_LOCK = {
  info: { abi_version: "2026_0", arch: "wasm32", platform: "emscripten_5_0_3", python: "3.14.2", version: "314.0.4" },
  packages: {},
};

/**
 * @param {Runtime} runtime
 * @param {Record<string, string>} env environment variables, set before Python starts
 * @param {(progress: import("../shared/files.js").Progress) => void} tell
 * @returns {Promise<any>} Pyodide's API
 */
export async function startPython(runtime, env, tell) {
  const pageFetch = globalThis.fetch.bind(globalThis);
  const files = new Files([runtime.wasm, ...runtime.bundles], tell, pageFetch);
  // `files.failed` speaks for all of them. Pyodide drops the error of a file that it waits for, and the browser would
  // report it as nobody's; so such a file never comes.
  const bundles = runtime.bundles.map((file) => files.unpacked(file).catch(() => never()));
  globalThis.fetch = withStdlib(files.fetch);
  try {
    return await Promise.race([load(runtime, env, bundles), files.failed]);
  } finally {
    globalThis.fetch = pageFetch;
  }
}

/** @returns {Promise<never>} */
const never = () => new Promise(() => {});

/** @param {Runtime} runtime @param {Record<string, string>} env @param {Promise<Uint8Array>[]} bundles */
async function load(runtime, env, bundles) {
  const { loadPyodide } = await import(/* @vite-ignore */ runtime.loader).catch((error) => {
    throw new TypedError("runtime-file", `Python's loader did not arrive (${error.message})`, {
      file: "Python's loader",
    });
  });
  return loadPyodide(loadOptions(runtime.core, env, bundles));
}

/**
 * How Pyodide is started everywhere.
 * @param {string} core the URL of the folder of Pyodide's own files
 * @param {Record<string, string>} env
 * @param {Promise<Uint8Array>[]} bundles plain tars, unpacked before Python starts
 */
export function loadOptions(core, env, bundles) {
  return {
    indexURL: core,
    stdLibURL: STDLIB_ZIP.url,
    lockFileContents: EMPTY_LOCK,
    packageBaseUrl: core,
    enableRunUntilComplete: false,
    env: { HOME: "/home/pyodide", ...env },
    fsInit: async (/** @type {any} */ FS) => {
      for (const bundle of bundles) unpack(FS, await bundle);
    },
  };
}

/** @param {typeof globalThis.fetch} ask @returns {typeof globalThis.fetch} */
export function withStdlib(ask) {
  return async (input, init) => {
    const url = input instanceof Request ? input.url : String(input);
    return url === STDLIB_ZIP.url ? new Response(STDLIB_ZIP.bytes) : ask(input, init);
  };
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
    FS.writeFile(`/${path}`, content);
  }
}
