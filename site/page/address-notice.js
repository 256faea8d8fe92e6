// One notice for all that was not taken of the page's address.

import { notify } from "./notices.js";
import { t } from "./strings.js";

export class AddressNotice {
  /** @type {Map<string, string>} */
  #reasons = new Map();

  /** @param {string} id of a widget @param {string} reason a sentence of the widget's */
  refuse(id, reason) {
    this.#reasons.set(`set.${id}`, reason);
    this.#show();
  }

  /** @param {Record<string, string>} problems by parameter, the key of the words */
  tell(problems) {
    for (const [parameter, key] of Object.entries(problems)) {
      this.#reasons.set(parameter, t(key, { widget: parameter.slice("set.".length) }));
    }
    if (this.#reasons.size > 0) this.#show();
  }

  #show() {
    const names = [...this.#reasons.keys()].map((name) => cut(name, 60)).join(", ");
    const reasons = [...this.#reasons.values()].map((reason) => sentence(cut(reason, 300))).join(" ");
    notify("address.refused", { names, reasons }, [{ key: "notice.close", act: () => {} }]);
  }
}

/** @param {string} text */
function sentence(text) {
  return /[.…]$/.test(text) ? text : `${text}.`;
}

/** @param {string} text @param {number} longest */
function cut(text, longest) {
  return text.length <= longest ? text : `${text.slice(0, longest - 1)}…`;
}
