// Text that leaves the page as a file, on the reader's own disk.

/** @returns {boolean} false in a frame of an opaque origin, which may not download */
export function maySave() {
  return globalThis.origin !== "null" || location.protocol === "file:";
}

/**
 * @param {string} name @param {string} text @param {string} [type]
 * @returns {boolean} whether it may
 */
export function saveText(name, text, type = "application/json") {
  if (!maySave()) return false;
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type }));
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
  return true;
}
