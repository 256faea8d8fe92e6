// In the place of the service worker where a site wants none: takes away what an earlier build has left, and itself.

import { Store } from "./store.js";

/** @type {any} */
const worker = self;

worker.addEventListener("install", () => worker.skipWaiting());
worker.addEventListener("activate", (/** @type {any} */ event) => event.waitUntil(leave()));

async function leave() {
  await new Store(worker.registration.scope).forget();
  await worker.registration.unregister();
}
