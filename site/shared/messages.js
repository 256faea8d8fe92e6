// The messages between an embedded page and the page around it (docs/embedding.md; embed.schema.json).
//
// Both ends take a message only from the window they expect and the origin they expect, and only in this form.
// Whatever else arrives changes nothing.

/**
 * @typedef {{source: "lookback", version: 1, type: string, [field: string]: unknown}} Message
 * @typedef {{version: number, lesson: string, bundle: string, saved: string, items: Record<string, any>}} State
 */

export const SOURCE = "lookback";
export const VERSION = 1;
/** What an embedded page tells. */
export const TOLD = Object.freeze(["ready", "height", "progress", "result", "error"]);
/** What may be asked of it. */
export const ASKED = Object.freeze(["restore", "get-progress"]);

export const LARGEST = 1e6; // characters of a message as JSON; a lesson's whole state has some ten thousand
const TALLEST = 100_000; // pixels; a lesson has some ten thousand

/** @param {string} type @param {Record<string, unknown>} fields @returns {Message} */
export function message(type, fields) {
  return { source: SOURCE, version: VERSION, type, ...fields };
}

/**
 * @param {unknown} data what arrived
 * @param {readonly string[]} types those that are known here
 * @returns {{message: Message} | {problem: "foreign" | "version" | "type" | "size"}} the message as plain JSON; "foreign"
 *   is nothing of ours
 */
export function readMessage(data, types) {
  if (typeof data !== "object" || data === null || /** @type {any} */ (data).source !== SOURCE) {
    return { problem: "foreign" };
  }
  const text = asJson(data);
  if (text === null || text.length > LARGEST) return { problem: "size" };
  const plain = JSON.parse(text);
  if (plain.version !== VERSION) return { problem: "version" };
  if (!types.includes(plain.type)) return { problem: "type" };
  return { message: plain };
}

/** @param {unknown} data @returns {string | null} null for what JSON cannot say: a circle, a BigInt */
function asJson(data) {
  try {
    return JSON.stringify(data);
  } catch {
    return null;
  }
}

/** @param {unknown} height @returns {number | null} a height a frame can take */
export function readHeight(height) {
  return typeof height === "number" && height > 0 && height <= TALLEST ? Math.ceil(height) : null;
}
