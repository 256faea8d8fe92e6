// A lesson inside another page (`?embed=1`): without the site's frame, as high as it needs to be, telling the page
// around what is done, and quiet while nobody sees it.

import { namedPart } from "../address.js";
import { notify } from "../notices.js";
import { SAVE } from "../progress.js";
import { noteRestored, wasRestored } from "../window-name.js";
import { parseHide, query } from "./address.js";
import { Parent, parentOrigin } from "./parent.js";
import { isShown, showParts } from "./parts.js";
import { watchSeen } from "./seen.js";

/**
 * @typedef {import("../progress.js").Progress} Progress
 */

const PAUSE = 300; // milliseconds in which changes gather before they are told
const TOLD_OUTPUT = 2000; // characters of what code printed
const REST_AFTER = 30_000; // milliseconds out of sight, after which Python makes room

/** Whether this page was asked for as a part of another. */
export const embedded = query().get("embed") === "1";

export class Embed {
  #parent;
  #lesson;
  #hide = parseHide(query());
  #height = 0;
  #part = "";
  #live = false;
  #timer = 0;
  /** Whether the page around has given something back, and it is in. The page opens itself anew for that; this outlives it. */
  #restored = wasRestored();

  /** @param {string} lesson @param {string} version of the site */
  constructor(lesson, version) {
    this.#lesson = { lesson, version };
    this.#parent = new Parent(
      lesson,
      parentOrigin(location.search, /** @type {any} */ (location).ancestorOrigins, document.referrer),
    );
    this.#part = namedPart();
    this.#show();
    // In a whole lesson a link goes to its place; in a part it goes to another part, which opens as a page of its own.
    addEventListener("hashchange", () => this.#part && location.reload());
    document.addEventListener("lookback:failed", (event) => {
      this.#parent.error("runtime", String(/** @type {CustomEvent} */ (event).detail));
    });
    document.addEventListener("click", (event) => this.#leave(event));
    delete document.documentElement.dataset.embedPending;
  }

  /** Show what the address asks for; say what is not there. */
  #show() {
    const unknown = showParts(this.#part, this.#hide);
    if (unknown.length === 0) return;
    const names = unknown.join(", ");
    this.#parent.error("unknown-part", `this lesson has no part ${names}`);
    notify("embed.unknown", { names }, [{ key: "notice.close", act: () => {} }]);
  }

  /**
   * @param {Progress} progress @param {import("../widgets.js").Widgets} widgets
   */
  start(progress, widgets) {
    // A frame that a browser brings back may have its history's entry and nothing else.
    this.#restored &&= Object.keys(progress.state().items).length > 0;
    this.#parent.on("get-progress", () => {
      dispatchEvent(new Event(SAVE));
      this.#tellProgress(progress); // at once: the page around may be closing
    });
    this.#parent.on("restore", ({ state }) => void this.#restore(progress, state));
    progress.onChange(() => this.#soon(progress));
    document.addEventListener("lookback:result", (event) => {
      this.#parent.tell("result", toldResult(/** @type {CustomEvent} */ (event).detail));
    });
    widgets.ready.then(() => {
      this.#live = true;
      this.#tellReady();
    });
    new ResizeObserver(() => this.#tellHeight()).observe(document.body);
    this.#tellReady();
    this.#tellHeight();
    this.#tellProgress(progress);
  }

  /**
   * Python works while the page is seen.
   * @param {() => void} wake @param {() => void} rest
   */
  whileSeen(wake, rest) {
    watchSeen(document.body, REST_AFTER, wake, rest);
  }

  #tellReady() {
    const parts = [...document.querySelectorAll(".body > section[id]")].map(({ id }) => id);
    const widgets = [...document.querySelectorAll("[data-widget]")].filter(isShown).map(({ id }) => id);
    const { version: build } = this.#lesson;
    this.#parent.tell("ready", {
      build,
      title: document.title,
      part: this.#part,
      parts,
      widgets,
      live: this.#live,
      height: this.#measure(),
    });
  }

  #measure() {
    return Math.max(1, Math.ceil(document.body.getBoundingClientRect().height));
  }

  #tellHeight() {
    const height = this.#measure();
    if (height === this.#height) return;
    this.#height = height;
    this.#parent.tell("height", { height });
  }

  /** @param {Progress} progress */
  #soon(progress) {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#tellProgress(progress), PAUSE);
  }

  /** @param {Progress} progress */
  #tellProgress(progress) {
    const { done, all } = progress.summary();
    const items = progress.lesson.items.map(({ id, kind, section }) => ({
      id,
      kind,
      section,
      done: progress.item(id)?.done === true,
    }));
    const restored = this.#restored;
    this.#parent.tell("progress", { done, all, items, kept: progress.keeping, restored, state: progress.state() });
  }

  /** @param {Progress} progress @param {unknown} state */
  async #restore(progress, state) {
    const changed = await progress.restore(state).catch(() => null);
    if (changed === null) {
      this.#parent.error("state", "this is no state of this lesson, or it cannot be kept here; nothing was changed");
      return;
    }
    this.#restored = true;
    noteRestored();
    if (changed)
      location.reload(); // what the page shows is read once, when it opens
    else this.#tellProgress(progress);
  }

  /** Links out of the lesson: within the site they stay embedded, elsewhere they open beside it. @param {MouseEvent} event */
  #leave(event) {
    const link = event.target instanceof Element ? event.target.closest("a[href]") : null;
    if (!(link instanceof HTMLAnchorElement) || event.defaultPrevented) return;
    const url = new URL(link.href);
    if (url.pathname === location.pathname && url.host === location.host) return;
    const root = new URL(document.documentElement.dataset.root ?? "./", document.baseURI);
    if (url.href.startsWith(`${root.href}lessons/`)) {
      for (const name of ["embed", "parent", "space", "theme", "lang"]) {
        const value = query().get(name);
        if (value !== null) url.searchParams.set(name, value);
      }
      link.href = url.href;
    } else {
      link.target = "_blank";
      link.rel = "noopener";
    }
  }
}

/** A result as it is told: what code printed is cut. @param {Record<string, any>} result */
function toldResult(result) {
  const { report } = result;
  if (typeof report?.stdout !== "string" || report.stdout.length <= TOLD_OUTPUT) return result;
  return { ...result, report: { ...report, stdout: report.stdout.slice(0, TOLD_OUTPUT), stdout_truncated: true } };
}
