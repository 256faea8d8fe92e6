// Paints the canvases of a widget. Bokeh by itself lets a sixtieth of a second pass after it has painted one, and misses
// the next frame; here all that have changed are painted together with the texts, once.

export class Canvases {
  /** @type {Set<any>} views of Bokeh that have something new to show */
  #changed = new Set();
  /** Resolves when they are painted. @type {Promise<void> | null} */
  #painting = null;
  /** @type {() => void} */
  #tell = () => {};

  /** Paint this view from now on, if it is a canvas. @param {any} view */
  take(view) {
    if (typeof view.throttled_paint === "function") view.throttled_paint = () => this.#ask(view);
  }

  /** @param {any} view @returns {Promise<void>} */
  #ask(view) {
    this.#changed.add(view);
    this.#painting ??= new Promise((resolve) => {
      this.#tell = resolve;
      requestAnimationFrame(() => this.paint());
    });
    return this.#painting;
  }

  /** Paint what has changed now, not when the next frame begins. */
  paint() {
    const changed = [...this.#changed];
    this.#changed.clear();
    this.#painting = null;
    try {
      for (const view of changed) if (!view.is_destroyed) view.repaint();
    } finally {
      this.#tell();
    }
  }
}
