// Files that the page carries in itself. A course packed into one HTML file has no site to ask: its files stand in the
// page in base64, most of them gzipped, and become blobs when they are first wanted. `build.py pack --single-file` writes them.
// A page in a sandboxed frame may ask its site for nothing but scripts, so there the same comes in scripts.

import { faulty } from "../shared/channel.js";
import { gunzip, joined } from "../shared/files.js";
import { twinsAreLighter } from "../shared/packed.js";
import { AS_SCRIPTS, fromScript } from "./carried-scripts.js";

/**
 * @typedef {import("./carried-scripts.js").Carried} Carried
 * @typedef {import("../shared/files.js").RuntimeFile} RuntimeFile
 */

const SCHEME = "carried:";
const PIECE = 2 ** 20; // characters of base64 that are decoded in one go: some milliseconds

/** @type {Map<string, Promise<Blob>>} by address */
const blobs = new Map();
/** @type {Map<string, string>} by address: made once, because what it stands for stays in memory as long as it does */
const urls = new Map();

/** Whether this page carries its files. */
export const CARRIES = typeof document === "object" && document.documentElement.dataset.carries !== undefined;

/**
 * The address of a file of the site: a URL, or in a page that carries its files a name that only `reachable` knows.
 * @param {string} path relative to the site's root @param {URL} root
 */
export function address(path, root) {
  const folder = AS_SCRIPTS && path.endsWith("/"); // of style sheets, which may be asked for as scripts may
  return CARRIES && !folder ? SCHEME + path.split("?")[0] : new URL(path, root).href;
}

/**
 * A script that the page itself runs. In a sandboxed frame it comes from the site as it is: nobody can read its bytes
 * there, so nobody can check them.
 * @template {{url: string, sha256: string}} F @param {F} file @param {URL} root @returns {F}
 */
export function script(file, root) {
  if (AS_SCRIPTS) return { ...file, url: new URL(file.url, root).href, sha256: "" };
  return { ...file, url: address(file.url, root) };
}

/** @param {string} name an address of a carried file @returns {Promise<Blob>} its bytes */
function contentOf(name) {
  let blob = blobs.get(name);
  if (!blob) {
    blob = unpack(name.slice(SCHEME.length));
    blob.catch(() => blobs.delete(name)); // asked for again when the reader asks again
    blobs.set(name, blob);
  }
  return blob;
}

/** @param {string} name an address @returns {Promise<string>} a URL that this page can load */
export async function reachable(name) {
  if (!name.startsWith(SCHEME)) return name;
  const content = await contentOf(name);
  const url = urls.get(name) ?? URL.createObjectURL(content);
  urls.set(name, url);
  return url;
}

/**
 * A file of the runtime with the bytes that the page carries. A worker cannot load them from the page by a URL, because
 * the two of a page that came from a file are of different origins; nor does every browser let it read a blob from there.
 * Where the page carries none: with what to ask for.
 * @param {RuntimeFile} file @returns {Promise<RuntimeFile>}
 */
export async function withContent(file) {
  return CARRIES ? { ...file, content: await (await contentOf(file.url)).arrayBuffer() } : withTwin(file);
}

/**
 * A file with whether to ask for its packed twin: not where the page carries it, or the browser keeps it for the site.
 * @param {RuntimeFile} file @returns {Promise<RuntimeFile>}
 */
export async function withTwin(file) {
  const root = new URL(document.documentElement.dataset.root ?? "./", document.baseURI);
  return { ...file, twin: Boolean(file.packed) && !CARRIES && !isKept() && (await twinsAreLighter(root.href)) };
}

function isKept() {
  try {
    return Boolean(navigator.serviceWorker?.controller);
  } catch {
    return false; // a frame without storage throws on the mere name
  }
}

/**
 * A value in which every address has become a URL: what Python says of a widget names style sheets.
 * @template T @param {T} value plain JSON @returns {Promise<T>}
 */
export async function withReachable(value) {
  if (!CARRIES) return value;
  const text = JSON.stringify(value);
  const found = [...new Set(text.match(/carried:[^"\\?]*/g))].filter(isHere);
  if (found.length === 0) return value;
  await Promise.all(found.map(reachable));
  return JSON.parse(text.replace(/carried:[^"\\]*/g, (name) => urls.get(name.split("?")[0]) ?? name));
}

/** @param {string} url */
function isHere(url) {
  return elementOf(url.slice(SCHEME.length)) !== null;
}

/** @param {string} path */
function elementOf(path) {
  return document.querySelector(`script[data-carried="${CSS.escape(path)}"]`);
}

/** @param {string} path @returns {Promise<Blob>} */
async function unpack(path) {
  const name = path.slice(path.lastIndexOf("/") + 1);
  const { text, type, gzipped } = AS_SCRIPTS ? await fromScript(path, name) : fromElement(path, name);
  try {
    const stored = await decoded(text);
    return new Blob([gzipped ? await gunzip(stored) : stored], { type });
  } catch {
    throw faulty("runtime-file", "copy", { file: name });
  }
}

/** @param {string} path @param {string} name @returns {Carried} */
function fromElement(path, name) {
  const element = elementOf(path);
  if (!(element instanceof HTMLScriptElement)) {
    throw faulty("runtime-file", "cut-off", { file: name });
  }
  const { text } = element;
  element.text = ""; // the blob has it then, and need not stay in memory
  return { text, type: element.dataset.type ?? "", gzipped: element.dataset.gzip !== undefined };
}

/**
 * Base64 to bytes, a piece at a time, so that the page answers in between.
 * @param {string} text @returns {Promise<Uint8Array<ArrayBuffer>>}
 */
async function decoded(text) {
  const parts = [];
  for (let at = 0; at < text.length; at += PIECE) {
    if (at > 0) await new Promise((resolve) => setTimeout(resolve));
    parts.push(Uint8Array.from(atob(text.slice(at, at + PIECE)), (character) => character.charCodeAt(0)));
  }
  return joined(parts);
}
