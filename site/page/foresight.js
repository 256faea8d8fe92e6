// What the next step of a slider leads to, known before it is made. Python answers in a few milliseconds, but then the
// frame that shows the handle is over, and its figures come a frame later. Keys, and a hand that moves evenly, go on by
// the step they made last, or take it back. The first is asked for ahead, the second was told before. Keys are known by
// their step, which is the slider's, and a hand by two steps that are as long.

/**
 * @typedef {import("./stage.js").Answer} Answer
 * @typedef {{patch: string, answer: Answer, ahead: boolean}} Known `patch`: in whose words it is known; `ahead`: Python
 *   has taken this step already
 * @typedef {{id: string, value: number}} Slid which model's value was changed, and to what
 */

// Less than the digits of a slider.
const TOLERANCE = 1e-6;

export class Foresight {
  /** @type {Known | null} */
  #next = null;
  /** @type {Known | null} */
  #back = null;
  /** @type {Slid | null} where the last step led */
  #slid = null;
  /** How far it went. */
  #length = Number.NaN;
  /** The patch whose answer is on its way. */
  #asked = "";
  /** The patch that would take the last step back. */
  #undo = "";
  /** What the page was told last of each property. @type {Map<string, any>} */
  #told = new Map();

  /** The widget has changed by other means. */
  forget() {
    this.#next = null;
    this.#back = null;
    this.#slid = null;
    this.#asked = "";
    this.#undo = "";
    this.#told.clear();
  }

  /** The reader has changed a property, so what was told of it does not hold. @param {string} id @param {string} attr */
  changed(id, attr) {
    this.#told.delete(`${id}.${attr}`);
  }

  /** What is known of this step, which is being made. @param {string} patch @returns {Known | null} */
  known(patch) {
    const slid = slidTo(patch);
    const known = [this.#next, this.#back].find((one) => one && slid && isSame(slid, slidTo(one.patch))) ?? null;
    this.#next = null;
    this.#back = null;
    this.#asked = "";
    return known;
  }

  /**
   * The step after this one, if it goes on as it went. Of steps that differ in length, as those of a quick hand do, none
   * is foreseen: what is foreseen in vain keeps Python from what is not.
   * @param {string} patch @param {any} model that has changed
   * @returns {string | null} what to ask for
   */
  following(patch, model) {
    const slid = slidTo(patch);
    const last = this.#slid;
    this.#slid = slid;
    this.#undo = "";
    const before = this.#length;
    this.#length = Number.NaN;
    if (!slid || slid.id !== last?.id) return null;
    this.#undo = withValue(patch, last.value);
    this.#length = Math.abs(slid.value - last.value);
    const next = Number((2 * slid.value - last.value).toFixed(7)); // to the digits of Bokeh's sliders
    const even = [before, model.step].some((length) => Math.abs(this.#length - length) < TOLERANCE);
    if (!(even && next >= model.start && next <= model.end)) return null;
    this.#asked = withValue(patch, next);
    return this.#asked;
  }

  /** @param {string} patch that was asked for @param {Answer} answer */
  foreseen(patch, answer) {
    if (patch === this.#asked) this.#next = { patch, answer, ahead: true };
  }

  /**
   * A step has been answered. @param {Answer} answer
   * @param {import("./stage.js").Told} before what had been told until then
   */
  made(answer, before) {
    const older = this.noted(answer);
    if (older && this.#undo) {
      const undone = { patch: { ...answer.patch, events: older }, ...before };
      this.#back = { patch: this.#undo, answer: undone, ahead: false };
    }
  }

  /**
   * Note what an answer tells of each property.
   * @param {Answer} answer
   * @returns {any[] | null} what was told of the same before; null if there is something of which nothing was
   */
  noted({ patch }) {
    const older = [];
    for (const event of patch?.events ?? []) {
      const key = propertyOf(event);
      older.push(this.#told.get(key));
      this.#told.set(key, event);
    }
    return patch && !older.includes(undefined) ? older : null;
  }

  /** Whether an answer tells what is not shown. @param {Answer} answer */
  isNews({ patch }) {
    const events = patch?.events ?? [];
    return events.some(
      (/** @type {any} */ event) => JSON.stringify(event) !== JSON.stringify(this.#told.get(propertyOf(event))),
    );
  }
}

/** What an event tells of: a property, or some columns of a table. @param {any} event */
function propertyOf({ new: _, data, ...which }) {
  const columns = data?.entries.map((/** @type {[string, unknown]} */ [name]) => name);
  return columns ? JSON.stringify([which, columns]) : `${which.model?.id}.${which.attr}`;
}

/** @param {string} patch @returns {Slid | null} if that is all it does */
function slidTo(patch) {
  const { events } = JSON.parse(patch);
  const [{ kind, model, attr, new: value }] = events;
  const is = events.length === 1 && kind === "ModelChanged" && attr === "value" && typeof value === "number";
  return is ? { id: model.id, value } : null;
}

/** Whether two steps lead to one place, to the digits of a slider. @param {Slid} one @param {Slid | null} other */
function isSame(one, other) {
  return one.id === other?.id && Math.abs(one.value - other.value) < TOLERANCE;
}

/** @param {string} patch @param {number} value */
function withValue(patch, value) {
  const { events, ...rest } = JSON.parse(patch);
  return JSON.stringify({ ...rest, events: [{ ...events[0], new: value }] });
}
