// What stands around the frame: the poster before it is there, and a link when it never comes.

import { "embed.loading" as loadingDe, "embed.lost" as lostDe, "embed.open" as openDe } from "../strings/de.json";
import { "embed.loading" as loadingEn, "embed.lost" as lostEn, "embed.open" as openEn } from "../strings/en.json";

/** @typedef {{show(frame: HTMLIFrameElement, url: URL): void, ready(): void, fail(): void}} Shell */

const WORDS = /** @type {Record<string, {loading: string, lost: string, open: string}>} */ ({
  de: { loading: loadingDe, lost: lostDe, open: openDe },
  en: { loading: loadingEn, lost: lostEn, open: openEn },
});

const STYLE = `
:host { display: block; position: relative; min-height: var(--lookback-height, 24rem); }
:host([hidden]) { display: none; }
:host([data-ready]) { min-height: 0; }
iframe { display: block; width: 100%; height: var(--lookback-height, 24rem); border: 0; color-scheme: normal; }
iframe[data-waiting] { position: absolute; inset: 0; visibility: hidden; }
.poster { font: 1rem/1.5 system-ui, sans-serif; padding: 1rem; border: 1px solid; box-sizing: border-box;
  min-height: var(--lookback-height, 24rem); display: grid; place-content: center; gap: .5rem; text-align: center; }
.poster[hidden] { display: none; }
img { max-width: 100%; height: auto; }
a { color: inherit; }`;

/** @param {HTMLElement} host @returns {Shell} */
export function drawShell(host) {
  const words = WORDS[(host.getAttribute("lang") ?? document.documentElement.lang).slice(0, 2)] ?? WORDS.en;
  const root = host.attachShadow({ mode: "open" });
  const style = new CSSStyleSheet(); // no style element, which a page's policy may forbid
  style.replaceSync(STYLE);
  root.adoptedStyleSheets = [style];
  const poster = document.createElement("div");
  poster.className = "poster";
  const says = document.createElement("span");
  says.setAttribute("role", "status");
  says.textContent = words.loading;
  const link = document.createElement("a");
  link.target = "_blank";
  link.rel = "noopener";
  link.textContent = words.open;
  link.hidden = true;
  poster.append(document.createElement("slot"), ...picture(host), says, link);
  root.append(poster);
  const height = Number.parseInt(host.getAttribute("height") ?? "", 10);
  if (height > 0) host.style.setProperty("--lookback-height", `${height}px`);

  return {
    show(frame, url) {
      const page = new URL(url);
      for (const name of ["embed", "parent", "hide"]) page.searchParams.delete(name);
      link.href = page.href;
      says.textContent = words.loading;
      poster.hidden = false;
      host.toggleAttribute("data-ready", false);
      frame.dataset.waiting = "";
      root.append(frame);
    },
    ready() {
      poster.hidden = true;
      host.toggleAttribute("data-ready", true);
      delete root.querySelector("iframe")?.dataset.waiting;
    },
    fail() {
      says.textContent = words.lost;
      link.hidden = !link.href || host.querySelector("a[href]") !== null; // the page brings its own
    },
  };
}

/** The page's own picture, until the lesson is there. @param {HTMLElement} host */
function picture(host) {
  const src = host.getAttribute("poster");
  if (!src) return [];
  const image = document.createElement("img");
  image.src = src;
  image.alt = "";
  return [image];
}
