// Two records of one lesson made one: what was done in either is done, and no text is lost.

/**
 * @typedef {import("./progress.js").Record_} Record_
 * @typedef {import("./progress.js").Kept} Kept
 */

const OTHERS = 3; // texts that lost to a newer one and are kept beside it

/**
 * @param {Record_} own @param {Record_} other
 * @returns {Record_ | null} both in one; null when `other` brings nothing that `own` has not
 */
export function mergeRecords(own, other) {
  const newer = String(other.saved) > own.saved || Object.keys(own.items).length === 0;
  /** @type {Record<string, Kept>} */
  const items = { ...own.items };
  let changed = false;
  for (const [id, kept] of Object.entries(other.items)) {
    const merged = mergeItem(Object.hasOwn(own.items, id) ? own.items[id] : undefined, kept, newer);
    if (JSON.stringify(merged) === JSON.stringify(items[id])) continue;
    Object.defineProperty(items, id, { value: merged, enumerable: true, configurable: true, writable: true });
    changed = true;
  }
  return changed ? { ...own, saved: newer ? String(other.saved) : own.saved, items } : null;
}

/** @param {Kept | undefined} own @param {Kept} other @param {boolean} newer whether `other` is @returns {Kept} */
function mergeItem(own, other, newer) {
  if (!own) return other;
  const [first, second] = newer ? [other, own] : [own, other];
  const merged = sorted({ ...second, ...first }, own);
  if (own.done === true || other.done === true) merged.done = true;
  for (const count of ["attempts", "seconds", "revision"]) {
    const counts = [own[count], other[count]].filter((one) => typeof one === "number");
    if (counts.length > 0) merged[count] = Math.max(...counts);
  }
  const others = lost(first, second);
  if (others.length > 0) merged.others = others;
  return merged;
}

/** The texts that are not shown: the other record's, and those that either has set aside. @param {Kept} first @param {Kept} second */
function lost(first, second) {
  /** @type {{text: string, saved: string}[]} */
  const found = [];
  const list = [
    ...asList(first.others),
    { text: second.text, saved: new Date().toISOString() },
    ...asList(second.others),
  ];
  for (const one of list) {
    if (typeof one?.text !== "string" || one.text === first.text) continue;
    if (!found.some(({ text }) => text === one.text)) found.push(one);
  }
  return found.slice(0, OTHERS);
}

/** @param {unknown} value @returns {any[]} */
function asList(value) {
  return Array.isArray(value) ? value : [];
}

/** In the order of `like`, so that two that say the same read the same. @param {Kept} item @param {Kept} like @returns {Kept} */
function sorted(item, like) {
  const names = [...Object.keys(like), ...Object.keys(item)];
  return Object.fromEntries([...new Set(names)].map((name) => [name, item[name]]));
}
