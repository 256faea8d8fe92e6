/** The course page: how far each lesson is, read from what this browser keeps. */

import { startKeeping } from "./keeping.js";
import { startOffline } from "./offline.js";
import { readAll } from "./progress.js";
import { say, startStrings } from "./strings.js";
import { startTheme } from "./theme.js";
import { setMark } from "./view.js";

async function start() {
  startStrings();
  startTheme();
  startKeeping(null);
  const kept = await readAll();
  for (const row of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-lesson]"))) {
    const items = JSON.parse(row.dataset.items ?? "[]");
    const record = kept[row.dataset.lesson ?? ""];
    const done = items.filter((/** @type {string} */ id) => record?.items[id]?.done === true).length;
    const state = row.querySelector("[data-course-state]");
    if (!state || !record || Object.keys(record.items).length === 0) continue;
    setMark(state, done === items.length ? "done" : done > 0 ? "part" : "todo");
    const words = state.querySelector("[data-string]");
    if (words instanceof HTMLElement) {
      say(words, done === items.length ? "course.done" : "course.progress", { done, all: items.length });
    }
  }
}

startOffline(start());
