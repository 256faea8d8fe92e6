import assert from "node:assert/strict";
import { test } from "node:test";
import { HandInError, readHandIn, writeHandIn } from "./hand-in.js";

const claimed = {
  verdict: "passed",
  sha256: "ab",
  cases: [{ id: "one", status: "passed" }],
  diagnosis: null,
};
const handIn = {
  name: "Ada",
  made: "2026-01-01T00:00:00.000Z",
  build: "0.1.0+ab",
  lesson: { id: "one", title: "One", version: "v" },
  done: 1,
  all: 2,
  seconds: 61,
  answers: [{ exercise: "softmax", round: 3, source: "x = 1", claimed, attempts: 2, hints: [1], solution: false }],
  items: [{ id: "q", kind: "quiz", section: "s", done: true, attempts: 1, hints: [], answer: "a" }],
};

/** @param {string} text */
function reasonOf(text) {
  try {
    readHandIn(text);
  } catch (error) {
    if (error instanceof HandInError) return `${error.reason} ${error.detail}`.trim();
    throw error;
  }
  return "";
}

test("what was written is read again", () => {
  assert.deepEqual(readHandIn(writeHandIn(handIn)), handIn);
});

test("a name cannot turn what stands around it, and is one name however it was typed", () => {
  const nameOf = (/** @type {string} */ name) => readHandIn(writeHandIn({ ...handIn, name })).name;
  assert.equal(nameOf("\u202e\u0000 Zoe\u0308\n"), "Zo\u00eb");
  assert.equal(nameOf("<b>x</b>"), "<b>x</b>");
});

test("what is no hand-in is refused by name", () => {
  const plain = JSON.parse(writeHandIn(handIn));
  const answer = plain.answers[0];
  /** @type {[unknown, string][]} */
  const wrong = [
    [7, "foreign"],
    [[plain], "foreign"],
    [{}, "foreign"],
    [{ lookback: 1, lessons: {} }, "work"],
    [{ ...plain, format: 2 }, "newer 2"],
    [{ ...plain, format: "1" }, "malformed format"],
    [{ ...plain, name: null }, "malformed name"],
    [{ ...plain, name: "x".repeat(121) }, "malformed name"],
    [{ ...plain, seconds: -1 }, "malformed seconds"],
    [{ ...plain, lesson: "one" }, "malformed lesson"],
    [{ ...plain, answers: {} }, "malformed answers"],
    [{ ...plain, answers: [null] }, "malformed answers"],
    [{ ...plain, answers: [answer, answer] }, "malformed answers"],
    [{ ...plain, made: "tomorrow" }, "malformed made"],
    [{ ...plain, answers: Array(501).fill(answer) }, "malformed answers"],
    [{ ...plain, answers: [{ ...answer, source: 7 }] }, "malformed source"],
    [{ ...plain, answers: [{ ...answer, claimed: "passed" }] }, "malformed claimed"],
    [{ ...plain, answers: [{ ...answer, hints: "all" }] }, "malformed hints"],
  ];
  for (const [value, reason] of wrong) assert.equal(reasonOf(JSON.stringify(value)), reason);
  assert.equal(reasonOf("{"), "damaged");
  assert.equal(reasonOf("["), "damaged");
  assert.equal(reasonOf("[".repeat(100_000)), "damaged");
});
