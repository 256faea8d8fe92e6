/**
 * A lesson page. The page is whole without this module: it keeps answers, says verdicts aloud, and wakes what
 * is live.
 */

import { startCode } from "./code.js";
import { Embed, embedded } from "./embed/embed.js";
import { isShown } from "./embed/parts.js";
import { startHandIn } from "./hand-in.js";
import { publish } from "./interface.js";
import { startKeeping } from "./keeping.js";
import { startOffline } from "./offline.js";
import { OwnCode } from "./own-code.js";
import { Progress } from "./progress.js";
import { startQuestions } from "./questions.js";
import { startRail } from "./rail.js";
import { readDescription } from "./runtime.js";
import { Sandbox } from "./sandbox/sandbox.js";
import { startSteppers } from "./stepper.js";
import { startStrings } from "./strings.js";
import { startTally } from "./tally.js";
import { startTasks } from "./tasks.js";
import { startTheme } from "./theme.js";
import { showProgress } from "./view.js";
import { Widgets } from "./widgets.js";
import { startWorkspaces } from "./workspace/start.js";

/** @returns {import("./progress.js").LessonData} what the page says about its lesson */
function lessonData() {
  const element = document.getElementById("lesson-data");
  return JSON.parse(element?.textContent ?? "{}");
}

/** @type {Progress | null} */
let progress = null;
const description = readDescription();
const embed = embedded ? new Embed(description.lesson, description.version) : null;
const sandbox = new Sandbox(description);
const code = new OwnCode();
const widgets = new Widgets(document, description, code, sandbox.aside);

async function start() {
  startStrings();
  startTheme();
  widgets.tellProblems();
  startRail();
  startSteppers();
  startCode();
  progress = await Progress.open(lessonData());
  showProgress(progress);
  startQuestions(progress);
  startTasks(progress);
  startKeeping(progress);
  startTally(progress);
  startHandIn(progress, description.version);
  embed?.start(progress, widgets);
  await startLate(progress).catch(tellBroken);
  document.documentElement.dataset.keeping = progress.keeping; // for tests and for whoever embeds the page
}

/** What is loaded apart from the rest. @param {Progress} progress */
async function startLate(progress) {
  await startWorkspaces(progress, sandbox, code);
  if (document.querySelector("[data-experiment], [data-trial]")) {
    const { startExperiments } = await import("./experiment/start.js");
    startExperiments(progress, sandbox, widgets, code);
  }
}

/** A part of the page's script is missing; the rest of the page works. */
function tellBroken() {
  const line = document.querySelector("[data-broken]");
  if (line instanceof HTMLElement) line.hidden = false;
}

let awake = false;

async function wake() {
  awake = true;
  // Apart from the rest: what is kept does not wait for Python, nor fail with it. Python for the reader's code comes
  // after the figures, which are seen first; a check that is asked for before that does not wait for them.
  await widgets.start();
  const runs = /** @type {Element[]} */ ([...document.querySelectorAll("[data-workspace], [data-code]")]);
  if (awake && runs.some(isShown)) await sandbox.warm();
  if (!awake) return;
  void widgets.makeSnapshot().then((made) => {
    document.documentElement.dataset.snapshot = made ? "kept" : "none"; // for tests
  });
}

function rest() {
  awake = false;
  widgets.rest();
  sandbox.rest();
}

publish(description, widgets, sandbox, () => progress);
const page = start();
if (embed) embed.whileSeen(wake, rest);
// Storing the site for offline use comes after all else.
else startOffline(Promise.all([page, wake()]));
