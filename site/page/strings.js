import english from "../strings/en.json";

/** @param {string} key @param {Record<string, string | number>} [values] */
export function t(key, values = {}) {
  const words = /** @type {Record<string, string>} */ (english)[key] ?? key;
  return words.replace(/\{(\w+)\}/g, (_, name) => String(values[name] ?? ""));
}
