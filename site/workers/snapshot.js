// A snapshot of a started Python: its memory, and what JavaScript has to put beside it before the memory makes sense.
//
// Pyodide can restore its memory by itself (`_makeSnapshot`, `_loadSnapshot`), but only while no compiled module is
// loaded: where such a module lies in memory and in the table of functions is known to Emscripten alone. It is all to
// be read from the module object, though, so it is recorded here, and each module is put back in its old place before
// the memory is copied over it. Pyodide's own files stay as they were released.

const PAGE = 4096; // bytes: memory is kept without the pages that hold nothing but zeros
// Of Pyodide's own header: where the memory begins, how long its text is, where that starts.
const MEMORY_AT = 1;
const TEXT_LENGTH = 2;
const TEXT_AT = 48;
// Of Emscripten's record of a loaded library (struct dso), in words.
const DSO = { memoryBase: 3, tableBase: 5, tableSize: 6 };

/**
 * @typedef {{name: string, handle: number, global: boolean, refcount: number | null, memoryBase: number,
 *   tableBase: number, tableSize: number}} Library a loaded .so
 * @typedef {[slot: number, library: string, symbol: string]} Slot a function in the table outside the libraries' own parts
 * @typedef {{freshTable: number, table: number, memory: number, libraries: Library[], slots: Slot[],
 *   symbols: Record<string, number>, objects: any, runs: [at: number, length: number][],
 *   bundles: number[]}} Header `bundles`: their sizes
 * @typedef {{header: Header, bundles: Uint8Array<ArrayBuffer>[],
 *   memory: Uint8Array<ArrayBuffer>}} Snapshot `memory`: the runs, one behind the other
 */

/** The name under which the main module's functions are recorded. */
const MAIN = "";

/** Notes, while Pyodide starts, what a snapshot of it will have to tell. */
export class Recorder {
  /** @type {any} what the main module offers to libraries */
  #offered = null;
  #freshTable = 0;
  /** @type {Record<string, number>} */
  #freshSymbols = {};

  /** What `loadPyodide` is told beside the usual. @type {import("./boot.js").Adapt} */
  options = (createModule) => ({
    _makeSnapshot: true,
    createPyodideModule: async (/** @type {any} */ settings) => {
      const module = await createModule(
        overhearing(settings, (offered) => {
          this.#offered = offered;
        }),
      );
      this.#freshTable = module.wasmTable.length;
      this.#freshSymbols = symbolsOf(module);
      return module;
    },
  });

