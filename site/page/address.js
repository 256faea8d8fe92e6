// The state of widgets in the page's address: ?set.<widget id>=<JSON>, so that a link opens a page as it was.

/** @typedef {Record<string, any>} State */

const PREFIX = "set.";

/**
 * @param {string} search the address's query
 * @param {readonly string[]} ids of the page's widgets
 * @returns {{states: Record<string, State>, problems: Record<string, string>}} states by widget; by parameter, the key of
 *   the words on what is wrong with it
 */
export function readStates(search, ids) {
  /** @type {Record<string, State>} */ const states = {};
  /** @type {Record<string, string>} */ const problems = {};
  for (const [parameter, text] of new URLSearchParams(search)) {
    if (!parameter.startsWith(PREFIX)) continue;
    const id = parameter.slice(PREFIX.length);
    const state = parsed(text);
    if (!ids.includes(id)) problems[parameter] = "address.no-widget";
    else if (state === null) problems[parameter] = "address.not-json";
    else states[id] = state;
  }
  return { states, problems };
}

/** @returns {string} the id that the address names after its hash; empty where it names none */
export function namedPart() {
  const name = location.hash.slice(1);
  try {
    return decodeURIComponent(name);
  } catch {
    return name; // cut off in the middle of a letter
  }
}

/** @param {string} text @returns {State | null} */
function parsed(text) {
  try {
    const value = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? value : null;
  } catch {
    return null;
  }
}

/**
 * @param {string} page the page's own address
 * @param {string} id of a widget
 * @param {State} state what can be set of it, as it is
 * @param {State} start the same as it is when the page is opened: what does not differ is left out
 * @returns {string} an address that opens the page with the widget in this state
 */
export function linkTo(page, id, state, start) {
  const url = new URL(page);
  const differs = Object.entries(state).filter(([key, value]) => JSON.stringify(value) !== JSON.stringify(start[key]));
  const text = encodeURIComponent(JSON.stringify(Object.fromEntries(differs)));
  // Colons and commas may stand as they are, and leave something to read.
  const readable = text.replaceAll("%3A", ":").replaceAll("%2C", ",");
  url.search = differs.length > 0 ? `?${PREFIX}${encodeURIComponent(id)}=${readable}` : "";
  url.hash = id;
  return url.href;
}
