// Brings the widgets of a page to life: starts the stage, mounts each widget in place of its picture, starts anew
// when the worker dies.

import { TypedError } from "../shared/channel.js";
import { readStates } from "./address.js";
import { AddressNotice } from "./address-notice.js";
import { appearance, onAppearance } from "./appearance.js";
import { isShown } from "./embed/parts.js";
import { begin, takeFirst } from "./first-stage.js";
import { LiveWidget } from "./live-widget.js";
import { isOfTheLine, reasonOf } from "./reasons.js";
import { loadScripts } from "./runtime.js";
import { RuntimeStatus } from "./runtime-status.js";
import { lessonWidgets, Snapshots } from "./snapshots.js";

/** @typedef {import("./stage.js").Stage} Stage */

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
  /** What has begun to start before this page was read; null once it is taken. @type {import("./first-stage.js").Begun | null} */
  #begun;
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

  #address = new AddressNotice();
  #problems;
  #aside;

  /**
   * @param {Document} root @param {import("./runtime.js").Description} description
   * @param {import("./own-code.js").OwnCode} code the reader's file
   * @param {import("./sandbox/aside.js").Aside} aside where its functions are called
   */
  constructor(root, description, code, aside) {
    this.#description = description;
    const first = takeFirst();
    this.#begun = first?.begun ?? null;
    this.#snapshots = first?.snapshots ?? new Snapshots(description);
    this.#aside = aside;
    const all = /** @type {HTMLElement[]} */ ([...root.querySelectorAll("[data-widget]")]);
    const elements = all.filter(isShown);
    const ids = all.map((element) => element.dataset.widget ?? "");
    const { states, problems } = readStates(location.search, ids);
    this.#problems = problems;
    this.#widgets = elements.map((element) => {
      return new LiveWidget(element, code, aside, states[element.dataset.widget ?? ""] ?? {});
    });
    root.addEventListener("lookback:widget", () => this.#rest());
    code.onChange(() => {
      for (const widget of this.#widgets) widget.know().catch(() => {}); // a dead stage is told by onGone
    });
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
        Object.freeze({
          get: () => widget.get(),
          set: async (/** @type {any} */ change) => {
            await widget.set(change);
            await widget.settled();
            return widget.get();
          },
          link: () => widget.link(),
        }),
      ]),
    );
  }

  /** The room for the reader's functions is kept while a widget is drawn by them, and a little longer. */
  #rest() {
    if (!this.#widgets.some((widget) => widget.isOwn)) this.#aside.leave();
  }

  /** Say what could not be read in the page's address. */
  tellProblems() {
    this.#address.tell(this.#problems);
  }

  /**
   * Have a widget show data that are no state (see LiveWidget.feed), as soon as it is live.
   * @param {string} id @param {unknown} data
   */
  async feed(id, data) {
    await this.#widgets.find((widget) => widget.id === id)?.feed(data);
  }

  /** Start the stage and mount every widget; a failure is shown, with a way to try again. */
  async start() {
    if (this.#widgets.length === 0) return this.#resolveReady();
    this.#stage?.end(new TypedError("gone", "the worker is started anew"));
    this.#restored = false;
    this.#status.loading();
    const begun = this.#begun ?? this.#begin();
    this.#begun = null;
    const { stage } = begun;
    this.#stage = stage;
    stage.listen({
      onProgress: (progress) => this.#status.progress(progress),
      onGone: (error) => this.#gone(stage, error),
    });
    try {
      await Promise.all([loadScripts(this.#description.scripts), this.#started(begun)]);
      this.#status.drawing();
      // What is seen comes first.
      for (const widget of [...this.#widgets].sort((a, b) => a.distance - b.distance)) {
        const refused = await widget.open(stage, appearance());
        if (refused) this.#address.refuse(widget.id, refused);
      }
      this.#restarts = 0;
      this.#snapshots.settled();
      this.#status.ready(this.#restored);
      this.#resolveReady();
    } catch (error) {
      if (this.#stage === stage) this.#failed(stage, TypedError.from(error));
    }
  }

  #begin() {
    return begin(this.#description, this.#trustsSnapshots ? this.#snapshots.find() : Promise.resolve(null));
  }

  /** @param {import("./first-stage.js").Begun} begun */
  async #started({ stage, snapshot, started }) {
    this.#lesson ??= lessonWidgets(this.#description);
    const lesson = this.#lesson;
    lesson.catch(() => {
      this.#lesson = null; // the next start asks again
    });
    snapshot.then((kept) => {
      this.#restored = Boolean(kept);
      if (kept) this.#status.restoring(kept.blob.size);
    });
    const [{ restored }, widgets] = await Promise.all([started, lesson]);
    if (this.#restored && !restored) await this.#distrust();
    this.#restored = restored;
    await stage.load(widgets);
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

  /** Nobody sees the widgets: end the worker. They stay as pictures, and `start` brings them back as they were. */
  rest() {
    this.#stage?.end(new TypedError("gone", "the worker rests while nobody sees the page"));
    this.#stage = null;
    this.#snapshots.settled();
    this.#snapshots.rest();
    this.#aside.end();
    for (const widget of this.#widgets) widget.close();
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
    if (isOfTheLine(error)) {
      addEventListener("online", () => this.#stage === stage && void this.start(), { once: true });
    }
    document.dispatchEvent(new CustomEvent("lookback:failed", { detail: reasonOf(error) }));
  }
}
