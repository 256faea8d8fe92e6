import assert from "node:assert/strict";
import { test } from "node:test";
import { textOf } from "./reading.js";

/** @param {number[]} bytes */
const buffer = (bytes) => new Uint8Array(bytes).buffer;

test("a file is read in the encoding that its first bytes tell", () => {
  assert.equal(textOf(buffer([0x7b, 0x7d])), "{}");
  assert.equal(textOf(buffer([0xef, 0xbb, 0xbf, 0x7b, 0x7d])), "{}");
  assert.equal(textOf(buffer([0xff, 0xfe, 0x7b, 0, 0x7d, 0])), "{}");
  assert.equal(textOf(buffer([0xfe, 0xff, 0, 0x7b, 0, 0x7d])), "{}");
  assert.equal(textOf(buffer([])), "");
});
