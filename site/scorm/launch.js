// The page that a learning platform launches: the lesson in a frame, and what it tells put into the platform's words.
//
// It knows the lesson by the messages of an embedded page alone (docs/embedding.md).

import { say, startStrings } from "../page/strings.js";
import { message, readMessage, TOLD } from "../shared/messages.js";
import { findApi, Session } from "./api.js";
import { duration, reportInteraction, reportStanding } from "./report.js";
import { pack, ROOM, unpack } from "./suspend.js";

/** @typedef {import("../shared/messages.js").Message} Message @typedef {import("./api.js").Version} Version */

const AGAIN = 15_000; // milliseconds after which a commit that failed is tried again

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
  #restored = false;
  /** States are packed one after the other, the newest last. */
  #packing = Promise.resolve();

  async start() {
    const api = findApi(this.#version, window);
    if (api) {
      const session = new Session(api, this.#version);
      if (session.start()) {
        this.#session = session;
        this.#kept = await unpack(session.get("cmi.suspend_data"));
      } else say(this.#words, "scorm.refused", { reason: session.trouble });
    } else say(this.#words, "scorm.none");
    addEventListener("message", (event) => this.#receive(event));
    for (const type of ["pagehide", "beforeunload", "unload"]) addEventListener(type, () => this.#end());
    this.#frame.src = this.#address();
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
    if (told.type === "ready" && this.#kept && !this.#restored) {
      this.#restored = true;
      this.#frame.contentWindow?.postMessage(message("restore", { state: this.#kept }), location.origin);
    }
    if (!this.#session) return;
    if (told.type === "progress") this.#progress(told);
    if (told.type === "result") {
      reportInteraction(this.#session, this.#version, /** @type {any} */ (told), new Date());
      this.#commit();
    }
  }

  /** @param {Message} told */
  #progress(told) {
    const session = /** @type {Session} */ (this.#session);
    reportStanding(session, this.#version, /** @type {any} */ (told.items));
    this.#packing = this.#packing.then(async () => {
      const packed = await pack(/** @type {any} */ (told.state), ROOM[this.#version]);
      if (packed) session.set("cmi.suspend_data", packed.text);
      this.#commit(packed?.level ?? "none");
    });
  }

  /** @param {string} [level] how much of the state fits */
  #commit(level) {
    clearTimeout(this.#timer);
    const session = /** @type {Session} */ (this.#session);
    session.set(this.#version === "1.2" ? "cmi.core.exit" : "cmi.exit", "suspend");
    this.#time(session);
    if (!session.commit()) {
      say(this.#words, "scorm.uncommitted", { reason: session.trouble });
      this.#timer = setTimeout(() => this.#commit(level), AGAIN);
      return;
    }
    document.documentElement.dataset.committed = String(Date.now()); // for tests
    if (level) say(this.#words, FITS[level]);
  }

  /** @param {Session} session */
  #time(session) {
    const element = this.#version === "1.2" ? "cmi.core.session_time" : "cmi.session_time";
    session.set(element, duration(Date.now() - this.#started, this.#version));
  }

  /** The window closes: everything but the time is with the platform already, because nothing can wait now. */
  #end() {
    if (!this.#session) return;
    this.#time(this.#session);
    this.#session.commit();
    this.#session.end();
    this.#session = null;
  }
}

/** @type {Record<string, string>} */
const FITS = {
  all: "scorm.all",
  texts: "scorm.all",
  drafts: "scorm.drafts",
  marks: "scorm.marks",
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
