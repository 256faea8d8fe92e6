// What is kept of an item, looked at field by field before anything is made of it. A record comes from storage, from a file, from
// a page around this one; a field of the wrong kind in it would stop the page that reads it, at every visit.

/** @typedef {import("./progress.js").Kept} Kept */

const ROUNDS = new Set(["1", "2", "3", "4"]);

/** @param {unknown} value @returns {value is Record<string, any>} */
export function isPlain(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

const isText = (/** @type {unknown} */ value) => typeof value === "string";
const isTrueOrFalse = (/** @type {unknown} */ value) => typeof value === "boolean";
const isNumber = (/** @type {unknown} */ value) => Number.isFinite(value);
const isCount = (/** @type {any} */ value) => Number.isFinite(value) && value >= 0;
const isTold = (/** @type {unknown} */ value) => isPlain(value) && isText(value.id) && isText(value.title);
const isPassed = (/** @type {unknown} */ value) => isPlain(value) && isText(value.source) && isText(value.sha256);

/** @type {(keep: (one: any) => boolean) => (value: unknown) => any[] | undefined} */
const listOf = (keep) => (value) => (Array.isArray(value) ? value.filter(keep) : undefined);
/** @type {(fits: (value: any) => boolean) => (value: unknown) => unknown} */
const as = (fits) => (value) => (fits(value) ? value : undefined);

/** Fields that are read; those of other names stay as they are. @type {Record<string, (value: unknown) => unknown>} */
const FIELDS = {
  done: as(isTrueOrFalse),
  solution: as(isTrueOrFalse),
  ...Object.fromEntries(["choice", "typed", "query", "text", "begun", "tab"].map((name) => [name, as(isText)])),
  ...Object.fromEntries(["attempts", "seconds", "revision"].map((name) => [name, as(isCount)])),
  best: as(isNumber),
  hints: listOf(Number.isInteger),
  others: listOf((one) => isPlain(one) && isText(one.text) && isText(one.saved)),
  rounds: (value) => (isPlain(value) ? roundsOf(value) : undefined),
};

/** @type {Record<string, (value: unknown) => unknown>} */
const FIELDS_OF_ROUND = {
  verdict: as(isText),
  sha256: as(isText),
  print: as(isText),
  attempts: as(isCount),
  cases: listOf((one) => isPlain(one) && isText(one.id) && isText(one.status)),
  diagnosis: as((value) => value === null || isTold(value)),
  passed: as(isPassed),
};

/** @param {Record<string, unknown>} rounds */
function roundsOf(rounds) {
  const sound = Object.entries(rounds).filter(([round, kept]) => ROUNDS.has(round) && isPlain(kept));
  return Object.fromEntries(
    sound.map(([round, kept]) => [round, soundFields(/** @type {any} */ (kept), FIELDS_OF_ROUND)]),
  );
}

/** @param {Record<string, unknown>} kept @param {Record<string, (value: unknown) => unknown>} fields */
function soundFields(kept, fields) {
  const read = Object.entries(kept).map(([name, value]) => {
    return [name, Object.hasOwn(fields, name) ? fields[name](value) : value];
  });
  return Object.fromEntries(read.filter(([, value]) => value !== undefined));
}

/** @param {Record<string, Kept>} items @returns {Record<string, Kept>} without the fields that are of the wrong kind */
export function soundItems(items) {
  return Object.fromEntries(Object.entries(items).map(([id, kept]) => [id, soundFields(kept, FIELDS)]));
}
