// The address of the frame, from the element's attributes.

const NAME = /^[a-z0-9][a-z0-9-]*$/;

/**
 * @param {Element} element
 * @param {string} home where this script came from
 * @returns {URL | null} null when it names no lesson, or no page of the web
 */
export function addressOf(element, home) {
  const url = pageOf(element, home);
  if (!url || !/^(https?|file):$/.test(url.protocol)) return null;
  url.searchParams.set("embed", "1");
  url.searchParams.set("parent", globalThis.origin);
  for (const name of ["lang", "theme", "hide"]) {
    const value = element.getAttribute(name);
    if (value) url.searchParams.set(name, value);
  }
  for (const [widget, state] of Object.entries(states(element.getAttribute("set")))) {
    url.searchParams.set(`set.${widget}`, JSON.stringify(state));
  }
  const part = element.getAttribute("part");
  if (part) url.hash = part.replace(/^#/, "");
  return url;
}

/** @param {Element} element @param {string} home @returns {URL | null} */
function pageOf(element, home) {
  const lesson = element.getAttribute("lesson");
  const src = element.getAttribute("src");
  try {
    const site = src === null ? new URL("./", home) : new URL(src, document.baseURI);
    if (lesson === null) return src === null ? null : site;
    if (!NAME.test(lesson)) return null;
    if (!site.pathname.endsWith("/")) site.pathname = site.pathname.replace(/(\/[^/]*\.html)?$/, "/");
    return new URL(`lessons/${lesson}/index.html`, site);
  } catch {
    return null;
  }
}

/** @param {string | null} text states by widget, as JSON @returns {Record<string, unknown>} */
function states(text) {
  try {
    const value = JSON.parse(text ?? "{}");
    return typeof value === "object" && value !== null ? value : {};
  } catch {
    return {};
  }
}

/** @param {HTMLIFrameElement} frame @returns {string} the origin its messages come from */
export function frameOrigin(frame) {
  const sandbox = frame.getAttribute("sandbox");
  if (sandbox !== null && !sandbox.split(/\s+/).includes("allow-same-origin")) return "null";
  const { origin, protocol } = new URL(frame.src);
  return protocol === "file:" ? "null" : origin;
}
