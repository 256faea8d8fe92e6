// The workspace of a lesson: exercises as tabs over one file, the editor, Check, Run and Stop, the report.
//
// The page is whole without it: statements, starters, hints and solutions stand there. This puts the live bench in
// the place of the static one, and moves it from exercise to exercise.

import { namedPart } from "../address.js";
import { announce } from "../announce.js";
import { isShown } from "../embed/parts.js";
import { onLeaving } from "../leaving.js";
import { notify } from "../notices.js";
import { SAVE } from "../progress.js";
import { reasonOf } from "../reasons.js";
import { tellResult } from "../results.js";
import { say, spoken, t } from "../strings.js";
import { setMark } from "../view.js";
import { Wishes } from "../wishes.js";
import { bench, showNow } from "./bench.js";
import { diffElement, diffLines, functionIn } from "./diff.js";
import { Draft } from "./drafts.js";
import { NextSteps } from "./next-steps.js";
import { Output } from "./output.js";
import { showFailure, showReport, showUntried, showWaiting } from "./report.js";
import { printOf, standingsOf } from "./standing.js";
import { Tabs } from "./tabs.js";
import { keptRound } from "./verdicts.js";

/**
 * @typedef {import("../progress.js").Progress} Progress
 * @typedef {import("../sandbox/sandbox.js").Sandbox} Sandbox
 * @typedef {import("./editor.js").Editor} Editor
 * @typedef {import("./task.js").Task} Task
 */

const PREAMBLE = "import numpy as np\n";

export class Workspace {
  #element;
  #progress;
  #sandbox;
  #code;
  /** @type {Task[]} */
  #tasks;
  /** @type {Editor} */
  #editor;
  /** @type {Map<string, Draft>} by the id of what is kept */
  #drafts = new Map();
  /** @type {Draft} */
  #draft;
  /** @type {Task} */
  #task;
  #tabs;
  #next;
  #bench;
  #output;
  #wishes = new Wishes(() => this.#showWishes());

