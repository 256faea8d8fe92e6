import assert from "node:assert/strict";
import { test } from "node:test";
import { asked, readBuild, sha256, typeOf, urlOf } from "./build.js";

const SCOPE = "https://host.invalid/course/";
const HASH = "ab".repeat(32);
const files = ["index.html", "lessons/x/index.html", "lessons/x.json", "assets/y-1.js", "sw.js", "build.json"];
const text = JSON.stringify({ version: "1", files: files.map((path) => ({ path, bytes: 3, sha256: HASH })) });
const build = readBuild(text, "f".repeat(64));

test("a folder means its index, and neither the worker nor the list is a file to store", () => {
  assert.equal(build.entry("")?.path, "index.html");
  assert.equal(build.entry("lessons/x/")?.path, "lessons/x/index.html");
  assert.equal(build.entry("sw.js"), null);
  assert.equal(build.entry("build.json"), null);
  assert.equal(build.bytes, 12);
});

test("a packed twin is told of the file beside it, and not stored, nor is the probe", () => {
  const paths = ["runtime/python.wasm", "runtime/python.wasm.gz", "runtime/numpy.bundle", "runtime/probe.wasm"];
  const listing = { version: "1", files: paths.map((path) => ({ path, bytes: 3, sha256: HASH })) };
  const { files } = readBuild(JSON.stringify(listing), "f".repeat(64));
  assert.deepEqual(
    files.map(({ path, packed }) => [path, packed]),
    [
      ["runtime/python.wasm", true],
      ["runtime/numpy.bundle", false],
    ],
  );
});

test("a URL with other content in mind finds nothing", () => {
  assert.equal(build.entry("lessons/x.json", "abab")?.path, "lessons/x.json");
  assert.equal(build.entry("lessons/x.json", "cd"), null);
});

for (const [url, expected] of /** @type {const} */ ([
  ["https://host.invalid/course/", { path: "", start: "", named: false }],
  ["https://host.invalid/course/assets/a%20b.js", { path: "assets/a b.js", start: "", named: true }],
  ["https://host.invalid/course/lessons/x.json?v=abab", { path: "lessons/x.json", start: "abab", named: true }],
  ["https://host.invalid/course/%E0%A4%A", { path: "%E0%A4%A", start: "", named: false }],
  ["https://host.invalid/other/", null],
  ["https://elsewhere.invalid/course/", null],
])) {
  test(`what ${url} asks for`, () => assert.deepEqual(asked(url, SCOPE), expected));
}

test("what has no hash in its name is fetched under one", () => {
  assert.equal(urlOf(build.entry("lessons/x.json"), SCOPE), `${SCOPE}lessons/x.json?v=abababababab`);
  assert.equal(urlOf(build.entry("assets/y-1.js"), SCOPE), `${SCOPE}assets/y-1.js`);
  assert.deepEqual(asked(urlOf(build.entry("lessons/x.json"), SCOPE), SCOPE)?.path, "lessons/x.json");
});

for (const wrong of ["", "{", "null", '{"version": 1}', '{"version": "1", "files": [{"path": "a"}]}']) {
  test(`${wrong || "nothing"} is no list of a build`, () => assert.throws(() => readBuild(wrong, HASH)));
}

test("types are ours, whatever the host says", () => {
  assert.equal(typeOf("runtime/core-1/pyodide.asm.wasm"), "application/wasm");
  assert.match(typeOf("runtime/core-1/pyodide.mjs"), /^text\/javascript/);
  assert.equal(typeOf("LICENSE"), "application/octet-stream");
});

test("a hash is that of the bytes", async () => {
  const empty = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
  assert.equal(await sha256(new Uint8Array()), empty);
});
