// The numbers of a training that a reader may choose: read, checked, put back.

import { parseNumber } from "../tasks.js";

/** @typedef {{label: string, low: number, high: number, whole: boolean}} Refused */

export class Settings {
  #form;

  /** @param {HTMLFormElement} form */
  constructor(form) {
    this.#form = form;
  }

  /** @returns {HTMLInputElement[]} */
  get #inputs() {
    return [...this.#form.querySelectorAll("input")];
  }

  /**
   * The values, or what is wrong with the first that does not fit; that one has the focus then.
   * @returns {{values: Record<string, number>} | {refused: Refused}}
   */
  read() {
    /** @type {Record<string, number>} */
    const values = {};
    for (const input of this.#inputs) {
      const { low, high, whole } = limits(input);
      const value = parseNumber(input.value);
      const fits = value !== null && value >= low && value <= high && (!whole || Number.isInteger(value));
      input.toggleAttribute("aria-invalid", false);
      if (!fits) {
        input.setAttribute("aria-invalid", "true");
        input.focus();
        return { refused: { label: input.labels?.[0]?.textContent?.trim() ?? input.name, low, high, whole } };
      }
      values[input.name] = value;
    }
    return { values };
  }

  /** Show the values of a run. @param {Record<string, number>} values */
  show(values) {
    for (const input of this.#inputs) {
      if (input.name in values) input.value = String(values[input.name]);
    }
  }

  /** While a training runs its settings stay as they are. @param {boolean} closed */
  close(closed) {
    for (const input of this.#inputs) input.readOnly = closed;
  }
}

/** @param {HTMLInputElement} input */
function limits({ dataset }) {
  return { low: Number(dataset.low), high: Number(dataset.high), whole: dataset.whole !== undefined };
}
