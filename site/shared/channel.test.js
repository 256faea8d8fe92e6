import assert from "node:assert/strict";
import { test } from "node:test";
import { Channel, TypedError } from "./channel.js";

/** Two ends that hear each other; like ports of a worker, but nothing keeps Node alive for them. */
function pair() {
  const ends = [new EventTarget(), new EventTarget()];
  ends.forEach((end, index) => {
    end.postMessage = (message) => {
      const event = Object.assign(new Event("message"), { data: structuredClone(message) });
      setImmediate(() => ends[1 - index].dispatchEvent(event));
    };
  });
  return ends.map((end) => new Channel(end));
}

test("a request is answered with the handler's value", async () => {
  const [page, worker] = pair();
  worker.handle("set", ({ state }) => ({ state: state.q }));
  assert.deepEqual(await page.request("set", { state: { q: [2, 0] } }), { state: [2, 0] });
});

test("answers find their own request, in whatever order they come", async () => {
  const [page, worker] = pair();
  const waits = [];
  worker.handle("patch", (payload) => new Promise((resolve) => waits.push(() => resolve(payload))));
  const both = [page.request("patch", 1), page.request("patch", 2)];
  while (waits.length < 2) await new Promise((resolve) => setImmediate(resolve));
  for (const answer of waits.reverse()) answer();
  assert.deepEqual(await Promise.all(both), [1, 2]);
});

test("a typed error keeps its type and details across the line", async () => {
  const [page, worker] = pair();
  worker.handle("open", () => {
    throw new TypedError("refused", "q = 'two'; wanted a number", { key: "q" });
  });
  await assert.rejects(page.request("open"), { type: "refused", details: { key: "q" } });
});

test("anything thrown becomes an error, null included", async () => {
  const [page, worker] = pair();
  worker.handle("open", () => {
    throw null;
  });
  await assert.rejects(page.request("open"), { type: "unknown", message: "null" });
});

test("an action that nothing answers is an error, not a silence", async () => {
  const [page] = pair();
  await assert.rejects(page.request("start"), { message: "nothing here answers “start”" });
});

test("an action outside the closed list cannot have a handler", () => {
  const [page] = pair();
  assert.throws(() => page.handle("format-disk", () => {}), RangeError);
});

test("closing settles what waits and what comes later", async () => {
  const [page, worker] = pair();
  worker.handle("patch", () => new Promise(() => {}));
  const waiting = page.request("patch");
  page.close(new TypedError("gone", "the worker ended"));
  await assert.rejects(waiting, { type: "gone" });
  await assert.rejects(page.request("patch"), { type: "gone" });
});

test("silence past the deadline counts as the other end's death", async () => {
  const [page, worker] = pair();
  worker.handle("patch", () => new Promise(() => {}));
  await assert.rejects(page.request("patch", null, 5), { type: "gone", message: /no answer to “patch”/ });
});
