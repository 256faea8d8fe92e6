// The report beside the editor: the verdict small, the one diagnosis large, its figure, the cases.

import { say, spoken, t } from "../strings.js";
import { mark } from "../view.js";
import { asTable, difference, heatTable } from "./heat.js";

/**
 * @typedef {Record<string, any>} Report contract 5
 * @typedef {{name: string, shape: string, kind: string}} Output one result of the function
 */

const CASES_SHOWN = 6; // before the rest is folded

const MARKS = /** @type {const} */ ({ passed: "done", failed: "not", error: "not", timeout: "clock", stopped: "cut" });

/**
 * Nothing checked yet: what Check will do.
 * @param {HTMLElement} place @param {number} count of the cases, 0 when it is not known yet
 */
export function showUntried(place, count) {
  place.dataset.verdict = "none";
  const sentence = document.createElement("p");
  sentence.append(count ? spoken("report.none.why", { n: count }) : spoken("report.none.soon"));
  place.replaceChildren(heading("todo", spoken("report.none")), sentence);
}

/** @param {HTMLElement} place @param {string} key words of what is waited for */
export function showWaiting(place, key) {
  place.dataset.verdict = "waiting";
  place.replaceChildren(heading("wait", spoken(key)));
}

/** What kept the check from being made at all. @param {HTMLElement} place @param {string} what */
export function showFailure(place, what) {
  place.dataset.verdict = "none";
  const sentence = document.createElement("p");
  sentence.textContent = what;
  const safe = document.createElement("p");
  safe.append(spoken("report.safe"));
  place.replaceChildren(heading("not", spoken("report.unchecked")), sentence, safe);
}

/** @param {HTMLElement} place @param {Report} report @param {Output[]} outputs */
export function showReport(place, report, outputs) {
  place.dataset.verdict = report.verdict;
  const { cases, diagnosis, verdict } = report;
  const passed = cases.filter((/** @type {any} */ one) => one.status === "passed").length;
  const parts = [
    heading(MARKS[/** @type {keyof typeof MARKS} */ (verdict)], verdictWords(report, passed), report.duration_ms),
  ];
  if (diagnosis) parts.push(diagnosisElement(report, outputs));
  for (const note of report.notes ?? []) parts.push(noteElement(note));
  if (report.traceback) parts.push(tracebackElement(report.traceback));
  parts.push(caseList(cases, outputs, diagnosis?.case));
  if (report.stdout) parts.push(printed(report.stdout, report.stdout_truncated));
  if (verdict === "timeout" || verdict === "stopped") parts.push(readyAgain());
  place.replaceChildren(...parts);
}

/** @param {Report} report @param {number} passed */
function verdictWords({ verdict, cases }, passed) {
  const all = cases.length;
  if (verdict === "passed") return spoken("report.passed", { all });
  if (verdict === "failed") return spoken("report.failed", { done: passed, all });
  return spoken(`report.${verdict}`);
}

/** @param {"done" | "todo" | "not" | "wait" | "clock" | "cut"} name @param {HTMLElement} words @param {number} [ms] */
function heading(name, words, ms) {
  const head = document.createElement("header");
  const title = document.createElement("h4");
  title.append(words);
  head.append(mark(name), title);
  if (ms !== undefined) {
    const took = document.createElement("span");
    took.className = "took";
    took.textContent = ms < 1000 ? `${Math.max(1, Math.round(ms))} ms` : `${(ms / 1000).toFixed(1)} s`;
    head.append(took);
  }
  return head;
}

/** @param {Report} report @param {Output[]} outputs */
function diagnosisElement({ diagnosis, cases }, outputs) {
  const article = document.createElement("article");
  article.className = "diag";
  const title = document.createElement("h5");
  title.textContent = diagnosis.title;
  article.append(title);
  const shown = cases.find((/** @type {any} */ one) => one.id === diagnosis.case);
  // First what happened, then the figure, then why: the first sentence stands before the numbers.
  const [what, ...why] = sentences(diagnosis.message);
  article.append(paragraph(what));
  if (shown) article.append(...caseFigures(shown, outputs));
  if (why.length > 0) article.append(paragraph(why.join(" ")));
  return article;
}

