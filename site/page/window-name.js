// Where storage is denied, what was done outlives a reload in the one place that does: the window's own name. It is
// gone when the tab or the frame is closed, and no page of another origin can read it.

const PREFIX = "lookback/";
const LONGEST = 2e6; // characters

/** @typedef {{record?: any, restored?: boolean}} Carried */

/** @returns {Carried} what the name says */
function read() {
  if (!window.name.startsWith(PREFIX)) return {};
  try {
    const value = JSON.parse(window.name.slice(PREFIX.length));
    return typeof value === "object" && value !== null ? value : {};
  } catch {
    return {};
  }
}

/** @param {Carried} value */
function write(value) {
  const text = JSON.stringify(value);
  if (text.length <= LONGEST) window.name = PREFIX + text;
}

/** @param {string} lesson @returns {unknown} what was carried over for this lesson; undefined where nothing was */
export function readCarried(lesson) {
  const { record } = read();
  return record?.lesson === lesson ? record : undefined;
}

/** @param {import("./progress.js").Record_} record */
export function carry(record) {
  write({ ...read(), record });
}

// That the page around has given something back is remembered for as long as this page of the window's history; where storage
// is denied, browsers forget the history's notes, and the name has it beside the record.
const NOTE = "restored";

export function noteRestored() {
  if (window.name.startsWith(PREFIX)) write({ ...read(), restored: true });
  else history.replaceState({ ...history.state, lookback: NOTE }, "");
}

/** @returns {boolean} */
export function wasRestored() {
  return history.state?.lookback === NOTE || read().restored === true;
}
