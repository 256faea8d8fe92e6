/**
 * The words of the interface in the reader's language: from the URL (?lang=de), else the setting, else the
 * browser. A lesson keeps its own language; words inside it that are of another one say so with `lang`.
 */

import de from "../strings/de.json";
import en from "../strings/en.json";
import { readSetting, writeSetting } from "./settings.js";

/** @type {Record<string, Record<string, string>>} */
export const CATALOGUES = { en, de };

let current = "en";

/** @returns {string} the language the interface speaks now */
export function language() {
  return current;
}

/**
 * @param {string} search the URL's query
 * @param {string | null} setting what the reader chose before
 * @param {readonly string[]} browser the browser's languages, most wanted first
 * @returns {string} the language there is a catalogue for
 */
export function chooseLanguage(search, setting, browser) {
  const wanted = [new URLSearchParams(search).get("lang"), setting, ...browser];
  for (const tag of wanted) {
    const base = tag?.toLowerCase().split("-")[0];
    if (base && Object.hasOwn(CATALOGUES, base)) return base;
  }
  return "en";
}

/**
 * @param {string} key
 * @param {Record<string, string | number>} [values] what stands for {name}
 * @returns {string} the words
 */
export function t(key, values = {}) {
  const text = CATALOGUES[current][key] ?? CATALOGUES.en[key];
  if (text === undefined) throw new Error(`the catalogue has no words for ${key}`);
  return text.replace(/\{(\w+)\}/g, (_, name) => String(values[name]));
}

/**
 * Put words into an element, in a way that a change of language finds them again.
 * @param {HTMLElement} element
 * @param {string} key
 * @param {Record<string, string | number>} [values]
 */
export function say(element, key, values = {}) {
  element.dataset.string = key;
  element.dataset.stringValues = JSON.stringify(values);
  fill(element);
}

/**
 * @param {string} key
 * @param {Record<string, string | number>} [values]
 * @returns {HTMLSpanElement} an element with the words
 */
export function spoken(key, values = {}) {
  const span = document.createElement("span");
  say(span, key, values);
  return span;
}

/** @param {HTMLElement} element */
function fill(element) {
  const values = JSON.parse(element.dataset.stringValues || "{}");
  if (element.dataset.string) {
    element.textContent = t(element.dataset.string, values);
    markLanguage(element);
  }
  if (element.dataset.stringLabel) {
    element.setAttribute("aria-label", t(element.dataset.stringLabel, values));
  }
}

/** @param {HTMLElement} element */
function markLanguage(element) {
  const around = element.parentElement?.closest("[lang]")?.getAttribute("lang");
  if (around === current) element.removeAttribute("lang");
  else element.lang = current;
}

/** @type {Set<() => void>} */
const listeners = new Set();

/** For words that are no element's of their own. @param {() => void} listener told after each change of language */
export function onLanguage(listener) {
  listeners.add(listener);
}

/** @param {string} chosen */
function speak(chosen) {
  current = chosen;
  document.documentElement.lang = chosen;
  for (const element of /** @type {NodeListOf<HTMLElement>} */ (
    document.querySelectorAll("[data-string], [data-string-label]")
  )) {
    fill(element);
  }
  const select = document.querySelector("[data-language-select]");
  if (select instanceof HTMLSelectElement) select.value = chosen;
  for (const listener of listeners) listener();
}

/** Speak the reader's language, and again whenever another one is chosen. */
export function startStrings() {
  speak(chooseLanguage(location.search, readSetting("language"), navigator.languages));
  document.querySelector("[data-language-select]")?.addEventListener("change", (event) => {
    const chosen = /** @type {HTMLSelectElement} */ (event.target).value;
    writeSetting("language", chosen);
    speak(chosen);
  });
}
