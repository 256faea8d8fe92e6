// What is kept for use with no network: files under the hash of their content, the lists of builds, and which build is
// the current one. Read by the page and by the service worker. Nothing leaves here that is not what its hash says.

import { readBuild, sha256, typeOf } from "./build.js";

/**
 * @typedef {import("./build.js").Build} Build
 * @typedef {import("./build.js").Entry} Entry
 * @typedef {{current: string | null, waiting: string | null, older: string[]}} State lists, by their SHA-256
 */

const FORMAT = 1;
const OLDER = 2; // builds kept beside the current one, for tabs that were opened before it came

// Headers that speak of one transport, and would be wrong of another.
const OF_TRANSPORT =
  /^(content-(encoding|length|type|range)|transfer-encoding|connection|keep-alive|date|age|set-cookie|vary|etag|last-modified|cache-control|expires|accept-ranges|server)$/i;

/** @type {Readonly<State>} */
const NOTHING = { current: null, waiting: null, older: [] };

export class Store {
  #scope;
  /** @type {Map<string, Build>} lists that have been read, by their SHA-256 */
  #builds = new Map();

  /** @param {string} scope the site's root, with a slash at its end */
  constructor(scope) {
    this.#scope = scope;
    // Named by its place: other sites of this origin, and other Lookbacks, have caches of their own beside it.
    this.name = `lookback/${FORMAT} ${new URL(scope).pathname}`;
  }

  // Opened every time: a handle outlives a cache that was deleted, and what is then put into it is lost.
  #cache() {
    return caches.open(this.name);
  }

  /** @param {string} what */
  #key(what) {
    return `${this.#scope}.offline/${what}`;
  }

  /** @param {string} key @param {string} hash @returns {Promise<{response: Response, bytes: ArrayBuffer} | null>} null when it is not there, or was damaged */
  async #verified(key, hash) {
    const cache = await this.#cache();
    const found = await cache.match(key);
    if (!found) return null;
    const bytes = await found.arrayBuffer().catch(() => new ArrayBuffer(0));
    if ((await sha256(bytes)) === hash) return { response: found, bytes };
    await cache.delete(key);
    return null;
  }

  /** A file as a response, checked. @param {Entry} entry @returns {Promise<Response | null>} null when it has to be fetched */
  async file(entry) {
    const key = this.#key(`file/${entry.sha256}`);
    if (!(await this.#verified(key, entry.sha256))) return null;
    // Read once more, untouched: only such a response brings the browser's compiled code along.
    return (await (await this.#cache()).match(key)) ?? null;
  }

  /** Whether a file is there and whole. @param {Entry} entry */
  async has(entry) {
    return (await this.#verified(this.#key(`file/${entry.sha256}`), entry.sha256)) !== null;
  }

  /**
   * Keep a file. @param {Entry} entry @param {ArrayBuffer} bytes @param {Headers} headers what the host said with it
   * @throws {DOMException} QuotaExceededError when there is no room
   */
  async put(entry, bytes, headers) {
    const kept = [...headers].filter(([name]) => !OF_TRANSPORT.test(name));
    const all = { ...Object.fromEntries(kept), "content-type": typeOf(entry.path) };
    await (await this.#cache()).put(this.#key(`file/${entry.sha256}`), new Response(bytes, { headers: all }));
  }

  /** A list, or null when it is not there or was damaged. @param {string} hash @returns {Promise<Build | null>} */
  async build(hash) {
    const known = this.#builds.get(hash);
    if (known) return known;
    const found = await this.#verified(this.#key(`list/${hash}`), hash);
    if (!found) return null;
    const build = readBuild(new TextDecoder().decode(found.bytes), hash);
    this.#builds.set(hash, build);
    return build;
  }

  /** Keep a list. @param {Build} build @param {string} text as it came */
  async putBuild(build, text) {
    await (await this.#cache()).put(this.#key(`list/${build.sha256}`), new Response(text));
    this.#builds.set(build.sha256, build);
  }

  /** @returns {Promise<State>} which build is current, as far as that can be read */
  async state() {
    const found = await (await this.#cache()).match(this.#key("state"));
    const state = await found?.json().catch(() => null);
    return isState(state) ? state : NOTHING;
  }

  /** The builds whose lists can be read, the current one first. After damage: whatever lists are left. */
  async builds() {
    const { current, waiting, older } = await this.state();
    const named = await this.#read([current, ...older, waiting]);
    return named.length > 0 ? named : this.#read(await this.#lists());
  }

  /** @param {(string | null)[]} hashes */
  async #read(hashes) {
    const known = hashes.filter((hash) => hash !== null);
    const builds = await Promise.all(known.map((hash) => this.build(hash)));
    return builds.filter((build) => build !== null);
  }

  /** The hashes of all lists that are there. */
  async #lists() {
    const start = this.#key("list/");
    const keys = await (await this.#cache()).keys();
    return keys.filter(({ url }) => url.startsWith(start)).map(({ url }) => url.slice(start.length));
  }

  /** Whether anything has been stored here. */
  async isUsed() {
    return (await (await this.#cache()).keys()).length > 0;
  }

  /** Change the state, one at a time among all pages and the worker. @param {(state: State) => State} change */
  change(change) {
    return navigator.locks.request(`${this.name} state`, async () => {
      const state = change(await this.state());
      const older = [...new Set(state.older)].filter((one) => one !== state.current && one !== state.waiting);
      const next = { ...state, older: older.slice(0, OLDER) };
      await (await this.#cache()).put(this.#key("state"), new Response(JSON.stringify(next)));
      return next;
    });
  }

  /** Drop the files and lists that no kept build names. */
  async tidy() {
    const { current, waiting, older } = await this.state();
    const lists = [current, waiting, ...older].filter((hash) => hash !== null);
    const builds = await Promise.all(lists.map((hash) => this.build(hash)));
    const wanted = new Set([this.#key("state"), ...lists.map((hash) => this.#key(`list/${hash}`))]);
    for (const build of builds) {
      for (const entry of build?.files ?? []) wanted.add(this.#key(`file/${entry.sha256}`));
    }
    const cache = await this.#cache();
    for (const request of await cache.keys()) if (!wanted.has(request.url)) await cache.delete(request);
  }

  /** Forget everything that was kept here, and nothing else. */
  async forget() {
    this.#builds.clear();
    await caches.delete(this.name);
  }
}

/** @param {any} value @returns {value is State} */
function isState(value) {
  const isHash = (/** @type {unknown} */ one) => one === null || typeof one === "string";
  return isHash(value?.current) && isHash(value.waiting) && Array.isArray(value.older) && value.older.every(isHash);
}

/** A waiting build becomes the current one. @param {State} state @returns {State} */
export function promoted(state) {
  if (!state.waiting) return state;
  const older = state.current ? [state.current, ...state.older] : state.older;
  return { current: state.waiting, waiting: null, older };
}
