// Files that were dropped, read one after the other: what each holds, or why it is no hand-in.

import { HandInError, LONGEST_FILE, readHandIn } from "../../shared/hand-in.js";

/**
 * @typedef {import("../../shared/hand-in.js").HandIn} HandIn
 * @typedef {{file: string, handIn: HandIn}} Collected
 * @typedef {{file: string, key: string, values: Record<string, string | number>}} Refused with the words that say why
 */

/** @type {Record<string, string>} */
const WORDS = {
  damaged: "teacher.damaged",
  foreign: "teacher.foreign",
  work: "teacher.work",
  newer: "teacher.newer",
  malformed: "teacher.malformed",
};

export class Reader {
  /** @type {Map<string, string>} the name of the file by its text */
  #known = new Map();

  /** @param {File} file @returns {Promise<{collected: Collected} | {refused: Refused}>} */
  async read(file) {
    const name = file.webkitRelativePath || file.name;
    if (file.size > LONGEST_FILE) return refused(name, "teacher.large", { size: (file.size / 1e6).toFixed(1) });
    let text;
    try {
      text = textOf(await file.arrayBuffer());
    } catch {
      return refused(name, "teacher.unreadable");
    }
    const twin = this.#known.get(text);
    if (twin !== undefined) return refused(name, "teacher.twice", { other: twin });
    try {
      const handIn = readHandIn(text);
      this.#known.set(text, name);
      return { collected: { file: name, handIn } };
    } catch (error) {
      if (!(error instanceof HandInError)) throw error;
      return refused(name, WORDS[error.reason], { detail: error.detail });
    }
  }
}

/**
 * A file that went through an editor may be UTF-16, and begin with a mark that says so.
 * @param {ArrayBuffer} content @returns {string}
 */
export function textOf(content) {
  const [first, second] = new Uint8Array(content, 0, Math.min(2, content.byteLength));
  const wide = { 65534: "utf-16le", 65279: "utf-16be" }[(first << 8) | second];
  return new TextDecoder(wide ?? "utf-8").decode(content); // which takes the mark away
}

/** @param {string} file @param {string} key @param {Record<string, string | number>} [values] */
function refused(file, key, values = {}) {
  return { refused: { file, key, values } };
}

/**
 * Every file of a drop, those in folders included.
 * @param {DataTransfer} transfer @returns {Promise<File[]>}
 */
export async function filesOf(transfer) {
  const entries = [...transfer.items].map((item) => item.webkitGetAsEntry?.() ?? null);
  const plain = [...transfer.files];
  if (!entries.some((entry) => entry?.isDirectory)) return plain;
  const found = [];
  for (const entry of entries) if (entry) found.push(...(await filesIn(entry)));
  return found;
}

/** @param {FileSystemEntry} entry @returns {Promise<File[]>} what cannot be opened comes as a file that cannot be read, and is named */
async function filesIn(entry) {
  try {
    return await opened(entry);
  } catch (error) {
    const file = new File([], entry.fullPath.replace(/^\//, ""));
    return [Object.assign(file, { arrayBuffer: () => Promise.reject(error) })];
  }
}

/** @param {FileSystemEntry} entry @returns {Promise<File[]>} */
async function opened(entry) {
  if (entry.isFile) {
    const file = /** @type {FileSystemFileEntry} */ (entry);
    return [await new Promise((resolve, reject) => file.file(resolve, reject))];
  }
  const reader = /** @type {FileSystemDirectoryEntry} */ (entry).createReader();
  const files = [];
  for (;;) {
    /** @type {FileSystemEntry[]} */
    const some = await new Promise((resolve, reject) => reader.readEntries(resolve, reject));
    if (some.length === 0) return files; // browsers give a folder's entries in portions
    for (const one of some) files.push(...(await filesIn(one)));
  }
}
