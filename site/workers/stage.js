// The stage: a worker that owns a lesson's widgets. Learner code never runs here.

import { Channel, TypedError } from "../shared/channel.js";
import { startPython, unpack } from "./boot.js";

const channel = new Channel(/** @type {any} */ (self));

/** @type {any} the module lookback.browser.stage */
let stage = null;

channel.handle("start", async ({ runtime, later, panelRoot, source, name }) => {
  const env = { PANEL_CDN_ROOT: panelRoot };
  const pyodide = await startPython(runtime, env, (progress) => channel.tell("progress", progress));
  pyodide.pyimport("lookback.browser.later").install(
    pyodide.toPy(later),
    (/** @type {string} */ url) => pyodide.toPy(fetchNow(url)).tobytes(),
    (/** @type {any} */ tar) => unpack(pyodide.FS, tar.toJs()),
  );
  stage = pyodide.pyimport("lookback.browser.stage");
  stage.load(source, name);
});

channel.handle("open", ({ widget, theme, state }) =>
  JSON.parse(stage.open_widget(widget, theme, JSON.stringify(state))),
);

channel.handle("patch", ({ widget, patch }) => JSON.parse(stage.patch(widget, patch)));

channel.handle("theme", ({ widget, theme }) => JSON.parse(stage.set_theme(widget, theme)));

channel.handle("set", ({ widget, state }) => {
  const answer = JSON.parse(stage.set_state(widget, JSON.stringify(state)));
  if (answer.refused) throw new TypedError("refused", answer.refused);
  return answer;
});

/** A file's bytes, at once: an import of Python's cannot wait for a promise. @param {string} url */
function fetchNow(url) {
  const request = new XMLHttpRequest();
  request.open("GET", url, false);
  request.responseType = "arraybuffer";
  request.send();
  if (request.status !== 200) throw new Error(`the host answered ${request.status} for ${url}`);
  return new Uint8Array(request.response);
}
