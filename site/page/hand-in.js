// One button makes one file: what was answered in this lesson, for whoever collects it.

import { LONGEST_NAME, writeHandIn } from "../shared/hand-in.js";
import { onSubmit } from "./forms.js";
import { counted, SAVE } from "./progress.js";
import { saveText } from "./saving.js";
import { say } from "./strings.js";
import { hintsOf, TIME } from "./tally.js";

/**
 * @typedef {import("./progress.js").Progress} Progress
 * @typedef {import("./progress.js").Kept} Kept
 * @typedef {import("../shared/hand-in.js").HandIn} HandIn
 * @typedef {import("../shared/hand-in.js").Answer} Answer
 * @typedef {import("../shared/hand-in.js").Claim} Claim
 */

/** @param {Progress} progress @param {string} build the site's version */
export function startHandIn(progress, build) {
  const form = document.querySelector("[data-hand-in]");
  if (!(form instanceof HTMLFormElement)) return;
  onSubmit(form, () => {
    const input = /** @type {HTMLInputElement} */ (form.querySelector("input"));
    const words = /** @type {HTMLElement} */ (form.querySelector("[data-hand-in-words]"));
    const name = input.value.trim().slice(0, LONGEST_NAME);
    input.setAttribute("aria-invalid", String(name === ""));
    if (name === "") {
      say(words, "handin.nameless");
      input.focus();
      return;
    }
    dispatchEvent(new Event(SAVE));
    const file = fileName(progress.lesson.id, name);
    // A frame of an opaque origin may not download: its text is shown, to be copied.
    const saved = saveText(file, writeHandIn(handIn(progress, name, build)));
    const text = /** @type {HTMLTextAreaElement} */ (form.querySelector("textarea"));
    text.hidden = saved;
    text.value = saved ? "" : writeHandIn(handIn(progress, name, build));
    say(words, saved ? "handin.saved" : "handin.copy", { file });
    if (!saved) text.select();
  });
}

/** @param {string} lesson @param {string} name */
function fileName(lesson, name) {
  const plain = name
    .normalize("NFKD")
    .replace(/[^\p{L}\p{N}]+/gu, "-")
    .replace(/^-+|-+$/g, "");
  return `${lesson}-${plain.slice(0, 60) || "answers"}.json`;
}

/**
 * @param {Progress} progress @param {string} name typed by the learner @param {string} build
 * @returns {HandIn}
 */
export function handIn(progress, name, build) {
  const { done, all } = progress.summary();
  const { id, title, version, items } = progress.lesson;
  return {
    name,
    made: new Date().toISOString(),
    build,
    lesson: { id, title, version },
    done,
    all,
    seconds: counted(progress.item(TIME)?.seconds),
    answers: items.filter((item) => item.kind === "exercise").flatMap((item) => answersOf(progress, item.id)),
    items: items
      .filter((item) => item.kind !== "exercise")
      .map((item) => {
        const kept = progress.item(item.id);
        return {
          ...item,
          done: kept?.done === true,
          attempts: counted(kept?.attempts),
          hints: hintsOf(kept),
          answer: answerOf(kept),
        };
      }),
  };
}

/** Round 3, which the lesson asks for, and every practice round that was tried. @param {Progress} progress @param {string} id */
function answersOf(progress, id) {
  const kept = progress.item(id);
  const rounds = /** @type {Record<string, any>} */ (kept?.rounds ?? {});
  const numbers = [...new Set([3, ...Object.keys(rounds).map(Number)])].sort();
  return numbers.map((round) => ({
    exercise: id,
    round,
    source: rounds[round]?.passed?.source ?? draftOf(progress, id, round),
    claimed: claimOf(rounds[round]),
    attempts: counted(rounds[round]?.attempts),
    hints: hintsOf(kept),
    solution: kept?.solution === true,
  }));
}

/** @param {Progress} progress @param {string} id @param {number} round @returns {string | null} */
function draftOf(progress, id, round) {
  const text = progress.item(round === 3 ? "draft" : `draft/${id}/${round}`)?.text;
  return typeof text === "string" ? text : null;
}

/** What was said of the text that is handed in: of a text that passed, that it did. @param {any} kept @returns {Claim | null} */
function claimOf(kept) {
  if (typeof kept?.verdict !== "string") return null;
  const passed = kept.passed && kept.verdict !== "passed";
  return {
    verdict: passed ? "passed" : kept.verdict,
    sha256: kept.passed?.sha256 ?? kept.sha256 ?? "",
    cases: passed ? [] : (kept.cases ?? []),
    diagnosis: passed ? null : (kept.diagnosis ?? null),
  };
}

/** @param {Kept | undefined} kept @returns {string | null} a choice, or what was typed */
function answerOf(kept) {
  const answer = kept?.choice ?? kept?.typed ?? kept?.query;
  return typeof answer === "string" ? answer.slice(0, 1000) : null;
}
