// A snapshot of the started stage, kept in the reader's own browser: the next visit starts from it, in a third of the
// time. Whatever is odd about it, the stage starts as ever, and nobody hears of it.

import { TypedError } from "../shared/channel.js";
import { loadJson } from "./runtime.js";
import { Stage } from "./stage.js";
import { standBack } from "./standing-back.js";

/**
 * @typedef {import("./runtime.js").Description} Description
 * @typedef {{blob: Blob, sha256: string}} Kept
 * @typedef {{source: string, name: string, widgets: string[]}} LessonWidgets a lesson's widgets.py, what it is called in
 * tracebacks, and the ids of its widgets
 * @typedef {{key: string, made: number}} Record how often one was made under this key
 */

const NAME = "lookback-snapshot";
const PATIENCE = 2000; // milliseconds; a storage that takes longer saves no time
const QUIET = 4000; // milliseconds without a hand on the page before one is made
const MAKING_LIMIT = 180_000;
const OTHER_LESSONS = 3; // whose widgets are opened in it as well: each costs some memory and some seconds of making
// One that was begun so often for one build and is not there, or did not serve, will not do so the next time; nor will
// one with which the page has so often not come to life.
const TIMES_MADE = 3;
const TIMES_TRIED = 2;

export class Snapshots {
  #description;
  #cache;
  #key;
  #attempts;
  /** @type {Stage | null} */
  #making = null;

  /** @param {Description} description */
  constructor(description) {
    this.#description = description;
    this.#cache = `${NAME} ${description.root}`; // other sites of this origin have their own
    // Another build, another version of the browser, or the same files at another address: another snapshot.
    const url = new URL(NAME, description.root);
    const { version, panelRoot } = description;
    url.search = new URLSearchParams({ build: version, styles: panelRoot, browser: navigator.userAgent }).toString();
    this.#key = url.href;
    this.#attempts = `${NAME} ${location.href}`; // in the tab's own storage, by page: several may start at once
    addEventListener("pagehide", () => this.settled()); // left in peace; a tab that crashes does not come by here
  }

  /** The snapshot of this build, if there is a sound one. @returns {Promise<Kept | null>} */
  async find() {
    try {
      const tried = Number(sessionStorage.getItem(this.#attempts));
      if (tried >= TIMES_TRIED) return await this.drop();
      const kept = await Promise.race([this.#read(), pause(PATIENCE)]);
      if (kept) sessionStorage.setItem(this.#attempts, String(tried + 1));
      return kept ?? null;
    } catch {
      return null; // no storage, or none for this page
    }
  }

  async #read() {
    const response = await caches.match(this.#key, { cacheName: this.#cache });
    if (!response) return null;
    const blob = await response.blob();
    const sha256 = response.headers.get("lookback-sha256");
    if (!sha256 || response.headers.get("lookback-bytes") !== String(blob.size)) return this.drop();
    return { blob, sha256 };
  }

  /** What was begun with it has come to an end, and not by its fault. */
  settled() {
    try {
      sessionStorage.removeItem(this.#attempts);
    } catch {
      // where nothing can be noted, nothing is found either
    }
  }

  /** It is of no use. @returns {Promise<null>} */
  async drop() {
    this.settled();
    try {
      await caches.delete(this.#cache);
    } catch {
      // what cannot be deleted could not be read either
    }
    return null;
  }

  /**
   * Make one for the next visit, at a quiet moment, in a worker of its own, unless there is one or the device is better
   * left alone. @returns {Promise<boolean>} whether there is one now
   */
  async make() {
    try {
      await pause(QUIET);
      await standBack(QUIET, Number.POSITIVE_INFINITY);
      return await navigator.locks.request(this.#cache, { ifAvailable: true }, async (lock) => {
        if (!lock) return false; // another tab, or another frame of this page, is at it
        if (await caches.match(this.#key, { cacheName: this.#cache })) return true;
        const made = this.#timesMade();
        if (made >= TIMES_MADE || !(await isRoomy())) return false;
        localStorage.setItem(this.#cache, JSON.stringify({ key: this.#key, made: made + 1 }));
        await this.#keep(await this.#take());
        return true;
      });
    } catch {
      return false; // no storage, no room in it, or this Python cannot be written down: the next visit starts as ever
    }
  }

  async #take() {
    const stage = new Stage();
    this.#making = stage;
    try {
      return await stage.snapshot(this.#description, await lessonsToPrepare(this.#description), MAKING_LIMIT);
    } finally {
      this.rest();
    }
  }

  /** End the making of one. */
  rest() {
    this.#making?.end(new TypedError("gone", "no snapshot is being made"));
    this.#making = null;
  }

  /** @param {Kept} kept */
  async #keep({ blob, sha256 }) {
    await caches.delete(this.#cache); // an older build's
    const cache = await caches.open(this.#cache);
    const headers = { "lookback-sha256": sha256, "lookback-bytes": String(blob.size) };
    await cache.put(this.#key, new Response(blob, { headers }));
  }

  /** @returns {number} how often one was begun under this key */
  #timesMade() {
    try {
      /** @type {Record} */
      const { key, made } = JSON.parse(localStorage.getItem(this.#cache) ?? "null");
      return key === this.#key ? Number(made) : 0;
    } catch {
      return 0; // none yet, or not ours
    }
  }
}

/** Whether the device has the memory, the line and the disk to spare. */
async function isRoomy() {
  const { deviceMemory, connection } = /** @type {any} */ (navigator);
  // Where the browser does not tell, a finger as the main pointer means a phone or a tablet.
  if (deviceMemory ? deviceMemory <= 4 : matchMedia("(pointer: coarse)").matches) return false;
  if (connection?.saveData) return false;
  const { quota = 0, usage = 0 } = await navigator.storage.estimate();
  return quota - usage > 500e6;
}

/**
 * What the stage needs to know of this page's lesson.
 * @param {Description} description @returns {Promise<LessonWidgets>}
 */
export function lessonWidgets({ bundle, lesson }) {
  return widgetsIn(bundle, lesson);
}

/** @param {string} bundle the URL of a lesson's bundle @param {string} id @returns {Promise<LessonWidgets>} */
async function widgetsIn(bundle, id) {
  const { widgets } = await loadJson(bundle, "The lesson");
  return { source: widgets.source, name: `lessons/${id}/widgets.py`, widgets: widgets.ids };
}

/** The lessons whose widgets are opened before a snapshot is taken: this page's, and some of the others. */
async function lessonsToPrepare(/** @type {Description} */ description) {
  const at = (/** @type {string} */ place) => new URL(`lessons/${place}.json`, description.root).href;
  const others = async () => {
    const { lessons } = await loadJson(at("index"), "The list of lessons");
    const ids = lessons.map((/** @type {{id: string}} */ { id }) => id);
    const rest = ids.filter((/** @type {string} */ id) => id !== description.lesson).slice(0, OTHER_LESSONS);
    return Promise.all(rest.map((/** @type {string} */ id) => widgetsIn(at(id), id)));
  };
  return [await lessonWidgets(description), ...(await others().catch(() => []))]; // a page may come without the others
}

/** @param {number} milliseconds @returns {Promise<void>} */
const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));
