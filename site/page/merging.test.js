import assert from "node:assert/strict";
import { test } from "node:test";
import { mergeRecords } from "./merging.js";

/** @param {Record<string, any>} items @param {string} saved */
const record = (items, saved = "2026-01-02") => ({ version: 1, lesson: "one", bundle: "b", saved, items });

test("what was done in either is done, and counts are the larger ones", () => {
  const own = record({ a: { done: true, attempts: 5 }, b: { done: false, choice: "x" } });
  const other = record(
    { a: { done: false, attempts: 2 }, b: { done: true, choice: "y" }, c: { done: true } },
    "2026-01-03",
  );
  const merged = mergeRecords(own, other);
  assert.deepEqual(merged?.items, {
    a: { done: true, attempts: 5 },
    b: { done: true, choice: "y" },
    c: { done: true },
  });
});

test("the newer text is shown and the older one stays beside it", () => {
  const own = record({ draft: { text: "mine", revision: 4 } }, "2026-01-05");
  const merged = mergeRecords(own, record({ draft: { text: "theirs", revision: 9 } }, "2026-01-04"));
  assert.equal(merged?.items.draft.text, "mine");
  assert.equal(/** @type {any} */ (merged?.items.draft.others)?.[0].text, "theirs");
  assert.equal(merged?.items.draft.revision, 9);
});

test("the same twice brings nothing new", () => {
  const own = record({ draft: { text: "mine", revision: 4 }, a: { done: true } }, "2026-01-05");
  const other = record({ draft: { text: "theirs" }, b: { done: true } }, "2026-01-06");
  const merged = mergeRecords(own, other);
  assert.ok(merged);
  assert.equal(mergeRecords(merged, other), null);
  assert.equal(mergeRecords(merged, merged), null);
});

test("a name that means something to JavaScript is a name", () => {
  const other = record(JSON.parse('{"__proto__": {"done": true}}'));
  const merged = mergeRecords(record({}), other);
  assert.ok(Object.hasOwn(merged?.items ?? {}, "__proto__"));
  assert.equal(/** @type {any} */ ({}).done, undefined);
});
