import assert from "node:assert/strict";
import { afterEach, mock, test } from "node:test";
import { gzipSync } from "node:zlib";
import { fromTwin, twinsAreLighter } from "./packed.js";

const WASM = "https://host.test/runtime/python.wasm";
const CONTENT = new Uint8Array(5000).map((_, at) => at % 7);
const bytesOf = async (response) => new Uint8Array(await response.arrayBuffer());

afterEach(() => mock.restoreAll());

let sites = 0;

/** Whether twins are taken from a host with this answer; a site of its own each time, because answers are kept. */
function ask(answer, place = "https://host.test") {
  const fetched = mock.method(globalThis, "fetch", async () => {
    if (answer instanceof Error) throw answer;
    return answer;
  });
  sites += 1;
  return { root: `${place}/${sites}/`, fetched };
}

for (const [host, answer, lighter] of [
  ["sends WebAssembly as it is", new Response("0".repeat(99)), true],
  ["compresses it", new Response("0", { headers: { "content-encoding": "br" } }), false],
  ["lacks the probe", new Response("", { status: 404 }), false],
  ["is away", new TypeError("offline"), false],
]) {
  test(`where the host ${host}, twins are ${lighter ? "" : "not "}lighter, and it is asked once`, async () => {
    const { root, fetched } = ask(answer);
    assert.equal(await twinsAreLighter(root), lighter);
    assert.equal(await twinsAreLighter(root), lighter);
    assert.deepEqual(
      fetched.mock.calls.map((call) => String(call.arguments[0])),
      [`${root}runtime/probe.wasm`],
    );
  });
}

for (const place of ["http://localhost:8000", "http://127.0.0.1", "http://[::1]:80"]) {
  test(`${place} is this machine, and is not asked`, async () => {
    const { root, fetched } = ask(new Response(""), place);
    assert.equal(await twinsAreLighter(root), false);
    assert.equal(fetched.mock.callCount(), 0);
  });
}

for (const [told, twin] of [
  ["as it is", new Response(gzipSync(CONTENT))],
  ["as something that the browser unpacks", new Response(CONTENT, { headers: { "content-encoding": "gzip" } })],
]) {
  test(`a twin that the host sends ${told} becomes the file`, async () => {
    const response = await fromTwin(WASM, async (url) => (url.endsWith(".gz") ? twin : assert.fail(url)));
    assert.equal(response.headers.get("content-type"), "application/wasm");
    assert.deepEqual(await bytesOf(response), CONTENT);
  });
}

test("where the twin is missing, the file itself comes", async () => {
  const own = new Response(CONTENT);
  assert.equal(await fromTwin(WASM, async (url) => (url === WASM ? own : new Response("", { status: 404 }))), own);
});
