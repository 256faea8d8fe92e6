/** One polite live region for the whole page: what is written here is read aloud. */

/** @param {string} text */
export function announce(text) {
  const region = document.querySelector("[data-announce]");
  if (!region) return;
  // the same sentence twice is a change only when it differs: an invisible space makes it so
  region.textContent = region.textContent === text ? `${text}\u00a0` : text;
}
