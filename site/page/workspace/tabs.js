// The exercises of a lesson as tabs: one is shown, arrow keys move, each tells its state in a mark and a word.

import { namedPart } from "../address.js";
import { isShown } from "../embed/parts.js";
import { say, spoken, t } from "../strings.js";
import { mark, setMark } from "../view.js";

/** @typedef {import("./task.js").Task} Task */
/** @typedef {"todo" | "started" | "verified"} State */

const MOVES = /** @type {Record<string, number>} */ ({ ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 });
const MARKS = /** @type {const} */ ({ todo: "todo", started: "part", verified: "done" });

export class Tabs {
  /** @type {Map<Task, HTMLButtonElement>} */
  #buttons = new Map();
  #tasks;
  #choose;

  /** @param {HTMLElement} workspace @param {Task[]} tasks @param {(task: Task) => void} choose */
  constructor(workspace, tasks, choose) {
    this.#tasks = tasks.filter((task) => isShown(task.section)); // an embedded page may show some, or one
    this.#choose = choose;
    const list = document.createElement("div");
    list.className = "tabs";
    list.setAttribute("role", "tablist");
    list.setAttribute("aria-label", t("exercise.tabs"));
    for (const task of this.#tasks) list.append(this.#button(task));
    list.hidden = this.#tasks.length === 1 && tasks.length > 1;
    list.addEventListener("keydown", (event) => this.#key(event));
    workspace.querySelector(".workspace-head")?.after(list);
    addEventListener("hashchange", () => {
      const named = this.#tasks.find((task) => task.name === namedPart());
      if (named) choose(named);
    });
  }

  /** @param {Task} task */
  #button(task) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "tab";
    button.id = `tab-${task.name}`;
    button.setAttribute("role", "tab");
    button.setAttribute("aria-controls", task.section.id);
    const name = document.createElement("b");
    name.textContent = task.name;
    button.append(mark("todo"), name, spoken("exercise.state.todo"));
    button.addEventListener("click", () => this.#choose(task));
    task.section.setAttribute("role", "tabpanel");
    this.#buttons.set(task, button);
    return button;
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const tasks = this.#tasks;
    const now = tasks.findIndex((task) => this.#buttons.get(task) === event.target);
    const ends = /** @type {Record<string, number>} */ ({ Home: 0, End: tasks.length - 1 });
    const next = ends[event.key] ?? (event.key in MOVES ? (now + MOVES[event.key] + tasks.length) % tasks.length : -1);
    if (now < 0 || next < 0) return;
    event.preventDefault();
    this.#choose(tasks[next]);
    this.#buttons.get(tasks[next])?.focus();
  }

  /** @param {Task} shown */
  show(shown) {
    for (const [task, button] of this.#buttons) {
      button.setAttribute("aria-selected", String(task === shown));
      button.tabIndex = task === shown ? 0 : -1;
      task.section.hidden = task !== shown;
    }
  }

  /** @param {Task} task @param {State} state */
  state(task, state) {
    const button = this.#buttons.get(task);
    const words = button?.querySelector("[data-string]");
    if (button) setMark(button, MARKS[state]);
    if (words instanceof HTMLElement) say(words, `exercise.state.${state}`);
  }
}
