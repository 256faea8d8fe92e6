import assert from "node:assert/strict";
import { test } from "node:test";
import { parentOrigin } from "./parent.js";

test("the page around is the one that is named, else the one that the browser says", () => {
  /** @type {[string, string[] | undefined, string, string | null][]} */
  const cases = [
    ["?parent=https://course.example", ["https://course.example"], "", "https://course.example"],
    ["?parent=https://course.example/week/6", undefined, "", "https://course.example"],
    ["?parent=https://course.example", ["https://other.example"], "", null],
    ["?parent=nonsense", ["https://other.example"], "", null],
    ["", ["https://other.example", "https://top.example"], "https://x.example/", "https://other.example"],
    ["", undefined, "https://course.example/page?x=1", "https://course.example"],
    ["", undefined, "", null],
    ["", ["null"], "", "null"],
    ["?parent=null", ["file://"], "", "null"],
    ["", ["file://"], "", "null"],
  ];
  for (const [search, ancestors, referrer, origin] of cases) {
    assert.equal(parentOrigin(search, ancestors, referrer), origin, `${search} ${ancestors} ${referrer}`);
  }
});
