// One row for each answer that was handed in: what the file claims, and what checking it again says.

/**
 * @typedef {import("./reading.js").Collected} Collected
 * @typedef {import("../../shared/hand-in.js").Answer} Answer
 * @typedef {"waiting" | "confirmed" | "passed" | "forged" | "other-build" | "failed" | "error" | "timeout" | "stopped"
 *   | "empty" | "unknown"} Result
 * @typedef {{file: string, name: string, lesson: string, title: string, version: string, build: string, made: string,
 *   minutes: number, done: number, all: number, answer: Answer, result: Result, verdict: string,
 *   diagnosis: {id: string, title: string, message: string} | null, report: Record<string, any> | null,
 *   otherBuild: boolean, earlier: boolean}} Row
 */

/** In the order in which a teacher wants to see them. @type {readonly Result[]} */
export const RESULTS = Object.freeze([
  "forged",
  "other-build",
  "failed",
  "error",
  "timeout",
  "stopped",
  "empty",
  "unknown",
  "passed",
  "confirmed",
  "waiting",
]);

/** @param {Collected} collected @returns {Row[]} */
export function rowsOf({ file, handIn }) {
  return handIn.answers.map((answer) => ({
    file,
    name: handIn.name,
    lesson: handIn.lesson.id,
    title: handIn.lesson.title,
    version: handIn.lesson.version,
    build: handIn.build,
    made: handIn.made,
    minutes: Math.round(handIn.seconds / 60),
    done: handIn.done,
    all: handIn.all,
    answer,
    result: "waiting",
    verdict: "",
    diagnosis: null,
    report: null,
    otherBuild: false,
    earlier: false,
  }));
}

/** Mark the rows of files that the same learner has made again later. @param {Row[]} rows */
export function markEarlier(rows) {
  /** @type {Map<string, string>} */
  const latest = new Map();
  const key = (/** @type {Row} */ row) => JSON.stringify([row.name.toLowerCase(), row.lesson]);
  for (const row of rows) {
    if (row.made > (latest.get(key(row)) ?? "")) latest.set(key(row), row.made);
  }
  for (const row of rows) row.earlier = row.made < (latest.get(key(row)) ?? "");
}

/**
 * What a report means beside what was claimed.
 * @param {Row} row @param {Record<string, any>} report
 */
export function settle(row, report) {
  row.report = report;
  row.verdict = report.verdict;
  row.diagnosis = report.diagnosis;
  const claims = row.answer.claimed?.verdict === "passed";
  if (report.verdict === "passed") row.result = claims ? "confirmed" : "passed";
  // a slow machine proves nothing
  else if (claims && !["timeout", "stopped"].includes(report.verdict))
    row.result = row.otherBuild ? "other-build" : "forged";
  else row.result = /** @type {Result} */ (report.verdict);
}
