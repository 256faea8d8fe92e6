// What learner code could do harm with, taken away from a worker after Python has started.
//
// The walls are the frame's: an origin of its own, and a policy that allows no network, no scripts and no eval
// (see page/sandbox/room.js). This is the second line: names that do not exist cannot be tried.

const MEMORY_LIMIT = 768 * 2 ** 20; // bytes: a list that doubles ends here, not where the reader's machine ends
const PAGE = 65536;

// What the language itself brings, and what Emscripten and Pyodide use while they run.
const KEPT = new Set(
  `Object Function Array Number parseFloat parseInt Infinity NaN undefined Boolean String Symbol Date Promise RegExp
  Error AggregateError EvalError RangeError ReferenceError SyntaxError TypeError URIError SuppressedError globalThis
  JSON Math Intl ArrayBuffer Uint8Array Int8Array Uint16Array Int16Array Uint32Array Int32Array Float32Array
  Float64Array Float16Array Uint8ClampedArray BigUint64Array BigInt64Array DataView Map BigInt Set WeakMap WeakSet
  WeakRef Proxy Reflect FinalizationRegistry Iterator AsyncIterator DisposableStack AsyncDisposableStack Atomics
  decodeURI decodeURIComponent encodeURI encodeURIComponent escape unescape isFinite isNaN
  WebAssembly TextDecoder TextEncoder performance console crypto setTimeout clearTimeout self constructor`.split(/\s+/),
);

/** Let Python's memory grow up to a limit; what asks for more gets a MemoryError. */
export function limitMemory() {
  if (!globalThis.WebAssembly) return; // told when Python is to start
  const { prototype } = WebAssembly.Memory;
  const grow = prototype.grow;
  prototype.grow = function (/** @type {number} */ pages) {
    if (this.buffer.byteLength + pages * PAGE > MEMORY_LIMIT) throw new RangeError("the memory limit is reached");
    return grow.call(this, pages);
  };
}

/** Remove every global that is not needed to compute. */
export function sealGlobals() {
  const random = crypto.getRandomValues.bind(crypto);
  const quiet = Object.fromEntries(["log", "info", "warn", "error", "debug", "trace"].map((name) => [name, () => {}]));
  for (let scope = globalThis; scope && scope !== Object.prototype; scope = Object.getPrototypeOf(scope)) {
    for (const name of Object.getOwnPropertyNames(scope)) {
      if (!KEPT.has(name)) remove(scope, name);
    }
  }
  Object.defineProperty(globalThis, "crypto", { value: Object.freeze({ getRandomValues: random }) });
  Object.defineProperty(globalThis, "console", { value: Object.freeze(quiet) });
}

/** @param {any} scope @param {string} name */
function remove(scope, name) {
  if (Reflect.deleteProperty(scope, name)) return;
  try {
    scope[name] = undefined; // what cannot be deleted can at times be overwritten
  } catch {
    // and what cannot, such as `location`, tells nothing but the blob's own address
  }
}
