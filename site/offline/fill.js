// Storing a build, file by file: what is there stays, so a cut download goes on where it was.

import { readBuild, sha256 } from "./build.js";
import { fetchFile, NotFetched } from "./fetching.js";

/**
 * @typedef {import("./build.js").Build} Build
 * @typedef {import("./store.js").Store} Store
 */

/** The list of the build that the host has now. @param {string} scope @returns {Promise<{build: Build, text: string}>} @throws {NotFetched} */
export async function latest(scope) {
  const url = new URL("build.json", scope).href;
  const response = await fetch(url, { cache: "no-cache" }).catch(() => null);
  if (!response) throw new NotFetched("network", "build.json");
  if (!response.ok) throw new NotFetched("changed", "build.json");
  const bytes = await response.arrayBuffer().catch(() => null);
  if (!bytes) throw new NotFetched("network", "build.json");
  const text = new TextDecoder().decode(bytes);
  try {
    return { build: readBuild(text, await sha256(bytes)), text };
  } catch {
    throw new NotFetched("changed", "build.json");
  }
}

/**
 * Store what is missing of a build, and repair what is damaged.
 * @param {Store} store @param {Build} build @param {string} scope
 * @param {(stored: number) => void} tell bytes that are stored and checked so far
 * @param {() => boolean | Promise<boolean>} wanted asked between two files; false ends it
 * @throws {NotFetched | DOMException}
 */
export async function fill(store, build, scope, tell, wanted) {
  let stored = 0;
  const missing = [];
  for (const entry of build.files) {
    if (await store.has(entry)) stored += entry.bytes;
    else missing.push(entry);
  }
  tell(stored);
  for (const entry of missing) {
    if (!(await wanted())) return;
    const { bytes, headers } = await fetchFile(entry, scope);
    await store.put(entry, bytes, headers);
    stored += entry.bytes;
    tell(stored);
  }
}
