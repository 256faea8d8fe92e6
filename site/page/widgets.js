// Brings the widgets of a page to life: starts the stage, mounts each widget in place of its picture, starts anew
// when the worker dies.

import { TypedError } from "../shared/channel.js";
import { appearance, onAppearance } from "./appearance.js";
import { LiveWidget } from "./live-widget.js";
import { loadScripts } from "./runtime.js";
import { RuntimeStatus } from "./runtime-status.js";
import { lessonWidgets, Snapshots } from "./snapshots.js";
import { Stage } from "./stage.js";

const RESTARTS = 2; // a worker that dies this often in a row has a reason that starting again does not mend

export class Widgets {
  #description;
  /** @type {LiveWidget[]} */
  #widgets;
  /** @type {Stage | null} */
  #stage = null;
  #status;
  #restarts = 0;
  /** @type {Promise<import("./snapshots.js").LessonWidgets> | null} */
  #lesson = null;
  #snapshots;
  /** Whether the stage of now started from a snapshot. */
  #restored = false;
  #trustsSnapshots = true;
  /** @type {(value?: unknown) => void} */
  #resolveReady = () => {};
  /** Resolves when every widget is live. */
  ready = new Promise((resolve) => {
    this.#resolveReady = resolve;
  });

  /** @param {Document} root @param {import("./runtime.js").Description} description */
  constructor(root, description) {
    this.#description = description;
    this.#snapshots = new Snapshots(description);
    const elements = /** @type {NodeListOf<HTMLElement>} */ (root.querySelectorAll("[data-widget]"));
    this.#widgets = [...elements].map((element) => new LiveWidget(element));
    this.#status = new RuntimeStatus(root, this.#description, () => void this.start());
    onAppearance(() => {
      for (const widget of this.#widgets) widget.setTheme(appearance()).catch(() => {}); // a dead stage is told by onGone
    });
  }

  /** The interface of `window.lookback.widgets`: by id, `get` and `set`. */
  get byId() {
    return Object.fromEntries(
      this.#widgets.map((widget) => [
        widget.id,
        Object.freeze({ get: () => widget.get(), set: (/** @type {any} */ change) => widget.set(change) }),
      ]),
    );
  }

  /** Start the stage and mount every widget; a failure is shown, with a way to try again. */
  async start() {
    if (this.#widgets.length === 0) return this.#resolveReady();
    this.#stage?.end(new TypedError("gone", "the worker is started anew"));
    this.#restored = false;
    this.#status.loading();
    const stage = new Stage({
      onProgress: (progress) => this.#status.progress(progress),
      onGone: (error) => this.#gone(stage, error),
    });
    this.#stage = stage;
    try {
      await Promise.all([loadScripts(this.#description.scripts), this.#startPython(stage)]);
      this.#status.drawing();
      for (const widget of this.#widgets) await widget.open(stage, appearance());
      this.#restarts = 0;
      this.#snapshots.proved();
      this.#status.ready(this.#restored);
      this.#resolveReady();
    } catch (error) {
      if (this.#stage === stage) this.#failed(stage, TypedError.from(error));
    }
  }

  /** @param {Stage} stage */
  async #startPython(stage) {
    this.#lesson ??= lessonWidgets(this.#description);
    this.#lesson.catch(() => {
      this.#lesson = null;
    });
    const snapshot = this.#trustsSnapshots ? this.#snapshots.find() : Promise.resolve(null);
    snapshot.then((kept) => {
      this.#restored = Boolean(kept);
      if (kept) this.#status.restoring(kept.blob.size);
    });
    const { restored } = await stage.start(this.#description, snapshot);
    if (this.#restored && !restored) await this.#distrust();
    this.#restored = restored;
    await stage.load(await this.#lesson);
  }

  /** Make a snapshot for the next visit. @returns {Promise<boolean>} whether there is one now */
  async makeSnapshot() {
    return this.#widgets.length > 0 && this.#stage !== null && this.#snapshots.make();
  }

  /** Start without a snapshot from now on, and throw away the one there is. */
  async #distrust() {
    this.#trustsSnapshots = false;
    await this.#snapshots.drop();
  }

  /** @param {Stage} stage @param {TypedError} error */
  #gone(stage, error) {
    if (this.#stage !== stage) return;
    for (const widget of this.#widgets) widget.close();
    this.#restarts += 1;
    if (this.#restored) void this.#distrust();
    if (this.#restarts <= RESTARTS) void this.start();
    else this.#fail(stage, error);
  }

  /** It did not come to life. From a snapshot, that says nothing yet. @param {Stage} stage @param {TypedError} error */
  #failed(stage, error) {
    if (!this.#restored || error.type === "runtime-file") return this.#fail(stage, error);
    void this.#distrust();
    void this.start();
  }

  /** @param {Stage} stage @param {TypedError} error */
  #fail(stage, error) {
    stage.end(error);
    for (const widget of this.#widgets) widget.close();
    this.#restarts = 0;
    this.#status.failed(error);
  }
}
