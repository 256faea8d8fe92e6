// The page that a learning platform launches: the lesson in a frame, and what it tells put into the platform's words.
//
// It knows the lesson by the messages of an embedded page alone (docs/embedding.md).

import { say, startStrings, t } from "../page/strings.js";
import { message, readMessage, TOLD } from "../shared/messages.js";
import { findApi, Session } from "./api.js";
import { duration, reportInteraction, reportStanding } from "./report.js";
import { pack, ROOM, unpack } from "./suspend.js";

/** @typedef {import("../shared/messages.js").Message} Message @typedef {import("./api.js").Version} Version */

const AGAIN = 15_000; // milliseconds after which a commit that failed is tried again
const LEAST_ROOM = 4000; // characters that every platform takes, whatever its edition promises

class Launch {
  #frame = /** @type {HTMLIFrameElement} */ (document.querySelector("iframe"));
  #words = /** @type {HTMLElement} */ (document.querySelector("[data-scorm-words] span"));
  #version = /** @type {Version} */ (document.documentElement.dataset.scorm);
  /** @type {Session | null} */
  #session = null;
  /** @type {Record<string, any> | null} what the platform kept of an earlier visit */
  #kept = null;
  #started = Date.now();
  #timer = 0;
  /**
   * How far giving that back is. Before it is in, what the lesson tells is less than what the platform keeps, and must
   * not take its place: the window may be closed at any moment.
   * @type {"none" | "due" | "asked" | "refused"}
   */
  #restoring = "none";
  /** What the platform kept is there and cannot be read. */
  #damaged = false;
  /** How much of the state fits: a name in FITS. */
  #level = "";
  /** States are packed one after the other, the newest last. */
  #packing = Promise.resolve();

  async start() {
    const api = findApi(this.#version, window);
    if (api) {
      const session = new Session(api, this.#version);
      if (session.start()) {
        this.#session = session;
        await this.#readKept(session.get("cmi.suspend_data"));
      } else say(this.#words, "scorm.refused", { reason: session.trouble || t("scorm.no-reason") });
    } else say(this.#words, "scorm.none");
    addEventListener("message", (event) => this.#receive(event));
    addEventListener("beforeunload", () => this.#save()); // which may yet be called off
    addEventListener("pagehide", () => this.#end());
    // brought back by the browser's own memory, the session is over and the page does not know it
    addEventListener("pageshow", (event) => event.persisted && location.reload());
    this.#frame.src = this.#address();
  }

  /** @param {string} text what the platform kept */
  async #readKept(text) {
    this.#kept = await unpack(text);
    this.#damaged = this.#kept === null && text !== "";
    if (this.#kept) this.#restoring = "due";
  }

  #address() {
    const url = new URL(/** @type {string} */ (this.#frame.dataset.src), document.baseURI);
    url.searchParams.set("embed", "1");
    url.searchParams.set("parent", location.origin);
    const learner = this.#get("cmi.core.student_id", "cmi.learner_id");
    // Learners share a browser, and a platform one origin: each keeps their work apart from the others'.
    if (learner) url.searchParams.set("space", spaceOf(learner));
    return url.href;
  }

  /** @param {string} old @param {string} recent */
  #get(old, recent) {
    return this.#session?.get(this.#version === "1.2" ? old : recent) ?? "";
  }

  /** @param {MessageEvent} event */
  #receive(event) {
    if (event.source !== this.#frame.contentWindow || event.origin !== location.origin) return;
    const read = readMessage(event.data, TOLD);
    if (!("message" in read)) return;
    const told = read.message;
    if (told.type === "ready" && this.#restoring === "due") {
      this.#restoring = "asked";
      this.#post("restore", { state: this.#kept });
    }
    if (told.type === "error" && told.code === "state" && this.#restoring === "asked") {
      this.#restoring = "refused";
      this.#post("get-progress", {}); // what was held back until now
    }
    if (!this.#session) return;
    if (told.type === "progress") this.#progress(told);
    if (told.type === "result") {
      reportInteraction(this.#session, this.#version, /** @type {any} */ (told), new Date());
      this.#post("get-progress", {}); // and what was answered, at once: the window may be closed now
    }
  }

  /** @param {string} type @param {Record<string, unknown>} fields */
  #post(type, fields) {
    this.#frame.contentWindow?.postMessage(message(type, fields), location.origin);
  }

  /** @param {Message} told */
  #progress(told) {
    if (this.#restoring === "asked" && told.restored === true) this.#restoring = "none";
    if (this.#restoring === "due" || this.#restoring === "asked") return;
    const session = /** @type {Session} */ (this.#session);
    reportStanding(session, this.#version, /** @type {any} */ (told.items));
    this.#packing = this.#packing.then(async () => {
      this.#level = await this.#keep(session, /** @type {any} */ (told.state));
      this.#commit();
    });
  }

  /**
   * Give the platform as much of the state as it takes.
   * @param {Session} session @param {Record<string, any>} state @returns {Promise<string>} how much that is
   */
  async #keep(session, state) {
    // what the lesson cannot read, such as the work of a newer version, is not replaced
    if (this.#restoring === "refused") return "refused";
    for (const room of [ROOM[this.#version], LEAST_ROOM]) {
      const packed = await pack(state, room);
      if (packed && session.set("cmi.suspend_data", packed.text)) return packed.level;
    }
    return "none";
  }

  #commit() {
    clearTimeout(this.#timer);
    const session = this.#session;
    if (!session) return; // the window is closing
    if (!this.#save()) {
      say(this.#words, "scorm.uncommitted", { reason: session.trouble || t("scorm.no-reason") });
      this.#timer = setTimeout(() => this.#commit(), AGAIN);
      return;
    }
    document.documentElement.dataset.committed = String(Date.now()); // for tests
    const key = FITS[this.#level];
    if (key) say(this.#words, this.#damaged && key === "scorm.all" ? "scorm.damaged" : key);
  }

  /** @returns {boolean} whether the platform took it */
  #save() {
    const session = this.#session;
    if (!session) return false;
    session.set(this.#version === "1.2" ? "cmi.core.exit" : "cmi.exit", "suspend");
    this.#time(session);
    return session.commit();
  }

  /** @param {Session} session */
  #time(session) {
    const element = this.#version === "1.2" ? "cmi.core.session_time" : "cmi.session_time";
    session.set(element, duration(Date.now() - this.#started, this.#version));
  }

  /** The window closes: everything but the time is with the platform already, because nothing can wait now. */
  #end() {
    clearTimeout(this.#timer);
    this.#save();
    this.#session?.end();
    this.#session = null;
  }
}

/** @type {Record<string, string>} */
const FITS = {
  all: "scorm.all",
  texts: "scorm.all",
  drafts: "scorm.drafts",
  marks: "scorm.marks",
  refused: "scorm.kept-other",
  none: "scorm.too-much",
};

/** A name that tells learners apart and says nothing of them (FNV-1a, twice). @param {string} learner @returns {string} */
export function spaceOf(learner) {
  const hash = (/** @type {number} */ seed) => {
    let value = seed;
    for (const character of learner) value = Math.imul(value ^ (character.codePointAt(0) ?? 0), 0x01000193) >>> 0;
    return value.toString(16).padStart(8, "0");
  };
  return hash(0x811c9dc5) + hash(0x9e3779b9);
}

startStrings();
void new Launch().start();
