// Imported before anything of Pyodide: its loader refuses a classic worker, which it knows by importScripts. Ours is
// classic because browsers take a module worker from a blob in fewer places, and needs no script but its own.

/** @type {any} */ (globalThis).importScripts = () => {
  throw new TypeError("no scripts can be loaded here");
};
