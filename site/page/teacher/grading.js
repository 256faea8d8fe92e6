// Every answer is checked again, in rooms with an origin of their own and no connection (docs/sandbox.md): it is a
// stranger's code on a teacher's machine.

import { loadJson } from "../runtime.js";
import { reachesFar } from "./reaching.js";
import { settle } from "./rows.js";

/**
 * @typedef {import("./rows.js").Row} Row
 * @typedef {import("../sandbox/sandbox.js").Sandbox} Sandbox
 * @typedef {Record<string, any>} Lesson a lesson's bundle
 */

export class Grader {
  #sandbox;
  /** @param {string} lesson @returns {string} where its bundle is */
  #address;
  /** @type {Map<string, Promise<Lesson | null>>} */
  #lessons = new Map();
  /** @type {Map<string, {report: Record<string, any>, alone: boolean}>} the same code is checked once */
  #reports = new Map();
  /** @type {Record<string, string>} */
  #versions;

  /**
   * @param {Sandbox} sandbox @param {Record<string, string>} versions of the lessons that are here, by id
   * @param {(lesson: string) => string} address
   */
  constructor(sandbox, versions, address) {
    this.#sandbox = sandbox;
    this.#versions = versions;
    this.#address = address;
  }

  /**
   * Check one answer again. Given up by `signal`, the row stays as it is.
   * @param {Row} row @param {AbortSignal} signal
   */
  async grade(row, signal) {
    const given = new Promise((resolve) => signal.addEventListener("abort", () => resolve(undefined), { once: true }));
    await Promise.race([this.#settle(row, signal), given]);
  }

  /** @param {Row} row @param {AbortSignal} signal */
  async #settle(row, signal) {
    const { source, round } = row.answer;
    const exercise = (await this.#lesson(row.lesson))?.exercises.find(
      (/** @type {Record<string, any>} */ one) => one.exercise === row.answer.exercise,
    );
    row.otherBuild = Object.hasOwn(this.#versions, row.lesson) && this.#versions[row.lesson] !== row.version;
    if (!exercise || ![1, 2, 3, 4].includes(round)) row.result = "unknown";
    else if (source === null || source.trim() === "") row.result = "empty";
    else {
      const report = await this.#report(row, exercise, source, round, signal);
      if (report) settle(row, report);
    }
  }

  /**
   * @param {Row} row @param {Record<string, any>} exercise @param {string} source @param {number} round
   * @param {AbortSignal} signal @returns {Promise<Record<string, any> | null>} null when it was given up: what was
   *   stopped half way says nothing of the code
   */
  async #report(row, exercise, source, round, signal) {
    const key = JSON.stringify([row.lesson, exercise.exercise, round === 4, source]);
    let known = this.#reports.get(key);
    if (!known) {
      const alone = reachesFar(source);
      known = { report: await this.#sandbox.grade(exercise, source, { round, alone }), alone };
    }
    // Before a file is said to claim what is not so, its code gets the machine and a room for itself.
    const isClaimed = row.answer.claimed?.verdict === "passed";
    if (!signal.aborted && !known.alone && isClaimed && known.report.verdict !== "passed") {
      known = { report: await this.#sandbox.grade(exercise, source, { round, alone: true }), alone: true };
    }
    if (signal.aborted) return null;
    this.#reports.set(key, known);
    return known.report;
  }

  /** @param {string} id @returns {Promise<Lesson | null>} null for a lesson that is not in this site */
  #lesson(id) {
    if (!Object.hasOwn(this.#versions, id)) return Promise.resolve(null);
    let lesson = this.#lessons.get(id);
    if (!lesson) {
      lesson = loadJson(this.#address(id), "The lesson");
      lesson.catch(() => this.#lessons.delete(id)); // asked for again next time
      this.#lessons.set(id, lesson);
    }
    return lesson;
  }
}
