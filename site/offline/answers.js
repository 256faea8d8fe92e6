// How the service worker answers a request: from the store when the content is known, from the network when not.

import { asked } from "./build.js";
import { fetchFile } from "./fetching.js";
import { promoted } from "./store.js";

/**
 * @typedef {import("./build.js").Build} Build
 * @typedef {import("./build.js").Entry} Entry
 * @typedef {import("./store.js").Store} Store
 */

export class Answers {
  #store;
  #scope;
  #network;

  /** @param {Store} store @param {string} scope @param {typeof fetch} network */
  constructor(store, scope, network) {
    this.#store = store;
    this.#scope = scope;
    this.#network = network;
  }

  /** Whether a request is the site's to answer. @param {Request} request */
  isOurs({ method, url }) {
    return method === "GET" && asked(url, this.#scope) !== null;
  }

  /**
   * A new page. It is of one build as a whole: the HTML says which, and names everything else.
   * @param {Request} request @param {() => Promise<boolean>} isAlone whether no other page of the site is open
   * @param {() => Response} sorry what is shown when a stored page is damaged and there is no network
   */
  async page(request, isAlone, sorry) {
    // A new version waits for the pages of the old one to close, or for its reader's word (see page/offline.js).
    if ((await this.#store.state()).waiting && (await isAlone())) await this.#store.change(promoted);
    const { path } = /** @type {NonNullable<ReturnType<typeof asked>>} */ (asked(request.url, this.#scope));
    const [current, ...others] = await this.#store.builds();
    const stored = await this.#stored(current, path);
    if (stored) return stored;
    // As hosts do: relative addresses on the page need the slash.
    if (path && current?.entry(`${path}/`)) return Response.redirect(new URL(`${path}/`, this.#scope).href);
    try {
      return await this.#network(request);
    } catch (error) {
      for (const build of others) {
        const instead = await this.#stored(build, path); // older, and whole
        if (instead) return instead;
      }
      if (current?.entry(path) || (!current && (await this.#store.isUsed()))) return sorry();
      throw error;
    }
  }

  /** @param {Build | undefined} build @param {string} path */
  async #stored(build, path) {
    const entry = build?.entry(path);
    return entry ? this.#store.file(entry) : null;
  }

  /** A part of a page. @param {Request} request */
  async part(request) {
    const { path, start, named } = /** @type {NonNullable<ReturnType<typeof asked>>} */ (
      asked(request.url, this.#scope)
    );
    const entry = await this.#find(path, start);
    if (!entry) return this.#network(request);
    if (named) return (await this.#store.file(entry)) ?? this.#repair(entry, request);
    // Nothing in the URL says which build is meant: the host's word goes first.
    try {
      return await this.#network(request);
    } catch (error) {
      const stored = await this.#store.file(entry);
      if (stored) return stored;
      throw error;
    }
  }

  /** @param {string} path @param {string} start @returns {Promise<Entry | null>} */
  async #find(path, start) {
    for (const build of await this.#store.builds()) {
      const entry = build.entry(path, start);
      if (entry) return entry;
    }
    return null;
  }

  /** Fetch what is missing or damaged, and keep it. @param {Entry} entry @param {Request} request */
  async #repair(entry, request) {
    const fetched = await fetchFile(entry, this.#scope).catch(() => null);
    if (!fetched) return this.#network(request);
    // Without room the page still gets its file.
    await this.#store.put(entry, fetched.bytes, fetched.headers).catch(() => {});
    return (await this.#store.file(entry)) ?? this.#network(request);
  }
}
