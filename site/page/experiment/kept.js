// A run as it is told, drawn and kept. What comes from where learner code runs, or from storage, is looked at first.

/**
 * @typedef {number | "nan" | "inf" | "-inf"} Entry
 * @typedef {{epoch: number, loss: Entry, weights: Entry[][], contexts?: Entry[][]}} Moment
 * @typedef {{title: string, message: string, line: number | null, traceback: string | null}} Fault
 * @typedef {"running" | "done" | "stopped" | "timeout" | "died" | "error"} Status
 * @typedef {{moments: Moment[], last: number, status: Status, epoch: number, seconds: number, fault: Fault | null,
 *   settings: Record<string, number>, source: string, verified: boolean, sha256: string, printed: string}} Run
 *   `verified`: the functions were, as they stood in the source
 */

const MOST_MOMENTS = 200;
const MOST_ENTRIES = 400;
const LONGEST = 2000; // characters of a text that is kept
const STATUSES = ["done", "stopped", "timeout", "died", "error"];

/** @param {unknown} value @returns {value is Entry} */
function isEntry(value) {
  return (
    (typeof value === "number" && Number.isFinite(value)) || value === "nan" || value === "inf" || value === "-inf"
  );
}

/** @param {unknown} value @returns {value is Entry[][]} */
function isTable(value) {
  if (!Array.isArray(value) || value.length === 0 || value.length > MOST_ENTRIES) return false;
  const width = Array.isArray(value[0]) ? value[0].length : 0;
  if (width === 0 || width * value.length > MOST_ENTRIES) return false;
  return value.every((row) => Array.isArray(row) && row.length === width && row.every(isEntry));
}

/** @param {unknown} value @param {number} after the epoch before it @param {number} last @returns {Moment | null} */
export function momentOf(value, after, last) {
  const { epoch, loss, weights, contexts } = /** @type {Record<string, any>} */ (value ?? {});
  if (!Number.isInteger(epoch) || epoch <= after || epoch > last || !isEntry(loss) || !isTable(weights)) return null;
  if (contexts === undefined) return { epoch, loss, weights };
  return isTable(contexts) ? { epoch, loss, weights, contexts } : null;
}

/** @param {unknown} value @returns {Fault | null} */
export function faultOf(value) {
  const { title, message, line, traceback } = /** @type {Record<string, any>} */ (value ?? {});
  if (typeof title !== "string" || typeof message !== "string") return null;
  return {
    title: title.slice(0, LONGEST),
    message: message.slice(0, LONGEST),
    line: Number.isInteger(line) ? line : null,
    traceback: typeof traceback === "string" ? traceback.slice(0, LONGEST) : null,
  };
}

/** A run that was kept, or null where it cannot be read. @param {unknown} value @returns {Run | null} */
export function runOf(value) {
  const kept = /** @type {Record<string, any>} */ (value ?? {});
  const { moments, last, status, source, settings } = kept;
  if (!Array.isArray(moments) || moments.length === 0 || moments.length > MOST_MOMENTS) return null;
  if (!Number.isInteger(last) || typeof source !== "string" || !STATUSES.includes(status)) return null;
  /** @type {Moment[]} */
  const read = [];
  for (const one of moments) {
    const moment = momentOf(one, read.at(-1)?.epoch ?? -1, last);
    if (!moment) return null;
    read.push(moment);
  }
  const whole = typeof settings === "object" && Object.values(settings ?? {}).every(Number.isFinite);
  return {
    moments: read,
    last,
    status,
    source,
    settings: whole ? settings : {},
    epoch: Number.isInteger(kept.epoch) ? kept.epoch : (read.at(-1)?.epoch ?? 0),
    seconds: Number.isFinite(kept.seconds) ? kept.seconds : 0,
    fault: faultOf(kept.fault),
    verified: kept.verified === true,
    sha256: typeof kept.sha256 === "string" ? kept.sha256 : "",
    printed: printedOf(kept.printed),
  };
}

/** @param {unknown} text */
export function printedOf(text) {
  return typeof text === "string" ? text.slice(0, LONGEST) : "";
}

/** A loss as the lesson writes it, three digits that count. @param {Entry} loss */
export function lossText(loss) {
  if (typeof loss !== "number") return "∞";
  return loss.toFixed(loss >= 0.1 ? 3 : 4).replace(/^0\./, ".");
}
