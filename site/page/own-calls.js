// What one widget asks of the reader's functions: one question at a time, answered while anybody wants to know.

/**
 * @typedef {import("./stage.js").Ask} Ask
 * @typedef {import("./own-code.js").OwnCode} OwnCode
 * @typedef {import("./sandbox/aside.js").Aside} Aside
 * @typedef {import("./sandbox/aside.js").Result} Result
 */

export class OwnCalls {
  #element;
  #code;
  #aside;
  #hear;
  /** @type {Ask | null} what the widget wants to know now */
  #ask = null;
  /** @type {Promise<void> | null} the question that is under way */
  #running = null;

  /**
   * @param {HTMLElement} element of the widget @param {OwnCode} code @param {Aside} aside
   * @param {(serial: number, result: Result) => Promise<void>} hear takes what came back
   */
  constructor(element, code, aside, hear) {
    this.#element = element;
    this.#code = code;
    this.#aside = aside;
    this.#hear = hear;
    // Inside a closed fold nothing is drawn, so nothing is run: it is when the fold is opened.
    for (let fold = element.closest("details"); fold; fold = fold.parentElement?.closest("details") ?? null) {
      fold.addEventListener("toggle", () => this.#go());
    }
  }

  /** What the widget wants to know, as each of its answers says. @param {Ask | null} ask */
  wanted(ask) {
    this.#ask = ask;
    this.#go();
  }

  /** The widget that asked is no more. */
  reset() {
    this.#ask = null;
  }

  /** Resolves when everything that was asked is drawn, or waits for a fold to be opened. */
  async settled() {
    while (this.#running) await this.#running;
  }

  #go() {
    if (this.#running || !this.#ask || this.#element.closest("details:not([open])")) return;
    const ask = this.#ask;
    this.#running = this.#answer(ask)
      .catch((error) => {
        if (this.#ask === ask) this.#ask = null; // a stage that is gone asks anew when it is back
        const detail = { id: this.#element.dataset.widget, error };
        this.#element.dispatchEvent(new CustomEvent("lookback:widget-error", { bubbles: true, detail }));
      })
      .finally(() => {
        this.#running = null;
        this.#go();
      });
  }

  /** @param {Ask} ask */
  async #answer(ask) {
    const { serial } = ask;
    const isWanted = () => this.#ask?.serial === serial;
    const result = await this.#aside.observe(this.#code.source, ask.calls, isWanted);
    if (isWanted() && result.ended !== "dropped") await this.#hear(serial, result);
  }
}
