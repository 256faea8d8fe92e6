// What this page runs on: where its files are, and the scripts it needs before a widget can be drawn.

import { faulty } from "../shared/channel.js";
import { Files } from "../shared/files.js";
import { address, reachable, script, withTwin } from "./carried.js";

/**
 * @typedef {import("../shared/files.js").RuntimeFile} RuntimeFile
 * @typedef {{version: string, root: string, lesson: string, bundle: string, panelRoot: string, stage: RuntimeFile,
 *   wasm: RuntimeFile, bundles: RuntimeFile[], later: RuntimeFile[], scripts: RuntimeFile[],
 *   sandbox: {script: RuntimeFile, bundles: RuntimeFile[], later: {bundle: RuntimeFile, words: string[]},
 *   training: RuntimeFile}}} Description as build.py writes it into the page; URLs relative to `root`
 */

/** The page's own description, with every URL made an address (see carried.js). @returns {Description} */
export function readDescription() {
  const element = document.getElementById("lookback-runtime");
  /** @type {Description} */
  const description = JSON.parse(element?.textContent ?? "null");
  const { sandbox } = description;
  const root = new URL(description.root, document.baseURI);
  /** @param {string} url */
  const absolute = (url) => address(url, root);
  /** @param {RuntimeFile} file */
  const addressed = (file) => ({ ...file, url: absolute(file.url) });
  return {
    ...description,
    root: root.href,
    bundle: absolute(description.bundle),
    panelRoot: absolute(description.panelRoot),
    stage: addressed(description.stage),
    wasm: addressed(description.wasm),
    bundles: description.bundles.map(addressed),
    later: description.later.map(addressed),
    scripts: description.scripts.map((file) => script(file, root)),
    sandbox: {
      script: addressed(sandbox.script),
      bundles: sandbox.bundles.map(addressed),
      later: { ...sandbox.later, bundle: addressed(sandbox.later.bundle) },
      training: addressed(sandbox.training),
    },
  };
}

/** Load scripts in order, while they download side by side. @param {RuntimeFile[]} scripts */
export async function loadScripts(scripts) {
  const urls = await Promise.all(scripts.map(sourceOf));
  const loading = scripts.map((script, nth) => loadScript({ ...script, url: urls[nth] }));
  const failed = (await Promise.allSettled(loading)).findIndex(({ status }) => status === "rejected");
  if (failed < 0) return;
  // Those after it have run without it, and are of no use.
  for (const { name } of scripts.slice(failed)) loaded(name)?.remove();
  // The browser's own cache may have kept what is wrong.
  await fetch(urls[failed], { cache: "reload", mode: "no-cors" }).catch(() => {});
  await loading[failed];
}

/** @param {RuntimeFile} script @returns {Promise<string>} the URL to load it by */
async function sourceOf(script) {
  const file = await withTwin(script);
  if (!file.twin) return reachable(script.url);
  const bytes = await new Files(() => {}, fetch.bind(globalThis)).bytes(file);
  return URL.createObjectURL(new Blob([bytes], { type: "text/javascript" }));
}

/** @param {RuntimeFile} script @returns {Promise<void>} */
function loadScript({ name, url, sha256 }) {
  return new Promise((resolve, reject) => {
    if (loaded(name)) return resolve();
    const element = document.createElement("script");
    element.src = url;
    element.async = false; // keeps the order among them
    if (isSecureContext && sha256) element.integrity = `sha256-${base64(sha256)}`;
    element.onload = () => {
      element.dataset.loaded = name;
      resolve();
    };
    element.onerror = () => {
      element.remove();
      reject(faulty("runtime-file", "script", { file: name }));
    };
    document.head.append(element);
  });
}

/** @param {string} name @returns {Element | null} the script that was loaded under this name */
function loaded(name) {
  return document.querySelector(`script[data-loaded="${name}"]`);
}

/** @param {string} hex */
function base64(hex) {
  const bytes = hex.match(/../g)?.map((pair) => Number.parseInt(pair, 16)) ?? [];
  return btoa(String.fromCharCode(...bytes));
}

/** @param {string} url @param {string} name what the reader knows it as @returns {Promise<any>} */
export async function loadJson(url, name) {
  const response = await fetch(await reachable(url)).catch(() => null);
  if (!response) throw faulty("runtime-file", "unreachable", { file: name });
  if (!response.ok) throw faulty("runtime-file", "missing", { file: name, status: response.status });
  if (response.headers.get("content-type")?.startsWith("text/html")) {
    throw faulty("runtime-file", "page", { file: name });
  }
  return response.json().catch(() => {
    throw faulty("runtime-file", "json", { file: name });
  });
}
