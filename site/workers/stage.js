// The stage: a worker that owns a lesson's widgets. Learner code never runs here.

import { Channel, TypedError } from "../shared/channel.js";
import { Files } from "../shared/files.js";
import { startPython } from "./boot.js";

/**
 * @typedef {import("../shared/files.js").RuntimeFile} RuntimeFile
 * @typedef {{wasm: RuntimeFile, stdlib: RuntimeFile, bundles: RuntimeFile[]}} Runtime
 */

self.addEventListener("message", ({ ports }) => answer(/** @type {MessagePort} */ (ports[0])), { once: true });

/** @param {MessagePort} port the page's */
function answer(port) {
  const channel = new Channel(port);
  port.start();

  /** @type {any} the module lookback.browser.stage */
  let stage = null;

  channel.handle("start", async ({ runtime, panelRoot, source, name }) => {
    const files = new Files((progress) => channel.tell("progress", progress), fetch.bind(globalThis));
    const python = await Promise.race([
      startPython(parts(runtime, files), { PANEL_CDN_ROOT: panelRoot }),
      files.failed,
    ]);
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
function parts({ wasm, stdlib, bundles }, files) {
  const library = files.bytes(stdlib).catch(never);
  return {
    wasm: () => files.streamed(wasm).catch(never),
    stdlib: async () => new Response(await library),
    bundles: bundles.map((file) => files.unpacked(file).catch(never)),
  };
}

/** @returns {Promise<never>} */
const never = () => new Promise(() => {});
