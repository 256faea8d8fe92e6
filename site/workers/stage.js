// The stage: a worker that owns a lesson's widgets. Learner code never runs here.

import { Channel, TypedError } from "../shared/channel.js";
import { Files } from "../shared/files.js";
import { startPython, unpack } from "./boot.js";

/**
 * @typedef {import("../shared/files.js").RuntimeFile} RuntimeFile
 * @typedef {{wasm: RuntimeFile, bundles: RuntimeFile[]}} Runtime
 * @typedef {{runtime: Runtime, later: RuntimeFile[], panelRoot: string, source: string, name: string}} Start
 */

self.addEventListener("message", ({ ports }) => answer(/** @type {MessagePort} */ (ports[0])), { once: true });

/** @param {MessagePort} port the page's */
function answer(port) {
  const channel = new Channel(port);
  port.start();

  /** @type {any} the module lookback.browser.stage */
  let stage = null;

  channel.handle("start", async (/** @type {Start} */ { runtime, later, panelRoot, source, name }) => {
    const files = new Files((progress) => channel.tell("progress", progress), fetch.bind(globalThis));
    const python = await Promise.race([
      startPython(parts(runtime, files), { PANEL_CDN_ROOT: panelRoot }),
      files.failed,
    ]);
    python.pyimport("lookback.browser.later").install(
      python.toPy(later.map(({ name, url, sha256 }) => ({ name, url, sha256 }))),
      (/** @type {string} */ url) =>
        python.toPy(bytesNow(/** @type {RuntimeFile} */ (later.find((file) => file.url === url)))).tobytes(),
      (/** @type {any} */ tar) => unpack(python.FS, tar.toJs()),
    );
    stage = python.pyimport("lookback.browser.stage");
    stage.load(source, name);
  });

  channel.handle("open", ({ widget, theme, state, standing }) =>
    JSON.parse(stage.open_widget(widget, theme, JSON.stringify(state), JSON.stringify(standing))),
  );

  channel.handle("know", ({ widget, standing }) => JSON.parse(stage.know(widget, JSON.stringify(standing))));

  // The record is text from where learner code has been: Python reads it as it reads anything from outside.
  channel.handle("hear", ({ widget, serial, record, ended }) => JSON.parse(stage.hear(widget, serial, record, ended)));

  channel.handle("patch", ({ widget, patch }) => JSON.parse(stage.patch(widget, patch)));

  channel.handle("theme", ({ widget, theme }) => JSON.parse(stage.set_theme(widget, theme)));

  channel.handle("set", ({ widget, state }) => {
    const answer = JSON.parse(stage.set_state(widget, JSON.stringify(state)));
    if (answer.refused) throw new TypedError("refused", answer.refused);
    return answer;
  });
}

/**
 * What Python is started from. Pyodide drops the error of a file that it waits for, goes on without it, and the browser
 * would report it as nobody's. So a file that failed never comes: `files.failed` speaks for all of them.
 * @param {Runtime} runtime @param {Files} files @returns {import("./boot.js").Parts}
 */
function parts({ wasm, bundles }, files) {
  return {
    wasm: () => files.streamed(wasm).catch(never),
    bundles: bundles.map((file) => files.unpacked(file).catch(never)),
  };
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
