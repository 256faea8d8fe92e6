// The line in the header that says whether the page works with no network, and the panel behind it.

import { closable } from "./closable.js";
import { say, spoken } from "./strings.js";
import { setMark } from "./view.js";

/**
 * @typedef {import("./offline.js").State} State
 * @typedef {import("../offline/build.js").Build} Build
 * @typedef {{stored: number, build: Build}} Amount
 * @typedef {{off: () => void, on: () => void, again: () => void, persist: () => void}} Actions
 */

/** @type {Record<State, "wait" | "part" | "done" | "not">} */
const MARKS = {
  insecure: "not",
  unsupported: "not",
  taken: "not",
  host: "not",
  denied: "not",
  off: "not",
  waiting: "wait",
  storing: "wait",
  ready: "done",
  full: "not",
  cut: "part",
  changed: "part",
};

/** What a reader can do in a state. @type {Partial<Record<State, (keyof Actions)[]>>} */
const ACTIONS = {
  off: ["on"],
  storing: ["off"],
  ready: ["off"],
  full: ["again", "off"],
  cut: ["again", "off"],
  changed: ["again"],
  denied: ["again"],
};

export class OfflineStatus {
  /** @type {HTMLElement | null} */
  #element;
  #words;
  #panel;
  #actions;
  /** @type {State | null} */
  #state = null;
  /** @type {Amount | null} */
  #amount = null;
  #drawn = 0;

  /** @param {Document} root @param {Actions} actions */
  constructor(root, actions) {
    this.#element = /** @type {HTMLElement | null} */ (root.querySelector("[data-offline-status]"));
    this.#words = /** @type {HTMLElement | null} */ (this.#element?.querySelector("[data-offline-words]") ?? null);
    this.#panel = this.#element?.querySelector("[data-offline-panel]");
    this.#actions = actions;
    closable(this.#element);
  }

  hide() {
    if (this.#element) this.#element.hidden = true;
  }

  /** @param {State} state @param {Amount} [amount] */
  show(state, amount) {
    if (amount) this.#amount = amount;
    this.#state = state;
    this.redraw();
  }

  /** Say it again: what the browser says about its network or its storage may have changed. */
  redraw() {
    const { stored, total } = this.#megabytes();
    const state = this.#state;
    if (!state || !this.#element || !this.#words) return;
    this.#element.dataset.state = state;
    const cut = state === "ready" && !navigator.onLine;
    setMark(this.#element, MARKS[state]);
    say(this.#words, cut ? "offline.cut-off" : `offline.${state}`, { stored, total });
    void this.#drawPanel(state);
  }

  #megabytes() {
    const { stored, build } = this.#amount ?? { stored: 0, build: null };
    return { stored: (stored / 1e6).toFixed(1), total: ((build?.bytes ?? 0) / 1e6).toFixed(1) };
  }

  /** @param {State} state */
  async #drawPanel(state) {
    this.#drawn += 1;
    const drawing = this.#drawn;
    const { persisted, free } = await storage();
    if (drawing !== this.#drawn) return; // a later state has been drawn meanwhile
    const why = spokenParagraph(`offline.${state}.why`, { ...this.#megabytes(), free: (free / 1e6).toFixed(0) });
    why.setAttribute("role", "status");
    const nodes = [why];
    const actions = [...(ACTIONS[state] ?? [])];
    if (state === "ready" || state === "storing") {
      nodes.push(spokenParagraph(persisted ? "offline.lasting" : "offline.clearable"));
      if (!persisted && canPersist()) actions.unshift("persist");
    }
    if (this.#amount) nodes.push(spokenParagraph("offline.version", { version: this.#amount.build.version }));
    const acts = document.createElement("p");
    acts.className = "acts";
    acts.append(...actions.map((name) => this.#button(name)));
    if (actions.length > 0) nodes.push(acts);
    this.#panel?.replaceChildren(...nodes);
  }

  /** @param {keyof Actions} name */
  #button(name) {
    const button = document.createElement("button");
    button.type = "button";
    button.append(spoken(`offline.do.${name}`));
    button.addEventListener("click", () => this.#actions[name]());
    return button;
  }
}

/** @param {string} key @param {Record<string, string | number>} [values] */
function spokenParagraph(key, values) {
  const paragraph = document.createElement("p");
  paragraph.append(spoken(key, values));
  return paragraph;
}

function canPersist() {
  return typeof navigator.storage?.persist === "function";
}

/** Whether the browser has promised to keep what is stored, and how much more it would take. */
async function storage() {
  const manager = navigator.storage;
  const persisted = (await manager?.persisted?.().catch(() => false)) ?? false;
  /** @type {StorageEstimate} */
  const { quota = 0, usage = 0 } = (await manager?.estimate?.().catch(() => ({}))) ?? {};
  return { persisted, free: Math.max(0, quota - usage) };
}
