// The bytes of the runtime: every file that a worker loads comes through here, with progress and a check.

import { faulty, TypedError } from "./channel.js";
import { fromTwin } from "./packed.js";

const TRIES = 3; // the last two go past the browser's cache

/**
 * @typedef {{name: string, url: string, bytes: number, sha256: string, packed?: boolean, content?: ArrayBuffer, twin?: boolean}} RuntimeFile
 * `url` is absolute, `bytes` the size as stored. `packed`: it has a packed twin; `twin`: that is what to ask for;
 * `content` is there already when the page carries its files in itself.
 * @typedef {{name: string, bytes: number, loaded: number}} Progress
 */

export class Files {
  #tell;
  #fetch;
  /** @type {(error: TypedError) => void} */
  #fail = () => {};
  /** Rejects with the first file that failed. Pyodide itself may wait for ever for a file that never comes. */
  failed;

  /**
   * @param {(progress: Progress) => void} tell called as bytes arrive
   * @param {typeof globalThis.fetch} ask the fetch that goes to the network
   */
  constructor(tell, ask) {
    this.#tell = tell;
    this.#fetch = ask;
    this.failed = new Promise((_, reject) => {
      this.#fail = reject;
    });
    this.failed.catch(() => {}); // whoever races against it looks at it
  }

  /**
   * WebAssembly, from the browser's own response: only such a one is compiled while it arrives, and kept compiled for
   * the next visit. It is checked beside. What does not come whole in this way is asked for once more, by its bytes.
   * @param {RuntimeFile} file
   */
  async compiled(file) {
    try {
      return await this.#streamed(file);
    } catch (error) {
      const { fault } = TypedError.from(error).details;
      const bytes = fault === "missing" ? null : await this.bytes({ ...file, twin: false });
      const module = bytes && (await compile(bytes));
      if (module) return module;
      // Sound bytes that are not compiled: an old browser, one that was locked, or a policy that forbids it.
      const told = bytes ? broken(file, "uncompiled") : TypedError.from(error);
      this.#fail(told);
      throw told;
    }
  }

  /** @param {RuntimeFile} file */
  async #streamed(file) {
    const response = await this.#ask(file, 1);
    const checked = this.#read(response.clone(), file).then((bytes) => this.#check(file, bytes, response));
    const [module] = await Promise.all([WebAssembly.compileStreaming(asWasm(response)), checked]);
    return module;
  }

  /** The whole file, checked. @param {RuntimeFile} file */
  async bytes(file) {
    for (let attempt = 1; ; attempt += 1) {
      try {
        const twin = file.twin && attempt === 1; // whatever came of it, the file itself may be sound
        const response = await this.#ask({ ...file, twin }, attempt);
        const bytes = await this.#read(response, file);
        await this.#check(file, bytes, response);
        return bytes;
      } catch (thrown) {
        const error = TypedError.from(thrown);
        if (attempt < TRIES && error.details.fault !== "missing") continue;
        this.#fail(error);
        throw error;
      }
    }
  }

  /** The whole file without its gzip. @param {RuntimeFile} file */
  async unpacked(file) {
    const bytes = await this.bytes(file);
    return gunzip(bytes).catch(() => {
      const error = broken(file, "packed");
      this.#fail(error);
      throw error;
    });
  }

  /** @param {RuntimeFile} file @param {number} attempt */
  async #ask(file, attempt) {
    if (file.content) return new Response(file.content, { headers: { "content-type": typeOf(file) } });
    // What was wrong may lie in the browser's own cache, where a network that asks for a login has left its page.
    /** @type {RequestInit} */
    const options = attempt > 1 ? { cache: "reload" } : {};
    /** @param {string} url */
    const ask = (url) => this.#fetch(url, options);
    const response = await (file.twin ? fromTwin(file.url, ask) : ask(file.url)).catch((error) => {
      throw broken(file, "unreachable", { cause: String(error) });
    });
    if (!response.ok) throw broken(file, "missing", { status: response.status });
    return response;
  }

  /** @param {Response} response @param {RuntimeFile} file @returns {Promise<Uint8Array<ArrayBuffer>>} */
  async #read(response, file) {
    const parts = [];
    let loaded = 0;
    const reader = /** @type {ReadableStream<Uint8Array<ArrayBuffer>>} */ (response.body).getReader();
    try {
      for (;;) {
        const { done, value } = await reader.read();
        if (done) break;
        parts.push(value);
        loaded += value.length;
        this.#tell({ name: file.name, bytes: file.bytes, loaded: Math.min(loaded, file.bytes) });
      }
    } catch (error) {
      throw broken(file, "cut", { loaded, bytes: file.bytes, cause: String(error) });
    }
    return joined(parts);
  }

  /** @param {RuntimeFile} file @param {Uint8Array<ArrayBuffer>} bytes @param {Response} response whose they are */
  async #check(file, bytes, response) {
    if (bytes.length !== file.bytes) {
      // Only then: some hosts say so of every file whose ending they do not know.
      if (response.headers.get("content-type")?.startsWith("text/html")) throw broken(file, "page");
      throw broken(file, "size", { loaded: bytes.length, bytes: file.bytes });
    }
    // Browsers give crypto.subtle to secure origins only; a classroom's http address has none. Size, gzip's own
    // checksum and the WebAssembly compiler still catch what a line or a disk breaks.
    if (!globalThis.crypto?.subtle) return;
    if ((await sha256Of(bytes)) !== file.sha256) throw broken(file, "hash");
  }
}

