// Run and Check: one request at a time, each of which settles, within its time limit, whatever the code does.

import { TypedError } from "../../shared/channel.js";
import { Files } from "../../shared/files.js";
import { withContent } from "../carried.js";
import { loadJson } from "../runtime.js";
import { Aside } from "./aside.js";
import { RoomBytes } from "./bytes.js";
import { Pool } from "./pool.js";
import { parsed, Turns } from "./turns.js";

/**
 * @typedef {import("../runtime.js").Description} Description
 * @typedef {Record<string, any>} Exercise as in the lesson's bundle
 * @typedef {{status: "done" | "error" | "timeout" | "stopped", values: Record<string, any>[],
 *   error: {type: string, text: string, title: string, message: string, line: number | null} | null,
 *   traceback: string | null, stdout: string, stdout_truncated: boolean, duration_ms: number}} Outcome of a run
 * @typedef {Record<string, any>} Report contract 5
 * @typedef {import("./turns.js").Done & {lines: string[]}} Done
 */

export const TIME_LIMIT = 5; // seconds, unless an exercise says otherwise
const JUDGE_LIMIT = 15_000; // milliseconds; judging takes a few
const LINES = 5000; // messages kept of one run; Python sends far fewer

export class Sandbox {
  #description;
  #pool;
  /** @type {Promise<Record<string, any>> | null} */
  #lesson = null;
  #turns = new Turns();
  /** @type {Promise<unknown> | null} */
  #later = null;
  #isWhole = false;
  #laterWords;

