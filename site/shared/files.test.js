import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";
import { gzipSync } from "node:zlib";
import { Files, untar } from "./files.js";

const CONTENT = new Uint8Array(50_000).map((_, index) => index % 251);
const FILE = {
  name: "NumPy",
  url: "https://site.test/numpy.bundle",
  bytes: CONTENT.length,
  sha256: createHash("sha256").update(CONTENT).digest("hex"),
};

/** Files whose network is a list of answers, each used once. */
function files(...answers) {
  const told = [];
  const asked = [];
  const loader = new Files(
    (progress) => told.push(progress),
    async (_, { cache }) => {
      asked.push(cache ?? "default");
      const answer = answers.shift();
      if (answer instanceof Error) throw answer;
      return answer;
    },
  );
  return { loader, told, asked };
}

test("a file arrives whole, with progress up to its size", async () => {
  const { loader, told } = files(new Response(CONTENT));
  assert.deepEqual(await loader.bytes(FILE), CONTENT);
  assert.equal(told.at(-1).loaded, CONTENT.length);
});

test("a sound file may come under any type", async () => {
  const { loader } = files(new Response(CONTENT, { headers: { "content-type": "text/html" } }));
  assert.deepEqual(await loader.bytes(FILE), CONTENT);
});

test("a host that cannot be reached is asked again", async () => {
  const { loader } = files(new TypeError("offline"), new Response(CONTENT));
  assert.equal((await loader.bytes(FILE)).length, CONTENT.length);
});

/** An error of this kind, with these facts. */
const fault = (name, facts = {}) => ({ type: "runtime-file", details: { fault: name, file: "NumPy", ...facts } });

test("a host that stays away is told by the file's name", async () => {
  const { loader } = files(new TypeError("1"), new TypeError("2"), new TypeError("3"));
  await assert.rejects(loader.bytes(FILE), fault("unreachable", { cause: "TypeError: 3" }));
  await assert.rejects(loader.failed, (error) => error.details.file === "NumPy");
});

test("a missing file is not asked for again", async () => {
  const { loader } = files(new Response("", { status: 404 }), new Response(CONTENT));
  await assert.rejects(loader.bytes(FILE), fault("missing", { status: 404 }));
});

const flipped = CONTENT.slice();
flipped[25_000] ^= 1;
const login = () => new Response("<!doctype html>Log in", { headers: { "content-type": "text/html; charset=utf-8" } });
const WRONG = [
  ["a shorter file", () => new Response(CONTENT.subarray(1)), fault("size", { loaded: 49_999, bytes: 50_000 })],
  ["one flipped bit", () => new Response(flipped), fault("hash")],
  ["a page in its place", login, fault("page")],
];
for (const [what, answer, told] of WRONG) {
  test(`${what} is told when it stays, and asked for past the browser's cache before`, async () => {
    const { loader, asked } = files(answer(), answer(), answer());
    await assert.rejects(loader.bytes(FILE), told);
    assert.deepEqual(asked, ["default", "reload", "reload"]);
    const mended = files(answer(), new Response(CONTENT));
    assert.deepEqual(await mended.loader.bytes(FILE), CONTENT);
  });
}

test("a twin becomes the file", async () => {
  const { loader } = files(new Response(gzipSync(CONTENT)));
  assert.deepEqual(await loader.bytes({ ...FILE, twin: true }), CONTENT);
});

test("a damaged twin is no damage of the file", async () => {
  const { loader } = files(new Response(gzipSync(CONTENT.subarray(9))), new Response(CONTENT));
  assert.deepEqual(await loader.bytes({ ...FILE, twin: true }), CONTENT);
});

test("a file that is missing with its twin is not asked for again", async () => {
  const missing = () => new Response("", { status: 404 });
  const { loader } = files(missing(), missing(), new Response(CONTENT));
  await assert.rejects(loader.bytes({ ...FILE, twin: true }), fault("missing", { status: 404 }));
});

/** A loader of one file with these bytes, and that file. */
function loaderOf(bytes) {
  const file = { ...FILE, bytes: bytes.length, sha256: createHash("sha256").update(bytes).digest("hex") };
  return [
    new Files(
      () => {},
      async () => new Response(bytes),
    ),
    file,
  ];
}

test("gzip is undone, and what has none is left as it is", async () => {
  for (const bytes of [new Uint8Array(gzipSync(CONTENT)), CONTENT]) {
    const [loader, file] = loaderOf(bytes);
    assert.deepEqual(await loader.unpacked(file), CONTENT);
  }
});

test("gzip that ends too early is told by the file's name", async () => {
  const [loader, file] = loaderOf(new Uint8Array(gzipSync(CONTENT)).slice(0, 100));
  await assert.rejects(loader.unpacked(file), fault("packed"));
  await assert.rejects(loader.failed, { type: "runtime-file" });
});

test("a tar's files come out with their paths, long ones too", () => {
  const folder = "a".repeat(120);
  const tar = new Uint8Array(3 * 512);
  const put = (at, text) => tar.set(new TextEncoder().encode(text), at);
  put(0, "module.pyc");
  put(124, "00000000005\0");
  put(345, folder);
  put(512, "hello");
  const [only, ...others] = untar(tar);
  assert.equal(only.path, `${folder}/module.pyc`);
  assert.equal(new TextDecoder().decode(only.content), "hello");
  assert.deepEqual(others, []);
});

const MODULE = Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0); // the shortest there is

test("WebAssembly is compiled, whatever the host calls it", async () => {
  const [loader, file] = loaderOf(MODULE);
  assert.ok((await loader.compiled(file)) instanceof WebAssembly.Module);
});

test("WebAssembly that does not come whole is asked for once more, whatever was wrong", async () => {
  const [, file] = loaderOf(MODULE);
  const longer = Uint8Array.of(...MODULE, 0, 1, 0); // a section more, and sound
  for (const wrong of [new Response(longer), new Response(MODULE.slice(0, 7)), login(), new TypeError("offline")]) {
    const { loader, asked } = files(wrong, new Response(MODULE));
    assert.ok((await loader.compiled(file)) instanceof WebAssembly.Module);
    assert.equal(asked.length, 2);
  }
});

test("damaged WebAssembly is told by its name, whether or not it can be compiled", async () => {
  const [, file] = loaderOf(MODULE);
  const longer = Uint8Array.of(...MODULE, 0, 1, 0);
  for (const bytes of [longer, MODULE.slice(0, 7)]) {
    const answers = [1, 2, 3, 4].map(() => new Response(bytes));
    const { loader } = files(...answers);
    loader.compiled(file).catch(() => {});
    await assert.rejects(loader.failed, fault("size", { loaded: bytes.length, bytes: 8 }));
  }
});

test("sound bytes that are not compiled are no damage", async () => {
  const [loader, file] = loaderOf(CONTENT);
  await assert.rejects(loader.compiled(file), fault("uncompiled"));
});

test("missing WebAssembly is not asked for again", async () => {
  const { loader } = files(new Response("", { status: 404 }));
  await assert.rejects(loader.compiled(FILE), fault("missing", { status: 404 }));
});
