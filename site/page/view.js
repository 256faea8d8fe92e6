/** How far the reader is: segments in the header, words in the rail and in the list of parts, states of items. */

import { say } from "./strings.js";

/** @typedef {import("./progress.js").Progress} Progress */

const SVG = "http://www.w3.org/2000/svg";

/**
 * @param {Element} holder an element with a mark in it
 * @param {"done" | "todo" | "part" | "not" | "wait"} name
 */
export function setMark(holder, name) {
  holder.querySelector(".mark use")?.setAttribute("href", `#m-${name}`);
}

/**
 * @param {"done" | "todo" | "part" | "not" | "wait" | "clock" | "cut"} name
 * @returns {SVGSVGElement} a mark; it always stands beside a word
 */
export function mark(name) {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("class", "mark");
  svg.setAttribute("viewBox", "0 0 16 16");
  svg.setAttribute("aria-hidden", "true");
  const use = document.createElementNS(SVG, "use");
  use.setAttribute("href", `#m-${name}`);
  svg.append(use);
  return svg;
}

/** @param {Progress} progress */
export function showProgress(progress) {
  const show = () => {
    showHeader(progress);
    for (const section of new Set(progress.lesson.items.map((item) => item.section))) showSection(progress, section);
    showVerified(progress);
    for (const item of progress.lesson.items) showItem(item.id, progress.item(item.id)?.done === true);
  };
  progress.onChange(show);
  show();
}

/** @param {Progress} progress */
function showHeader(progress) {
  const { done, all } = progress.summary();
  for (const item of progress.lesson.items) {
    const segment = document.querySelector(`[data-seg="${CSS.escape(item.id)}"]`);
    segment?.classList.toggle("on", progress.item(item.id)?.done === true);
  }
  const words = document.querySelector("[data-progress-words] [data-string]");
  if (words instanceof HTMLElement) say(words, "progress.of", { done, all });
}

/**
 * @param {Progress} progress
 * @param {string} section
 */
function showSection(progress, section) {
  const { done, all } = progress.summary(section);
  const name = CSS.escape(section);
  const rail = document.querySelector(`[data-rail-of="${name}"] [data-string]`);
  if (rail instanceof HTMLElement) {
    if (all === 1) say(rail, done ? "rail.done" : "rail.todo");
    else say(rail, "rail.of", { done, all });
  }
  const part = document.querySelector(`[data-part-state="${name}"]`);
  const words = part?.querySelector("[data-part-words] [data-string]");
  if (part && words instanceof HTMLElement) {
    setMark(part, done === all ? "done" : done > 0 ? "part" : "todo");
    if (done === all) say(words, "parts.done");
    else say(words, "parts.left", { n: all - done });
  }
}

/** @param {Progress} progress how many exercises are verified, above the first of them */
function showVerified(progress) {
  const exercises = progress.lesson.items.filter((item) => item.kind === "exercise");
  const done = exercises.filter((item) => progress.item(item.id)?.done === true).length;
  const words = document.querySelector("[data-verified] [data-string]");
  if (words instanceof HTMLElement) say(words, "exercise.verified", { done, all: exercises.length });
}

/**
 * @param {string} id
 * @param {boolean} done
 */
function showItem(id, done) {
  const state = document.querySelector(`[data-state-of="${CSS.escape(id)}"]`);
  if (!(state instanceof HTMLElement)) return;
  state.dataset.state = done ? "done" : "todo";
  setMark(state, done ? "done" : "todo");
  const words = state.querySelector("[data-string]");
  if (words instanceof HTMLElement) say(words, done ? "state.done" : "state.todo");
}
