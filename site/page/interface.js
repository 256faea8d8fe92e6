// `window.lookback`: the page's own interface, for automation and for pages of the same origin that embed it.

/**
 * Checks and runs asked for here are answered and leave no trace: what a reader has done stays the reader's.
 * @param {import("./runtime.js").Description} description
 * @param {import("./widgets.js").Widgets} widgets
 * @param {import("./sandbox/sandbox.js").Sandbox} sandbox
 * @param {() => import("./progress.js").Progress | null} progress null until it is read
 */
export function publish(description, widgets, sandbox, progress) {
  window.lookback = Object.freeze({
    ready: widgets.ready,
    version: description.version,
    widgets: widgets.byId,
    check: (
      /** @type {string} */ exercise,
      /** @type {string} */ source,
      /** @type {{round?: number}} */ options = {},
    ) => sandbox.check(exercise, source, { round: options.round ?? 3 }),
    run: (/** @type {string} */ source) => sandbox.run(source),
    stop: () => sandbox.stop(),
    progress: () => progress()?.summary() ?? { done: 0, all: 0, items: {} },
  });
}
