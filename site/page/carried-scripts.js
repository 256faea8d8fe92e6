// Files that come as scripts (py/lookback_build/carried.py). A frame without an origin of its own, as `sandbox` makes one,
// may read a file of its own site only where the host says by a header that everybody may. A script it may load anyhow.

import { faulty } from "../shared/channel.js";

/** @typedef {{text: string, type: string, gzipped: boolean}} Carried `text` is base64 */

export const AS_SCRIPTS = typeof document === "object" && document.documentElement.dataset.carries === "scripts";

/** Who waits for a file, by its path. @type {Map<string, (carried: Carried) => void>} */
const waiting = new Map();

if (AS_SCRIPTS) {
  // what the scripts call
  /** @type {any} */ (globalThis).lookbackCarried = (
    /** @type {string} */ path,
    /** @type {string} */ type,
    /** @type {boolean} */ gzipped,
    /** @type {string} */ text,
  ) => {
    waiting.get(path)?.({ text, type, gzipped });
    waiting.delete(path);
  };
}

/** @param {string} path @param {string} name what the reader knows it as @returns {Promise<Carried>} */
export function fromScript(path, name) {
  return new Promise((resolve, reject) => {
    const root = new URL(document.documentElement.dataset.root ?? "./", document.baseURI);
    const element = document.createElement("script");
    const fail = () => {
      waiting.delete(path);
      element.remove();
      reject(faulty("runtime-file", "script", { file: name }));
    };
    waiting.set(path, resolve);
    element.onerror = fail;
    element.onload = () => (waiting.has(path) ? fail() : element.remove());
    element.src = new URL(`carried/${path}.js`, root).href;
    document.head.append(element);
  });
}
