// Offline use, from the page: registers the service worker, stores the build when the page has done all else, says
// honestly what is stored, and tells of a new version.

import { NotFetched } from "../offline/fetching.js";
import { fill, latest } from "../offline/fill.js";
import { promoted, Store } from "../offline/store.js";
import { reloadPage } from "./leaving.js";
import { notify } from "./notices.js";
import { OfflineStatus } from "./offline-status.js";
import { readSetting, writeSetting } from "./settings.js";
import { standBack } from "./standing-back.js";

/**
 * @typedef {import("../offline/build.js").Build} Build
 * @typedef {"insecure" | "unsupported" | "taken" | "host" | "off" | "waiting" | "storing" | "ready" | "full" | "cut" | "changed" | "denied"} State
 */

const LOOK_AGAIN = 60 * 60_000; // milliseconds between two looks for a new version, in a page that stays open
const LOOK_ON_RETURN = 10 * 60_000; // the same, when the reader comes back to the page

export class Offline {
  #root;
  #version;
  #store;
  #status;
  #looked = 0;
  #busy = false;
  #told = "";
  #wanted = true;
  #registered = false;

  /** @param {string} root absolute URL of the site's root @param {string} version of this page's build */
  constructor(root, version) {
    this.#root = root;
    this.#version = version;
    this.#store = new Store(root);
    this.#status = new OfflineStatus(document, {
      off: () => void this.#switchOff(),
      on: () => void this.#switchOn(),
      again: () => void (this.#registered ? this.#keep() : this.start()),
      persist: () => void this.#persist(),
    });
  }

  /** Say at once what can be said; the rest is for later. @returns {boolean} whether there is more to do */
  show() {
    const state = unable() || (readSetting(this.#setting) === "off" ? "off" : "waiting");
    if (state === "hidden") this.#status.hide();
    else this.#status.show(state);
    return state === "waiting";
  }

  /** Register, store, and look for new versions as long as the page is open. */
  async start() {
    this.#registered = await this.#register();
    if (!this.#registered) return;
    await this.#keep();
    addEventListener("online", () => void this.#look(0));
    addEventListener("offline", () => this.#status.redraw());
    document.addEventListener("visibilitychange", () => {
      if (document.visibilityState === "visible") void this.#look(LOOK_ON_RETURN);
    });
    setInterval(() => void this.#look(LOOK_AGAIN), LOOK_AGAIN);
  }

  // Settings are shared by all of an origin; this one is about one place on it.
  get #setting() {
    return `offline${new URL(this.#root).pathname}`;
  }

  /** @returns {Promise<boolean>} whether there is a worker of ours */
  async #register() {
    const script = new URL("sw.js", this.#root).href;
    try {
      const present = await navigator.serviceWorker.getRegistration(this.#root);
      const other = present?.scope === this.#root && present.active && present.active.scriptURL !== script;
      if (other) {
        this.#status.show("taken");
        return false;
      }
      await settledWorker(
        await navigator.serviceWorker.register(script, { scope: this.#root, updateViaCache: "none" }),
      );
      // A host that wants nothing stored has a worker there that takes itself away.
      const left = await navigator.serviceWorker.getRegistration(this.#root);
      if (left?.scope === this.#root) return true;
      await this.#store.forget();
      this.#status.show("host");
      return false;
    } catch {
      // With no network the worker of an earlier visit is there.
      if (navigator.serviceWorker.controller) return true;
      const reached = await isThere(script);
      this.#status.show(reached ? "denied" : "cut");
      if (!reached) addEventListener("online", () => void this.start(), { once: true });
      return false;
    }
  }

  /** @param {number} pause milliseconds since the last look, at least */
  async #look(pause) {
    this.#status.redraw();
    if (this.#wanted && Date.now() - this.#looked >= pause) await this.#keep();
  }

  /** Store what the host has now; one page at a time does so. */
  async #keep() {
    if (this.#busy) return;
    this.#busy = true;
    this.#looked = Date.now();
    try {
      await navigator.locks.request(`${this.#store.name} filling`, () => this.#fill());
    } catch (error) {
      await this.#failed(error);
    } finally {
      this.#busy = false;
    }
  }

  async #fill() {
    const { current } = await this.#store.state();
    const known = current && (await this.#store.build(current));
    const found = await latest(this.#root).catch((error) => {
      if (known) return null;
      throw error;
    });
    if (found) await this.#fillFrom(found);
    else await this.#check(/** @type {Build} */ (known));
  }

  /** With no host, what is stored can still be checked. @param {Build} build */
  async #check(build) {
    await fill(this.#store, build, this.#root, this.#teller(build), () => this.#goOn());
    if (this.#wanted) this.#status.show("ready", { stored: build.bytes, build });
  }

  /** @param {{build: Build, text: string}} found what the host has */
  async #fillFrom({ build, text }) {
    const isNew = build.version !== this.#version;
    await this.#store.putBuild(build, text);
    await fill(this.#store, build, this.#root, this.#teller(build), () => this.#goOn());
    if (!this.#wanted) return;
    await this.#store.change((state) => settled(state, build.sha256, isNew));
    await this.#store.tidy();
    this.#status.show("ready", { stored: build.bytes, build });
    if (isNew) this.#tellNew(build.sha256);
  }

  /** @returns {Promise<boolean>} whether the next file is wanted, told when the reader's hands rest */
  async #goOn() {
    await standBack();
    return this.#wanted;
  }

  /** @param {Build} build @returns {(stored: number) => void} */
  #teller(build) {
    return (stored) => this.#status.show(stored === build.bytes ? "waiting" : "storing", { stored, build });
  }

  /** @param {unknown} error */
  async #failed(error) {
    if (error instanceof NotFetched) return this.#status.show(error.reason === "network" ? "cut" : "changed");
    this.#status.show(error instanceof DOMException && error.name === "QuotaExceededError" ? "full" : "denied");
  }

  /** One line and one click; once for each version. @param {string} list */
  #tellNew(list) {
    if (this.#told === list) return;
    this.#told = list;
    const reload = async () => {
      await this.#store.change(promoted);
      await reloadPage();
    };
    const actions = [
      { key: "offline.update.reload", act: () => void reload(), main: true },
      { key: "offline.update.later", act: () => {} },
    ];
    whenQuiet(() => notify("offline.update", {}, actions, { calm: true }));
  }

  async #persist() {
    await navigator.storage.persist();
    this.#status.redraw();
  }

  /** The reader wants nothing stored: on a machine that others use, for one. */
  async #switchOff() {
    this.#wanted = false;
    writeSetting(this.#setting, "off");
    const registration = await navigator.serviceWorker.getRegistration(this.#root);
    if (registration?.scope === this.#root) await registration.unregister();
    await this.#store.forget();
    this.#status.show("off");
  }

  async #switchOn() {
    this.#wanted = true;
    writeSetting(this.#setting, "on");
    this.#status.show("waiting");
    if (await this.#register()) await this.#keep();
  }
}

/** Whether the host has it: a network that asks for a login gives something else. @param {string} script */
async function isThere(script) {
  const response = await fetch(script, { cache: "no-store" }).catch(() => null);
  return Boolean(response?.headers.get("content-type")?.includes("javascript"));
}

/** Why this page cannot be kept, "" when it can. @returns {"" | "hidden" | State} */
function unable() {
  const embedded = new URLSearchParams(location.search).get("embed") === "1";
  const off = document.querySelector('meta[name="lookback-offline"][content="off"]');
  if (embedded || off || !/^https?:$/.test(location.protocol)) return "hidden";
  if (!isSecureContext) return "insecure";
  try {
    if (navigator.serviceWorker && navigator.locks && caches) return "";
  } catch {
    // a frame without storage throws on the mere name
  }
  return "unsupported";
}

/** Wait until the newest worker has begun its work, or has been given up. @param {ServiceWorkerRegistration} registration */
function settledWorker({ installing, waiting, active }) {
  const worker = installing ?? waiting ?? active;
  return new Promise((resolve) => {
    const look = () => (worker?.state === "activated" || worker?.state === "redundant" ? resolve(null) : null);
    worker?.addEventListener("statechange", look);
    look();
  });
}

/**
 * A build is stored whole. It becomes the current one when this page is of it, or there was none; else it waits.
 * @param {import("../offline/store.js").State} state @param {string} list @param {boolean} isNew @returns {import("../offline/store.js").State}
 */
function settled(state, list, isNew) {
  if (state.current === list) return { ...state, waiting: null };
  const waiting = { ...state, waiting: list };
  return isNew && state.current ? waiting : promoted(waiting);
}

/** Wait until no other notice is on the page. @param {() => void} act */
function whenQuiet(act) {
  const place = document.querySelector("[data-notices]");
  if (!place?.firstElementChild) return act();
  const observer = new MutationObserver(() => {
    if (place.firstElementChild) return;
    observer.disconnect();
    act();
  });
  observer.observe(place, { childList: true });
}

/**
 * Keep the site for use with no network; the work begins when the page has nothing better to do.
 * @param {Promise<unknown>} live settles when what the reader waits for is there
 */
export async function startOffline(live) {
  const { root = "./", version = "" } = document.documentElement.dataset;
  const offline = new Offline(new URL(root, document.baseURI).href, version);
  if (!offline.show()) return;
  await live.catch(() => {});
  const begin = () => void offline.start();
  if ("requestIdleCallback" in globalThis) requestIdleCallback(begin, { timeout: 10_000 });
  else setTimeout(begin, 500); // WebKit has no idle callback
}
