// Wakes the workspaces of a page: the editor is loaded apart from the rest, so that the page is readable before it.

import { Task } from "./task.js";

/**
 * @param {import("../progress.js").Progress} progress @param {import("../sandbox/sandbox.js").Sandbox} sandbox
 * @param {import("../own-code.js").OwnCode} code is told what the reader's file says
 */
export async function startWorkspaces(progress, sandbox, code) {
  const elements = /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-workspace]"));
  if (elements.length === 0) return;
  const [{ Editor }, { Workspace }] = await Promise.all([import("./editor.js"), import("./workspace.js")]);
  for (const element of elements) {
    const sections = /** @type {NodeListOf<HTMLElement>} */ (element.querySelectorAll("[data-exercise]"));
    const tasks = [...sections].map((section) => new Task(section));
    new Workspace(element, tasks, progress, sandbox, code, Editor);
  }
}
