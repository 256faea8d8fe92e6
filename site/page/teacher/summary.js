// The class as a whole: how each exercise went, and which misconceptions are common.

import { spoken, t } from "../strings.js";

/** @typedef {import("./rows.js").Row} Row */

const PASSES = new Set(["confirmed", "passed"]);
const SHORT_OF = new Set(["failed", "error", "timeout", "stopped", "other-build"]);

/**
 * @param {Row[]} rows those of each learner's latest file
 * @returns {{exercise: string, lesson: string, handedIn: number, pass: number, short: number, forged: number}[]}
 */
export function byExercise(rows) {
  /** @type {Map<string, {exercise: string, lesson: string, handedIn: number, pass: number, short: number, forged: number}>} */
  const found = new Map();
  for (const row of rows) {
    if (row.answer.round !== 3 || row.result === "unknown" || row.result === "waiting") continue;
    const key = JSON.stringify([row.lesson, row.answer.exercise]);
    const { exercise } = row.answer;
    const one = found.get(key) ?? { exercise, lesson: row.lesson, handedIn: 0, pass: 0, short: 0, forged: 0 };
    if (row.result !== "empty") one.handedIn += 1;
    if (PASSES.has(row.result)) one.pass += 1;
    if (SHORT_OF.has(row.result)) one.short += 1;
    if (row.result === "forged") one.forged += 1;
    found.set(key, one);
  }
  return [...found.values()];
}

/**
 * @param {Row[]} rows those of each learner's latest file
 * @returns {{id: string, title: string, exercises: string[], learners: string[]}[]} the most common first
 */
export function misconceptions(rows) {
  /** @type {Map<string, {id: string, title: string, exercises: Set<string>, learners: Set<string>}>} */
  const found = new Map();
  for (const { diagnosis, answer, name } of rows) {
    if (!diagnosis) continue;
    const { id, title } = diagnosis;
    const one = found.get(id) ?? { id, title, exercises: new Set(), learners: new Set() };
    one.exercises.add(answer.exercise);
    one.learners.add(name);
    found.set(id, one);
  }
  const all = [...found.values()].sort((a, b) => b.learners.size - a.learners.size || a.title.localeCompare(b.title));
  return all.map(({ exercises, learners, ...rest }) => ({
    ...rest,
    exercises: [...exercises].sort(),
    learners: [...learners].sort((a, b) => a.localeCompare(b)),
  }));
}

/** @param {HTMLElement} place @param {Row[]} rows @param {(diagnosis: string) => void} filter */
export function showSummary(place, rows, filter) {
  const latest = rows.filter((row) => !row.earlier);
  const exercises = byExercise(latest);
  const common = misconceptions(latest);
  const tables = [];
  if (exercises.length > 0) tables.push(exerciseTable(exercises));
  if (common.length > 0) tables.push(misconceptionTable(common, filter));
  place.replaceChildren(...tables.map(scrolling));
}

/** @param {ReturnType<typeof byExercise>} exercises */
function exerciseTable(exercises) {
  const table = tableWith("teacher.by-exercise", [
    "teacher.exercise",
    "teacher.handed-in",
    "teacher.pass",
    "teacher.short",
    "teacher.forged",
  ]);
  const body = table.createTBody();
  for (const one of exercises) {
    const row = body.insertRow();
    row.append(head(one.exercise));
    for (const count of [one.handedIn, one.pass, one.short, one.forged]) row.insertCell().textContent = String(count);
  }
  return table;
}

/** @param {ReturnType<typeof misconceptions>} common @param {(diagnosis: string) => void} filter */
function misconceptionTable(common, filter) {
  const table = tableWith("teacher.common", [
    "teacher.diagnosis",
    "teacher.exercise",
    "teacher.learners",
    "teacher.who",
  ]);
  const body = table.createTBody();
  for (const one of common) {
    const row = body.insertRow();
    const title = head("");
    const button = document.createElement("button");
    button.type = "button";
    button.className = "link";
    button.textContent = one.title;
    button.title = t("teacher.only-these");
    button.addEventListener("click", () => filter(one.id));
    title.append(button);
    row.append(title);
    row.insertCell().textContent = one.exercises.join(", ");
    row.insertCell().textContent = String(one.learners.length);
    row.insertCell().textContent = one.learners.join(", ");
  }
  return table;
}

/** @param {string} caption @param {string[]} columns */
export function tableWith(caption, columns) {
  const table = document.createElement("table");
  table.className = "plain";
  table.createCaption().append(spoken(caption));
  const row = table.createTHead().insertRow();
  for (const column of columns) {
    const cell = document.createElement("th");
    cell.scope = "col";
    cell.append(spoken(column));
    row.append(cell);
  }
  return table;
}

/** A table that is wider than the window scrolls by itself. @param {HTMLTableElement} table */
function scrolling(table) {
  const place = document.createElement("div");
  place.className = "scroll";
  place.tabIndex = 0;
  place.setAttribute("role", "group");
  place.setAttribute("aria-label", table.caption?.textContent ?? "");
  place.append(table);
  return place;
}

/** @param {string} text */
export function head(text) {
  const cell = document.createElement("th");
  cell.scope = "row";
  cell.textContent = text;
  return cell;
}
