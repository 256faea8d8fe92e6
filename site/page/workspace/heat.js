// Numbers as small tables: expected, yours, difference. The number is in the cell; the colour only repeats it.

import { t } from "../strings.js";
import { written } from "../tasks.js";

/** @typedef {number | boolean | "nan" | "inf" | "-inf"} Entry */

const ROWS = 8; // of a table that are shown
const COLUMNS = 8;

/** @param {unknown} value @returns {Entry[][] | null} as rows, when it is a number, a row or a table of numbers */
export function asTable(value) {
  if (isEntry(value)) return [[value]];
  if (!Array.isArray(value) || value.length === 0) return null;
  if (value.every(isEntry)) return [value];
  const width = Array.isArray(value[0]) ? value[0].length : 0;
  const whole = value.every((row) => Array.isArray(row) && row.length === width && row.every(isEntry));
  return whole && width > 0 ? value : null;
}

/** @param {unknown} value @returns {value is Entry} */
function isEntry(value) {
  return (
    typeof value === "number" || typeof value === "boolean" || value === "nan" || value === "inf" || value === "-inf"
  );
}

/** @param {Entry} entry @returns {number} */
export function numeric(entry) {
  if (entry === "inf") return Number.POSITIVE_INFINITY;
  if (entry === "-inf") return Number.NEGATIVE_INFINITY;
  return entry === "nan" ? Number.NaN : Number(entry);
}

/** @param {Entry} entry @param {boolean} [signed] as a difference, with its sign */
export function entryText(entry, signed = false) {
  const number = numeric(entry);
  if (typeof entry === "boolean") return entry ? "True" : "False";
  if (Number.isNaN(number)) return "nan";
  if (!Number.isFinite(number)) return number > 0 ? "inf" : "−inf";
  const size = Math.abs(number);
  const text = size !== 0 && (size < 0.0005 || size >= 1e5) ? exponent(number) : written(number);
  return signed && number > 0 ? `+${text}` : text;
}

/** @param {number} number */
function exponent(number) {
  return number.toExponential(1).replace("e+", "e").replaceAll("-", "−");
}

/**
 * @typedef {{caption: string, kind: "weights" | "numbers" | "difference", sums?: boolean,
 *   first?: number[] | null}} Options `first` is the index of the first wrong entry
 */

/** @param {Entry[][]} table @param {Options} options */
export function heatTable(table, { caption, kind, sums = false, first = null }) {
  const element = document.createElement("table");
  element.className = `heat small ${kind}`;
  element.createCaption().textContent = caption;
  element.append(head(table[0].length, sums));
  const body = element.createTBody();
  const most = Math.max(...table.flat().map((entry) => finite(Math.abs(numeric(entry)))), 1e-9);
  for (const [index, row] of table.slice(0, ROWS).entries()) {
    const line = body.insertRow();
    line.append(header("row", String(index)));
    for (const [column, entry] of row.slice(0, COLUMNS).entries()) {
      const cell = line.insertCell();
      cell.textContent = entryText(entry, kind === "difference");
      shade(cell, numeric(entry), kind, most);
      if (isFirst(first, index, column, table.length)) mark(cell);
    }
    if (row.length > COLUMNS) line.insertCell().textContent = "…";
    if (sums) addSum(line, row);
  }
  if (table.length > ROWS) body.insertRow().insertCell().textContent = "…";
  return element;
}

/** @param {number} columns @param {boolean} sums */
function head(columns, sums) {
  const section = document.createElement("thead");
  const row = section.insertRow();
  row.insertCell();
  for (let column = 0; column < Math.min(columns, COLUMNS); column += 1) row.append(header("col", String(column)));
  if (columns > COLUMNS) row.insertCell();
  if (sums) {
    const sum = header("col", t("report.sum"));
    sum.className = "sum";
    row.append(sum);
  }
  return section;
}

/** @param {string} scope @param {string} text */
function header(scope, text) {
  const cell = document.createElement("th");
  cell.scope = scope;
  cell.textContent = text;
  return cell;
}

/** @param {HTMLElement} cell @param {number} value @param {Options["kind"]} kind @param {number} most */
function shade(cell, value, kind, most) {
  if (kind === "weights") cell.style.setProperty("--w", String(Math.max(0, Math.min(1, finite(value)))));
  if (kind === "difference")
    cell.style.setProperty("--d", String(Number.isNaN(value) ? 1 : Math.min(1, finite(Math.abs(value)) / most)));
}

/** @param {number[] | null} first @param {number} row @param {number} column @param {number} rows */
function isFirst(first, row, column, rows) {
  if (!first || first.length === 0) return false;
  const [r, c] = first.length === 1 && rows === 1 ? [0, first[0]] : [first.at(-2) ?? 0, first.at(-1) ?? 0];
  return r === row && c === column;
}

/** @param {HTMLElement} cell */
function mark(cell) {
  cell.classList.add("first");
  const heard = document.createElement("span");
  heard.className = "vh";
  heard.textContent = ` (${t("report.first")})`;
  cell.append(heard);
}

/** @param {HTMLTableRowElement} line @param {Entry[]} row */
function addSum(line, row) {
  const sum = row.map(numeric).reduce((total, number) => total + number, 0);
  const rounded = Number(sum.toFixed(6));
  const cell = line.insertCell();
  cell.className = Math.abs(sum - 1) > 1e-6 || Number.isNaN(sum) ? "sum off" : "sum";
  cell.textContent = entryText(Number.isNaN(sum) ? "nan" : rounded);
}

/** @param {number} value */
function finite(value) {
  return Number.isFinite(value) ? value : 0;
}

/** The difference of two tables of one shape. @param {Entry[][]} expected @param {Entry[][]} got @returns {Entry[][] | null} */
export function difference(expected, got) {
  const same = expected.length === got.length && expected[0].length === got[0].length;
  if (!same) return null;
  return got.map((row, i) =>
    row.map((entry, j) => {
      const [a, b] = [numeric(entry), numeric(expected[i][j])];
      const off = a === b ? 0 : a - b;
      return Number.isNaN(off) ? "nan" : Number.isFinite(off) ? off : off > 0 ? "inf" : "-inf";
    }),
  );
}
