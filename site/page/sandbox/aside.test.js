import assert from "node:assert/strict";
import { test } from "node:test";
import { TypedError } from "../../shared/channel.js";
import { Aside, WIDGET_LIMIT } from "./aside.js";

/** A room that answers as told; `text` null is one that never returns. */
class FakeRoom {
  /** @type {TypedError | null} */ ended = null;
  asked = 0;
  /** @type {string[]} lines that are told before the answer */ tells = [];
  #reject = (/** @type {TypedError} */ _) => {};

  /** @param {string | null} answer */
  constructor(answer) {
    this.answer = answer;
  }

  /** @param {string} _action @param {unknown} _request @param {(line: string) => void} listener */
  text(_action, _request, listener) {
    this.asked += 1;
    for (const line of this.tells) listener(line);
    if (this.answer !== null) return Promise.resolve(this.answer);
    return new Promise((_, reject) => {
      this.#reject = reject;
    });
  }

  /** @param {TypedError} reason */
  end(reason) {
    this.ended = reason;
    this.#reject(reason);
  }
}

/** @param {(string | null | Error)[]} answers of one room after another */
function asideOf(...answers) {
  /** @type {FakeRoom[]} */ const rooms = [];
  const apart = async () => {
    const answer = answers.shift() ?? null;
    if (answer instanceof Error) throw answer;
    const room = new FakeRoom(answer);
    rooms.push(room);
    return room;
  };
  return { aside: new Aside(/** @type {any} */ ({ apart })), rooms };
}

const yes = () => true;

test("the record comes as text, from one room for all questions", async () => {
  const { aside, rooms } = asideOf("{}");
  assert.deepEqual(await aside.observe("", {}, yes), { record: "{}", ended: "" });
  await aside.observe("", {}, yes);
  assert.deepEqual(
    rooms.map((room) => room.asked),
    [2],
  );
});

test("a call that does not return is ended, with its room alone, and the next has another", async (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  const { aside, rooms } = asideOf(null, "{}");
  const first = aside.observe("", {}, yes);
  while (rooms[0]?.asked !== 1) await Promise.resolve();
  context.mock.timers.tick(WIDGET_LIMIT * 1000 + 300);
  assert.equal((await first).ended, "timeout");
  assert.equal((await aside.observe("", {}, yes)).ended, "");
  assert.equal(rooms.length, 2);
});

test("which function does not return is told, and nothing else that is written there is taken for it", async () => {
  const { aside, rooms } = asideOf("{}");
  await aside.observe("", {}, yes);
  rooms[0].answer = null;
  rooms[0].tells = ['{"loaded": true}', '{"step": 1}', '{"step": 2', '{"step": -3}', '{"call": {"step": 5}}'];
  const observed = aside.observe("", {}, yes);
  while (rooms[0].asked !== 2) await Promise.resolve();
  rooms[0].end(new TypedError("gone", "it broke"));
  assert.deepEqual(await observed, { record: "1", ended: "died" });
});

test("a question that nobody asks any more when it is its turn is dropped", async () => {
  const { aside, rooms } = asideOf("{}");
  let wanted = true;
  const first = aside.observe("", {}, yes);
  const second = aside.observe("", {}, () => wanted);
  wanted = false;
  await first;
  assert.equal((await second).ended, "dropped");
  assert.equal(rooms[0].asked, 1);
});

test("the room stays for a minute after the last widget has left it, and as long as one comes back", async (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  const { aside, rooms } = asideOf("{}", "{}");
  aside.leave(); // nothing is there to leave
  await aside.observe("", {}, yes);
  aside.leave();
  context.mock.timers.tick(50_000);
  await aside.observe("", {}, yes);
  aside.leave();
  context.mock.timers.tick(50_000);
  aside.leave(); // told again, and the minute goes on
  await aside.observe("", {}, yes);
  assert.equal(rooms.length, 1);
  aside.leave();
  context.mock.timers.tick(50_000);
  aside.leave();
  context.mock.timers.tick(10_000);
  await aside.observe("", {}, yes);
  assert.equal(rooms.length, 2);
});

test("whatever else goes wrong is told by a word, and the next question starts anew", async () => {
  const { aside } = asideOf(new Error("no network"), "x".repeat(5e6), "{}");
  assert.equal((await aside.observe("", {}, yes)).ended, "unavailable");
  assert.equal((await aside.observe("", {}, yes)).ended, "large");
  aside.end();
  assert.equal((await aside.observe("", {}, yes)).ended, "");
});
