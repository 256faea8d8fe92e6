// Wakes the experiment of a page, and the trials beside it.

import { Trainer } from "../sandbox/trainer.js";
import { Training } from "./training.js";
import { Trial } from "./trial.js";

/**
 * @param {import("../progress.js").Progress} progress @param {import("../sandbox/sandbox.js").Sandbox} sandbox
 * @param {import("../widgets.js").Widgets} widgets @param {import("../own-code.js").OwnCode} own the learner's file
 */
export function startExperiments(progress, sandbox, widgets, own) {
  const trainer = new Trainer(sandbox.bytes);
  const code = async () => (await sandbox.lesson()).experiment;
  const around = { progress, trainer, widgets, own, code };
  /** @param {string} selector @returns {HTMLElement[]} */
  const all = (selector) => [.../** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(selector))];
  for (const element of all("[data-experiment]")) new Training(element, around);
  for (const element of all("[data-trial]")) new Trial(element, around);
}
