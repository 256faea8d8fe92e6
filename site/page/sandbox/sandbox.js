// Run and Check: one request at a time, each of which settles, within its time limit, whatever the code does.

import { TypedError } from "../../shared/channel.js";
import { Files } from "../../shared/files.js";
import { withContent } from "../carried.js";
import { loadJson } from "../runtime.js";
import { Aside } from "./aside.js";
import { Pool } from "./pool.js";

/**
 * @typedef {import("../runtime.js").Description} Description
 * @typedef {import("./room.js").Room} Room
 * @typedef {Record<string, any>} Exercise as in the lesson's bundle
 * @typedef {{status: "done" | "error" | "timeout" | "stopped", values: Record<string, any>[],
 *   error: {type: string, text: string, title: string, message: string, line: number | null} | null,
 *   traceback: string | null, stdout: string, stdout_truncated: boolean, duration_ms: number}} Outcome of a run
 * @typedef {Record<string, any>} Report contract 5
 * @typedef {{answer: any, lines: string[], ended: "" | "timeout" | "stopped" | "died", duration: number}} Done
 */

export const TIME_LIMIT = 5; // seconds, unless an exercise says otherwise
const GRACE = 300; // milliseconds past the limit, in which Python may end a slow run by itself
const JUDGE_LIMIT = 15_000; // milliseconds; judging takes a few
const LINES = 5000; // messages kept of one run; Python sends far fewer

export class Sandbox {
  #description;
  #pool;
  /** @type {Promise<Record<string, any>> | null} */
  #lesson = null;
  #last = Promise.resolve();
  /** @type {(() => void) | null} ends what runs now */
  #stop = null;
  /** @type {Promise<unknown> | null} */
  #later = null;
  #isWhole = false;
  #laterWords;

  /** @param {Description} description */
  constructor(description) {
    this.#description = description;
    this.#pool = new Pool(() => this.#load());
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
    if (this.#stop === null) this.#pool.rest();
  }

  /** Whether Python is here, so that a run begins at once. */
  get isReady() {
    return this.#pool.isReady;
  }

  async #load() {
    const { wasm, sandbox } = this.#description;
    const loader = new Files(() => {}, fetch.bind(globalThis));
    const [script, core, ...tars] = await Promise.all([
      withContent(sandbox.script).then((file) => loader.bytes(file)),
      withContent(wasm).then((file) => loader.bytes(file)),
      ...sandbox.bundles.map(async (file) => loader.unpacked(await withContent(file))),
    ]);
    return {
      script: new Blob([script], { type: "text/javascript" }),
      runtime: { wasm: new Blob([core]), bundles: tars.map((tar) => new Blob([tar])) },
    };
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

  /** @param {string} id @returns {Promise<Exercise>} */
  async exercise(id) {
    this.#lesson ??= loadJson(this.#description.bundle, "The lesson");
    const lesson = await this.#lesson.catch((error) => {
      this.#lesson = null;
      throw error;
    });
    const found = lesson.exercises.find((/** @type {Exercise} */ one) => one.exercise === id);
    if (!found) throw new TypedError("refused", `this lesson has no exercise “${id}”`);
    return found;
  }

  /**
   * Run a file as it stands. @param {string} source @param {(text: string) => void} [onOutput] output as it comes
   * @returns {Promise<Outcome>}
   */
  run(source, onOutput = () => {}) {
    return this.#inTurn(async () => {
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
    return this.#inTurn(async () => this.#grade(await this.exercise(id), source, { round, onOutput }));
  }

  /**
   * Check a file against any exercise, its own part of a lesson's bundle. With `alone` no other code has been in the
   * room before, and none will be after it.
   * @param {Exercise} exercise @param {string} source @param {{round?: number, alone?: boolean}} [options]
   * @returns {Promise<Report>}
   */
  grade(exercise, source, { round = 3, alone = false } = {}) {
    return this.#inTurn(async () => {
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
    this.#stop?.();
    return this.#stop !== null;
  }

  /** @template T @param {() => Promise<T>} work @returns {Promise<T>} */
  #inTurn(work) {
    const result = this.#last.then(work);
    this.#last = result.then(
      () => {},
      () => {},
    );
    return result;
  }

  /**
   * Ask the room that runs code. The clock starts when Python is ready.
   * @param {"run" | "observe"} action @param {Record<string, any>} request @param {number} limit seconds
   * @param {(text: string) => void} onOutput @returns {Promise<Done>}
   */
  async #execute(action, request, limit, onOutput) {
    /** @type {string[]} */
    const lines = [];
    const stopped = new Promise((resolve) => {
      this.#stop = () => resolve(new TypedError("stopped", "stopped by the reader"));
    });
    let timer;
    let started = performance.now();
    try {
      const whole = this.#mayNeedLater(request.source) ? this.#bringLater() : null;
      const room = await Promise.race([Promise.all([this.#pool.runner(), whole]).then(([first]) => first), stopped]);
      if (room instanceof TypedError) return { answer: null, lines, ended: "stopped", duration: 0 };
      started = performance.now();
      stopped.then((reason) => room.end(reason));
      timer = setTimeout(() => room.end(new TypedError("timeout", "the time limit")), limit * 1000 + GRACE);
      const answer = await room.ask(action, request, (/** @type {string} */ line) => {
        if (lines.length < LINES) lines.push(line);
        const { output } = parsed(line) ?? {};
        if (typeof output === "string") onOutput(output);
      });
      const duration = performance.now() - started;
      if (this.#isWhole || !JSON.stringify(answer).includes("ModuleNotFoundError")) {
        return { answer, lines, ended: "", duration };
      }
      clearTimeout(timer); // a name that no source shows, such as one that NumPy imports by itself: bring it, once more
      await this.#bringLater();
      return await this.#execute(action, request, limit, onOutput);
    } catch (thrown) {
      const { type } = TypedError.from(thrown);
      if (type === "runtime-file" || type === "runtime") throw thrown;
      const ended = type === "timeout" || type === "stopped" ? type : "died";
      return { answer: null, lines, ended, duration: Math.round(performance.now() - started) };
    } finally {
      clearTimeout(timer);
      this.#stop = null;
    }
  }
}

/** A line of JSON that may have been written by anything. @param {string} line @returns {Record<string, any> | null} */
function parsed(line) {
  try {
    const value = JSON.parse(line);
    return typeof value === "object" ? value : null;
  } catch {
    return null;
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