/** @param {string} message @returns {string[]} */
function sentences(message) {
  const end = message.search(/[.:;]\s+(?=[A-Z“])/);
  return end < 0 ? [message] : [message.slice(0, end + 1), message.slice(end + 1).trim()];
}

/** @param {string} text */
function paragraph(text) {
  const element = document.createElement("p");
  element.textContent = text;
  return element;
}

/** @param {Record<string, any>} note */
function noteElement(note) {
  const article = document.createElement("article");
  article.className = "beyond";
  const title = document.createElement("h5");
  title.textContent = note.title;
  article.append(title, paragraph(note.message));
  return article;
}

/** @param {string} traceback */
function tracebackElement(traceback) {
  const fold = document.createElement("details");
  fold.className = "fold";
  const summary = document.createElement("summary");
  summary.append(spoken("report.traceback"));
  const pre = document.createElement("pre");
  pre.className = "code";
  pre.tabIndex = 0;
  pre.textContent = traceback;
  fold.append(summary, pre);
  return fold;
}

/** The cases: those that say something first, the rest folded. @param {Record<string, any>[]} cases @param {Output[]} outputs @param {string | null} [shown] the case above */
function caseList(cases, outputs, shown) {
  const rank = (/** @type {any} */ one) =>
    one.id === shown ? 0 : one.status === "passed" || one.status === "skipped" ? 2 : 1;
  const ordered = [...cases].sort((a, b) => rank(a) - rank(b));
  const list = listOf(ordered.slice(0, CASES_SHOWN), outputs);
  if (ordered.length <= CASES_SHOWN) return list;
  const box = document.createElement("div");
  const fold = document.createElement("details");
  fold.className = "fold more";
  const summary = document.createElement("summary");
  summary.append(moreWords(ordered.slice(CASES_SHOWN)));
  fold.append(summary, listOf(ordered.slice(CASES_SHOWN), outputs));
  box.className = "all-cases";
  box.append(list, fold);
  return box;
}

/** @param {Record<string, any>[]} rest */
function moreWords(rest) {
  const passed = rest.filter((one) => one.status === "passed").length;
  if (passed === rest.length) return spoken("report.more.passed", { n: rest.length });
  if (rest.every((one) => one.status === "skipped")) return spoken("report.more.skipped", { n: rest.length });
  return spoken("report.more", { n: rest.length, passed });
}

/** @param {Record<string, any>[]} cases @param {Output[]} outputs */
function listOf(cases, outputs) {
  const list = document.createElement("ul");
  list.className = "cases";
  for (const one of cases) list.append(caseItem(one, outputs));
  return list;
}

/** @param {Record<string, any>} one @param {Output[]} outputs */
function caseItem(one, outputs) {
  const item = document.createElement("li");
  item.dataset.status = one.status;
  const fold = document.createElement("details");
  const summary = document.createElement("summary");
  const title = document.createElement("b");
  title.textContent = one.title;
  const words = document.createElement("span");
  words.textContent = one.status === "passed" ? t("report.case.passed") : one.message;
  const sign = mark(one.status === "passed" ? "done" : one.status === "skipped" ? "todo" : "not");
  sign.removeAttribute("aria-hidden");
  sign.setAttribute("role", "img");
  sign.setAttribute("aria-label", t(`report.status.${one.status}`));
  summary.append(sign, title, words);
  fold.append(summary);
  // Built when it is opened: a report has up to twenty cases with three tables each.
  fold.addEventListener("toggle", () => fold.append(...caseBody(one, outputs)), { once: true });
  item.append(fold);
  return item;
}

