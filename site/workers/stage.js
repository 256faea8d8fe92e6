// The stage: a worker that owns a lesson's widgets. Learner code never runs here.

import { Channel, TypedError } from "../shared/channel.js";
import { startPython } from "./boot.js";

const channel = new Channel(/** @type {any} */ (self));

/** @type {any} the module lookback.browser.stage */
let stage = null;

channel.handle("start", async ({ runtime, panelRoot, source, name }) => {
  const env = { PANEL_CDN_ROOT: panelRoot };
  const pyodide = await startPython(runtime, env, (progress) => channel.tell("progress", progress));
  stage = pyodide.pyimport("lookback.browser.stage");
  stage.load(source, name);
});

channel.handle("open", ({ widget, theme, state, fed, standing }) =>
  JSON.parse(stage.open_widget(widget, theme, JSON.stringify(state), JSON.stringify(fed), JSON.stringify(standing))),
);

channel.handle("know", ({ widget, standing }) => JSON.parse(stage.know(widget, JSON.stringify(standing))));

// The record is text from where learner code has been: Python reads it as it reads anything from outside.
channel.handle("hear", ({ widget, serial, record, ended }) => JSON.parse(stage.hear(widget, serial, record, ended)));

channel.handle("patch", ({ widget, patch }) => JSON.parse(stage.patch(widget, patch)));

channel.handle("theme", ({ widget, theme }) => JSON.parse(stage.set_theme(widget, theme)));

channel.handle("set", ({ widget, state }) => taken(stage.set_state(widget, JSON.stringify(state))));

channel.handle("feed", ({ widget, data }) => taken(stage.feed(widget, JSON.stringify(data))));

/** @param {string} text an answer, which may be that the widget does not take it */
function taken(text) {
  const answer = JSON.parse(text);
  if (answer.refused) throw new TypedError("refused", answer.refused);
  return answer;
}
