import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import { Canvases } from "./canvases.js";

/** @type {(() => void)[]} */
let frame = [];

const nextFrame = () => {
  const due = frame;
  frame = [];
  for (const call of due) call();
};

/** A canvas of Bokeh, as far as it is used here, with how often it was painted. */
const canvas = (canvases, repaint = () => {}) => {
  const view = {
    painted: 0,
    is_destroyed: false,
    throttled_paint: () => assert.fail("Bokeh's own time"),
    repaint() {
      view.painted += 1;
      repaint();
    },
  };
  canvases.take(view);
  return view;
};

beforeEach(() => {
  frame = [];
  globalThis.requestAnimationFrame = (call) => frame.push(call);
});

test("what has changed several times is painted once, in the next frame, and nothing else is", async () => {
  const canvases = new Canvases();
  const [changed, still] = [canvas(canvases), canvas(canvases)];
  const told = [changed.throttled_paint(), changed.throttled_paint()];
  assert.equal(changed.painted, 0);
  nextFrame();
  await Promise.all(told);
  assert.deepEqual([changed.painted, still.painted, frame.length], [1, 0, 0]);
});

test("what changes after a frame is painted in the one after it, without a pause", async () => {
  const canvases = new Canvases();
  const view = canvas(canvases, () => view.painted === 1 && view.throttled_paint());
  view.throttled_paint();
  nextFrame();
  assert.equal(view.painted, 1);
  nextFrame();
  assert.equal(view.painted, 2);
});

test("a canvas that is gone is not painted, and one that fails keeps no other from it", async () => {
  const canvases = new Canvases();
  const reported = [];
  globalThis.reportError = (error) => reported.push(error.message);
  const gone = canvas(canvases);
  const failing = canvas(canvases, () => {
    throw new Error("no context");
  });
  const last = canvas(canvases);
  const told = [gone, failing, last].map((view) => view.throttled_paint());
  gone.is_destroyed = true;
  nextFrame();
  await Promise.all(told);
  assert.deepEqual([gone.painted, last.painted, reported], [0, 1, ["no context"]]);
});

test("what is no canvas is left as it is", () => {
  const view = { render() {} };
  new Canvases().take(view);
  assert.deepEqual(Object.keys(view), ["render"]);
});
