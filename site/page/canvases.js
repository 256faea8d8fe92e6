// Paints the canvases of a widget. Bokeh by itself lets a sixtieth of a second pass after it has painted one, and misses
// the next frame; here each that has changed is painted in the frame that shows the texts, once.

export class Canvases {
  /** @type {Set<any>} views of Bokeh that have something new to show */
  #changed = new Set();
  /** Resolves when they are painted. @type {Promise<void> | null} */
  #painting = null;

  /** Paint this view from now on, if it is a canvas. @param {any} view */
  take(view) {
    if (typeof view.throttled_paint === "function") view.throttled_paint = () => this.#ask(view);
  }

  /** @param {any} view @returns {Promise<void>} */
  #ask(view) {
    this.#changed.add(view);
    this.#painting ??= new Promise((resolve) => {
      requestAnimationFrame(() => {
        this.#paint();
        resolve();
      });
    });
    return this.#painting;
  }

  #paint() {
    const changed = [...this.#changed];
    this.#changed.clear();
    this.#painting = null;
    for (const view of changed) {
      try {
        if (!view.is_destroyed) view.repaint();
      } catch (error) {
        reportError(error); // the others are painted all the same
      }
    }
  }
}
