// Brings the widgets of a page to life: starts the stage, mounts each widget in place of its picture, starts anew
// when the worker dies.

import { TypedError } from "../shared/channel.js";
import { readStates } from "./address.js";
import { AddressNotice } from "./address-notice.js";
import { appearance, onAppearance } from "./appearance.js";
import { isShown } from "./embed/parts.js";
import { LiveWidget } from "./live-widget.js";
import { loadJson, loadScripts } from "./runtime.js";
import { RuntimeStatus } from "./runtime-status.js";
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
  /** @type {string | null} the lesson's widgets.py */
  #source = null;
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

  /** The room for the reader's functions is kept while a widget is drawn by them. */
  #rest() {
    if (!this.#widgets.some((widget) => widget.isOwn)) this.#aside.end();
  }

  /** Say what could not be read in the page's address. */
  tellProblems() {
    this.#address.tell(this.#problems);
  }

  /** Start the stage and mount every widget; a failure is shown, with a way to try again. */
  async start() {
    if (this.#widgets.length === 0) return this.#resolveReady();
    this.#stage?.end(new TypedError("gone", "the worker is started anew"));
    this.#status.loading();
    const stage = new Stage({
      onProgress: (progress) => this.#status.progress(progress),
      onGone: (error) => this.#gone(stage, error),
    });
    this.#stage = stage;
    try {
      this.#source ??= (await loadJson(this.#description.bundle, "The lesson")).widgets.source;
      await Promise.all([
        loadScripts(this.#description.scripts),
        stage.start(this.#description, /** @type {string} */ (this.#source)),
      ]);
      this.#status.drawing();
      for (const widget of this.#widgets) {
        const refused = await widget.open(stage, appearance());
        if (refused) this.#address.refuse(widget.id, refused);
      }
      this.#restarts = 0;
      this.#status.ready();
      this.#resolveReady();
    } catch (error) {
      if (this.#stage === stage) this.#fail(stage, TypedError.from(error));
    }
  }

  /** Nobody sees the widgets: end the worker. They stay as pictures, and `start` brings them back as they were. */
  rest() {
    this.#stage?.end(new TypedError("gone", "the worker rests while nobody sees the page"));
    this.#stage = null;
    this.#aside.end();
    for (const widget of this.#widgets) widget.close();
  }

  /** @param {Stage} stage @param {TypedError} error */
  #gone(stage, error) {
    if (this.#stage !== stage) return;
    for (const widget of this.#widgets) widget.close();
    this.#restarts += 1;
    if (this.#restarts <= RESTARTS) void this.start();
    else this.#fail(stage, error);
  }

  /** @param {Stage} stage @param {TypedError} error */
  #fail(stage, error) {
    stage.end(error);
    for (const widget of this.#widgets) widget.close();
    this.#restarts = 0;
    this.#status.failed(error);
    document.dispatchEvent(new CustomEvent("lookback:failed", { detail: error.message }));
  }
}
