// The room that trains with the learner's functions and runs trials. It is one of its own, so that a check asked for
// meanwhile does not wait for minutes, and so that only there the reference code is.

import { TypedError } from "../../shared/channel.js";
import { Wishes } from "../wishes.js";
import { Room } from "./room.js";
import { parsed, Turns } from "./turns.js";

/** @typedef {import("./bytes.js").RoomBytes} RoomBytes */
/** @typedef {Record<string, any>} Message */

export const TIME_LIMIT = 120; // seconds, for a training and for a trial

// A device that says it has little memory gets it back after each training; the next one waits for Python again.
const { deviceMemory = 8 } = /** @type {any} */ (navigator);
const KEEPS_ROOM = deviceMemory > 4;

export class Trainer {
  #bytes;
  #turns = new Turns();
  /** @type {Room | null} */
  #room = null;
  /** @type {Set<() => void>} */
  #listeners = new Set();
  /** One training or trial at a time, and one that follows it. */
  #wishes = new Wishes(() => {
    for (const listener of this.#listeners) listener();
  });

  /** @param {RoomBytes} bytes */
  constructor(bytes) {
    this.#bytes = bytes;
  }

  /** Whether a training would begin at once. */
  get isReady() {
    return this.#room?.isReady === true;
  }

  /** Start Python before it is asked for. */
  warm() {
    void this.#ready().catch(() => {}); // whoever asks for it is told, and tries again
  }

  async #ready() {
    if (!this.#room) {
      const bytes = await this.#bytes.training();
      this.#room ??= new Room(bytes, (ended) => {
        if (this.#room === ended) this.#room = null;
      });
    }
    const room = this.#room;
    await room.ready;
    return room;
  }

  /** @param {() => void} listener called when something else runs or waits */
  onBusy(listener) {
    this.#listeners.add(listener);
  }

  /**
   * Do this now, or when what runs has ended. `work` calls `ask`.
   * @param {import("../wishes.js").Wish} wish
   */
  want(wish) {
    return this.#wishes.ask(wish);
  }

  /** The name of what waits for something else to end, null when nothing does. */
  get waiting() {
    return this.#wishes.next;
  }

  /** Let nothing follow what runs. */
  drop() {
    this.#wishes.drop();
  }

  /**
   * Ask for "train" or "trial". `told` hears each message on the way.
   * @param {"train" | "trial"} action @param {Message} request @param {(message: Message) => void} told
   * @returns {Promise<import("./turns.js").Done>}
   */
  ask(action, request, told) {
    return this.#turns.take(async () => {
      const hear = (/** @type {string} */ line) => told(parsed(line) ?? {});
      const done = await this.#turns.execute(() => this.#ready(), action, request, TIME_LIMIT, hear);
      if (!KEEPS_ROOM) this.#room?.end(new TypedError("stopped", "its work is done"));
      else if (done.ended) this.warm(); // who has stopped one training often begins another
      return done;
    });
  }

  /** Stop what runs now, and let nothing follow; what was told until then stays. @returns {boolean} whether anything did */
  stop() {
    this.#wishes.drop();
    return this.#turns.stop();
  }
}
