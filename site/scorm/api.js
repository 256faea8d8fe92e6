// The content's side of a SCORM run-time: finds the platform's API and speaks its two dialects, 1.2 and 2004.
//
// The well-known wrapper for this cannot be had from npm without a git repository behind it, which our lock file, with
// a hash for every package, does not allow. What a lesson needs of the standard is little, and stands here.

/**
 * @typedef {Record<string, (...values: string[]) => string>} Api
 * @typedef {"1.2" | "2004"} Version
 */

const FARTHEST = 500; // windows up, as the standard's own search does; nobody nests deeper
const NAMES = /** @type {Record<Version, {object: string, prefix: string}>} */ ({
  1.2: { object: "API", prefix: "LMS" },
  2004: { object: "API_1484_11", prefix: "" },
});
const CALLS = /** @type {Record<Version, Record<string, string>>} */ ({
  1.2: { start: "Initialize", end: "Finish", get: "GetValue", set: "SetValue", commit: "Commit" },
  2004: { start: "Initialize", end: "Terminate", get: "GetValue", set: "SetValue", commit: "Commit" },
});

/** @param {Version} version @param {Window} from @returns {Api | null} */
export function findApi(version, from) {
  const { object } = NAMES[version];
  const above = climb(from, object);
  if (above) return above;
  try {
    return from.top?.opener ? climb(from.top.opener, object) : null;
  } catch {
    return null; // a window of another origin: no platform of ours
  }
}

/** @param {Window} from @param {string} object @returns {Api | null} */
function climb(from, object) {
  let place = from;
  for (let step = 0; step < FARTHEST; step += 1) {
    try {
      const api = /** @type {any} */ (place)[object];
      if (api) return api;
    } catch {
      return null;
    }
    if (!place.parent || place.parent === place) return null;
    place = place.parent;
  }
  return null;
}

export class Session {
  #api;
  #version;
  #open = false;
  /** What was refused last: the platform's number and words. */
  trouble = "";

  /** @param {Api} api @param {Version} version */
  constructor(api, version) {
    this.#api = api;
    this.#version = version;
  }

  /** @returns {boolean} whether the platform took it; `trouble` says why not */
  start() {
    this.#open = this.#did(this.#call("start", ""));
    return this.#open;
  }

  /** @param {string} element @returns {string} empty where there is none */
  get(element) {
    return this.#open ? this.#call("get", element) : "";
  }

  /** @param {string} element @param {string | number} value @returns {boolean} */
  set(element, value) {
    return this.#open && this.#did(this.#call("set", element, String(value)));
  }

  /** @returns {boolean} */
  commit() {
    return this.#open && this.#did(this.#call("commit", ""));
  }

  /** @returns {boolean} */
  end() {
    if (!this.#open) return true;
    this.#open = false;
    return this.#did(this.#call("end", ""));
  }

  /** @param {string} name @param {string[]} values @returns {string} */
  #call(name, ...values) {
    const { prefix } = NAMES[this.#version];
    try {
      return String(this.#api[prefix + CALLS[this.#version][name]](...values));
    } catch (error) {
      this.trouble = String(/** @type {Error} */ (error).message ?? error); // a platform that has gone away throws
      return "";
    }
  }

  /** @param {string} answer @returns {boolean} */
  #did(answer) {
    if (answer === "true") {
      this.trouble = "";
      return true;
    }
    this.#explain();
    return false;
  }

  #explain() {
    const { prefix } = NAMES[this.#version];
    try {
      const code = String(this.#api[`${prefix}GetLastError`]());
      if (code !== "0") this.trouble = `${code}: ${this.#api[`${prefix}GetErrorString`](code)}`;
    } catch {
      // said by #call
    }
  }
}
