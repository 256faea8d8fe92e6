/**
 * A lesson page. The page is whole without this module: it keeps answers, says verdicts aloud, and wakes what
 * is live.
 */

import { startCode } from "./code.js";
import { publish } from "./interface.js";
import { startKeeping } from "./keeping.js";
import { Progress } from "./progress.js";
import { startQuestions } from "./questions.js";
import { startRail } from "./rail.js";
import { readDescription } from "./runtime.js";
import { Sandbox } from "./sandbox/sandbox.js";
import { startSteppers } from "./stepper.js";
import { startStrings } from "./strings.js";
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
const sandbox = new Sandbox(description);
const widgets = new Widgets(document, description);

async function start() {
  startStrings();
  startTheme();
  startRail();
  startSteppers();
  startCode();
  progress = await Progress.open(lessonData());
  showProgress(progress);
  startQuestions(progress);
  startTasks(progress);
  startKeeping(progress);
  await startWorkspaces(progress, sandbox);
  document.documentElement.dataset.keeping = progress.keeping; // for tests and for whoever embeds the page
}

publish(description, widgets, sandbox, () => progress);
start();
// Apart from the rest: what is kept does not wait for Python, nor fail with it. Python for the reader's code comes
// after the figures, which are seen first; a check that is asked for before that does not wait for them.
widgets.start().finally(async () => {
  if (document.querySelector("[data-workspace], [data-code]")) await sandbox.warm();
  if (await widgets.makeSnapshot()) document.documentElement.dataset.snapshot = "kept"; // for tests and benchmarks
});
