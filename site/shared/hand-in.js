// The file that a learner hands in: how it is made from what is kept, and how a teacher's page reads it again.
//
// It is written by a page on a learner's own machine, so whatever it claims can be claimed by hand. A reader takes
// it as data: every field is looked at, and what is too long or of the wrong kind makes the file refused by name.

/**
 * @typedef {{verdict: string, sha256: string, cases: {id: string, status: string}[],
 *   diagnosis: {id: string, title: string} | null}} Claim what the learner's page said of its last check
 * @typedef {{exercise: string, round: number, source: string | null, claimed: Claim | null, attempts: number,
 *   hints: number[], solution: boolean}} Answer
 * @typedef {{id: string, kind: string, section: string, done: boolean, attempts: number, hints: number[],
 *   answer: string | null}} Done an item that is not checked again: a question, a typed number, a goal
 * @typedef {{name: string, made: string, build: string, lesson: {id: string, title: string, version: string},
 *   done: number, all: number, seconds: number, answers: Answer[], items: Done[]}} HandIn
 */

export const FORMAT = 1;
export const LONGEST_FILE = 4e6; // bytes; a file with every answer of a lesson has a few ten thousand
export const LONGEST_NAME = 120; // characters
const LONGEST_TEXT = 300_000;
const MOST_ENTRIES = 500;
// Control characters, and those that turn the order of what stands around them.
const UNSEEN = /[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

export class HandInError extends Error {
  /** @param {string} reason the key of a sentence: "handin.<reason>" @param {string} [detail] */
  constructor(reason, detail = "") {
    super(`${reason} ${detail}`.trim());
    this.reason = reason;
    this.detail = detail;
  }
}

/** @param {HandIn} handIn @returns {string} the text of the file */
export function writeHandIn(handIn) {
  return JSON.stringify({ lookback: "hand-in", format: FORMAT, ...handIn }, null, 1);
}

/**
 * @param {string} text a file's text
 * @returns {HandIn}
 * @throws {HandInError} "damaged" (no JSON), "work" (saved work), "foreign", "newer", "malformed" with the field
 */
export function readHandIn(text) {
  const value = parse(text);
  if (!isPlain(value)) throw new HandInError("foreign");
  if (typeof value.lookback === "number" && isPlain(value.lessons)) throw new HandInError("work");
  if (value.lookback !== "hand-in") throw new HandInError("foreign");
  const format = numberOf(value, "format");
  if (format > FORMAT) throw new HandInError("newer", String(format));
  const lesson = plainOf(value, "lesson");
  const answers = listOf(value, "answers").map(readAnswer);
  // no page writes an answer twice; five hundred endless loops would hold a teacher up for an hour
  const different = new Set(answers.map(({ exercise, round }) => JSON.stringify([exercise, round])));
  if (different.size < answers.length) throw new HandInError("malformed", "answers");
  return {
    name: textOf(value, "name", LONGEST_NAME).replace(UNSEEN, "").normalize("NFC").trim(),
    made: dateOf(value, "made"),
    build: textOf(value, "build", 80),
    lesson: {
      id: textOf(lesson, "id", 100),
      title: textOf(lesson, "title", 300),
      version: textOf(lesson, "version", 100),
    },
    done: numberOf(value, "done"),
    all: numberOf(value, "all"),
    seconds: numberOf(value, "seconds"),
    answers,
    items: listOf(value, "items").map(readItem),
  };
}

/** @param {unknown} value @returns {Answer} */
function readAnswer(value) {
  const answer = plain(value, "answers");
  return {
    exercise: textOf(answer, "exercise", 100),
    round: numberOf(answer, "round"),
    source: answer.source === null ? null : textOf(answer, "source", LONGEST_TEXT),
    claimed: answer.claimed === null ? null : readClaim(plainOf(answer, "claimed")),
    attempts: numberOf(answer, "attempts"),
    hints: hintsOf(answer),
    solution: answer.solution === true,
  };
}

/** @param {Record<string, unknown>} claim @returns {Claim} */
function readClaim(claim) {
  const diagnosis = claim.diagnosis === null ? null : plainOf(claim, "diagnosis");
  return {
    verdict: textOf(claim, "verdict", 20),
    sha256: textOf(claim, "sha256", 64),
    cases: listOf(claim, "cases").map((one) => {
      const found = plain(one, "cases");
      return { id: textOf(found, "id", 100), status: textOf(found, "status", 20) };
    }),
    diagnosis: diagnosis && { id: textOf(diagnosis, "id", 200), title: textOf(diagnosis, "title", 300) },
  };
}

/** @param {unknown} value @returns {Done} */
function readItem(value) {
  const item = plain(value, "items");
  return {
    id: textOf(item, "id", 200),
    kind: textOf(item, "kind", 40),
    section: textOf(item, "section", 200),
    done: item.done === true,
    attempts: numberOf(item, "attempts"),
    hints: hintsOf(item),
    answer: item.answer === null ? null : textOf(item, "answer", 1000),
  };
}

/** @param {string} text @returns {unknown} */
function parse(text) {
  try {
    return JSON.parse(text);
  } catch {
    throw new HandInError("damaged");
  }
}

/** @param {unknown} value @returns {value is Record<string, unknown>} */
function isPlain(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** @param {unknown} value @param {string} name @returns {Record<string, unknown>} */
function plain(value, name) {
  if (!isPlain(value)) throw new HandInError("malformed", name);
  return value;
}

/** @param {Record<string, unknown>} from @param {string} name @returns {Record<string, unknown>} */
function plainOf(from, name) {
  return plain(from[name], name);
}

/** @param {Record<string, unknown>} from @param {string} name @returns {unknown[]} */
function listOf(from, name) {
  const value = from[name];
  if (!Array.isArray(value) || value.length > MOST_ENTRIES) throw new HandInError("malformed", name);
  return value;
}

/** @param {Record<string, unknown>} from @param {string} name @param {number} longest @returns {string} */
function textOf(from, name, longest) {
  const value = from[name];
  if (typeof value !== "string" || value.length > longest) throw new HandInError("malformed", name);
  return value;
}

/** @param {Record<string, unknown>} from @param {string} name @returns {string} a moment, so written that later ones sort after it */
function dateOf(from, name) {
  const time = Date.parse(textOf(from, name, 40));
  if (Number.isNaN(time)) throw new HandInError("malformed", name);
  return new Date(time).toISOString();
}

/** @param {Record<string, unknown>} from @param {string} name @returns {number} */
function numberOf(from, name) {
  const value = from[name];
  if (typeof value !== "number" || !Number.isFinite(value) || value < 0) throw new HandInError("malformed", name);
  return value;
}

/** @param {Record<string, unknown>} from @returns {number[]} */
function hintsOf(from) {
  return listOf(from, "hints")
    .filter((hint) => Number.isInteger(hint))
    .map(Number);
}
