// The live bench: the editor with its head and its buttons, and what stands around it.

import { spoken, t } from "../strings.js";

/** @param {string} file @param {HTMLElement} editor */
export function bench(file, editor) {
  const element = document.createElement("div");
  element.className = "live-bench";
  const frame = document.createElement("div");
  frame.className = "editor";
  frame.setAttribute("role", "group");
  frame.setAttribute("aria-label", file);
  const head = document.createElement("div");
  head.className = "editor-head";
  const name = document.createElement("span");
  name.textContent = file;
  const saved = document.createElement("span");
  head.append(name, saved);
  const toolbar = document.createElement("div");
  toolbar.className = "toolbar";
  const check = button("editor.check", "main");
  const run = button("editor.run");
  const stop = button("editor.stop");
  stop.setAttribute("aria-disabled", "true");
  const reset = button("editor.reset", "link");
  const keys = document.createElement("small");
  keys.className = "keys";
  keys.append(spoken("editor.keys", { key: /Mac|iPhone|iPad/.test(navigator.platform) ? "⌘" : "Ctrl" }));
  toolbar.append(check, run, stop, reset, keys);
  const output = document.createElement("section");
  output.className = "output";
  output.hidden = true;
  output.setAttribute("aria-label", t("output.label"));
  const round = document.createElement("p");
  round.className = "round-task";
  round.hidden = true;
  const changes = document.createElement("div");
  frame.append(head, editor, toolbar);
  element.append(round, frame, output, changes);
  return { element, saved, check, run, stop, reset, output, round, changes };
}

/** @param {string} key @param {string} [kind] */
function button(key, kind = "") {
  const element = document.createElement("button");
  element.type = "button";
  element.className = kind;
  element.append(spoken(key));
  return element;
}
