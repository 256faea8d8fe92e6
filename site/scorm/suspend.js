// What of a lesson's state fits into a platform's suspend data, compressed.

/** @typedef {Record<string, any>} State as an embedded lesson tells it */

/** Characters that the standard promises. */
export const ROOM = Object.freeze({ 1.2: 4096, 2004: 64_000 });
/** What a level leaves out, in the order in which things are given up. */
const LEVELS = /** @type {const} */ (["all", "texts", "drafts", "marks"]);
const MARK = "lb1:"; // so that nothing else is ever taken for ours

/**
 * @param {State} state @param {number} room
 * @returns {Promise<{text: string, level: (typeof LEVELS)[number]} | null>} null when not even the marks fit
 */
export async function pack(state, room) {
  for (const level of LEVELS) {
    const text = MARK + (await compressed(JSON.stringify(REDUCE[level](state))));
    if (text.length <= room) return { text, level };
  }
  return null;
}

/** @param {string} text @returns {Promise<State | null>} null where nothing of ours stands, or it is damaged */
export async function unpack(text) {
  if (!text.startsWith(MARK)) return null;
  try {
    const bytes = Uint8Array.from(atob(text.slice(MARK.length)), (character) => character.charCodeAt(0));
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
    return JSON.parse(await new Response(stream).text());
  } catch {
    return null;
  }
}

/** @type {Record<string, (state: State) => State>} */
const REDUCE = {
  // what an exercise said when the draft was begun is in the lesson, too
  all: (state) => items(state, ({ begun: _, ...kept }) => kept),
  texts: (state) => items(state, brief),
  drafts: (state) => items(state, (kept, id) => (id.startsWith("draft/") ? null : brief(kept))),
  marks: (state) =>
    items(state, ({ text, ...kept }, id) => (text === undefined && !id.startsWith("$") ? done(kept) : null)),
};

/** Without the texts that passed and those that were set aside, and without the single cases. @param {Record<string, any>} kept */
function brief({ begun: _, others: __, rounds, ...kept }) {
  if (!rounds) return kept;
  const short = Object.entries(rounds).map(([round, { verdict, sha256, attempts }]) => [
    round,
    { verdict, sha256, attempts, cases: [], diagnosis: null },
  ]);
  return { ...kept, rounds: Object.fromEntries(short) };
}

/** @param {Record<string, any>} kept */
function done({ done, choice, typed }) {
  return { done, ...(choice ? { choice } : {}), ...(typed ? { typed } : {}) };
}

/** @param {State} state @param {(kept: Record<string, any>, id: string) => Record<string, any> | null} reduce @returns {State} */
function items(state, reduce) {
  const kept = Object.entries(state.items).map(([id, item]) => [id, reduce(item, id)]);
  return { ...state, items: Object.fromEntries(kept.filter(([, item]) => item !== null)) };
}

/** @param {string} text @returns {Promise<string>} */
async function compressed(text) {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  let binary = "";
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary);
}
