// How far a function of the reader's file is: its starter, written, or verified as it stands.

import { functionIn } from "./diff.js";

/** @typedef {import("../own-code.js").Standing} Standing */

/**
 * @param {string} source the file @param {string} name of the function @param {string} starter
 * @returns {boolean} whether the file has more of it than the starter
 */
export function isWritten(source, name, starter) {
  const own = functionIn(source, name)?.text;
  if (own === undefined) return new RegExp(`^${name}\\s*=`, "m").test(source);
  return plain(own) !== plain(functionIn(starter, name)?.text ?? "");
}

/**
 * @param {string} source the file
 * @param {{name: string, starter: string, last?: {verdict?: string, print?: string}}[]} functions of the exercises, with
 *   the last verdict on each and the print of what it was given on
 * @returns {Record<string, Standing>} by the function's name
 */
export function standingsOf(source, functions) {
  const names = functions.map(({ name }) => name);
  /** @type {Record<string, Standing>} */
  const standing = {};
  for (const { name, starter, last } of functions) {
    const verified = last?.verdict === "passed" && last.print === printOf(source, name, names);
    standing[name] = !isWritten(source, name, starter) ? "starter" : verified ? "verified" : "written";
  }
  return standing;
}

/**
 * A short print of what a function's verdict rests on: the whole file but those functions of other exercises that it
 * does not reach, so that work on the next exercise leaves a verdict standing.
 * @param {string} source @param {string} name @param {string[]} names of the functions of all exercises
 */
export function printOf(source, name, names) {
  const parts = new Map(names.map((one) => [one, functionIn(source, one)?.text ?? ""]));
  let rest = source;
  for (const text of parts.values()) if (text) rest = rest.replace(text, () => "");
  const reached = new Set([name]);
  let grown = 0;
  while (grown < reached.size) {
    grown = reached.size;
    const seen = [rest, ...[...reached].map((one) => parts.get(one) ?? "")].join("\n");
    for (const one of names) if (new RegExp(`\\b${one}\\b`).test(seen)) reached.add(one);
  }
  const kept = names.filter((one) => reached.has(one)).map((one) => parts.get(one));
  return digest([rest, ...kept].map((text) => plain(text ?? "")).join("\n"));
}

/** White space at the ends of lines, and empty lines, change nothing. @param {string} text */
function plain(text) {
  return text
    .split("\n")
    .map((line) => line.trimEnd())
    .filter(Boolean)
    .join("\n");
}

/**
 * FNV-1a over UTF-16, twice from different starts: 64 bits. It tells texts apart and protects nothing; the browser's
 * own digests are missing where a page is served over plain HTTP.
 * @param {string} text
 */
function digest(text) {
  return [0x811c9dc5, 0x9e3779b9]
    .map((start) => {
      let hash = start;
      for (let i = 0; i < text.length; i += 1) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
      return (hash >>> 0).toString(16).padStart(8, "0");
    })
    .join("");
}
