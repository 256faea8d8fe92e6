// What the address of an embedded page asks for.

/** @returns {URLSearchParams} */
export function query() {
  return new URLSearchParams(location.search);
}

/** @param {URLSearchParams} parameters @returns {string[]} the names in every `hide=`, which commas part */
export function parseHide(parameters) {
  const names = parameters.getAll("hide").flatMap((value) => value.split(","));
  return names.map((name) => name.trim()).filter(Boolean);
}
