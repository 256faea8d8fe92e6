/** Appearance: the system's, light or dark. The first paint reads the same setting, in the page's head. */

import { readSetting, writeSetting } from "./settings.js";

/** Show the chosen appearance and follow the choice. */
export function startTheme() {
  const chosen = readSetting("theme") ?? "";
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
