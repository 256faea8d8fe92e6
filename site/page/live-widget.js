// One live widget: its Bokeh document on the page, kept in step with its twin in the stage worker.

import { TypedError } from "../shared/channel.js";
import { linkTo } from "./address.js";
import { Canvases } from "./canvases.js";
import { connectControls } from "./controls.js";
import { Foresight } from "./foresight.js";
import { changeInPlace } from "./markup.js";
import { OwnCalls } from "./own-calls.js";
import { doWhatIsNew } from "./sparing.js";

/**
 * @typedef {import("./stage.js").Stage} Stage
 * @typedef {import("./stage.js").State} State
 * @typedef {import("./own-code.js").OwnCode} OwnCode
 * @typedef {import("./sandbox/aside.js").Aside} Aside
 */

export class LiveWidget {
  #id;
  #element;
  /** @type {Stage | null} */
  #stage = null;
  /** @type {any} Bokeh's document */
  #document = null;
  /** @type {any} Bokeh's views, to remove them again */
  #views = null;
  /** @type {HTMLElement | null} the element they are drawn in */
  #live = null;
  /** What was told last. Of the state, `link` is what can be set: what a new stage, or a link, starts from.
   * @type {import("./stage.js").Told} */
  #told = { state: {}, link: {}, ask: null };
  /** The same before anything was set. @type {State} */
  #start = {};
  #calls;
  #code;
  /** Changes on the page that the stage has not seen yet; a later change of one property replaces an earlier one.
   * @type {Map<string, any>} */
  #pending = new Map();
  /** Those of them that the stage has not answered yet. @type {Set<string>} */
  #sent = new Set();
  #busy = false;
  #unnamed = 0;
  #foresight = new Foresight();
  /** Whether steps of its sliders may be computed before they are made. */
  #reversible = false;
  /** What is shown that is no state, null where nothing is. @type {unknown} */
  #fed = null;
  #feeding = false;

  /**
   * @param {HTMLElement} element the place of the widget, with its picture
   * @param {OwnCode} code the reader's file @param {Aside} aside where its functions are called
   * @param {State} state that it goes live in
   */
  constructor(element, code, aside, state) {
    this.#element = element;
    this.#id = /** @type {string} */ (element.dataset.widget);
    this.#told.link = state;
    this.#code = code;
    this.#calls = new OwnCalls(element, code, aside, (serial, result) => this.#hear(serial, result));
  }

  get id() {
    return this.#id;
  }

  /** How far it is from what is seen of the page, in pixels; in a closed fold, further than all others. */
  get distance() {
    const { top, bottom, width } = this.#element.getBoundingClientRect();
    return width === 0 ? Number.MAX_SAFE_INTEGER : Math.max(0, top - innerHeight, -bottom);
  }

