/** Pieces of code that run in the page, through the page's own interface. Without Python their output stands there. */

import { reasonOf } from "./reasons.js";
import { say, t } from "./strings.js";

/** @typedef {{stdout?: string, traceback?: string | null}} Outcome */
/** @typedef {{run?: (source: string) => Promise<Outcome>}} Interface */

/** Offer Run where there is something that runs. */
export function startCode() {
  for (const box of document.querySelectorAll("[data-code]")) {
    const button = box.querySelector("[data-run]");
    const output = box.querySelector("[data-output] samp");
    const source = [...box.querySelectorAll(".ln")].map((line) => line.textContent).join("\n");
    if (!(button instanceof HTMLButtonElement) || !(output instanceof HTMLElement)) continue;
    if (typeof page().run !== "function") continue;
    button.hidden = false;
    button.addEventListener("click", () => run(button, output, source));
  }
}

/** @returns {Interface} the page's own interface, empty before it is there */
function page() {
  return /** @type {{lookback?: Interface}} */ (/** @type {unknown} */ (window)).lookback ?? {};
}

/**
 * @param {HTMLButtonElement} button
 * @param {HTMLElement} output
 * @param {string} source
 */
async function run(button, output, source) {
  const words = button.querySelector("[data-string]");
  if (words instanceof HTMLElement) say(words, "code.running");
  try {
    const outcome = await page().run?.(source);
    output.textContent = outcome?.traceback ?? outcome?.stdout ?? "";
  } catch (error) {
    output.textContent = `${t("output.failed")}. ${reasonOf(error)}.`;
  } finally {
    if (words instanceof HTMLElement) say(words, "code.run");
  }
}
