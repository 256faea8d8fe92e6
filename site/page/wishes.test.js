import assert from "node:assert/strict";
import { test } from "node:test";
import { Wishes } from "./wishes.js";

/** Wishes whose work ends when it is told to. */
function setUp() {
  /** @type {string[]} */ const begun = [];
  /** @type {(() => void)[]} */ const ends = [];
  let changes = 0;
  const wishes = new Wishes(() => {
    changes += 1;
  });
  /** @param {string} what @param {string} [same] */
  const ask = (what, same = what) =>
    wishes.ask({
      what,
      same,
      work: () =>
        new Promise((resolve) => {
          begun.push(what);
          ends.push(resolve);
        }),
    });
  const end = async () => {
    ends.shift()?.();
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { wishes, ask, end, begun, changes: () => changes };
}

test("the first runs at once, what is asked for meanwhile waits and follows", async () => {
  const { wishes, ask, end, begun } = setUp();
  assert.equal(ask("run"), "begun");
  assert.equal(ask("check"), "waits");
  assert.deepEqual([wishes.running, wishes.next, begun], ["run", "check", ["run"]]);
  await end();
  assert.deepEqual([wishes.running, wishes.next, begun], ["check", null, ["run", "check"]]);
  await end();
  assert.deepEqual([wishes.running, wishes.next], [null, null]);
});

test("of several that wait the last one counts", async () => {
  const { ask, end, begun } = setUp();
  for (const what of ["run", "check softmax", "check attention"]) ask(what);
  await end();
  await end();
  assert.deepEqual(begun, ["run", "check attention"]);
});

test("what runs already answers the same wish, and leaves what waits waiting", async () => {
  const { wishes, ask, end, begun } = setUp();
  ask("check", "this text");
  assert.equal(ask("check", "this text"), "runs");
  assert.equal(wishes.next, null);
  assert.equal(ask("check", "another text"), "waits");
  assert.equal(ask("check", "this text"), "runs");
  await end();
  assert.deepEqual(begun, ["check", "check"]);
});

test("what waits can be dropped, and what runs goes on", async () => {
  const { wishes, ask, end, begun } = setUp();
  ask("run");
  assert.equal(wishes.drop(), false);
  ask("check");
  assert.equal(wishes.drop(), true);
  assert.equal(wishes.running, "run");
  await end();
  assert.deepEqual([wishes.running, begun], [null, ["run"]]);
});

test("whoever shows it is told of each change", async () => {
  const { wishes, ask, end, changes } = setUp();
  ask("run");
  ask("check");
  await end();
  await end();
  assert.equal(changes(), 4); // run begins, check waits, check begins, nothing runs
  assert.equal(wishes.running, null);
});
