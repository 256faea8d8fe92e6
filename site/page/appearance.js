// Whether the page is light or dark now: the reader's choice on the root element, else the system's.

const dark = matchMedia("(prefers-color-scheme: dark)");

/** @returns {"light" | "dark"} */
export function appearance() {
  const chosen = document.documentElement.dataset.theme;
  if (chosen === "light" || chosen === "dark") return chosen;
  return dark.matches ? "dark" : "light";
}

/** Call `listener` when the appearance may have changed. @param {() => void} listener */
export function onAppearance(listener) {
  dark.addEventListener("change", listener);
  new MutationObserver(listener).observe(document.documentElement, { attributeFilter: ["data-theme"] });
}
