/** Steppers: one stage is current, earlier ones stay, later ones are empty. Left and right arrows step, too. */

import { announce } from "./announce.js";
import { say, t } from "./strings.js";

/** Wake every stepper of the page. */
export function startSteppers() {
  for (const element of document.querySelectorAll("[data-stepper]")) {
    if (element instanceof HTMLElement) new Stepper(element).show();
  }
}

class Stepper {
  #stage = 1;

  /** @param {HTMLElement} element */
  constructor(element) {
    this.element = element;
    this.back = /** @type {HTMLButtonElement} */ (element.querySelector("[data-back]"));
    this.next = /** @type {HTMLButtonElement} */ (element.querySelector("[data-next]"));
    this.back.addEventListener("click", () => this.#go(this.#stage - 1));
    this.next.addEventListener("click", () => this.#go(this.#stage === this.count ? 1 : this.#stage + 1));
    element.addEventListener("change", () => this.show());
    element.addEventListener("keydown", (event) => this.#key(event));
  }

  /** @returns {HTMLElement} the run that is chosen */
  get run() {
    const chosen = /** @type {HTMLInputElement | null} */ (this.element.querySelector("input:checked"));
    return /** @type {HTMLElement} */ (this.element.querySelector(`[data-case="${CSS.escape(chosen?.value ?? "")}"]`));
  }

  /** @returns {number} how many stages there are */
  get count() {
    return this.run.querySelectorAll("[data-stage]").length;
  }

  /** @param {KeyboardEvent} event arrows step, except where they choose the run */
  #key(event) {
    if (event.target instanceof HTMLInputElement || event.altKey || event.ctrlKey || event.metaKey) return;
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    this.#go(this.#stage + step);
  }

  /** @param {number} stage */
  #go(stage) {
    const now = Math.max(1, Math.min(this.count, stage));
    if (now === this.#stage) announce(t("stepper.at", { n: now, all: this.count })); // there is none beyond
    this.#stage = now;
    this.show();
  }

  show() {
    for (const run of this.element.querySelectorAll("[data-case]")) {
      if (!(run instanceof HTMLElement)) continue;
      run.hidden = run !== this.run;
      run.toggleAttribute("data-chosen", run === this.run);
    }
    const stages = /** @type {HTMLElement[]} */ ([...this.run.querySelectorAll("[data-stage]")]);
    stages.forEach((stage, i) => {
      stage.classList.toggle("now", i + 1 === this.#stage);
      stage.classList.toggle("ahead", i + 1 > this.#stage);
      const table = stage.querySelector("table");
      if (i + 1 > this.#stage) table?.setAttribute("aria-hidden", "true");
      else table?.removeAttribute("aria-hidden");
      if (i + 1 === this.#stage) stage.setAttribute("aria-current", "step");
      else stage.removeAttribute("aria-current");
    });
    this.back.setAttribute("aria-disabled", String(this.#stage === 1));
    const words = this.next.querySelector("[data-string]");
    if (words instanceof HTMLElement) say(words, this.#stage === this.count ? "stepper.again" : "stepper.next");
    const at = this.element.querySelector("[data-stage-words]");
    if (at instanceof HTMLElement) say(at, "stepper.at", { n: this.#stage, all: this.count });
    this.#speak();
  }

  /** The sentence of the stage, moved out of its list as a copy: its formulas come with it. */
  #speak() {
    const source = this.run.querySelector(`[data-say="${this.#stage}"]`);
    const place = this.element.querySelector("[data-stage-say]");
    if (source && place) place.replaceChildren(...[...source.childNodes].map((node) => node.cloneNode(true)));
  }
}
