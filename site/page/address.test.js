import assert from "node:assert/strict";
import { test } from "node:test";
import { linkTo, readStates } from "./address.js";

const IDS = ["live-table", "beams"];

test("a state in the address belongs to its widget", () => {
  const { states, problems } = readStates('?lang=de&set.live-table={"q":[-1,2]}&set.beams={}', IDS);
  assert.deepEqual(states, { "live-table": { q: [-1, 2] }, beams: {} });
  assert.deepEqual(problems, {});
});

test("what is no state of a widget is named by its parameter", () => {
  for (const text of ["", "{", "3", "null", "[1]", '"q"', "{'q': 1}", "%", "undefined"]) {
    const { states, problems } = readStates(`?set.beams=${text}`, IDS);
    assert.deepEqual(states, {}, text);
    assert.deepEqual(problems, { "set.beams": "address.not-json" }, text);
  }
  assert.deepEqual(readStates("?set.toString={}&set.={}&set=1", IDS).problems, {
    "set.toString": "address.no-widget",
    "set.": "address.no-widget",
  });
});

test("a link opens the page with the state that it was made from, and nothing else", () => {
  const state = { q: [-1, 2], mask: [true, false, true], field: "a & b #é", zoom: 6 };
  const start = { q: [2, 0], mask: [true, true, true], field: "cat", zoom: 6 };
  const link = new URL(linkTo("https://host.example/x/?embed=1&set.beams={}#code", "live-table", state, start));
  assert.equal(link.pathname + link.hash, "/x/#live-table");
  assert.deepEqual(readStates(link.search, IDS).states, {
    "live-table": { q: [-1, 2], mask: [true, false, true], field: "a & b #é" },
  });
});

test("a link to the start carries no state", () => {
  assert.equal(
    linkTo("https://host.example/x/?set.beams={}", "beams", { q: [1] }, { q: [1] }),
    "https://host.example/x/#beams",
  );
});
