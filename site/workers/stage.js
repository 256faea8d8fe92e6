// The stage: a worker that owns a lesson's widgets. Learner code never runs here.

import { Channel, TypedError } from "../shared/channel.js";
import { Files, sha256Of } from "../shared/files.js";
import { startPython, unpack } from "./boot.js";
import { parse, Recorder, restored } from "./snapshot.js";

/**
 * @typedef {import("../shared/files.js").RuntimeFile} RuntimeFile
 * @typedef {{wasm: RuntimeFile | null, bundles: RuntimeFile[]}} Runtime `wasm`: null where the page compiles it
 * @typedef {{runtime: Runtime, later: RuntimeFile[], panelRoot: string, given: any}} Start `given`: a
 *   snapshot or null
 */

/** @type {(module: WebAssembly.Module) => void} */
let receive = () => {};
/** What the page has compiled. @type {Promise<WebAssembly.Module>} */
const compiled = new Promise((resolve) => {
  receive = resolve;
});

self.addEventListener("message", ({ ports }) => answer(/** @type {MessagePort} */ (ports[0])), { once: true });

/** @param {MessagePort} port the page's */
function answer(port) {
  const channel = new Channel(port);
  port.start();

  /** @type {any} the module lookback.browser.stage */
  let stage = null;

  channel.handle("start", async (/** @type {Start} */ { given: kept, ...request }) => {
    const files = new Files((progress) => channel.tell("progress", progress), fetch.bind(globalThis));
    const restored = kept && (await fromSnapshot(kept, request, files));
    const python = restored ?? (await fresh(request, files));
    bringLater(python, request.later);
    stage = python.pyimport("lookback.browser.stage");
    return { restored: Boolean(restored) };
  });

  channel.handle("module", (module) => receive(module));

  channel.handle("snapshot", ({ given: lessons, ...request }) => makeSnapshot(request, lessons));

  channel.handle("load", ({ source, name }) => void stage.load(source, name));

  channel.handle("open", ({ widget, theme, state, fed, standing }) =>
    JSON.parse(stage.open_widget(widget, theme, JSON.stringify(state), JSON.stringify(fed), JSON.stringify(standing))),
  );

  channel.handle("know", ({ widget, standing }) => JSON.parse(stage.know(widget, JSON.stringify(standing))));

  // The record is text from where learner code has been: Python reads it as it reads anything from outside.
  channel.handle("hear", ({ widget, serial, record, ended }) => JSON.parse(stage.hear(widget, serial, record, ended)));

  channel.handle("patch", ({ widget, patch, taken }) => JSON.parse(stage.patch(widget, patch, taken)));

  channel.handle("foresee", ({ widget, patch }) => JSON.parse(stage.foresee(widget, patch)));

  channel.handle("theme", ({ widget, theme }) => JSON.parse(stage.set_theme(widget, theme)));

  channel.handle("set", ({ widget, state }) => taken(stage.set_state(widget, JSON.stringify(state))));

  channel.handle("feed", ({ widget, data }) => taken(stage.feed(widget, JSON.stringify(data))));
}

/** @param {string} text an answer, which may be that the widget does not take it */
function taken(text) {
  const answer = JSON.parse(text);
  if (answer.refused) throw new TypedError("refused", answer.refused);
  return answer;
}

/** @param {any} python @param {RuntimeFile[]} later what is fetched when it is imported after all */
function bringLater(python, later) {
  python.pyimport("lookback.browser.later").install(
    python.toPy(later.map(({ name, url, sha256 }) => ({ name, url, sha256 }))),
    (/** @type {string} */ url) =>
      python.toPy(bytesNow(/** @type {RuntimeFile} */ (later.find((file) => file.url === url)))).tobytes(),
    (/** @type {any} */ tar) => unpack(python.FS, tar.toJs()),
  );
}

/** @param {any} request @param {Files} files */
function fresh({ runtime, panelRoot }, files) {
  return Promise.race([startPython(parts(runtime, files), { PANEL_CDN_ROOT: panelRoot }), files.failed]);
}

/**
 * Python as it was in the snapshot, or null when it cannot be had from it: then it starts as ever.
 * @param {{blob: Blob, sha256: string}} kept @param {any} request @param {Files} files
 */
async function fromSnapshot(kept, { runtime }, files) {
  const ask = globalThis.fetch;
  const snapshot = verified(kept).then(parse);
  // It is read and checked while the WebAssembly is compiled. If it is no good, what was begun with it comes to nothing:
  // its parts never come, for the reason told at `parts`.
  const sound = snapshot.catch(never);
  const begun = startPython(
    {
      wasm: codeOf(runtime, files),
      bundles: runtime.bundles.map(
        async (/** @type {RuntimeFile} */ _, /** @type {number} */ at) => (await sound).bundles[at],
      ),
    },
    {},
    restored(sound),
  );
  try {
    const python = await Promise.race([begun, files.failed, snapshot.then(never)]);
    python.pyimport("lookback.browser.snapshot").wake();
    return python;
  } catch {
    globalThis.fetch = ask;
    return null;
  }
}

/** @param {{blob: Blob, sha256: string}} kept */
async function verified({ blob, sha256 }) {
  const bytes = new Uint8Array(await blob.arrayBuffer());
  if ((await sha256Of(bytes)) !== sha256) throw new Error("the snapshot is damaged");
  return bytes;
}

/**
 * Start Python as for a page, open the lessons' widgets, and write all of it down.
 * @param {any} request @param {import("../page/snapshots.js").LessonWidgets[]} lessons
 * @returns {Promise<{blob: Blob, sha256: string}>}
 */
async function makeSnapshot({ runtime, panelRoot }, lessons) {
  const files = new Files(() => {}, fetch.bind(globalThis));
  const from = parts(runtime, files);
  const recorder = new Recorder();
  const python = await Promise.race([startPython(from, { PANEL_CDN_ROOT: panelRoot }, recorder.options), files.failed]);
  const settle = python.pyimport("lookback.browser.snapshot").settle;
  settle(JSON.stringify(lessons));
  settle.destroy();
  const blob = recorder.take(python, await Promise.all(from.bundles));
  return { blob, sha256: await sha256Of(new Uint8Array(await blob.arrayBuffer())) };
}

/**
 * What Python is started from. Pyodide drops the error of a file that it waits for, goes on without it, and the browser
 * would report it as nobody's. So a file that failed never comes: `files.failed` speaks for all of them.
 * @param {Runtime} runtime @param {Files} files @returns {import("./boot.js").Parts}
 */
function parts(runtime, files) {
  return {
    wasm: codeOf(runtime, files),
    bundles: runtime.bundles.map((file) => files.unpacked(file).catch(never)),
  };
}

/** @param {Runtime} runtime @param {Files} files @returns {import("./boot.js").Parts["wasm"]} */
function codeOf({ wasm }, files) {
  return () => (wasm ? files.compiled(wasm).catch(never) : compiled);
}

/** @returns {Promise<never>} */
const never = () => new Promise(() => {});

/** A file's bytes, at once: an import of Python's cannot wait for a promise. @param {RuntimeFile} file */
function bytesNow({ url, content }) {
  if (content) return new Uint8Array(content);
  const request = new XMLHttpRequest();
  request.open("GET", url, false);
  request.responseType = "arraybuffer";
  request.send();
  if (request.status !== 200) throw new Error(`the host answered ${request.status} for ${url}`);
  return new Uint8Array(request.response);
}
