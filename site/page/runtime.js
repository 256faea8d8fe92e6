// What this page runs on: where its files are, and the scripts it needs before a widget can be drawn.

import { TypedError } from "../shared/channel.js";

/**
 * @typedef {import("../shared/files.js").RuntimeFile} RuntimeFile
 * @typedef {{version: string, root: string, lesson: string, bundle: string, stage: string, loader: string,
 *   core: string, panelRoot: string, wasm: RuntimeFile, stdlib: RuntimeFile, bundles: RuntimeFile[],
 *   scripts: RuntimeFile[], sandbox: {script: RuntimeFile, bundles: RuntimeFile[], training: RuntimeFile}}} Description as build.py writes it into the page; URLs relative to `root`
 */

/** The page's own description, with every URL made absolute. @returns {Description} */
export function readDescription() {
  const element = document.getElementById("lookback-runtime");
  /** @type {Description} */
  const description = JSON.parse(element?.textContent ?? "null");
  const root = new URL(description.root, document.baseURI);
  /** @param {string} url */
  const absolute = (url) => new URL(url, root).href;
  /** @param {RuntimeFile} file */
  const located = (file) => ({ ...file, url: absolute(file.url) });
  return {
    ...description,
    root: root.href,
    bundle: absolute(description.bundle),
    stage: absolute(description.stage),
    loader: absolute(description.loader),
    core: absolute(description.core),
    panelRoot: absolute(description.panelRoot),
    wasm: located(description.wasm),
    stdlib: located(description.stdlib),
    bundles: description.bundles.map(located),
    scripts: description.scripts.map(located),
    sandbox: {
      script: located(description.sandbox.script),
      bundles: description.sandbox.bundles.map(located),
      training: located(description.sandbox.training),
    },
  };
}

/** Load scripts in order, while they download side by side. @param {RuntimeFile[]} scripts */
export function loadScripts(scripts) {
  return Promise.all(scripts.map(loadScript));
}

/** @param {RuntimeFile} script @returns {Promise<void>} */
function loadScript({ name, url, sha256 }) {
  return new Promise((resolve, reject) => {
    const present = document.querySelector(`script[src="${url}"][data-loaded]`);
    if (present) return resolve();
    const element = document.createElement("script");
    element.src = url;
    element.async = false; // keeps the order among them
    if (isSecureContext) element.integrity = `sha256-${base64(sha256)}`;
    element.onload = () => {
      element.dataset.loaded = "";
      resolve();
    };
    element.onerror = () => {
      element.remove();
      reject(new TypedError("runtime-file", `${name} did not arrive, or is damaged`, { file: name }));
    };
    document.head.append(element);
  });
}

/** @param {string} hex */
function base64(hex) {
  const bytes = hex.match(/../g)?.map((pair) => Number.parseInt(pair, 16)) ?? [];
  return btoa(String.fromCharCode(...bytes));
}

/** @param {string} url @param {string} name what the reader knows it as @returns {Promise<any>} */
export async function loadJson(url, name) {
  const response = await fetch(url).catch(() => null);
  if (!response?.ok) {
    const why = response ? `the host answered ${response.status}` : "the host could not be reached";
    throw new TypedError("runtime-file", `${name} did not arrive: ${why}`, { file: name });
  }
  return response.json();
}
