// The experiment: it opens when the learner's functions are verified, trains with them in a room of its own, shows the
// run as it grows, and keeps it together with the code that made it.

import { TypedError } from "../../shared/channel.js";
import { announce } from "../announce.js";
import { reasonOf } from "../reasons.js";
import { TIME_LIMIT } from "../sandbox/trainer.js";
import { t } from "../strings.js";
import { faultOf, lossText, momentOf, printedOf, runOf } from "./kept.js";
import { Settings } from "./settings.js";
import { TrainingView } from "./view.js";

/**
 * @typedef {import("../progress.js").Progress} Progress
 * @typedef {import("../sandbox/trainer.js").Trainer} Trainer
 * @typedef {import("../widgets.js").Widgets} Widgets
 * @typedef {import("./kept.js").Run} Run
 * @typedef {{progress: Progress, trainer: Trainer, widgets: Widgets, own: import("../own-code.js").OwnCode,
 *   code: () => Promise<string>}} Surroundings `own` is the learner's file, `code` gives the lesson's experiment.py
 */

const BETWEEN = 250; // milliseconds between two pictures of a run that grows: they share the thread with scrolling

export class Training {
  #around;
  #id;
  #needs;
  #widget;
  #name;
  #view;
  #settings;
  /** The run that is shown when it is not the course's. @type {Run | null} */
  #run = null;
  #busy = false;
  /** Says why the last training left nothing to see. @type {(() => void) | null} */
  #excuse = null;
  /** Stop was pressed while the experiment's own code was on its way. */
  #stopsAtOnce = false;
  /** Tells the figure one training from the next. */
  #serial = 0;
  #painted = 0;
  #timer = 0;
  #started = 0;
  /** The newest loss, as it is written. */
  #loss = "";
  /** How many moments the figure has. */
  #drawn = 0;

