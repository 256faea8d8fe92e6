// Work that nobody waits for, such as storing the site's files, stands back while the reader moves something: it would
// take the time in which the figures follow their hand.

const PAUSE = 300; // milliseconds without a hand on anything
const LONGEST = 1000; // but it goes on, however busy the reader is

let moved = Number.NEGATIVE_INFINITY;

for (const type of ["keydown", "pointerdown", "pointermove", "touchmove", "wheel", "scroll"]) {
  addEventListener(type, noteHand, { passive: true, capture: true });
}

/** @param {Event} event */
function noteHand(event) {
  const passing = event.type === "pointermove" && /** @type {PointerEvent} */ (event).buttons === 0;
  if (!passing) moved = performance.now();
}

/**
 * @param {number} pause milliseconds without a hand on anything
 * @param {number} longest milliseconds after which the work goes on all the same
 * @returns {Promise<void>} fulfilled when the reader rests
 */
export async function standBack(pause = PAUSE, longest = LONGEST) {
  const end = performance.now() + longest;
  for (;;) {
    const now = performance.now();
    const rest = Math.min(end, moved + pause) - now;
    if (rest <= 0) return;
    await new Promise((resolve) => setTimeout(resolve, rest));
  }
}
