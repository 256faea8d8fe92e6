// The service worker. It answers; the page does the storing (page/offline), because a browser ends a worker that takes
// long, and a page lives as long as its reader looks at it.

import de from "../strings/de.json";
import en from "../strings/en.json";
import { Answers } from "./answers.js";
import { Store } from "./store.js";

/** @type {any} the global of a service worker, which the page's library of types does not know */
const worker = self;
const scope = worker.registration.scope;
const answers = new Answers(new Store(scope), scope, (request) => fetch(request));

// The worker knows every format of what is stored, and no build: a new one can serve pages that are open.
worker.addEventListener("install", () => worker.skipWaiting());
worker.addEventListener("activate", (/** @type {any} */ event) => event.waitUntil(worker.clients.claim()));

worker.addEventListener("fetch", (/** @type {any} */ event) => {
  const { request } = event;
  if (!answers.isOurs(request)) return;
  event.respondWith(request.mode === "navigate" ? answers.page(request, isAlone, sorry) : answers.part(request));
});

/** Whether at most the page that is being left is open. */
async function isAlone() {
  const pages = await worker.clients.matchAll({ type: "window", includeUncontrolled: true });
  return pages.filter((/** @type {{url: string}} */ page) => page.url.startsWith(scope)).length <= 1;
}

/** A page in place of one that is damaged while there is no network. */
function sorry() {
  const wanted = worker.navigator.languages.find((/** @type {string} */ tag) => /^(de|en)\b/.test(tag)) ?? "en";
  /** @type {Record<string, string>} */
  const words = wanted.startsWith("de") ? de : en;
  const html = `<!doctype html><html lang="${wanted.slice(0, 2)}"><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark">
<title>Lookback</title><body style="font: 1.1875rem/1.55 Palatino, Georgia, serif; max-width: 34rem; margin: 15vh auto; padding: 0 1.25rem">
<h1 style="font-weight: 400">${words["offline.sorry"]}</h1><p>${words["offline.sorry.why"]}</p>
<p><a href="">${words["offline.sorry.again"]}</a> · <a href="${scope}index.html">${words["offline.sorry.home"]}</a></p>`;
  return new Response(html, { status: 503, headers: { "content-type": "text/html; charset=utf-8" } });
}
