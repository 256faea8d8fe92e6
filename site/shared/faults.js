// What keeps Python from the page, as a name with the facts of the case: the page says it in its reader's language.

import { TypedError } from "./channel.js";

/**
 * @typedef {"unreachable" | "missing" | "cut" | "page" | "size" | "hash" | "packed" | "copy" | "cut-off" | "script" |
 *   "json" | "uncompiled" | "worker"} Fault how each is said: site/page/reasons.js
 */

/**
 * @param {string} type of the error @param {Fault} fault
 * @param {Record<string, string | number>} [facts] `file`, where it is a file's fault, and numbers
 */
export function faulty(type, fault, facts = {}) {
  const told = Object.entries(facts).map(([name, value]) => `, ${name} ${value}`);
  return new TypedError(type, fault + told.join(""), { fault, ...facts });
}
