import assert from "node:assert/strict";
import { test } from "node:test";
import { soundItems } from "./kept-fields.js";

test("what a page keeps comes back as it is", () => {
  const items = {
    quiz: { done: true, choice: "b", attempts: 2 },
    draft: {
      text: "x = 1",
      revision: 3,
      tab: "t",
      begun: "x",
      others: [{ text: "y", saved: "2026" }],
      undo: { done: [] },
    },
    softmax: {
      done: true,
      hints: [1, 2],
      rounds: {
        3: {
          verdict: "failed",
          sha256: "ab",
          attempts: 1,
          cases: [{ id: "a", status: "failed" }],
          diagnosis: null,
          print: "p",
        },
        4: { verdict: "passed", sha256: "ab", attempts: 1, cases: [], diagnosis: { id: "a", title: "b" } },
      },
    },
    later: { field: { of: "a newer version" } },
  };
  assert.deepEqual(soundItems(items), items);
});

test("a field of the wrong kind is dropped, whatever it is", () => {
  for (const bad of [5, "x", [], [5], [null], {}, { 3: 5 }, { x: { verdict: "passed" } }, null, true, Number.NaN, -1]) {
    const names = ["done", "choice", "attempts", "hints", "others", "rounds", "text", "revision", "best", "solution"];
    const { item } = /** @type {Record<string, any>} */ (
      soundItems({ item: Object.fromEntries(names.map((name) => [name, bad])) })
    );
    for (const [name, value] of Object.entries(item)) {
      const kinds = { done: "boolean", solution: "boolean", attempts: "number", revision: "number", best: "number" };
      const kind = /** @type {Record<string, string>} */ (kinds)[name] ?? "string";
      if (name === "hints" || name === "others") assert.ok(Array.isArray(value));
      else if (name === "rounds") assert.deepEqual(value, {});
      else assert.equal(typeof value, kind, name);
    }
  }
  const rounds = {
    3: { cases: [5, { id: "a", status: "b" }], passed: { source: 5 }, diagnosis: { id: 5 }, verdict: 7 },
  };
  assert.deepEqual(soundItems({ a: { rounds } }), { a: { rounds: { 3: { cases: [{ id: "a", status: "b" }] } } } });
});

test("no name of an item or a field reaches what all objects share", () => {
  const items = JSON.parse('{"__proto__": {"done": true}, "a": {"__proto__": {"x": 1}, "constructor": 5}}');
  const sound = soundItems(items);
  assert.equal(Object.getPrototypeOf(sound), Object.prototype);
  assert.equal(Object.getPrototypeOf(sound.a), Object.prototype);
  assert.deepEqual(Object.keys(sound), ["__proto__", "a"]);
});
