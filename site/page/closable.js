// A panel that lies over the page, behind a line of the header: it closes by itself when the reader goes on elsewhere.

/**
 * Close it by Escape, by a press beside it, and when the focus goes on: what it covers could not be seen.
 * @param {HTMLElement | null} details does nothing when it is no `details`
 */
export function closable(details) {
  if (!(details instanceof HTMLDetailsElement)) return;
  const leave = (/** @type {Event} */ event) => {
    const panel = details.querySelector(".panel");
    // In a frame it stands in the page: nothing is covered, and what is pressed must not move away.
    const covers = panel && getComputedStyle(panel).position === "absolute";
    if (covers && !event.composedPath().includes(details)) details.open = false;
  };
  const onKey = (/** @type {KeyboardEvent} */ event) => {
    if (event.key !== "Escape") return;
    const focused = details.contains(document.activeElement);
    details.open = false;
    if (focused) details.querySelector("summary")?.focus();
  };
  /** @type {AbortController | null} */
  let listening = null;
  details.addEventListener("toggle", () => {
    listening?.abort();
    listening = details.open ? new AbortController() : null;
    if (!listening) return;
    // While the event comes down, for what is pressed may keep it to itself.
    const how = { capture: true, signal: listening.signal };
    document.addEventListener("pointerdown", leave, how);
    document.addEventListener("focusin", leave, how);
    document.addEventListener("keydown", onKey, how);
  });
}
