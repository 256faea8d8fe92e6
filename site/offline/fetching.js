// Getting one file of a build from the network, whole or not at all.

import { fromTwin, twinsAreLighter } from "../shared/packed.js";
import { sha256, urlOf } from "./build.js";

/**
 * @typedef {import("./build.js").Entry} Entry
 * @typedef {{bytes: ArrayBuffer, headers: Headers}} Fetched
 */

/** Why a file could not be had: "network" (no answer), "changed" (the host has something else there). */
export class NotFetched extends Error {
  /** @param {"network" | "changed"} reason @param {string} path */
  constructor(reason, path) {
    super(`${path}: ${reason}`);
    this.reason = reason;
    this.path = path;
  }
}

/**
 * The browser's own cache is asked first: what the page has just loaded is not loaded again, be it the file or its packed
 * twin. What is wrong there is asked for anew, once.
 * @param {Entry} entry @param {string} scope @returns {Promise<Fetched>} @throws {NotFetched}
 */
export async function fetchFile(entry, scope) {
  const url = urlOf(entry, scope);
  const twin = entry.packed && (await twinsAreLighter(scope));
  for (const cache of /** @type {RequestCache[]} */ (["force-cache", "reload"])) {
    const fetched = await download(url, cache, entry.path, twin && cache === "force-cache");
    if (fetched && (await sha256(fetched.bytes)) === entry.sha256) return fetched;
  }
  throw new NotFetched("changed", entry.path);
}

/**
 * @param {string} url @param {RequestCache} cache @param {string} path @param {boolean} [twin] whether to ask for that
 * @returns {Promise<Fetched | null>} null for another answer than the file
 */
async function download(url, cache, path, twin) {
  /** @param {string} wanted */
  const ask = (wanted) => fetch(wanted, { cache, priority: "low" });
  try {
    const response = await (twin ? fromTwin(url, ask) : ask(url));
    if (response.ok) return { bytes: await response.arrayBuffer(), headers: response.headers };
    await response.body?.cancel();
    return null;
  } catch {
    if (twin) return null; // it may be damaged: the file itself is asked for next
    throw new NotFetched("network", path);
  }
}
