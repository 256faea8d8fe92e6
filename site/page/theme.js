export function theme() {
  return "light";
}
/** @param {() => void} _listener */
export function onThemeChange(_listener) {}
