// What a reader needed for a lesson: the hints and solutions that were opened, and the time spent with it.

import { counted } from "./progress.js";

/** @typedef {import("./progress.js").Progress} Progress */

export const TIME = "$time"; // no item of a lesson can have this name
const STEP = 15_000; // milliseconds between two looks at the clock
const IDLE = 120_000; // without a key, a click or a scroll for this long, nobody is reading

/** @param {Progress} progress */
export function startTally(progress) {
  // `toggle` does not bubble, but it can be caught on its way down
  document.addEventListener(
    "toggle",
    ({ target }) => target instanceof HTMLDetailsElement && opened(target, progress),
    {
      capture: true,
    },
  );
  new Clock((seconds) =>
    progress.change(TIME, (stored) => ({ ...stored, seconds: counted(stored?.seconds) + seconds })),
  );
}

/** @param {HTMLDetailsElement} details @param {Progress} progress */
function opened(details, progress) {
  const item = details.closest("[data-item]");
  if (!details.open || !(item instanceof HTMLElement)) return;
  const id = item.dataset.item ?? "";
  if (details.matches(".solution")) {
    if (progress.item(id)?.solution !== true) progress.change(id, (stored) => ({ ...stored, solution: true }));
    return;
  }
  const hint = [...item.querySelectorAll("details.hint")].indexOf(details) + 1;
  if (hint === 0 || hintsOf(progress.item(id)).includes(hint)) return;
  progress.change(id, (stored) => ({ ...stored, hints: [...new Set([...hintsOf(stored), hint])].sort() }));
}

/** @param {import("./progress.js").Kept | undefined} kept @returns {number[]} the numbers of the hints that were opened */
export function hintsOf(kept) {
  return Array.isArray(kept?.hints) ? kept.hints.filter((hint) => Number.isInteger(hint)) : [];
}

/** Tells the seconds in which the page was in view and somebody did something. */
class Clock {
  #tell;
  #last = performance.now();
  #active = performance.now();
  #inView = document.visibilityState === "visible";

  /** @param {(seconds: number) => void} tell */
  constructor(tell) {
    this.#tell = tell;
    for (const type of ["keydown", "pointerdown", "pointermove", "scroll", "wheel"]) {
      addEventListener(type, () => this.#touch(), { passive: true, capture: true });
    }
    setInterval(() => this.#look(), STEP);
    addEventListener("pagehide", () => this.#look());
    document.addEventListener("visibilitychange", () => {
      this.#look();
      this.#inView = document.visibilityState === "visible";
    });
  }

  #touch() {
    const now = performance.now();
    if (now - this.#active > IDLE) this.#last = now; // a pause is over, and does not count
    this.#active = now;
  }

  #look() {
    const now = performance.now();
    const seconds = Math.round((now - this.#last) / 1000);
    if (seconds < 1) return;
    this.#last = now;
    if (this.#inView && now - this.#active <= IDLE) this.#tell(Math.min(seconds, (2 * STEP) / 1000));
  }
}
