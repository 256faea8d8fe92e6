import assert from "node:assert/strict";
import { beforeEach, mock, test } from "node:test";

/** @type {Map<string, (event: any) => void>} */
const heard = new Map();
let clock = 0;

globalThis.addEventListener = /** @type {any} */ (
  (/** @type {string} */ type, /** @type {(event: any) => void} */ listener) => heard.set(type, listener)
);
mock.method(performance, "now", () => clock);
const { standBack } = await import("./standing-back.js");

/** @param {string} type @param {number} [buttons] */
const act = (type, buttons = 0) => heard.get(type)?.({ type, buttons });

/** Let so much time go by, in steps. @param {number} length */
async function pass(length) {
  for (let step = 0; step < length; step += 50) {
    clock += 50;
    mock.timers.tick(50);
    for (let turn = 0; turn < 5; turn++) await undefined;
  }
}

/** @returns {{over: boolean}} */
function waiting() {
  const seen = { over: false };
  void standBack().then(() => {
    seen.over = true;
  });
  return seen;
}

beforeEach(() => {
  mock.timers.reset();
  mock.timers.enable({ apis: ["setTimeout"] });
  clock += 10_000;
});

test("with a reader who rests, or whose mouse goes by, work goes on", async () => {
  act("pointermove");
  const work = waiting();
  await pass(0);
  await undefined;
  assert.equal(work.over, true);
});

test("while a key is pressed or something is dragged it waits, until the hand rests", async () => {
  for (const hand of [() => act("keydown"), () => act("pointermove", 1)]) {
    hand();
    const work = waiting();
    await pass(200);
    hand();
    await pass(250);
    assert.equal(work.over, false);
    await pass(100);
    assert.equal(work.over, true);
  }
});

test("a reader who never rests holds it up for a second", async () => {
  act("wheel");
  const work = waiting();
  for (let turn = 0; turn < 9; turn++) {
    await pass(100);
    act("wheel");
  }
  assert.equal(work.over, false);
  await pass(150);
  assert.equal(work.over, true);
});
