import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { test } from "node:test";
import { pack, ROOM, unpack } from "./suspend.js";

const noise = (/** @type {number} */ length) => randomBytes(length).toString("base64");

/** @param {string} draft @param {string} [practice] */
function state(draft, practice = "") {
  const rounds = { 3: { verdict: "passed", sha256: "ab", attempts: 3, cases: [{ id: "a", status: "passed" }] } };
  return {
    version: 1,
    lesson: "one",
    bundle: "b",
    saved: "2026-01-01",
    items: {
      softmax: { done: true, rounds },
      quiz: { done: true, choice: "x" },
      draft: { text: draft, revision: 2, begun: "what the exercise said" },
      "draft/softmax/1": { text: practice },
      $time: { seconds: 12 },
    },
  };
}

test("a usual state fits into the 4,096 characters of 1.2, drafts included", async () => {
  const code = "def softmax(z):\n    return z\n".repeat(60);
  const packed = await pack(state(code), ROOM["1.2"]);
  assert.equal(packed?.level, "all");
  const back = await unpack(packed?.text ?? "");
  assert.equal(back?.items.draft.text, code);
});

test("what does not fit is given up from the outside in, and told", async () => {
  const practice = await pack(state("short", noise(6000)), ROOM["1.2"]);
  assert.equal(practice?.level, "drafts");
  assert.equal((await unpack(practice?.text ?? ""))?.items.draft.text, "short");
  const long = await pack(state(noise(6000)), ROOM["1.2"]);
  assert.equal(long?.level, "marks");
  assert.deepEqual((await unpack(long?.text ?? ""))?.items.softmax, { done: true });
  assert.equal((await pack(state(noise(6000)), ROOM[2004]))?.level, "all");
  assert.equal(await pack(state("x"), 20), null);
});

test("what is not ours, or damaged, is nothing", async () => {
  for (const text of ["", "viewed=1,2", "lb1:", "lb1:%%%", "lb1:AAAA"]) assert.equal(await unpack(text), null);
});
