// The table as a file for a spreadsheet.

/** @typedef {import("./rows.js").Row} Row */

const COLUMNS = /** @type {Record<string, (row: Row) => string | number>} */ ({
  file: (row) => row.file,
  name: (row) => row.name,
  lesson: (row) => row.lesson,
  exercise: (row) => row.answer.exercise,
  round: (row) => row.answer.round,
  result: (row) => row.result,
  claimed: (row) => row.answer.claimed?.verdict ?? "",
  checked: (row) => row.verdict,
  diagnosis: (row) => row.diagnosis?.id ?? "",
  diagnosis_title: (row) => row.diagnosis?.title ?? "",
  attempts: (row) => row.answer.attempts,
  hints: (row) => row.answer.hints.length,
  solution_opened: (row) => (row.answer.solution ? "yes" : "no"),
  minutes: (row) => row.minutes,
  done: (row) => row.done,
  all: (row) => row.all,
  made: (row) => row.made,
  earlier_file: (row) => (row.earlier ? "yes" : "no"),
  other_lesson_version: (row) => (row.otherBuild ? "yes" : "no"),
  build: (row) => row.build,
});

/**
 * A spreadsheet takes a cell that begins like a formula for one, even between quotes, and a formula can send what is in
 * the table away. An apostrophe before it makes it text.
 * @param {string | number} value @returns {string}
 */
export function cell(value) {
  if (typeof value === "number") return String(value);
  const text = /^\s*[=+\-@＝＋－＠\t\r\n]/.test(value) ? `'${value}` : value;
  return /[",;\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** @param {Row[]} rows @returns {string} with a mark at its start, by which spreadsheets know UTF-8 */
export function toCsv(rows) {
  const lines = [Object.keys(COLUMNS), ...rows.map((row) => Object.values(COLUMNS).map((read) => read(row)))];
  return `\ufeff${lines.map((line) => line.map(cell).join(",")).join("\r\n")}\r\n`;
}