  /**
   * A snapshot, as it is kept, of a Python that was started with these options and is not to be used any more.
   * @param {any} pyodide
   * @param {Uint8Array<ArrayBuffer>[]} bundles what it was started from
   * @returns {Blob} throws when something in it could not be put back
   */
  take(pyodide, bundles) {
    const module = pyodide._module;
    const libraries = librariesOf(module);
    const known = {
      freshTable: this.#freshTable,
      table: module.wasmTable.length,
      memory: module.HEAP8.length,
      libraries,
      slots: this.#slots(module, libraries),
      symbols: Object.fromEntries(
        Object.entries(symbolsOf(module)).filter(([name, value]) => this.#freshSymbols[name] !== value),
      ),
    };
    const { objects, memory } = freeze(pyodide);
    const runs = runsOf(memory);
    const sizes = bundles.map(({ length }) => length);
    const text = new TextEncoder().encode(JSON.stringify({ ...known, objects, runs, bundles: sizes }));
    const pieces = runs.map(([at, length]) => memory.subarray(at, at + length));
    return new Blob([Uint32Array.of(text.length), text, ...bundles, ...pieces]);
  }

  /** @param {any} module @param {Library[]} libraries @returns {Slot[]} */
  #slots(module, libraries) {
    /** @type {Map<Function, [string, string]>} */
    const names = new Map();
    const tables = [
      [MAIN, this.#offered],
      ...libraries.map(({ name }) => [name, module.LDSO.loadedLibsByName[name].exports]),
    ];
    for (const [library, symbols] of tables) {
      for (const [symbol, value] of Object.entries(symbols)) {
        if (typeof value === "function" && !names.has(value)) names.set(value, [library, symbol]);
      }
    }
    /** @type {Slot[]} */
    const slots = [];
    for (let slot = this.#freshTable; slot < module.wasmTable.length; slot += 1) {
      if (libraries.some(({ tableBase, tableSize }) => slot >= tableBase && slot < tableBase + tableSize)) continue;
      const name = names.get(module.wasmTable.get(slot));
      if (!name) throw new Error(`the function in slot ${slot} of the table belongs to no library`);
      slots.push([slot, ...name]);
    }
    return slots;
  }
}

/** The addresses of all symbols that any library has asked for. @param {any} module @returns {Record<string, number>} */
function symbolsOf(module) {
  return Object.fromEntries(Object.entries(module.GOT).map(([name, entry]) => [name, entry.value]));
}

/** The loaded libraries in the order in which they were loaded. @param {any} module @returns {Library[]} */
function librariesOf(module) {
  /** @type {Map<any, number>} */
  const handles = new Map(
    Object.entries(module.LDSO.loadedLibsByHandle).map(([handle, library]) => [library, Number(handle)]),
  );
  const loaded = Object.values(module.LDSO.loadedLibsByName).filter((/** @type {any} */ one) => handles.get(one) !== 0);
  return loaded.map((/** @type {any} */ { name, global, refcount }, at) => {
    const handle = handles.get(loaded[at]);
    if (handle === undefined) throw new Error(`${name} was loaded without a handle`);
    const word = (/** @type {number} */ index) => module.HEAPU32[handle / 4 + index];
    return {
      name,
      handle,
      global,
      refcount: refcount === Infinity ? null : refcount,
      memoryBase: word(DSO.memoryBase),
      tableBase: word(DSO.tableBase),
      tableSize: word(DSO.tableSize),
    };
  });
}

/** Memory, and the JavaScript objects that Python holds, as Pyodide writes them down. @param {any} pyodide */
function freeze(pyodide) {
  const module = pyodide._module;
  // Pyodide expects that no package has been loaded, and that no object has been let go.
  for (const name of Object.keys(pyodide.loadedPackages)) delete pyodide.loadedPackages[name];
  const get = module.__hiwire_get;
  module.__hiwire_get = (/** @type {number} */ index) => get(index) ?? null;
  try {
    const bytes = pyodide.makeMemorySnapshot();
    const words = new Uint32Array(bytes.buffer, 0, TEXT_AT / 4);
    const text = new TextDecoder().decode(bytes.subarray(TEXT_AT, TEXT_AT + words[TEXT_LENGTH]));
    return { objects: JSON.parse(text), memory: bytes.subarray(words[MEMORY_AT]) };
  } finally {
    module.__hiwire_get = get;
  }
}

/** The stretches of memory that hold something. @param {Uint8Array} memory @returns {[number, number][]} */
function runsOf(memory) {
  /** @type {[number, number][]} */
  const runs = [];
  const words = new Uint32Array(memory.buffer, memory.byteOffset, memory.length / 4);
  for (let at = 0; at < memory.length; at += PAGE) {
    if (isZero(words, at / 4, PAGE / 4)) continue;
    const last = runs.at(-1);
    if (last && last[0] + last[1] === at) last[1] += PAGE;
    else runs.push([at, PAGE]);
  }
  return runs;
}

/** @param {Uint32Array} words @param {number} from @param {number} count */
function isZero(words, from, count) {
  for (let at = from; at < from + count; at += 1) if (words[at] !== 0) return false;
  return true;
}

/**
 * What `loadPyodide` is told beside the usual, so that Python starts as it was in a snapshot: in place of its own start
 * (which `_loadSnapshot` leaves out, whatever it holds) the libraries and the memory are put back.
 * @param {Promise<Snapshot>} snapshot needed when the WebAssembly is compiled @returns {import("./boot.js").Adapt}
 */
export function restored(snapshot) {
  return (createModule) => ({
    _loadSnapshot: new Uint8Array(0),
    createPyodideModule: async (/** @type {any} */ settings) => {
      /** @type {any} */
      let offered;
      const module = await createModule(
        overhearing(settings, (it) => {
          offered = it;
        }),
      );
      const it = await snapshot;
      const { header } = it;
      if (module.wasmTable.length !== header.freshTable) throw new Error("this browser starts Python in another way");
      if (module.HEAP8.length < header.memory && !module.growMemory(header.memory)) throw new Error("no memory for it");
      const libraries = header.libraries.map(({ name }) => new WebAssembly.Module(module.FS.readFile(name)));
      place(module, offered, header, libraries);
      settings.API.restoreSnapshot = () => {
        fill(module.HEAPU8, header, it.memory);
        // All is in its place. What is named from here on is held for as long as Python lives: that is not to be these.
        it.memory = new Uint8Array(0);
        it.bundles = [];
        return header.objects;
      };
      return module;
    },
  });
}

/**
 * @param {any} settings of Pyodide's module @param {(offered: any) => void} hear what the main module offers to libraries
 */
function overhearing(settings, hear) {
  const instantiate = settings.instantiateWasm;
  settings.instantiateWasm = (/** @type {any} */ imports, /** @type {any} */ receive) => {
    hear(imports.env);
    return instantiate(imports, receive);
  };
  return settings;
}

/**
 * Load the libraries where they were, and give every slot of the table and every symbol its old value. What their
 * instances write into memory is written over afterwards.
 * @param {any} module @param {any} offered @param {Header} header @param {WebAssembly.Module[]} libraries
 */
function place(module, offered, header, libraries) {
  module.wasmTable.grow(header.table - header.freshTable);
  for (const [name, value] of Object.entries(header.symbols)) {
    module.GOT[name] ??= new WebAssembly.Global({ value: "i32", mutable: true }, value);
    module.GOT[name].value = value;
  }
  /** @type {Record<string, any>} */
  const symbols = { [MAIN]: offered };
  header.libraries.forEach((library, at) => {
    const { name, handle, global, refcount, memoryBase } = library;
    const exports = instantiate(module, offered, library, libraries[at]);
    symbols[name] = module.relocateExports(exports, memoryBase);
    const loaded = module.newDSO(name, handle, symbols[name]);
    loaded.global = global;
    loaded.refcount = refcount ?? Infinity;
  });
  for (const [slot, library, symbol] of header.slots) module.setWasmTableEntry(slot, symbols[library][symbol]);
  module.updateTableMap(header.freshTable, header.table - header.freshTable);
}

/** @param {any} module @param {any} offered @param {Library} library @param {WebAssembly.Module} compiled */
function instantiate(module, offered, { memoryBase, tableBase }, compiled) {
  /** @type {any} */
  let own;
  const env = new Proxy(/** @type {any} */ ({}), {
    get(late, name) {
      if (name === "__memory_base") return memoryBase;
      if (name === "__table_base") return tableBase;
      const known = offered[name];
      if (known && !known.stub) return known;
      // A symbol of its own that it wants others to be able to replace: there is one once it is instantiated.
      late[name] ??= (/** @type {any[]} */ ...args) => own[name](...args);
      return late[name];
    },
  });
  const imports = { env, wasi_snapshot_preview1: env, "GOT.mem": module.GOT, "GOT.func": module.GOT };
  own = new WebAssembly.Instance(compiled, imports).exports;
  return own;
}

/** @param {Uint8Array} memory @param {Header} header @param {Uint8Array} pieces */
function fill(memory, { runs }, pieces) {
  let from = 0;
  let end = 0;
  for (const [at, length] of runs) {
    memory.fill(0, end, at);
    memory.set(pieces.subarray(from, from + length), at);
    from += length;
    end = at + length;
  }
  memory.fill(0, end);
}

/** Take a kept snapshot apart. @param {Uint8Array<ArrayBuffer>} bytes @returns {Snapshot} */
export function parse(bytes) {
  let at = 4 + new DataView(bytes.buffer, bytes.byteOffset).getUint32(0, true);
  /** @type {Header} */
  const header = JSON.parse(new TextDecoder().decode(bytes.subarray(4, at)));
  const next = (/** @type {number} */ length) => {
    at += length;
    return bytes.subarray(at - length, at);
  };
  // Copies, because Python's files will be parts of them, and would hold all the rest.
  const bundles = header.bundles.map((length) => next(length).slice());
  return { header, bundles, memory: bytes.subarray(at) };
}
