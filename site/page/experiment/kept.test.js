import assert from "node:assert/strict";
import { test } from "node:test";
import { faultOf, lossText, momentOf, runOf } from "./kept.js";

const WEIGHTS = [
  [0.5, 0.5],
  [0.25, 0.75],
];
const moment = (/** @type {number} */ epoch) => ({ epoch, loss: 0.5, weights: WEIGHTS });

test("a moment is taken as it is", () => {
  assert.deepEqual(momentOf(moment(3), 2, 9), moment(3));
  const whole = { ...moment(0), loss: "inf", contexts: [[1, "nan", 2]] };
  assert.deepEqual(momentOf(whole, -1, 9), whole);
});

for (const [name, value] of Object.entries({
  nothing: null,
  text: "moment",
  "an epoch that does not rise": moment(2),
  "an epoch beyond the last": moment(10),
  "half an epoch": moment(2.5),
  "no loss": { ...moment(3), loss: undefined },
  "a loss that is no number": { ...moment(3), loss: Number.NaN },
  "rows of different lengths": { ...moment(3), weights: [[1, 2], [1]] },
  "an empty table": { ...moment(3), weights: [] },
  "empty rows": { ...moment(3), weights: [[], []] },
  "text in a table": { ...moment(3), weights: [["1", 0]] },
  "a table that is too large": { ...moment(3), weights: Array.from({ length: 30 }, () => Array(30).fill(0)) },
  "contexts that are no table": { ...moment(3), contexts: 3 },
})) {
  test(`a moment is refused: ${name}`, () => assert.equal(momentOf(value, 2, 9), null));
}

test("a kept run comes back, without what does not belong to it", () => {
  const kept = {
    moments: [moment(0), moment(4)],
    last: 4,
    status: "done",
    source: "x",
    settings: { seed: 7 },
    more: 1,
  };
  const run = runOf(kept);
  assert.deepEqual(run?.moments, kept.moments);
  assert.deepEqual([run?.epoch, run?.seconds, run?.fault, run?.sha256, run?.printed], [4, 0, null, "", ""]);
  assert.equal("more" in (run ?? {}), false);
});

for (const [name, change] of Object.entries({
  "without moments": { moments: [] },
  "with a bad moment": { moments: [moment(0), { epoch: 1 }] },
  "that is under way": { status: "running" },
  "without its code": { source: undefined },
  "without an end": { last: "4" },
})) {
  test(`a kept run cannot be read: ${name}`, () => {
    const kept = { moments: [moment(0)], last: 4, status: "done", source: "x", settings: {} };
    assert.equal(runOf({ ...kept, ...change }), null);
    assert.equal(runOf(undefined), null);
  });
}

test("a fault is words, and a line where there is one", () => {
  assert.deepEqual(faultOf({ title: "T", message: "M", line: 3, traceback: 1 }), {
    title: "T",
    message: "M",
    line: 3,
    traceback: null,
  });
  assert.equal(faultOf({ title: "T" }), null);
  assert.equal(faultOf(null), null);
});

test("a loss has the digits that count", () => {
  assert.deepEqual(
    [1.0973, 0.155, 0.0019, "inf"].map((loss) => lossText(/** @type {any} */ (loss))),
    ["1.097", ".155", ".0019", "∞"],
  );
});
