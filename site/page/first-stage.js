// The first stage of a page, which may have begun to start before the page has been read.

import { Stage } from "./stage.js";

/**
 * @typedef {import("./runtime.js").Description} Description
 * @typedef {import("./snapshots.js").Snapshots} Snapshots
 * @typedef {{stage: Stage, snapshot: Promise<import("./snapshots.js").Kept | null>,
 *   started: Promise<{restored: boolean}>}} Begun a stage that starts Python, from a snapshot if there is one
 * @typedef {{snapshots: Snapshots, begun: Begun}} First
 */

// early.js is a script of its own, so what it hands over lies here.
const PLACE = "lookbackFirstStage";
const page = /** @type {any} */ (globalThis);

/**
 * @param {Description} description @param {Promise<import("./snapshots.js").Kept | null>} snapshot
 * @returns {Begun}
 */
export function begin(description, snapshot) {
  const stage = new Stage();
  return { stage, snapshot, started: stage.start(description, snapshot) };
}

/** Keep what has begun for the first who asks, unless somebody has asked before. @param {() => First} make */
export function offerFirst(make) {
  if (PLACE in page) return;
  page[PLACE] = make();
  page[PLACE].begun.started.catch(() => {}); // told to whoever takes it
}

/** What has begun, once. @returns {First | null} */
export function takeFirst() {
  const first = page[PLACE] ?? null;
  page[PLACE] = null;
  return first;
}