  /** The state as plain JSON: what was set and what follows from it. Empty until the widget is live. */
  get() {
    return structuredClone(this.#told.state);
  }

  /**
   * Set part of the state. Resolves to the new state once it is painted; rejects when a value is refused.
   * @param {State} change @returns {Promise<State>}
   */
  async set(change) {
    if (!this.#stage) throw new TypedError("gone", `${this.#id} is not live yet: await lookback.ready first`);
    await this.#takeOther(this.#stage.set(this.#id, change));
    return this.get();
  }

  /**
   * Show data that are no state, such as a run that is under way; null for what the widget shows by itself. While one
   * piece is painted, only the newest that comes is kept. Rejects when the widget refuses them.
   * @param {unknown} data
   */
  async feed(data) {
    this.#fed = data;
    if (!this.#stage || this.#feeding) return; // what opens the widget, or feeds it now, takes the newest
    this.#feeding = true;
    try {
      let sent;
      do {
        sent = this.#fed;
        await this.#takeOther(this.#stage.feed(this.#id, sent));
      } while (this.#stage && sent !== this.#fed);
    } finally {
      this.#feeding = false;
    }
  }

  /** Resolves when what the reader's functions have been asked for is drawn. */
  settled() {
    return this.#calls.settled();
  }

  /** Whether it is drawn by the reader's functions. */
  get isOwn() {
    return this.#told.state.whose === "yours";
  }

  /** The page's address with this widget as it stands now. */
  link() {
    return linkTo(location.href, this.#id, this.#told.link, this.#start);
  }

  /** The reader's file, or the standing of a function, is another. */
  async know() {
    if (this.#stage) await this.#takeOther(this.#stage.know(this.#id, this.#code.standing));
  }

  /**
   * Go live on this stage, in the last known state.
   * @param {Stage} stage @param {string} theme
   * @returns {Promise<string | null>} why the state was refused, null when it was not
   */
  async open(stage, theme) {
    const fed = this.#fed;
    const { standing } = this.#code;
    const opened = await stage.open(this.#id, theme, { state: this.#told.link, fed, standing });
    const { doc, root_id } = opened;
    this.#start = opened.start;
    const live = document.createElement("div");
    live.dataset.live = "drawing";
    this.#element.append(live);
    const views = await Bokeh.embed.embed_item({ doc, root_id }, live);
    const bokehDocument = views.roots[0].model.document;
    await settled(bokehDocument, live);
    this.#removeViews();
    live.dataset.live = "";
    this.#element.querySelector("[data-poster]")?.remove();
    this.#live = live;
    this.#views = views;
    this.#document = bokehDocument;
    connectControls(live, this);
    const canvases = new Canvases();
    for (const view of viewsIn(views.roots)) {
      changeInPlace(view);
      doWhatIsNew(view);
      canvases.take(view);
    }
    this.#stage = stage;
    this.#foresight = new Foresight();
    this.#reversible = opened.reversible;
    this.#pending.clear();
    this.#sent.clear();
    this.#busy = false;
    this.#document.on_change((/** @type {any} */ event) => this.#changed(event), false);
    this.#calls.reset();
    this.#show(opened);
    if (this.#code.standing !== standing) await this.know(); // it changed while this was drawn
    if (opened.unfed) this.#tellUnfed(opened.unfed);
    if (fed !== this.#fed) void this.feed(this.#fed).catch(() => {}); // a dead stage is told by onGone
    return opened.refused;
  }

  /** What it was fed before it was live is not what it shows. @param {string} reason */
  #tellUnfed(reason) {
    const detail = { id: this.#id, reason };
    this.#element.dispatchEvent(new CustomEvent("lookback:unfed", { bubbles: true, detail }));
  }

  /** The stage is gone: what is drawn stays, as a picture, until another stage takes over. */
  close() {
    this.#stage = null;
    this.#calls.reset();
    if (!this.#live) return;
    this.#live.dataset.live = "stale";
    this.#live.inert = true;
  }

  /** @param {string} theme "light" or "dark" */
  async setTheme(theme) {
    if (this.#stage) await this.#takeOther(this.#stage.theme(this.#id, theme));
  }

  #removeViews() {
    for (const view of this.#views?.roots ?? []) view.remove();
    this.#live?.remove();
    this.#views = null;
  }

  /** @param {any} event a change of Bokeh's document */
  #changed(event) {
    if (!event.sync || !this.#stage) return; // what we applied ourselves, or nobody to tell
    // The end of a slider's move: no widget waits for it, and it would cost Python as much as the move.
    if (event.attr === "value_throttled") return;
    this.#foresight.changed(event.model?.id, event.attr);
    const key = this.#key(event);
    this.#pending.delete(key); // the newest comes last: a press after which a slider moved is not to undo the move
    this.#pending.set(key, event);
    void this.#flush();
  }

  /** Events with the same key replace each other. @param {any} event */
  #key(event) {
    if (event.kind === "ModelChanged") return `${event.model.id}.${event.attr}`;
    const name = event.msg_data?.event_name;
    if (name === "pan" || name === "mousemove") return `${event.msg_data.event_values?.model?.id}.${name}`;
    this.#unnamed += 1;
    return `#${this.#unnamed}`;
  }

  /** One request at a time: while Python computes, newer changes gather and the older of them are dropped. */
  async #flush() {
    if (this.#busy) return;
    this.#busy = true;
    await undefined; // what changes together is told one after the other, and goes as one
    try {
      while (this.#pending.size > 0 && this.#stage) {
        const events = [...this.#pending.values()];
        const keys = new Set(this.#pending.keys());
        this.#pending.clear();
        await this.#step(this.#stage, JSON.stringify(this.#document.create_json_patch(events)), keys, events[0].model);
      }
    } catch (error) {
      this.#element.dispatchEvent(
        new CustomEvent("lookback:widget-error", { bubbles: true, detail: { id: this.#id, error } }),
      );
    } finally {
      this.#busy = false;
    }
  }

  /**
   * Tell the stage what has changed on the page, and show what follows: at once, if that is known.
   * @param {Stage} stage @param {string} patch @param {Set<string>} keys of what has changed
   * @param {any} model the first that has
   */
  async #step(stage, patch, keys, model) {
    const foresight = this.#foresight;
    const before = this.#told;
    const known = foresight.known(patch);
    const answering = stage.patch(this.#id, known?.patch ?? patch, known?.ahead ?? false);
    if (this.#reversible && !this.isOwn) this.#lookAhead(stage, foresight.following(patch, model));
    else foresight.forget();
    if (known) {
      foresight.made(known.answer, before);
      this.#take(known.answer);
    }
    this.#sent = keys;
    const answer = await answering;
    this.#sent.clear();
    if (!known) foresight.made(answer, before);
    else if (!foresight.isNews(answer)) return;
    this.#take(answer);
  }

  /** Ask for a step now, so that the stage comes to it right after its answer. @param {Stage} stage @param {string | null} step */
  #lookAhead(stage, step) {
    const foresight = this.#foresight;
    if (!step) return;
    const dead = () => {}; // told by whoever waits for its answer
    void stage.foresee(this.#id, step).then((answer) => foresight.foreseen(step, answer), dead);
  }

  /**
   * Show what follows from anything but a change on the page. Nothing that was foreseen, or told, before it was asked
   * for or until it is here holds after it.
   * @param {Promise<import("./stage.js").Answer>} answering
   */
  async #takeOther(answering) {
    const stage = this.#stage;
    this.#foresight.forget();
    const answer = await answering;
    if (this.#stage !== stage) return;
    this.#foresight.forget();
    this.#take(answer);
  }

  /** @param {import("./stage.js").Answer} answer */
  #take({ patch, ...told }) {
    if (patch) {
      // What the reader has moved meanwhile stays under their finger: their value is newer than this answer. That holds
      // for what is on its way, too: Python comes to it after this, and does not tell the page what the page has told.
      const events = patch.events.filter((/** @type {any} */ event) => {
        const key = `${event.model?.id}.${event.attr}`;
        return !this.#pending.has(key) && !this.#sent.has(key);
      });
      this.#document.apply_json_patch({ ...patch, events });
    }
    this.#show(told);
  }

  /**
   * What became of the calls that this widget asked for. @param {number} serial
   * @param {import("./sandbox/aside.js").Result} result
   */
  async #hear(serial, result) {
    const stage = this.#stage;
    if (!stage) return;
    await this.#takeOther(stage.hear(this.#id, serial, result));
  }

  /** @param {import("./stage.js").Told} told */
  #show({ state, link, ask }) {
    this.#told = { state, link, ask };
    this.#calls.wanted(ask);
    this.#element.dispatchEvent(
      new CustomEvent("lookback:widget", { bubbles: true, detail: { id: this.#id, state: this.get() } }),
    );
  }
}

/**
 * Wait until Bokeh has drawn everything and every style sheet inside its shadow roots has arrived, so that the live
 * widget takes the picture's place in its final form.
 * @param {any} bokehDocument @param {Element} element
 */
async function settled(bokehDocument, element) {
  if (!bokehDocument.is_idle) {
    await new Promise((resolve) => bokehDocument.idle.connect(resolve));
  }
  await Promise.all([...styleLinks(element)].map(linkLoaded));
  await new Promise((resolve) => requestAnimationFrame(resolve));
}

/** @param {any[]} views of Bokeh @returns {Generator<any>} these and all that are in them */
function* viewsIn(views) {
  for (const view of views) {
    yield view;
    yield* viewsIn(view.children_views());
  }
}

/** @param {Element | ShadowRoot} root @returns {Generator<HTMLLinkElement>} */
function* styleLinks(root) {
  for (const element of root.querySelectorAll("*")) {
    if (element instanceof HTMLLinkElement && element.rel === "stylesheet") yield element;
    if (element.shadowRoot) yield* styleLinks(element.shadowRoot);
  }
}

/** @param {HTMLLinkElement} link @returns {Promise<unknown>} */
function linkLoaded(link) {
  if (link.sheet) return Promise.resolve();
  return new Promise((resolve) => {
    link.addEventListener("load", resolve, { once: true });
    link.addEventListener("error", resolve, { once: true }); // without it the widget looks plain, and works
  });
}
