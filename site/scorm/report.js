// What a platform is told of a lesson, in the words of its version of SCORM.

/**
 * @typedef {import("./api.js").Session} Session
 * @typedef {import("./api.js").Version} Version
 * @typedef {{id: string, kind: string, done: boolean}} Item
 * @typedef {{lesson: string, item: string, kind: string, done: boolean, answer?: string, verdict?: string,
 *   report?: Record<string, any>}} Result
 */

const MOST_INTERACTIONS = 250; // platforms answer slowly to long lists
/** Kinds that can be right or wrong; a prediction is done when it is made. */
const GRADED = new Set(["exercise", "quiz", "number", "goal"]);

/** @param {Item[]} items @returns {{done: number, all: number, score: number}} the score is the share of what can be right, in 0..1 */
export function standing(items) {
  const graded = items.filter((item) => GRADED.has(item.kind));
  const right = graded.filter((item) => item.done).length;
  const done = items.filter((item) => item.done).length;
  return { done, all: items.length, score: graded.length === 0 ? 0 : right / graded.length };
}

/**
 * Nothing that a platform has been told is taken back: a lesson that has grown since, or a browser that has lost its work,
 * costs nobody a grade.
 * @param {Session} session @param {Version} version @param {Item[]} items
 */
export function reportStanding(session, version, items) {
  const { done, all, score } = standing(items);
  const complete = all > 0 && done === all;
  const core = version === "1.2" ? "cmi.core" : "cmi";
  const status = version === "1.2" ? "cmi.core.lesson_status" : "cmi.completion_status";
  if (complete || !["completed", "passed"].includes(session.get(status))) {
    session.set(status, complete ? "completed" : "incomplete");
  }
  if (version === "2004") session.set("cmi.progress_measure", all === 0 ? 0 : Number((done / all).toFixed(4)));
  const points = Number((score * 100).toFixed(2));
  if (points < Number(session.get(`${core}.score.raw`))) return;
  session.set(`${core}.score.min`, 0);
  session.set(`${core}.score.max`, 100);
  session.set(`${core}.score.raw`, points);
  if (version === "1.2") return;
  session.set("cmi.score.scaled", Number(score.toFixed(4)));
  session.set("cmi.success_status", score === 1 ? "passed" : "unknown");
}

/** @param {Session} session @param {Version} version @param {Result} result @param {Date} when */
export function reportInteraction(session, version, result, when) {
  const count = Number.parseInt(session.get("cmi.interactions._count"), 10) || 0;
  if (count >= MOST_INTERACTIONS) return;
  const at = `cmi.interactions.${count}`;
  const response = responseOf(result);
  if (version === "1.2") {
    session.set(`${at}.id`, `${result.lesson}_${result.item}`.replace(/[^\w-]/g, "_").slice(0, 250));
    session.set(`${at}.type`, result.kind === "exercise" ? "performance" : "fill-in");
    session.set(`${at}.time`, when.toTimeString().slice(0, 8));
    session.set(`${at}.student_response`, response.slice(0, 250));
    session.set(`${at}.result`, GRADED.has(result.kind) ? (result.done ? "correct" : "wrong") : "neutral");
    return;
  }
  session.set(`${at}.id`, `urn:lookback:${result.lesson}:${result.item}`);
  session.set(`${at}.type`, result.kind === "exercise" ? "other" : "fill-in");
  session.set(`${at}.timestamp`, when.toISOString().slice(0, 19));
  session.set(`${at}.learner_response`, response.slice(0, 250));
  session.set(`${at}.result`, GRADED.has(result.kind) ? (result.done ? "correct" : "incorrect") : "neutral");
}

/** @param {Result} result */
function responseOf({ verdict, report, answer }) {
  if (verdict) return report?.diagnosis ? `${verdict}: ${report.diagnosis.id}` : verdict;
  return answer ?? "";
}

/** @param {number} milliseconds @param {Version} version @returns {string} */
export function duration(milliseconds, version) {
  const seconds = Math.max(0, Math.round(milliseconds / 1000));
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  if (version === "2004") return `PT${parts[0]}H${parts[1]}M${parts[2]}S`;
  const [hours, ...rest] = parts.map((part) => String(part).padStart(2, "0"));
  return `${hours.padStart(4, "0")}:${rest.join(":")}`;
}
