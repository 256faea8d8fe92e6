// What is known of one build of the site: its list of files, and which of them a URL means.
//
// Every URL by which a page asks for a part of itself names the content: by a hash in the file's name (assets/,
// runtime/) or after `?v=`. So a page of one build can never get a file of another, whoever answers.

/**
 * @typedef {{path: string, bytes: number, sha256: string, packed?: boolean}} Entry `packed`: it has a packed
 *   twin (see shared/packed.js)
 * @typedef {{version: string, files: Entry[]}} Listing build.json
 */

const NAMED_BY_HASH = /^(assets|runtime)\//;

// The worker's own script is the browser's to keep, and the list is kept as such. What is carried in scripts is for
// frames without an origin, which have no worker. A packed twin is the file beside it,
// once more, and the probe speaks of the host.
const NOT_STORED = /^(sw\.js|build\.json|carried\/.*|.*\.gz|runtime\/probe\.wasm)$/;

export class Build {
  /** @type {Map<string, Entry>} */
  #byPath;

  /** @param {Listing} listing @param {string} sha256 of the list itself */
  constructor({ version, files }, sha256) {
    this.version = version;
    this.sha256 = sha256;
    const paths = new Set(files.map(({ path }) => path));
    this.files = files
      .filter(({ path }) => !NOT_STORED.test(path))
      .map((entry) => ({ ...entry, packed: paths.has(`${entry.path}.gz`) }));
    this.#byPath = new Map(this.files.map((entry) => [entry.path, entry]));
  }

  /** Its size as stored, in bytes. */
  get bytes() {
    return this.files.reduce((sum, entry) => sum + entry.bytes, 0);
  }

  /**
   * @param {string} path below the site's root; a folder means its index.html
   * @param {string} [start] what the content's SHA-256 begins with
   * @returns {Entry | null}
   */
  entry(path, start = "") {
    const entry = this.#byPath.get(path === "" || path.endsWith("/") ? `${path}index.html` : path);
    return entry?.sha256.startsWith(start) ? entry : null;
  }
}

/**
 * Read a list. @param {string} text @param {string} sha256 @returns {Build}
 * @throws {TypeError} when it is no list of a build
 */
export function readBuild(text, sha256) {
  const listing = JSON.parse(text);
  const whole =
    typeof listing?.version === "string" &&
    Array.isArray(listing.files) &&
    listing.files.every(
      (/** @type {any} */ entry) =>
        typeof entry?.path === "string" && Number.isInteger(entry.bytes) && /^[0-9a-f]{64}$/.test(entry.sha256),
    );
  if (!whole) throw new TypeError("this is no list of a build");
  return new Build(listing, sha256);
}

/**
 * What a URL asks for. @param {string} url @param {string} scope the site's root, with a slash at its end
 * @returns {{path: string, start: string, named: boolean} | null} `named`: it says which content; null: not the site's
 */
export function asked(url, scope) {
  const { origin, pathname, searchParams } = new URL(url);
  const root = new URL(scope);
  if (origin !== root.origin || !pathname.startsWith(root.pathname)) return null;
  const path = decoded(pathname.slice(root.pathname.length));
  const start = searchParams.get("v") ?? "";
  return { path, start, named: start !== "" || NAMED_BY_HASH.test(path) };
}

/** @param {string} path */
function decoded(path) {
  try {
    return decodeURIComponent(path);
  } catch {
    return path; // a stray % is part of no name of ours
  }
}

/** The URL that a file is fetched by: one that no cache on the way can answer with other content. @param {Entry} entry @param {string} scope */
export function urlOf(entry, scope) {
  const url = new URL(entry.path, scope);
  if (!NAMED_BY_HASH.test(entry.path)) url.searchParams.set("v", entry.sha256.slice(0, 12));
  return url.href;
}

const TYPES = new Map(
  Object.entries({
    bundle: "application/octet-stream",
    css: "text/css; charset=utf-8",
    html: "text/html; charset=utf-8",
    js: "text/javascript; charset=utf-8",
    json: "application/json",
    mjs: "text/javascript; charset=utf-8",
    png: "image/png",
    svg: "image/svg+xml",
    txt: "text/plain; charset=utf-8",
    wasm: "application/wasm", // the one that compiles while it arrives
    webmanifest: "application/manifest+json",
    zip: "application/zip",
  }),
);

/** The media type of a file, whatever the host called it. @param {string} path */
export function typeOf(path) {
  return TYPES.get(path.slice(path.lastIndexOf(".") + 1)) ?? "application/octet-stream";
}

/** @param {BufferSource} bytes @returns {Promise<string>} */
export async function sha256(bytes) {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
