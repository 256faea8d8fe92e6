import assert from "node:assert/strict";
import { test } from "node:test";
import { OwnCalls } from "./own-calls.js";

/** Stands for `details`, closed or open. */
class Fold extends EventTarget {
  open = false;
  parentElement = null;
}

/** A widget in an optional fold, and a sandbox that answers when it is told to. @param {Fold | null} [fold] */
function setUp(fold = null) {
  const element = {
    dataset: { widget: "w" },
    closest: (/** @type {string} */ selector) => (selector === "details" ? fold : fold && !fold.open ? fold : null),
    dispatchEvent: () => true,
  };
  /** @type {{calls: any, answer: () => void}[]} */ const asked = [];
  const aside = {
    observe: (/** @type {string} */ _, /** @type {any} */ calls, /** @type {() => boolean} */ wanted) =>
      new Promise((resolve) => {
        const result = () => (wanted() ? { record: "{}", ended: "" } : { record: "", ended: "dropped" });
        asked.push({ calls, answer: () => resolve(result()) });
      }),
  };
  /** @type {number[]} */ const heard = [];
  const calls = new OwnCalls(
    /** @type {any} */ (element),
    /** @type {any} */ ({ source: "" }),
    /** @type {any} */ (aside),
    async (serial) => {
      heard.push(serial);
      calls.wanted(null);
    },
  );
  return { calls, asked, heard };
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

test("what the widget asks is answered once, however often it says that it still wants to know", async () => {
  const { calls, asked, heard } = setUp();
  for (let i = 0; i < 200; i += 1) calls.wanted({ serial: 1, calls: {} });
  assert.equal(asked.length, 1);
  asked[0].answer();
  await calls.settled();
  assert.deepEqual(heard, [1]);
});

test("a question that another has replaced is dropped, and only the newest is asked next", async () => {
  const { calls, asked, heard } = setUp();
  for (const serial of [1, 2, 3]) calls.wanted({ serial, calls: { serial } });
  asked[0].answer();
  await turn();
  assert.deepEqual(
    asked.map((one) => one.calls.serial),
    [1, 3],
  );
  asked[1].answer();
  await calls.settled();
  assert.deepEqual(heard, [3]);
});

test("inside a closed fold nothing runs until it is opened", async () => {
  const fold = new Fold();
  const { calls, asked } = setUp(fold);
  calls.wanted({ serial: 1, calls: {} });
  await calls.settled();
  assert.equal(asked.length, 0);
  fold.open = true;
  fold.dispatchEvent(new Event("toggle"));
  assert.equal(asked.length, 1);
});

test("a widget that is gone hears nothing", async () => {
  const { calls, asked, heard } = setUp();
  calls.wanted({ serial: 1, calls: {} });
  calls.reset();
  asked[0].answer();
  await calls.settled();
  assert.deepEqual(heard, []);
});
