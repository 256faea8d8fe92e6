/** @param {string} key @param {Record<string, string>} [values] */
export function t(key, values) {
  return key + JSON.stringify(values ?? {});
}
