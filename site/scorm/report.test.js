import assert from "node:assert/strict";
import { test } from "node:test";
import { findApi, Session } from "./api.js";
import { duration, reportStanding, standing } from "./report.js";

test("time is written as each version wants it", () => {
  assert.equal(duration(3_723_400, "1.2"), "0001:02:03");
  assert.equal(duration(3_723_400, "2004"), "PT1H2M3S");
  assert.equal(duration(-5, "1.2"), "0000:00:00");
});

test("the score is the share of what can be right", () => {
  const item = (/** @type {string} */ kind, /** @type {boolean} */ done) => ({ id: kind, kind, done });
  assert.deepEqual(standing([item("predict", true), item("quiz", true), item("exercise", false)]), {
    done: 2,
    all: 3,
    score: 0.5,
  });
  assert.deepEqual(standing([]), { done: 0, all: 0, score: 0 });
});

test("what a platform has been told is never taken back", () => {
  /** @type {Record<string, string>} */
  const held = { "cmi.completion_status": "completed", "cmi.score.raw": "60" };
  const session = /** @type {any} */ ({
    get: (/** @type {string} */ name) => held[name] ?? "",
    set: (/** @type {string} */ name, /** @type {unknown} */ value) => {
      held[name] = String(value);
    },
  });
  const items = (/** @type {number} */ right) =>
    [0, 1, 2, 3].map((n) => ({ id: `${n}`, kind: "quiz", done: n < right }));
  reportStanding(session, "2004", items(1));
  assert.deepEqual([held["cmi.completion_status"], held["cmi.score.raw"]], ["completed", "60"]);
  reportStanding(session, "2004", items(3));
  assert.deepEqual([held["cmi.completion_status"], held["cmi.score.raw"]], ["completed", "75"]);
});

test("the platform is found above, or where the window was opened from; foreign windows are no platform", () => {
  const api = {};
  const top = /** @type {any} */ ({ API: api });
  top.parent = top;
  assert.equal(findApi("1.2", /** @type {any} */ ({ parent: { parent: top } })), api);
  assert.equal(findApi("2004", /** @type {any} */ ({ parent: top, top: { opener: null } })), null);
  const opened = /** @type {any} */ ({ top: { opener: top } });
  opened.parent = opened;
  assert.equal(findApi("1.2", opened), api);
  const foreign = new Proxy(
    {},
    {
      get() {
        throw new Error("another origin");
      },
    },
  );
  assert.equal(findApi("1.2", /** @type {any} */ ({ parent: foreign, top: foreign })), null);
});

test("a platform that refuses or has gone away is told by its own words", () => {
  const session = new Session(
    {
      LMSInitialize: () => "true",
      LMSSetValue: () => "false",
      LMSGetLastError: () => "405",
      LMSGetErrorString: () => "Incorrect Data Type",
      LMSCommit: () => {
        throw new Error("gone");
      },
    },
    "1.2",
  );
  assert.equal(session.start(), true);
  assert.equal(session.set("cmi.core.score.raw", 1), false);
  assert.equal(session.trouble, "405: Incorrect Data Type");
  assert.equal(session.commit(), false);
  assert.equal(new Session({}, "2004").start(), false);
});
