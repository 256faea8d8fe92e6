// Which parts of a lesson an embedded page shows: the one that its address names, without those it hides.

const HIDDEN = "data-embed-hidden";

/**
 * Show the part with this id, and what its tasks are read from; everything when `id` is empty or unknown.
 * @param {string} id @param {string[]} hide ids of parts, or the names in GROUPS
 * @returns {string[]} ids that are nowhere in this lesson
 */
export function showParts(id, hide) {
  const main = /** @type {HTMLElement} */ (document.querySelector("main"));
  for (const element of main.querySelectorAll(`[${HIDDEN}]`)) element.removeAttribute(HIDDEN);
  const unknown = [];
  const part = id ? within(main, id) : null;
  if (part) isolate(main, [part, ...readFrom(part)]);
  else if (id) unknown.push(id);
  document.documentElement.toggleAttribute("data-embed-part", part !== null);
  for (const name of hide) {
    const group = Object.hasOwn(GROUPS, name) ? GROUPS[name] : null; // an address may say `constructor`
    const found = group ? [...main.querySelectorAll(group)] : [within(main, name)].filter(Boolean);
    if (found.length === 0 && !group) unknown.push(name);
    for (const element of found) element?.setAttribute(HIDDEN, "");
  }
  return unknown;
}

/** What can be hidden beside single parts. @type {Record<string, string>} */
export const GROUPS = Object.freeze({
  head: ".lesson-head",
  hero: ".hero",
  hints: "details.hint",
  solutions: "details.solution",
  rounds: "details.rounds",
  "hand-in": ".hand-in",
});

/** @param {Element} element whether it is shown */
export function isShown(element) {
  return element.closest(`[${HIDDEN}]`) === null;
}

/** @param {HTMLElement} main @param {string} id @returns {HTMLElement | null} */
function within(main, id) {
  const found = document.getElementById(id);
  return found && found !== main && main.contains(found) ? found : null;
}

/** The widgets that the goals of a part are read from. @param {HTMLElement} part @returns {HTMLElement[]} */
function readFrom(part) {
  const goals = [...part.querySelectorAll("[data-goal]")].map((goal) => JSON.parse(goal.textContent ?? "{}").widget);
  const widgets = goals.map((id) => document.getElementById(id));
  return widgets
    .filter((widget) => widget !== null && !part.contains(widget))
    .map((widget) => /** @type {any} */ (widget));
}

/** Hide whatever is neither one of these, nor in one, nor around one. @param {Element} main @param {HTMLElement[]} kept */
function isolate(main, kept) {
  for (const child of main.children) {
    if (kept.includes(/** @type {HTMLElement} */ (child))) continue;
    if (kept.some((one) => child.contains(one))) isolate(child, kept);
    else if (!(child instanceof SVGElement)) child.setAttribute(HIDDEN, "");
  }
}
