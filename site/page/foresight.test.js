import assert from "node:assert/strict";
import { test } from "node:test";
import { Foresight } from "./foresight.js";

const MODEL = { start: 0, end: 1, step: 0.05 };
const BEFORE = { state: { q: "before" }, link: {}, ask: null };

/** @param {number} value @param {string} [id] */
const step = (value, id = "p1") =>
  JSON.stringify({ events: [{ kind: "ModelChanged", model: { id }, attr: "value", new: value }] });

/** @param {string} text @param {any[]} more events */
const answer = (text, ...more) => ({
  patch: { events: [{ kind: "ModelChanged", model: { id: "p9" }, attr: "text", new: text }, ...more] },
  state: { q: text },
  link: {},
  ask: null,
});

/** @param {Foresight} foresight @param {number} value @param {string} text */
function make(foresight, value, text) {
  foresight.known(step(value));
  const next = foresight.following(step(value), MODEL);
  foresight.made(answer(text), { ...BEFORE, state: { q: `before ${text}` } });
  return next;
}

test("a step is followed by the same again, to the digits of a slider", () => {
  const foresight = new Foresight();
  assert.equal(make(foresight, 0.1, "a"), null); // who knows how far it was
  assert.equal(make(foresight, 0.2, "b"), null);
  assert.equal(make(foresight, 0.30000000000000004, "c"), step(0.4));
  assert.equal(make(foresight, 0.2, "d"), step(0.1));
});

test("a step of the slider's own length is a key's, and followed at once", () => {
  const foresight = new Foresight();
  assert.equal(make(foresight, 0.1, "a"), null);
  assert.equal(make(foresight, 0.15, "b"), step(0.2));
});

test("steps of different lengths are not followed", () => {
  const foresight = new Foresight();
  for (const value of [0.1, 0.2, 0.4, 0.5, 0.7]) assert.equal(make(foresight, value, "a"), null);
});

test("what was foreseen is known when the step is made, once", () => {
  const foresight = new Foresight();
  for (const value of [0, 0.1, 0.2]) make(foresight, value, "a");
  foresight.foreseen(step(0.3), answer("c"));
  assert.deepEqual(foresight.known(step(0.30000000000000004)), { patch: step(0.3), answer: answer("c"), ahead: true });
  assert.equal(foresight.known(step(0.3)), null);
});

test("an answer that comes when something else has happened is of no use", () => {
  const foresight = new Foresight();
  for (const value of [0, 0.1, 0.2]) make(foresight, value, "a");
  foresight.forget();
  foresight.foreseen(step(0.3), answer("c"));
  assert.equal(foresight.known(step(0.3)), null);
});

test("a step back shows what was told before it", () => {
  const foresight = new Foresight();
  make(foresight, 0.1, "a");
  make(foresight, 0.2, "b");
  const known = foresight.known(step(0.1));
  assert.equal(known?.ahead, false);
  assert.deepEqual(known?.answer.patch.events, answer("a").patch.events);
  assert.deepEqual(known?.answer.state, { q: "before b" });
});

test("there is no step back to what the reader has typed, or to what nothing was told of", () => {
  const foresight = new Foresight();
  make(foresight, 0.1, "a");
  foresight.changed("p9", "text");
  make(foresight, 0.2, "b");
  assert.equal(foresight.known(step(0.1)), null);
});

test("columns of one table that are told apart are kept apart", () => {
  const foresight = new Foresight();
  /** @param {string} name @param {number} value */
  const columns = (name, value) => ({
    kind: "ColumnDataChanged",
    model: { id: "p3" },
    attr: "data",
    data: { type: "map", entries: [[name, [value]]] },
    cols: null,
  });
  foresight.noted(answer("a", columns("x", 1), columns("w", 2)));
  assert.deepEqual(foresight.noted(answer("b", columns("w", 3)))?.[1], columns("w", 2));
});

test("a step over the edge, on another slider, or of something else is not followed", () => {
  const foresight = new Foresight();
  make(foresight, 0.1, "a");
  make(foresight, 0.5, "a");
  assert.equal(make(foresight, 0.9, "b"), null);
  assert.equal(foresight.following(step(0.2, "p2"), MODEL), null);
  const typed = JSON.stringify({ events: [{ kind: "ModelChanged", model: { id: "p2" }, attr: "value", new: "0.1" }] });
  assert.equal(foresight.following(typed, MODEL), null);
});
