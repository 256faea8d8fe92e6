/**
 * What a reader has done, kept in this browser: one versioned record per lesson, in IndexedDB through idb-keyval.
 *
 * A record is never written whole: a change is merged into what is stored at that moment, so two tabs cannot
 * undo each other. What cannot be read is set aside, what a newer version wrote is left alone, and where storage
 * is denied everything works until the page is closed (`window-name.js` takes it over a reload).
 */

import { createStore, del, entries, get, set, update } from "idb-keyval";
import { isPlain, soundItems } from "./kept-fields.js";
import { mergeRecords } from "./merging.js";
import { Others } from "./others.js";
import { carry, readCarried } from "./window-name.js";

/** @typedef {{id: string, kind: string, section: string}} Item */
/** @typedef {{id: string, title: string, version: string, items: Item[]}} LessonData */
/** @typedef {{done?: boolean, [name: string]: unknown}} Kept one item's answer, and whether it is done */
/** @typedef {{version: number, lesson: string, bundle: string, saved: string, items: Record<string, Kept>}} Record_ */
/** @typedef {"kept" | "denied" | "corrupt" | "newer" | "failed"} Keeping */

export const VERSION = 1;
/** An event: whoever holds a text that is not kept yet keeps it now, before the record is given away. */
export const SAVE = "lookback:save";
const SPACE = spaceOf(globalThis.location?.search ?? "");
const PREFIX = `${SPACE}lesson/`;
const ASIDE = `${SPACE}aside/`;
const PATIENCE = 8000; // milliseconds

/**
 * Where several people share a browser and an origin, as on a learning platform, whoever embeds the page gives each a
 * space: what is kept in one is not seen from another.
 * @param {string} search the URL's query @returns {string} what the space's keys begin with
 */
export function spaceOf(search) {
  const space = new URLSearchParams(search).get("space") ?? "";
  return /^[a-z0-9]{1,64}$/.test(space) ? `space/${space}/` : "";
}

/** @returns {import("idb-keyval").UseStore} */
function store() {
  return createStore("lookback", "records");
}

/**
 * Some browsers have a storage that never answers. The page does not wait for it.
 * @template T @param {Promise<T>} answer @returns {Promise<T>}
 */
function promptly(answer) {
  const late = new Promise((_, reject) => setTimeout(reject, PATIENCE, new Error("the storage does not answer")));
  return Promise.race([answer, /** @type {Promise<never>} */ (late)]);
}

/** All that is stored. Rejects also where asking for the storage is refused at once. */
async function all() {
  return promptly(entries(store()));
}

/**
 * @param {unknown} value what storage gave back
 * @returns {"none" | "good" | "newer" | "corrupt"}
 */
export function judge(value) {
  if (value === undefined) return "none";
  if (!isPlain(value) || typeof value.version !== "number") return "corrupt";
  if (value.version > VERSION) return "newer";
  const whole = typeof value.lesson === "string" && isPlain(value.items) && Object.values(value.items).every(isPlain);
  return whole ? "good" : "corrupt";
}

/** A record that was judged good, with what its fields should be. @param {any} value @returns {Record_} */
function sound(value) {
  const saved = typeof value.saved === "string" ? value.saved : "";
  return { ...value, bundle: String(value.bundle ?? ""), saved, items: soundItems(value.items) };
}

/**
 * @param {LessonData} lesson
 * @returns {Record_}
 */
function fresh(lesson) {
  return { version: VERSION, lesson: lesson.id, bundle: lesson.version, saved: now(), items: {} };
}

function now() {
  return new Date().toISOString();
}

/**
 * @param {unknown} value
 * @returns {number} a count that was kept; 0 where none was
 */
export function counted(value) {
  return typeof value === "number" && value > 0 && Number.isFinite(value) ? value : 0;
}

export class Progress {
  /** @type {LessonData} */ lesson;
  /** @type {Keeping} */ keeping;
  /** @type {Record_} */ #record;
  /** @type {Set<(id: string) => void>} */ #listeners = new Set();
  /** @type {Set<(keeping: Keeping) => void>} */ #troubled = new Set();
  /** Items whose change is not stored yet. @type {string[]} */ #unwritten = [];
  #others;