/** @param {Record<string, any>} one @param {Output[]} outputs */
function caseBody(one, outputs) {
  const call = document.createElement("pre");
  call.className = "code call";
  call.tabIndex = 0;
  call.textContent = one.call;
  return [call, ...caseFigures(one, outputs)];
}

/** The numbers of a case: one row of tables for each result of the function. @param {Record<string, any>} one @param {Output[]} outputs */
function caseFigures(one, outputs) {
  if (one.status === "skipped") return [];
  const figures = resultPairs(one, outputs).map(({ name, expected, got, first }) => {
    const figure = document.createElement("figure");
    figure.className = "heats";
    figure.append(...tables(name, expected, got, first));
    return figure;
  });
  const caption = document.createElement("figcaption");
  caption.textContent = t("report.case", { title: one.title, call: one.call });
  figures.at(-1)?.append(caption);
  return figures;
}

/**
 * The result with its name; of a pair, the part that the first wrong entry is in.
 * @param {Record<string, any>} one @param {Output[]} outputs
 */
function resultPairs(one, outputs) {
  const { expected, got, first_bad_index: first } = one;
  const several = outputs.length > 1 && Array.isArray(expected) && expected.length === outputs.length;
  if (!several) return [{ name: outputs[0]?.name ?? "", expected, got, first }];
  const parts = outputs.map(({ name }, part) => {
    const own = Array.isArray(got) && got.length === outputs.length ? got[part] : got;
    const place = first?.[0] === part ? first.slice(1) : null;
    return { name, expected: expected[part], got: own, first: place };
  });
  const wrong = parts.filter((part) => JSON.stringify(part.expected) !== JSON.stringify(part.got));
  // One part tells enough: what is wrong with the weights is wrong with the context, too.
  return [wrong.find((part) => part.first) ?? wrong[0] ?? parts[0]];
}

/**
 * Expected, yours and the difference, each as a table when it is one, else in words.
 * @param {string} name @param {unknown} expected @param {unknown} got @param {number[] | null} first
 * @returns {HTMLElement[]}
 */
function tables(name, expected, got, first) {
  const [want, have] = [asTable(expected), asTable(got)];
  const kind = name === "weights" || name === "alpha" ? "weights" : "numbers";
  const sums = kind === "weights";
  const caption = t("report.expected", { name }).trim();
  const off = want && have ? difference(want, have) : null;
  return [
    want ? heatTable(want, { caption, kind, sums }) : inWords(caption, expected),
    have ? heatTable(have, { caption: t("report.yours"), kind, sums, first }) : inWords(t("report.yours"), got),
    ...(off ? [heatTable(off, { caption: t("report.difference"), kind: "difference" })] : []),
  ];
}

/** @param {string} caption @param {unknown} value */
function inWords(caption, value) {
  const block = document.createElement("div");
  block.className = "in-words";
  const title = document.createElement("b");
  title.textContent = caption;
  const text = document.createElement("code");
  text.textContent = typeof value === "string" ? value : plainText(value);
  block.append(title, text);
  return block;
}

/** @param {unknown} value as Python would write it */
function plainText(value) {
  if (value === null || value === undefined) return "None";
  const text = JSON.stringify(value).replaceAll(",", ", ");
  return text.length > 400 ? `${text.slice(0, 399)}…` : text;
}

/** @param {string} text @param {boolean} cut */
function printed(text, cut) {
  const fold = document.createElement("details");
  fold.className = "fold";
  const summary = document.createElement("summary");
  summary.append(spoken("report.printed"));
  const pre = document.createElement("pre");
  pre.className = "code";
  pre.tabIndex = 0;
  const samp = document.createElement("samp");
  samp.textContent = text;
  pre.append(samp);
  fold.append(summary, pre);
  if (cut) {
    const note = document.createElement("p");
    say(note, "output.cut");
    fold.append(note);
  }
  return fold;
}

function readyAgain() {
  const line = document.createElement("p");
  line.className = "again";
  line.append(mark("done"), " ", spoken("report.ready"));
  return line;
}
