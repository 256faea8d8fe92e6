// What comes when every exercise is verified: one calm panel beneath the report, with the steps that are left.

import { announce } from "../announce.js";
import { isShown } from "../embed/parts.js";
import { say, t } from "../strings.js";

/** @typedef {import("../progress.js").Progress} Progress */

export class NextSteps {
  #panel;
  #progress;

  /** @param {HTMLElement} workspace @param {Progress} progress */
  constructor(workspace, progress) {
    this.#progress = progress;
    this.#panel = /** @type {HTMLElement} */ (workspace.querySelector("[data-all-verified]"));
    this.#panel.addEventListener("click", (event) => {
      const id = /** @type {Element} */ (event.target).closest("[data-next-figure]")?.getAttribute("data-next-figure");
      if (id) void window.lookback.widgets[id]?.set({ whose: "yours" }).catch(() => {}); // the figure says what is amiss
    });
  }

  /** Beneath the report of the exercise that is open. @param {import("./task.js").Task} task */
  place(task) {
    task.report.after(this.#panel);
  }

  /** @param {number} done @param {number} all exercises */
  show(done, all) {
    const isNew = this.#panel.hidden && done === all;
    this.#panel.hidden = done < all;
    if (done < all) return;
    say(find(this.#panel, "h4 [data-string]"), "exercise.verified", { done, all });
    const steps = /** @type {NodeListOf<HTMLElement>} */ (this.#panel.querySelectorAll("li"));
    for (const step of steps) step.hidden = !this.#isLeft(step);
    const next = [...steps].find((step) => !step.hidden);
    for (const step of steps) step.toggleAttribute("data-next", step === next);
    find(this.#panel, "p").hidden = !next;
    if (isNew) announce(`${t("exercise.verified", { done, all })}. ${next?.textContent?.trim() ?? ""}`);
  }

  /** Whether a step leads somewhere on this page, and is still to be done. @param {HTMLElement} step */
  #isLeft(step) {
    const link = find(step, "a");
    const { nextItem, nextSection, nextLesson } = step.dataset;
    // A pack may not have the next lesson; in another page's frame, that page leads on.
    if (nextLesson !== undefined)
      return link.hasAttribute("href") && document.documentElement.dataset.embed === undefined;
    const target = document.getElementById(link.getAttribute("href")?.slice(1) ?? "");
    if (!target || !isShown(target)) return false;
    if (nextItem) return this.#progress.item(nextItem)?.done !== true;
    if (!nextSection) return true;
    const { done, all } = this.#progress.summary(nextSection);
    say(find(link, "[data-string]"), "verified.section", { title: step.dataset.title ?? "", n: all - done });
    return done < all;
  }
}

/** @param {Element} element @param {string} selector */
function find(element, selector) {
  return /** @type {HTMLElement} */ (element.querySelector(selector));
}