  /** @param {HTMLElement} element @param {Surroundings} around */
  constructor(element, around) {
    this.#around = around;
    this.#id = element.id;
    this.#needs = /** @type {string[]} */ (JSON.parse(element.dataset.needs ?? "[]"));
    this.#widget = element.dataset.shows ?? "";
    this.#name = element.dataset.yours ?? "";
    const form = /** @type {HTMLFormElement} */ (element.querySelector("form[data-train]"));
    this.#settings = new Settings(form);
    this.#view = new TrainingView(element, () => this.#paint(true));
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.train();
    });
    this.#view.stop.addEventListener("click", () => this.stop());
    around.progress.onChange((id) => this.#changed(id));
    around.own.onChange(() => this.#tell(null));
    document.addEventListener("lookback:unfed", (event) => {
      const { id, reason } = /** @type {CustomEvent} */ (event).detail;
      if (id === this.#widget) this.#view.notShown(reason);
    });
    around.trainer.onBusy(() => this.#show());
    this.#run = runOf(around.progress.item(this.#id)?.run);
    if (this.#run) {
      this.#settings.show(this.#run.settings);
      this.#view.chooseOwn();
    }
    this.#paint(true);
    this.#show();
    this.#warmWhenSeen(element);
  }

  /** How many of the functions are verified. */
  get #verified() {
    return this.#needs.filter((id) => this.#around.progress.item(id)?.done === true).length;
  }

  get #isOpen() {
    return this.#verified === this.#needs.length;
  }

  /** Python for it starts when the experiment is open and comes near: a room takes memory. @param {Element} element */
  #warmWhenSeen(element) {
    const near = new IntersectionObserver(
      (entries) => {
        if (this.#isOpen && entries.some((entry) => entry.isIntersecting)) this.#around.trainer.warm();
      },
      { rootMargin: "50% 0px" },
    );
    near.observe(element);
  }

  /** @param {string} id */
  #changed(id) {
    if (id !== this.#id) this.#show();
  }

  /** Train, after what trains or is tried now: with the file and the settings as they are when it begins. */
  train() {
    if (!this.#isOpen) return announce(this.#view.headline);
    const read = this.#settings.read();
    if ("refused" in read) return this.#view.refuse(read.refused);
    const same = JSON.stringify([this.#around.own.now(), read.values]);
    const became = this.#around.trainer.want({ what: this.#id, same, work: () => this.#train() });
    if (became === "runs") announce(this.#view.headline);
    if (became === "waits") announce(t("train.next"));
  }

  async #train() {
    const read = this.#settings.read();
    if ("refused" in read) return this.#view.refuse(read.refused);
    const source = this.#around.own.now();
    const before = this.#run;
    const run = this.#begin(read.values, source);
    try {
      const request = { experiment: await this.#around.code(), source, settings: read.values };
      if (this.#stopsAtOnce) return await this.#end(run, { answer: null, ended: "stopped", duration: 0 }, before);
      this.#started = performance.now();
      const done = await this.#around.trainer.ask("train", request, (message) => this.#told(run, message));
      if (typeof done.answer?.refused === "string") throw new TypedError("refused", done.answer.refused);
      await this.#end(run, done, before);
    } catch (error) {
      this.#run = before;
      this.#busy = false;
      this.#settings.close(false);
      this.#paint(true);
      this.#tell(() => this.#view.fail(reasonOf(error)));
      announce(this.#view.headline);
    }
  }

  stop() {
    if (this.#busy) this.#stopsAtOnce = !this.#around.trainer.stop();
    else if (this.#waits) this.#around.trainer.drop();
    else announce(this.#view.headline);
  }

  get #waits() {
    return this.#around.trainer.waiting === this.#id;
  }

  /** @param {Record<string, number>} settings @param {string} source @returns {Run} */
  #begin(settings, source) {
    this.#busy = true;
    this.#excuse = null;
    this.#stopsAtOnce = false;
    this.#serial += 1;
    const last = settings.epochs;
    const empty = { moments: [], epoch: 0, seconds: 0, fault: null, sha256: "", printed: "" };
    const verified = this.#needs.every((id) => this.#around.own.standing[id] === "verified");
    this.#run = { ...empty, last, settings, source, verified, status: "running" };
    this.#started = performance.now();
    this.#settings.close(true);
    this.#view.chooseOwn();
    this.#show();
    this.#view.wait(this.#run, this.#around.trainer.isReady);
    return this.#run;
  }

  /** What Python tells on the way; code runs there, so it may be anything. @param {Run} run @param {any} message */
  #told(run, { moment, now }) {
    const found = moment && momentOf(moment, run.moments.at(-1)?.epoch ?? -1, run.last);
    if (found && run.moments.length < 200) {
      if (run.moments.length === 0) this.#started = performance.now(); // the file has run, the first epoch is through
      run.moments.push(found);
    }
    const at = found ?? now;
    if (!Number.isInteger(at?.epoch) || at.epoch > run.last) return;
    run.epoch = Math.max(run.epoch, at.epoch);
    run.seconds = (performance.now() - this.#started) / 1000;
    this.#loss = lossText(typeof at.loss === "number" ? at.loss : "inf");
    this.#schedule();
  }

  /** @param {Run} run @param {import("../sandbox/turns.js").Done} done @param {Run | null} before */
  async #end(run, { answer, ended, duration }, before) {
    this.#busy = false;
    this.#settings.close(false);
    const whole = run.moments.at(-1)?.epoch === run.last && !answer?.error;
    run.status = ended || (whole ? "done" : "error");
    run.seconds = duration / 1000;
    run.epoch = Number.isInteger(answer?.epoch) ? answer.epoch : run.epoch;
    run.fault = faultOf(answer?.error);
    run.sha256 = typeof answer?.source_sha256 === "string" ? answer.source_sha256 : "";
    run.printed = printedOf(answer?.stdout);
    if (run.moments.length === 0) {
      // Nothing was trained: what was there before is still what there is to see, beside the reason.
      this.#run = before;
      this.#paint(true);
      this.#tell(() => this.#view.ended(run, TIME_LIMIT));
    } else {
      this.#paint(true);
      this.#show();
      await this.#keep(run);
    }
    announce(this.#view.headline);
  }

  /**
   * A run that came to its end is not given up for one that did not; one on verified functions is what there was to do.
   * @param {Run} run
   */
  async #keep(run) {
    await this.#around.progress.change(this.#id, (stored) => {
      const finished = run.status === "done";
      const held = runOf(stored?.run)?.status === "done";
      const done = stored?.done === true || (finished && run.verified);
      return { ...stored, done, run: finished || !held ? run : stored?.run };
    });
  }

  #schedule() {
    if (this.#timer) return;
    this.#timer = setTimeout(() => this.#paint(), Math.max(0, this.#painted + BETWEEN - performance.now()));
  }

  /** Have the figure show the run, or the course's. @param {boolean} [again] also when nothing has been added */
  #paint(again = false) {
    clearTimeout(this.#timer);
    this.#timer = 0;
    this.#painted = performance.now();
    const run = this.#run;
    if (this.#busy && run && run.epoch > 0) this.#view.running(run, this.#loss, TIME_LIMIT);
    const own = run && run.moments.length > 0 && this.#view.showsOwn;
    if (!again && (!own || run.moments.length === this.#drawn)) return;
    this.#drawn = own ? run.moments.length : 0;
    const data = own
      ? {
          run: { moments: run.moments, last: run.status === "done" || this.#busy ? run.last : lastOf(run) },
          name: this.#name,
          serial: this.#serial,
        }
      : null;
    this.#around.widgets.feed(this.#widget, structuredClone(data)).catch((error) => {
      if (error.type === "refused") this.#view.notShown(error.message);
    });
  }

  /** @param {(() => void) | null} excuse */
  #tell(excuse) {
    this.#excuse = excuse;
    this.#show();
  }

  #show() {
    if (this.#busy) return this.#view.busy(this.#waits);
    const open = this.#isOpen;
    this.#view.idle(open, this.#waits, this.#run !== null);
    if (!open) this.#view.locked(this.#verified, this.#needs.length);
    else if (!this.#run) this.#view.ready();
    if (this.#run) this.#view.ended(this.#run, TIME_LIMIT, this.#around.own.source !== this.#run.source);
    this.#excuse?.();
    if (this.#waits) this.#view.waits();
  }
}

/** The last epoch that is there of a run that did not come to its end. @param {Run} run */
function lastOf(run) {
  return run.moments.at(-1)?.epoch ?? 0;
}