  /**
   * @param {HTMLElement} element @param {Task[]} tasks @param {Progress} progress @param {Sandbox} sandbox
   * @param {import("../own-code.js").OwnCode} code is told what the file says
   * @param {typeof import("./editor.js").Editor} Editor
   */
  constructor(element, tasks, progress, sandbox, code, Editor) {
    this.#element = element;
    this.#tasks = tasks;
    this.#progress = progress;
    this.#sandbox = sandbox;
    this.#code = code;
    this.#task = tasks[0];
    this.#editor = new Editor({
      label: t("editor.label"),
      run: () => this.run(),
      check: () => this.check(),
      changed: () => this.#changed(),
      names: () => tasks.flatMap((task) => [task.name, ...task.names]),
    });
    this.#bench = bench(this.#element.dataset.file ?? "", this.#editor.element);
    this.#output = new Output(this.#bench.output);
    this.#draft = this.#draftOf(this.#task);
    this.#next = new NextSteps(element, progress);
    this.#tabs = new Tabs(element, tasks, (task) => this.#select(task));
    this.#bindBench();
    for (const task of tasks) this.#bindTask(task);
    this.#select(this.#remembered(), false);
    element.dataset.live = "";
    for (const type of ["pagehide", "visibilitychange", SAVE]) addEventListener(type, () => void this.#draft.save());
    onLeaving(() => this.#draft.save());
    progress.onChange((id) => this.#kept(id));
    this.#showStates();
    this.#code.tell(this.#own());
  }

  /** The file that all exercises share, and how far each of its functions is in it. */
  #own() {
    const { source } = this;
    const last = (/** @type {Task} */ task) => /** @type {any} */ (this.#progress.item(task.name))?.rounds?.[3];
    const functions = this.#tasks.map((task) => ({ name: task.mainFunction, starter: task.starter, last: last(task) }));
    return { source, standing: standingsOf(source, functions) };
  }

  /** Something else is kept of an item, here or by another tab. @param {string} id */
  #kept(id) {
    this.#showStates();
    if (this.#tasks.some(({ name }) => name === id)) this.#code.tell(this.#own());
  }

  #bindBench() {
    const { check, run, stop, reset } = this.#bench;
    check.addEventListener("click", () => this.check());
    run.addEventListener("click", () => this.run());
    stop.addEventListener("click", () => this.#stop());
    reset.addEventListener("click", () => this.#reset());
    this.#showWishes();
  }

  /** The file with all functions as it is now, whichever round is open. */
  get source() {
    const own = this.#draftOf(this.#tasks[0], 3);
    return own === this.#draft ? this.#editor.text : (own.kept?.text ?? this.#starter(this.#tasks[0], 3));
  }

  /** @param {Task} task */
  #bindTask(task) {
    task.round.addEventListener("change", () => {
      void this.#draft.save();
      this.#open();
      this.#forgetReport(task); // it was another round's
    });
    task.solution.addEventListener("toggle", () => this.#showSolution(task));
    showUntried(task.report, 0);
    this.#sandbox.exercise(task.name).then(
      (exercise) => {
        task.exercise = exercise;
        if (task.report.dataset.verdict === "none") this.#forgetReport(task);
      },
      () => {}, // told when a check is asked for
    );
  }

  /** @param {Task} task whose round has not been checked */
  #forgetReport(task) {
    const { checks } = task.exercise ?? {};
    showUntried(task.report, checks?.[task.practiceRound === 4 ? "4" : "3"].calls.filter(promised).length ?? 0);
  }

  /** The exercise to begin with: the one in the address, else the first that is not verified. */
  #remembered() {
    const shown = this.#tasks.filter((task) => isShown(task.section));
    const named = shown.find((task) => task.name === namedPart());
    return named ?? shown.find((task) => !this.#verified(task)) ?? shown[0] ?? this.#tasks[0];
  }

  /** @param {Task} task @param {boolean} [byReader] */
  #select(task, byReader = true) {
    if (byReader) void this.#draft.save();
    this.#task = task;
    this.#tabs.show(task);
    this.#next.place(task);
    task.bench.prepend(this.#bench.element);
    this.#open();
    if (!byReader) return;
    const found = functionIn(this.#editor.text, task.functionName);
    if (found) this.#editor.goTo(found.line);
  }

  /** Take up the draft that belongs to the exercise and round. */
  #open() {
    const task = this.#task;
    const draft = this.#draftOf(task);
    this.#editor.label = t("editor.label");
    this.#bench.round.hidden = task.practiceRound === 3;
    this.#bench.round.textContent = task.roundTask;
    if (draft === this.#draft && this.#editor.text) return this.#editor.measure();
    this.#draft = draft;
    const kept = draft.open();
    this.#editor.open(kept?.text ?? this.#starter(task), kept?.undo);
    this.#showSaved();
    if (kept) this.#tellChanges(draft);
  }

  /** @param {Task} task @param {number} [round] */
  #draftOf(task, round = task.practiceRound) {
    const id = round === 3 ? "draft" : `draft/${task.name}/${round}`;
    const known = this.#drafts.get(id);
    if (known) return known;
    const begun = round === 3 ? this.#tasks.map((one) => one.outline).join("\n\n") : task.roundStarter;
    const draft = new Draft(this.#progress, id, begun, () => ({ text: this.#editor.text, undo: this.#editor.undo }), {
      saved: () => this.#showSaved(),
      adopt: (text) => {
        if (this.#draft === draft) this.#editor.adopt(text);
        this.#code.tell(this.#own());
      },
      conflict: (other) => this.#tellConflict(other),
    });
    this.#drafts.set(id, draft);
    return draft;
  }

  /** @param {Task} task @param {number} [round] */
  #starter(task, round = task.practiceRound) {
    if (round !== 3) return PREAMBLE + section(task.roundStarter);
    return PREAMBLE + this.#tasks.map((one) => section(one.starter)).join("");
  }

  #changed() {
    this.#draft.touch();
    this.#code.touch(() => this.#own());
    say(this.#bench.saved, "editor.saving");
    if (!this.#wishes.running) showNow(this.#bench.now, null);
  }

  #showSaved() {
    const kept = !["denied", "newer", "failed"].includes(this.#progress.keeping);
    say(this.#bench.saved, kept ? "editor.saved" : "editor.unsaved");
  }

  /** @param {string} other */
  #tellConflict(other) {
    const take = () => this.#editor.replace(other);
    notify("draft.conflict", {}, [
      { key: "draft.conflict.take", act: take },
      { key: "notice.close", act: () => {} },
    ]);
  }

  /** The exercise has changed since the draft was begun: the draft stays, and what changed can be seen. @param {Draft} draft */
  #tellChanges(draft) {
    const before = draft.outdated;
    if (before === null) return;
    const now = this.#tasks.map((one) => one.outline).join("\n\n");
    const show = () => {
      const box = document.createElement("section");
      box.className = "changes";
      const title = document.createElement("h4");
      title.append(spoken("draft.changed.title"));
      box.append(title, diffElement(diffLines(before, now), diffWords()));
      this.#bench.changes.replaceChildren(box);
      draft.accept();
    };
    notify("draft.changed", {}, [
      { key: "draft.changed.show", act: show },
      { key: "notice.close", act: () => draft.accept() },
    ]);
  }

  /** Put the starter back; the step can be undone like any other. */
  #reset() {
    const before = this.#editor.text;
    const starter = this.#starter(this.#task);
    if (before === starter) return this.#tell("editor.reset.same");
    this.#editor.replace(starter);
    notify("editor.reset.done", {}, [
      { key: "editor.reset.undo", act: () => this.#editor.replace(before), main: true },
      { key: "notice.close", act: () => {} },
    ]);
  }

  /** Run the file as it stands, after what runs now. */
  run() {
    const source = this.#editor.text;
    this.#want("run", JSON.stringify(["run", source]), () => this.#run(source));
  }

  /** Check the file as it stands against the exercise that is open, after what runs now. */
  check() {
    const [task, source] = [this.#task, this.#editor.text];
    const round = task.practiceRound;
    this.#want("check", JSON.stringify([task.name, round, source]), () => this.#check(task, round, source));
  }

  /** @param {"run" | "check"} what @param {string} same @param {() => Promise<void>} work */
  #want(what, same, work) {
    void this.#draft.save();
    const became = this.#wishes.ask({ what, same, work });
    if (became === "waits") announce(t(`editor.next.${what}`));
    if (became === "runs") this.#tell(`editor.already.${what}`);
  }

  /** Stop what runs, and let nothing follow it. */
  #stop() {
    if (!this.#wishes.running) return this.#tell("editor.idle");
    this.#wishes.drop();
    this.#sandbox.stop();
  }

  /** @param {string} source */
  async #run(source) {
    const draft = this.#draft;
    this.#editor.mark(null);
    this.#output.start(this.#sandbox.isReady ? "output.running" : "output.waiting");
    try {
      const outcome = await this.#sandbox.run(source, (text) => this.#output.add(text));
      this.#output.finish(outcome);
      if (outcome.error?.line) this.#mark(draft, outcome.error.line, outcome.error.title);
      announce(outcome.error?.title ?? t(`output.${outcome.status === "error" ? "died" : outcome.status}`));
    } catch (error) {
      this.#output.fail(`${reasonOf(error)}.`);
    }
  }

  /** @param {Task} task @param {number} round @param {string} source */
  async #check(task, round, source) {
    const draft = this.#draftOf(task, round);
    this.#editor.mark(null);
    showWaiting(task.report, this.#sandbox.isReady ? "report.running" : "report.waiting");
    try {
      const report = await this.#sandbox.check(task.name, source, { round });
      task.tried = true;
      showReport(task.report, report, task.outputs(round));
      const line = errorLine(report.traceback);
      if (line) this.#mark(draft, line, report.diagnosis?.title ?? "");
      await this.#keepVerdict(task, report, round, source);
      const { verdict } = report;
      tellResult({ item: task.name, kind: "exercise", done: verdict === "passed", round, verdict, report });
      this.#code.tell(this.#own());
      if (task.solution.open) this.#showSolution(task);
    } catch (error) {
      showFailure(task.report, `${reasonOf(error)}.`);
    }
  }

  /** Mark a line, while the draft that was run is the one in the editor. @param {Draft} draft @param {number} line @param {string} text */
  #mark(draft, line, text) {
    if (draft === this.#draft) this.#editor.mark({ line, text });
  }

  /** @param {Task} task @param {Record<string, any>} report @param {number} round @param {string} source */
  async #keepVerdict(task, report, round, source) {
    const names = this.#tasks.map((one) => one.mainFunction);
    const print = printOf(source, task.mainFunction, names);
    await this.#progress.change(task.name, (stored) => {
      const before = /** @type {any} */ (stored?.rounds)?.[round];
      const rounds = {
        .../** @type {any} */ (stored?.rounds),
        [round]: { ...keptRound(before, report, source), print },
      };
      const done = stored?.done === true || (report.verdict === "passed" && round === 3);
      return { ...stored, rounds, done };
    });
  }

  /** What runs, and what follows it. */
  #showWishes() {
    const { running, next } = this.#wishes;
    this.#bench.stop.setAttribute("aria-disabled", String(!running));
    showNow(this.#bench.now, next && `editor.next.${next}`);
    this.#element.toggleAttribute("data-busy", running !== null);
  }

  /** Say beside the buttons, and aloud, why a press changes nothing. @param {string} key */
  #tell(key) {
    showNow(this.#bench.now, key);
    announce(t(key));
  }

  /** The solution as a diff beside the learner's function, made when it is opened. @param {Task} task */
  #showSolution(task) {
    if (!task.solution.open || !task.exercise) return;
    const statement = task.practiceRound === 4 ? task.exercise.variation : task.exercise.statement;
    const own = functionIn(this.#editor.text, statement.function)?.text ?? "";
    const body = document.createElement("div");
    body.className = "solution-body";
    const words = document.createElement("p");
    words.className = "words";
    say(words, own ? "solution.diff" : "solution.plain");
    const why = document.createElement("p");
    why.className = "words";
    why.textContent = statement.approach;
    body.append(words, diffElement(diffLines(own, statement.solution), diffWords()), why);
    task.solution.replaceChildren(/** @type {Node} */ (task.solution.querySelector("summary")), body);
  }

  /** @param {Task} task */
  #verified(task) {
    return this.#progress.item(task.name)?.done === true;
  }

  #showStates() {
    const done = this.#tasks.filter((task) => this.#verified(task)).length;
    this.#next.show(done, this.#tasks.length);
    for (const task of this.#tasks) {
      const kept = /** @type {any} */ (this.#progress.item(task.name));
      const verified = kept?.done === true;
      const last = kept?.rounds?.[3]?.verdict;
      this.#tabs.state(task, verified ? "verified" : last ? "started" : "todo");
      if (task.state) {
        setMark(task.state, verified ? "done" : last ? "part" : "todo");
        const text = task.state.querySelector("[data-string]");
        if (text instanceof HTMLElement)
          say(text, `exercise.state.${verified ? "verified" : last ? "started" : "todo"}`);
      }
    }
  }
}

/** A case that counts: not a note on what lies beyond the statement. @param {{note?: boolean}} call */
function promised(call) {
  return call.note !== true;
}

/** @param {string} code */
function section(code) {
  return `\n\n${code.replace(/^\n+|\n+$/g, "")}\n`;
}

function diffWords() {
  return { same: "", minus: t("diff.minus"), plus: t("diff.plus") };
}

/** The learner's line that a traceback ends at. @param {string | null} traceback */
function errorLine(traceback) {
  const lines = [...(traceback ?? "").matchAll(/File "your_code\.py", line (\d+)/g)];
  return lines.length ? Number(lines.at(-1)?.[1]) : null;
}
