// The live bench: the editor with its head and its buttons, and what stands around it.

import { say, spoken, t } from "../strings.js";

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
  const now = document.createElement("small");
  now.className = "now";
  toolbar.append(check, run, stop, reset, now);
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
  return { element, saved, check, run, stop, reset, now, output, round, changes };
}

/**
 * What the buttons do now, in few words beside them; the keys that do the same while there is nothing to say.
 * @param {HTMLElement} place @param {string | null} key
 */
export function showNow(place, key) {
  place.toggleAttribute("data-keys", key === null);
  if (key) say(place, key);
  else say(place, "editor.keys", { key: /Mac|iPhone|iPad/.test(navigator.platform) ? "⌘" : "Ctrl" });
}

/** @param {string} key @param {string} [kind] */
function button(key, kind = "") {
  const element = document.createElement("button");
  element.type = "button";
  element.className = kind;
  element.append(spoken(key));
  return element;
}
