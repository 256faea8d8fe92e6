/**
 * Predictions and closing questions. CSS shows the reply to the chosen answer; this keeps the choice and reads
 * the reply aloud.
 */

import { announce } from "./announce.js";
import { tellResult } from "./results.js";

/** @typedef {import("./progress.js").Progress} Progress */

/** @param {Progress} progress */
export function startQuestions(progress) {
  for (const question of document.querySelectorAll(".question[data-item]")) {
    if (question instanceof HTMLElement) startQuestion(question, progress);
  }
}

/**
 * @param {HTMLElement} question
 * @param {Progress} progress
 */
function startQuestion(question, progress) {
  const id = question.dataset.item ?? "";
  const radios = /** @type {HTMLInputElement[]} */ ([...question.querySelectorAll("input[type=radio]")]);
  const chosen = progress.item(id)?.choice;
  for (const radio of radios) if (radio.value === chosen) radio.checked = true;
  question.addEventListener("change", (event) => {
    const radio = event.target;
    if (!(radio instanceof HTMLInputElement)) return;
    progress.answer(id, {
      choice: radio.value,
      done: question.dataset.kind === "predict" || radio.dataset.right !== undefined,
    });
    // a right answer stays done while the other choices' explanations are read
    const done = progress.item(id)?.done === true;
    tellResult({ item: id, kind: question.dataset.kind ?? "", done, answer: radio.value });
    // the reply to a prediction that is followed by a trial comes with its numbers
    if (question.dataset.withheld !== "true") announce(replyTo(question, radio.value));
  });
}

/**
 * @param {HTMLElement} question
 * @param {string} choice
 * @returns {string} the words of the reply
 */
function replyTo(question, choice) {
  const reply = question.querySelector(`[data-reply="${CSS.escape(choice)}"]`);
  return (reply?.textContent ?? "").replace(/\s+/g, " ").trim();
}
