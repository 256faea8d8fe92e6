import assert from "node:assert/strict";
import { test } from "node:test";
import { LARGEST, message, readHeight, readMessage, TOLD } from "./messages.js";

const height = message("height", { lesson: "one", height: 12 });

test("a message in the right form is read as plain data", () => {
  assert.deepEqual(readMessage(height, TOLD), { message: height });
});

test("what is not ours, of another version, unknown or too long is no message", () => {
  const circle = { ...height };
  circle.self = circle;
  /** @type {[unknown, string][]} */
  const wrong = [
    [null, "foreign"],
    ["lookback", "foreign"],
    [{ type: "height" }, "foreign"],
    [{ ...height, source: "other" }, "foreign"],
    [{ ...height, version: 2 }, "version"],
    [{ ...height, version: "1" }, "version"],
    [{ ...height, type: "erase" }, "type"],
    [{ ...height, type: ["height"] }, "type"],
    [{ ...height, text: "x".repeat(LARGEST) }, "size"],
    [{ ...height, big: 1n }, "size"],
    [circle, "size"],
  ];
  for (const [data, problem] of wrong) assert.deepEqual(readMessage(data, TOLD), { problem });
});

test("only a height that a frame can take is one", () => {
  assert.equal(readHeight(12.2), 13);
  for (const wrong of [0, -1, Number.NaN, Number.POSITIVE_INFINITY, 1e9, "12", null, undefined]) {
    assert.equal(readHeight(wrong), null);
  }
});