  /** @param {Description} description */
  constructor(description) {
    this.#description = description;
    this.bytes = new RoomBytes(description);
    this.#pool = new Pool(() => this.bytes.checking());
    this.#laterWords = new Set(description.sandbox.later.words);
    this.aside = new Aside(this.#pool);
  }

  /** Start Python before it is asked for, and then bring what it needs only for some programs. */
  async warm() {
    await this.#pool.fill();
    await this.#bringLater().catch(() => {}); // tried again by a program that needs it
  }

  /** Nobody sees the page: end the rooms, unless code runs. The next request starts them again. */
  rest() {
    if (!this.#turns.isBusy) this.#pool.rest();
  }

  /** Whether Python is here, so that a run begins at once. */
  get isReady() {
    return this.#pool.isReady;
  }

  /** The modules of Python and NumPy that are not there from the start. */
  #bringLater() {
    const { bundle } = this.#description.sandbox.later;
    const bring = async () => {
      const tar = await new Files(() => {}, fetch.bind(globalThis)).unpacked(await withContent(bundle));
      await this.#pool.add(new Blob([tar]));
      this.#isWhole = true;
    };
    this.#later ??= bring().catch((error) => {
      this.#later = null;
      throw error;
    });
    return this.#later;
  }

  /** @param {string} source */
  #mayNeedLater(source) {
    return !this.#isWhole && (source.match(/[a-z]\w*/gi) ?? []).some((word) => this.#laterWords.has(word));
  }

  /** The lesson's bundle. @returns {Promise<Record<string, any>>} */
  lesson() {
    this.#lesson ??= loadJson(this.#description.bundle, "The lesson").catch((error) => {
      this.#lesson = null;
      throw error;
    });
    return this.#lesson;
  }

  /** @param {string} id @returns {Promise<Exercise>} */
  async exercise(id) {
    const lesson = await this.lesson();
    const found = lesson.exercises.find((/** @type {Exercise} */ one) => one.exercise === id);
    if (!found) throw new TypedError("refused", `this lesson has no exercise “${id}”`);
    return found;
  }

  /**
   * Run a file as it stands. @param {string} source @param {(text: string) => void} [onOutput] output as it comes
   * @returns {Promise<Outcome>}
   */
  run(source, onOutput = () => {}) {
    return this.#turns.take(async () => {
      const request = { source: String(source) };
      const { answer, lines, ended, duration } = await this.#execute("run", request, TIME_LIMIT, onOutput);
      return answer ?? endedRun(ended, lines, duration);
    });
  }

  /**
   * Check a file against an exercise. @param {string} id @param {string} source
   * @param {{round?: number, onOutput?: (text: string) => void}} [options] @returns {Promise<Report>}
   */
  check(id, source, { round = 3, onOutput = () => {} } = {}) {
    return this.#turns.take(async () => this.#grade(await this.exercise(id), source, { round, onOutput }));
  }

  /**
   * Check a file against any exercise, its own part of a lesson's bundle. With `alone` no other code has been in the
   * room before, and none will be after it.
   * @param {Exercise} exercise @param {string} source @param {{round?: number, alone?: boolean}} [options]
   * @returns {Promise<Report>}
   */
  grade(exercise, source, { round = 3, alone = false } = {}) {
    return this.#turns.take(async () => {
      if (alone) this.#pool.replaceRunner(new TypedError("gone", "the next code runs alone"));
      try {
        return await this.#grade(exercise, source, { round, onOutput: () => {} });
      } finally {
        if (alone) this.#pool.replaceRunner(new TypedError("gone", "what ran here ran alone"));
      }
    });
  }

  /**
   * @param {Exercise} bundle @param {string} source @param {{round: number, onOutput: (text: string) => void}} options
   * @returns {Promise<Report>}
   */
  async #grade(bundle, source, { round, onOutput }) {
    const data = bundle.checks[round === 4 ? "4" : "3"];
    const { function: name, arity, given, calls } = data;
    const limit = bundle.time_limit ?? TIME_LIMIT;
    const request = { source: String(source), calls: { function: name, arity, given, calls }, time_limit: limit };
    for (let attempt = 1; ; attempt += 1) {
      const done = await this.#execute("observe", request, limit, onOutput);
      const { report, sound } = await this.#judge({ bundle, data, source: request.source, round }, done);
      const odd = !done.ended && (!sound || report.verdict === "stopped");
      if (!odd || attempt > 1) return report;
      // It came to an end and left no sound record: an earlier run may have got at what writes it. Once more, in a
      // room that no code has been in.
      this.#pool.replaceRunner(new TypedError("gone", "it left no sound record"));
    }
  }

  /**
   * What ran the code has no say in the verdict: its record goes to a room that has never seen the code, with the
   * answers, which the other room never had.
   * @param {Record<string, any>} request @param {Done} done
   */
  async #judge(request, { answer, lines, ended, duration }) {
    const messages = lines.map(parsed).filter(Boolean);
    const facts = answer ? {} : { duration_ms: duration, interrupted: ended === "stopped" };
    const how = ended === "died" ? "stopped" : ended === "timeout" ? "timeout" : "";
    const judge = await this.#pool.judge();
    const timer = setTimeout(() => judge.end(new TypedError("timeout", "judging took too long")), JUDGE_LIMIT);
    try {
      return await judge.ask("judge", { ...request, record: answer, messages, facts, ended: how });
    } finally {
      clearTimeout(timer);
    }
  }

  /** Stop what runs now. @returns {boolean} whether anything did */
  stop() {
    return this.#turns.stop();
  }

  /** The room that runs code, with the modules that the source may need. @param {string} source */
  async #runner(source) {
    const [room] = await Promise.all([this.#pool.runner(), this.#mayNeedLater(source) ? this.#bringLater() : null]);
    return room;
  }

  /**
   * Ask the room that runs code, and keep what it tells.
   * @param {"run" | "observe"} action @param {Record<string, any>} request @param {number} limit seconds
   * @param {(text: string) => void} onOutput @returns {Promise<Done>}
   */
  async #execute(action, request, limit, onOutput) {
    /** @type {string[]} */
    const lines = [];
    const hear = (/** @type {string} */ line) => {
      if (lines.length < LINES) lines.push(line);
      const { output } = parsed(line) ?? {};
      if (typeof output === "string") onOutput(output);
    };
    const done = await this.#turns.execute(() => this.#runner(request.source), action, request, limit, hear);
    const isMissing = !done.ended && JSON.stringify(done.answer).includes("ModuleNotFoundError");
    if (this.#isWhole || !isMissing) return { ...done, lines };
    // a name that no source shows, such as one that NumPy imports by itself: bring it, once more
    await this.#bringLater();
    return this.#execute(action, request, limit, onOutput);
  }
}

/**
 * The outcome of a run that did not come to an end by itself.
 * @param {Done["ended"]} ended @param {string[]} lines @param {number} duration @returns {Outcome}
 */
function endedRun(ended, lines, duration) {
  const output = lines.map((line) => parsed(line)?.output).filter((text) => typeof text === "string");
  return {
    status: ended === "died" || ended === "" ? "error" : ended,
    values: [],
    error: null,
    traceback: null,
    stdout: output.join(""),
    stdout_truncated: false,
    duration_ms: duration,
  };
}