const WASM = "application/wasm";

/** WebAssembly is compiled while it arrives only under its own type. @param {RuntimeFile} file */
function typeOf({ url }) {
  return url.endsWith(".wasm") ? WASM : "application/octet-stream";
}

/** A response under that type, whatever the host calls it. @param {Response} response */
function asWasm(response) {
  const type = response.headers.get("content-type")?.split(";")[0].trim();
  return type === WASM ? response : new Response(response.body, { headers: { "content-type": WASM } });
}

/** @param {Uint8Array<ArrayBuffer>} bytes @returns {Promise<WebAssembly.Module | null>} */
async function compile(bytes) {
  try {
    return await WebAssembly.compile(bytes);
  } catch {
    return null;
  }
}

/**
 * @param {RuntimeFile} file @param {import("./channel.js").Fault} fault @param {Record<string, string | number>} [facts]
 */
function broken({ name }, fault, facts = {}) {
  return faulty("runtime-file", fault, { file: name, ...facts });
}

/** The SHA-256 of bytes as hexadecimal text; secure origins only. @param {Uint8Array<ArrayBuffer>} bytes */
export async function sha256Of(bytes) {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/**
 * Pieces as one. Not by way of a blob, which WebKit cannot read again in a worker of a page that came from a file.
 * @param {Uint8Array[]} parts
 */
export function joined(parts) {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** Undo gzip, unless the host has already done so on the way. @param {Uint8Array<ArrayBuffer>} bytes */
export async function gunzip(bytes) {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes;
  const body = /** @type {ReadableStream<Uint8Array<ArrayBuffer>>} */ (new Response(bytes).body);
  const stream = body.pipeThrough(new DecompressionStream("gzip"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/**
 * The files of a tar archive (POSIX ustar, regular files only, as build.py writes it).
 * @param {Uint8Array} tar @returns {Generator<{path: string, content: Uint8Array}>}
 */
export function* untar(tar) {
  const text = new TextDecoder();
  /** @param {number} start @param {number} length */
  const field = (start, length) => text.decode(tar.subarray(start, start + length)).replace(/\0.*$/s, "");
  for (let at = 0; at + 512 <= tar.length && tar[at] !== 0; ) {
    const prefix = field(at + 345, 155);
    const size = Number.parseInt(field(at + 124, 12), 8);
    const path = prefix ? `${prefix}/${field(at, 100)}` : field(at, 100);
    yield { path, content: tar.subarray(at + 512, at + 512 + size) };
    at += 512 + Math.ceil(size / 512) * 512;
  }
}
