// The rooms: one that runs the learner's code, and untouched ones. An untouched one judges what the first has done, and
// takes its place at once when it has been ended.

import { TypedError } from "../../shared/channel.js";
import { Room } from "./room.js";

/** @typedef {import("./room.js").Bytes} Bytes */

// A device that says it has little memory gets by with one spare: after a kill the next verdict waits for a new one.
const UNTOUCHED = /** @type {any} */ (navigator).deviceMemory <= 4 ? 1 : 2;

const REFILL_AFTER = 1500; // milliseconds

export class Pool {
  #load;
  /** @type {Promise<Bytes> | null} */
  #bytes = null;
  /** @type {Room | null} */
  #used = null;
  /** @type {Room[]} in the order in which they were started */
  #untouched = [];
  /** @type {Set<Room>} rooms for other work, see `apart` */
  #beside = new Set();
  /** @type {Promise<void> | null} */
  #filling = null;
  #resting = false;

  /** @param {() => Promise<Bytes>} load what rooms are made from; asked again when it failed */
  constructor(load) {
    this.#load = load;
  }

  /** Start what is missing, one after the other: the first is ready sooner when it has the processor for itself. */
  fill() {
    this.#filling ??= this.#fill().finally(() => {
      this.#filling = null;
    });
    return this.#filling;
  }

  async #fill() {
    try {
      while (this.#untouched.length < UNTOUCHED + (this.#used ? 0 : 1)) await (await this.#start()).ready;
    } catch {
      // whoever asks for a room is told, and tries again
    }
  }

  /** End all rooms; none is started before one is asked for. */
  rest() {
    this.#resting = true;
    for (const room of [this.#used, ...this.#untouched]) room?.end(new TypedError("gone", "Python rests"));
  }

  /**
   * Give every room more modules: those that run, and those to come. @param {Blob} bundle a plain tar
   * @returns {Promise<unknown>}
   */
  async add(bundle) {
    const { runtime } = await this.#made();
    runtime.bundles.push(bundle);
    // A room that has just begun to start has got the longer list already, and unpacks it twice at worst.
    return Promise.allSettled([this.#used, ...this.#untouched, ...this.#beside].map((room) => room?.add(bundle)));
  }

  async #start() {
    const room = new Room(await this.#made(), (ended) => this.#ended(ended));
    this.#untouched.push(room);
    return room;
  }

  async #made() {
    this.#resting = false;
    this.#bytes ??= this.#load();
    return this.#bytes.catch((error) => {
      this.#bytes = null;
      throw error;
    });
  }

  /** A room beside the pool, for what must not make a check wait; started after those of the pool. */
  async apart() {
    await this.fill();
    const room = new Room(await this.#made(), (ended) => this.#beside.delete(ended));
    this.#beside.add(room);
    await room.ready;
    return room;
  }

  /** @param {Room} room */
  #ended(room) {
    if (this.#used === room) this.#used = null;
    this.#untouched = this.#untouched.filter((one) => one !== room);
    // What did not start once will not by itself; it is tried again when somebody asks for it.
    if (room.ended?.type === "runtime" || this.#resting) return;
    // While others stand ready, the processor is left to the check that follows a kill.
    setTimeout(() => void this.fill(), this.#untouched.length > 1 ? REFILL_AFTER : 0);
  }

  /** Whether a run would begin at once. */
  get isReady() {
    return (this.#used ?? this.#untouched[0])?.isReady === true;
  }

  /** The room that runs the learner's code. */
  async runner() {
    if (!this.#used) {
      const room = await this.#first();
      this.#untouched = this.#untouched.filter((one) => one !== room);
      this.#used = room;
    }
    await this.#used.ready;
    return this.#used;
  }

  /** Have the next run take an untouched room. @param {TypedError} reason */
  replaceRunner(reason) {
    this.#used?.end(reason);
  }

  /** A room that has never seen the learner's code. */
  async judge() {
    const room = await this.#first();
    await room.ready;
    return room;
  }

  async #first() {
    return this.#untouched[0] ?? this.#start();
  }
}
