import assert from "node:assert/strict";
import { test } from "node:test";
import { cell } from "./csv.js";

test("what a spreadsheet would take for a formula is text", () => {
  for (const formula of ["=1+1", "+1", "-1", "@SUM(A1)", " =1", "\t=1", "\r=1", "＝1", '=HYPERLINK("x","y")']) {
    assert.match(cell(formula), /^"?'/);
  }
});

test("quotes, commas and lines are kept", () => {
  assert.equal(cell('a "b", c'), '"a ""b"", c"');
  assert.equal(cell("a\nb"), '"a\nb"');
  assert.equal(cell("plain"), "plain");
  assert.equal(cell(-0.5), "-0.5");
});
