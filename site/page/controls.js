// What Python cannot give the controls of a live widget, because they sit inside shadow roots: a spoken name, and
// arrow keys for the point that is dragged on a plane. The widget's hosts say what is wanted in data attributes.

import { announce } from "./announce.js";
import { notify } from "./notices.js";
import { t } from "./strings.js";

/** @typedef {{get(): Record<string, any>, set(change: Record<string, any>): Promise<unknown>, link(): string}} Settable */

const CONTROL = "[role=slider], input, textarea, select, button";
const PREFIX = "data-control-";
/** What a slider that counts places says at each of them. */
const PLACES = "data-places";
/** Screen directions of the arrow keys, along the plane's first and second coordinate.
 * @type {Record<string, [number, number]>} */
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowDown: [0, -1], ArrowUp: [0, 1] };

/**
 * Hand the data attributes of a mounted widget's hosts on to the controls inside.
 * @param {Element} root where the widget is mounted
 * @param {Settable} widget
 */
export function connectControls(root, widget) {
  for (const host of hosts(root)) {
    nameControl(host);
    if (host.hasAttribute(PLACES)) speakPlaces(host);
    if (host.getAttribute("data-action") === "copy-link") copyOnPress(host, widget);
    const canvas = host.shadowRoot?.querySelector(".bk-Canvas")?.shadowRoot?.querySelector(".bk-events");
    if (!(canvas instanceof HTMLElement)) continue;
    // Bokeh makes every canvas a stop of the Tab key; without keys to press there it is one for nothing.
    canvas.tabIndex = -1;
    const key = host.getAttribute("data-arrow-keys");
    if (key) new ArrowKeys(canvas, host, key, widget);
  }
}

/** @param {Element | ShadowRoot} root @returns {Generator<Element>} every element with a shadow root inside */
function* hosts(root) {
  for (const element of root.querySelectorAll("*")) {
    if (!element.shadowRoot) continue;
    yield element;
    yield* hosts(element.shadowRoot);
  }
}

/** @param {Element} host */
function nameControl(host) {
  const wanted = [...host.attributes].filter(({ name }) => name.startsWith(PREFIX));
  if (wanted.length === 0) return;
  const control = host.shadowRoot?.querySelector(CONTROL);
  for (const { name, value } of wanted) control?.setAttribute(name.slice(PREFIX.length), value);
}

/** Bokeh has a slider say its own number; this one says what stands there. @param {Element} host */
function speakPlaces(host) {
  const slider = host.shadowRoot?.querySelector("[role=slider]");
  if (!slider) return;
  const say = () => {
    const place = Math.round(Number(slider.getAttribute("aria-valuenow")));
    const words = host.getAttribute(PLACES)?.split(" ")[place];
    if (words && slider.getAttribute("aria-valuetext") !== words) slider.setAttribute("aria-valuetext", words);
  };
  new MutationObserver(say).observe(slider, { attributeFilter: ["aria-valuenow", "aria-valuetext"] });
  new MutationObserver(say).observe(host, { attributeFilter: [PLACES] });
  say();
}

/** @param {Element} host @param {Settable} widget */
function copyOnPress(host, widget) {
  const button = host.shadowRoot?.querySelector("button");
  if (!button) return;
  button.addEventListener("click", async () => {
    const link = widget.link();
    try {
      await navigator.clipboard.writeText(link);
      button.dataset.done = t("link.copied");
      announce(t("link.copied"));
    } catch {
      // A page without a secure origin, or in a frame that may not, has no clipboard: the link can be marked by hand.
      notify("link.by-hand", { link }, [{ key: "notice.close", act: () => {} }]);
    }
  });
  for (const type of ["blur", "pointerleave"]) button.addEventListener(type, () => delete button.dataset.done);
}

// Bokeh writes its own cursor on the canvas at every move of the pointer.
const GRAB = ".bk-events { cursor: grab !important } .bk-events:active { cursor: grabbing !important }";

/** Moves a point of the widget's state by arrow keys: by a step, with Shift by ten. */
class ArrowKeys {
  #key;
  #step;
  #low;
  #high;
  #widget;
  /** Where the point goes next: keys can come faster than the widget answers. @type {number[] | null} */
  #wanted = null;
  #busy = false;

  /** @param {HTMLElement} canvas @param {Element} host @param {string} key @param {Settable} widget */
  constructor(canvas, host, key, widget) {
    this.#key = key;
    const number = (/** @type {string} */ name) => Number(host.getAttribute(`data-${name}`));
    this.#step = number("step");
    this.#low = number("low");
    this.#high = number("high");
    this.#widget = widget;
    canvas.tabIndex = 0;
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(GRAB);
    /** @type {ShadowRoot} */ (canvas.getRootNode()).adoptedStyleSheets.push(sheet);
    canvas.setAttribute("role", "application");
    canvas.setAttribute("aria-roledescription", host.getAttribute("data-role") ?? "");
    canvas.setAttribute("aria-label", host.getAttribute("data-name") ?? "");
    canvas.addEventListener("keydown", (event) => this.#pressed(event));
  }

  /** @param {KeyboardEvent} event */
  #pressed(event) {
    const arrow = ARROWS[event.key];
    if (!arrow || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault(); // or the page scrolls
    const step = this.#step * (event.shiftKey ? 10 : 1);
    const from = /** @type {number[]} */ (this.#wanted ?? this.#widget.get()[this.#key]);
    // Six decimals, so that ten steps of 0.1 make 1; up to the limits, also where less than a step is left.
    this.#wanted = from.map((value, i) => {
      const next = Number((value + step * (arrow[i] ?? 0)).toFixed(6));
      return Math.min(Math.max(next, this.#low), this.#high);
    });
    void this.#go();
  }

  /** Set the newest point wanted, one at a time. */
  async #go() {
    if (this.#busy) return;
    this.#busy = true;
    try {
      while (this.#wanted) {
        const point = this.#wanted;
        await this.#widget.set({ [this.#key]: point });
        if (this.#wanted === point) this.#wanted = null;
      }
    } catch {
      this.#wanted = null; // the stage is gone, and what it had is what comes back
    } finally {
      this.#busy = false;
    }
  }
}
