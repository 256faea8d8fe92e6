/** Appearance: the system's, light or dark. The first paint reads the same setting, in the page's head. */

import { readSetting, writeSetting } from "./settings.js";

/** @param {string} search the URL's query @returns {string | null} what it asks for; null when it asks for none */
function themeOf(search) {
  const asked = new URLSearchParams(search).get("theme");
  return asked === "light" || asked === "dark" ? asked : asked === "system" ? "" : null;
}

/** Show the chosen appearance and follow the choice. */
export function startTheme() {
  const chosen = themeOf(location.search) ?? readSetting("theme") ?? "";
  document.documentElement.dataset.theme = chosen;
  for (const radio of document.querySelectorAll("[name=theme]")) {
    if (!(radio instanceof HTMLInputElement)) continue;
    radio.checked = radio.value === chosen;
    radio.addEventListener("change", () => {
      writeSetting("theme", radio.value);
      document.documentElement.dataset.theme = radio.value;
    });
  }
}