  /**
   * @param {LessonData} lesson
   * @param {Record_} record
   * @param {Keeping} keeping
   */
  constructor(lesson, record, keeping) {
    this.lesson = lesson;
    this.#record = record;
    this.keeping = keeping;
    this.#others = new Others(SPACE + lesson.id, (what) => {
      if (what === "restarted") this.#takeIn({});
      void this.#refresh();
    });
  }

  /**
   * @param {LessonData} lesson
   * @returns {Promise<Progress>} what is kept for `lesson`; a fresh start where nothing readable is
   */
  static async open(lesson) {
    const key = PREFIX + lesson.id;
    try {
      const value = await promptly(get(key, store()));
      const verdict = judge(value);
      if (verdict === "good") return new Progress(lesson, sound(value), "kept");
      if (verdict === "newer") return new Progress(lesson, fresh(lesson), "newer");
      if (verdict === "corrupt") {
        await set(`${ASIDE}${lesson.id}/${now()}`, value, store());
        await del(key, store());
        return new Progress(lesson, fresh(lesson), "corrupt");
      }
      return new Progress(lesson, fresh(lesson), "kept");
    } catch {
      const carried = readCarried(lesson.id);
      const record = judge(carried) === "good" ? sound(carried) : fresh(lesson);
      return new Progress(lesson, record, "denied");
    }
  }

  /**
   * @param {string} id
   * @returns {Kept | undefined}
   */
  item(id) {
    return Object.hasOwn(this.#record.items, id) ? this.#record.items[id] : undefined;
  }

  /**
   * Keep what was done with one item.
   * @param {string} id
   * @param {Kept} value
   */
  keep(id, value) {
    return this.change(id, () => value);
  }

  /**
   * Change what is kept of one item, from what is stored at that moment: another tab may have been there.
   * @param {string} id
   * @param {(stored: Kept | undefined) => Kept} make
   */
  async change(id, make) {
    const own = make(this.item(id));
    this.#record.items[id] = own;
    for (const listener of this.#listeners) listener(id);
    if (this.keeping === "denied") carry({ ...this.#record, saved: now() });
    if (this.keeping === "denied" || this.keeping === "newer") return;
    this.#unwritten.push(id);
    /** @type {Record<string, Kept>} */ let stored = {};
    try {
      await update(
        PREFIX + this.lesson.id,
        (value) => {
          const base = this.#base(value);
          const changed = make(Object.hasOwn(base.items, id) ? base.items[id] : undefined);
          stored = { ...base.items, [id]: changed };
          return { ...base, bundle: this.lesson.version, saved: now(), items: stored };
        },
        store(),
      );
      this.#unwritten.splice(this.#unwritten.indexOf(id), 1);
      this.#takeIn(stored);
      this.#others.tell("changed");
    } catch {
      this.keeping = "failed";
      for (const listener of this.#troubled) listener(this.keeping);
    }
  }

  /**
   * What a change is made from. A browser may have emptied its storage meanwhile: then what this page knows was there.
   * @param {unknown} value what is stored @returns {Record_}
   */
  #base(value) {
    const verdict = judge(value);
    if (verdict === "good") return sound(value);
    if (verdict !== "none") return fresh(this.lesson);
    const items = Object.entries(this.#record.items).filter(([id]) => !this.#unwritten.includes(id));
    return { ...this.#record, items: Object.fromEntries(items) };
  }

  /**
   * Know what is stored: another tab, or another frame of the page around, may have changed it.
   * @param {Record<string, Kept>} items as they are stored
   */
  #takeIn(items) {
    const before = this.#record.items;
    const own = this.#unwritten.filter((id) => Object.hasOwn(before, id)).map((id) => [id, before[id]]);
    this.#record.items = { ...items, ...Object.fromEntries(own) };
    const after = this.#record.items;
    for (const id of new Set([...Object.keys(before), ...Object.keys(after)])) {
      if (JSON.stringify(before[id]) !== JSON.stringify(after[id]))
        for (const listener of this.#listeners) listener(id);
    }
  }

  /** Know what is stored now. */
  async #refresh() {
    if (this.keeping === "denied" || this.keeping === "newer") return;
    const value = await promptly(get(PREFIX + this.lesson.id, store())).catch(() => undefined);
    if (judge(value) === "good") this.#takeIn(sound(value).items);
  }

  /**
   * Keep an answer to one item, beside what is kept of it already, and count it. What is done stays done.
   * @param {string} id
   * @param {Kept} answer
   */
  answer(id, answer) {
    return this.change(id, (stored) => ({
      ...stored,
      ...answer,
      done: stored?.done === true || answer.done === true,
      attempts: counted(stored?.attempts) + 1,
    }));
  }

  /**
   * Another tab has kept this already: know it, without keeping it again.
   * @param {string} id
   * @param {Kept} value
   */
  note(id, value) {
    this.#record.items[id] = { ...this.#record.items[id], ...value };
  }

  /** All that is kept of this lesson, as plain JSON, without the editor's undo steps. */
  state() {
    const items = Object.entries(this.#record.items).map(([id, { undo: _, ...kept }]) => [id, kept]);
    return { ...this.#record, items: Object.fromEntries(items) };
  }

  /**
   * Take in what was kept elsewhere, beside what is kept here: nothing is lost, the newer answer is shown.
   * @param {unknown} state as `state()` gave it
   * @returns {Promise<boolean | null>} whether anything is new, and the page must be opened again to show it; null when
   *   it is no state of this lesson
   */
  async restore(state) {
    // what a newer version has left here is not written over, and so nothing can be taken in
    if (judge(state) !== "good" || this.keeping === "newer") return null;
    const other = sound(state);
    if (other.lesson !== this.lesson.id) return null;
    const merged = mergeRecords(this.#record, other);
    if (this.keeping === "denied") {
      if (merged) carry(merged);
    } else {
      // beside what is stored at that moment: another tab may have been there
      await update(
        PREFIX + this.lesson.id,
        (stored) =>
          judge(stored) === "good" ? (mergeRecords(sound(stored), other) ?? stored) : (merged ?? this.#record),
        store(),
      );
      this.#others.tell("changed");
    }
    if (!merged) return false;
    this.#record = merged;
    return true;
  }

  /** Forget this lesson. */
  async restart() {
    this.#record = fresh(this.lesson);
    if (this.keeping === "denied") carry(this.#record);
    try {
      await del(PREFIX + this.lesson.id, store());
      this.#others.tell("restarted");
    } catch {
      // nothing was kept, so nothing is left
    }
  }

  /** @param {(id: string) => void} listener called with the item that changed */
  onChange(listener) {
    this.#listeners.add(listener);
  }

  /** @param {(keeping: Keeping) => void} listener called when a change could not be kept */
  onTrouble(listener) {
    this.#troubled.add(listener);
  }

  /**
   * @param {string} [section] only the items of this section
   * @returns {{done: number, all: number, items: Record<string, Kept>}}
   */
  summary(section) {
    const items = this.lesson.items.filter((item) => section === undefined || item.section === section);
    const done = items.filter((item) => this.item(item.id)?.done === true).length;
    return { done, all: items.length, items: { ...this.#record.items } };
  }
}

/** @returns {Promise<Record<string, Record_>>} every readable record by lesson; none where storage is denied */
export async function readAll() {
  /** @type {Record<string, Record_>} */
  const records = {};
  try {
    for (const [key, value] of await all()) {
      if (String(key).startsWith(PREFIX) && judge(value) === "good") {
        records[String(key).slice(PREFIX.length)] = value;
      }
    }
  } catch {
    // denied: nothing is kept
  }
  return records;
}

/**
 * @param {Progress | null} progress of the page's own lesson: all that there is where storage is denied
 * @returns {Promise<string>} everything kept, what was set aside included, as the text of one file
 */
export async function exportText(progress) {
  /** @type {Record<string, unknown>} */ const lessons = {};
  /** @type {Record<string, unknown>} */ const aside = {};
  // What could not be kept is in this page alone, whatever the storage says.
  const unkept = progress?.keeping === "denied" || progress?.keeping === "failed";
  const found = all().catch((error) => {
    if (!unkept) throw error;
    return [];
  });
  for (const [key, value] of await found) {
    const name = String(key);
    if (name.startsWith(PREFIX)) lessons[name.slice(PREFIX.length)] = value;
    if (name.startsWith(ASIDE)) aside[name.slice(ASIDE.length)] = value;
  }
  if (progress && unkept) {
    const { id } = progress.lesson;
    const own = { ...progress.state(), saved: now() };
    const stored = lessons[id];
    lessons[id] = judge(stored) === "good" ? (mergeRecords(own, sound(stored)) ?? own) : own;
  }
  return JSON.stringify({ lookback: VERSION, saved: now(), lessons, aside }, null, 1);
}

/**
 * @param {string} text a file's text
 * @returns {Record<string, Record_> | null} its records by lesson, null when it is not a file of Lookback's
 */
export function readFileText(text) {
  try {
    const value = JSON.parse(text);
    if (!isPlain(value) || value.lookback !== VERSION || !isPlain(value.lessons)) return null;
    const records = Object.entries(value.lessons);
    if (!records.every(([, record]) => judge(record) === "good")) return null;
    return Object.fromEntries(records.map(([lesson, record]) => [lesson, sound(record)]));
  } catch {
    return null;
  }
}

/**
 * @param {Record<string, Record_>} records what a file held; it takes the place of what is kept
 * @param {Progress | null} progress of the page's own lesson; where storage is denied, the file's part of it is taken
 */
export async function importRecords(records, progress) {
  if (progress?.keeping === "denied") {
    const own = records[progress.lesson.id];
    if (own) carry(own);
    return;
  }
  for (const [lesson, record] of Object.entries(records)) {
    await set(PREFIX + lesson, record, store());
    new Others(SPACE + lesson, () => {}).tell("changed");
  }
}
