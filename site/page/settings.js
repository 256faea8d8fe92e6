/**
 * Settings that must be known before the first paint, and so live in localStorage. A sandboxed frame has no
 * storage and throws on every access: then a setting lasts as long as the page.
 */

/** @type {Map<string, string>} */
const untilClosed = new Map();

/**
 * @param {string} name
 * @returns {string | null} the setting, null when it was never made
 */
export function readSetting(name) {
  try {
    return localStorage.getItem(`lookback/${name}`) ?? untilClosed.get(name) ?? null;
  } catch {
    return untilClosed.get(name) ?? null;
  }
}

/**
 * @param {string} name
 * @param {string} value
 */
export function writeSetting(name, value) {
  untilClosed.set(name, value);
  try {
    localStorage.setItem(`lookback/${name}`, value);
  } catch {
    // kept until the page is closed, above
  }
}
