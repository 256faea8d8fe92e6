// What is kept of a check, so that it can be told later what was tried and which text passed.

import { counted } from "../progress.js";

/**
 * What is kept of the checks of one round: the last report in short, how many there were, and the text that passed.
 * @param {Record<string, any> | undefined} before @param {Record<string, any>} report @param {string} source
 */
export function keptRound(before, report, source) {
  const { verdict, source_sha256: sha256, cases, diagnosis } = report;
  const passed = verdict === "passed" ? { sha256, source } : before?.passed;
  return {
    verdict,
    sha256,
    cases: cases.map((/** @type {{id: string, status: string}} */ { id, status }) => ({ id, status })),
    diagnosis: diagnosis && { id: diagnosis.id, title: diagnosis.title },
    attempts: counted(before?.attempts) + 1,
    ...(passed ? { passed } : {}),
  };
}
