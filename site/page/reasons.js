// Why Python is not here, or something that needs it did not happen, in the reader's language.

import { TypedError } from "../shared/channel.js";
import { t } from "./strings.js";

/** @type {Record<import("../shared/channel.js").Fault, string>} */
const FAULTS = {
  unreachable: "fault.unreachable",
  missing: "fault.missing",
  cut: "fault.cut",
  page: "fault.page",
  size: "fault.size",
  hash: "fault.hash",
  packed: "fault.packed",
  copy: "fault.copy",
  "cut-off": "fault.cut-off",
  script: "fault.script",
  json: "fault.json",
  uncompiled: "fault.uncompiled",
  worker: "fault.worker",
};

// Files that are not called by a name of their own, by what the build calls them.
/** @type {Record<string, string>} */
const FILES = {
  snapshot: "runtime.snapshot",
  "The lesson": "fault.lesson",
  "The list of lessons": "fault.lessons",
  Stage: "fault.stage",
  "Standard library": "fault.stdlib",
  Widgets: "fault.widgets",
  Checker: "fault.checker",
  Training: "fault.training",
  "Packages of the lesson": "fault.packages",
  "The rest of Python": "fault.rest",
};

/** @param {string} name of a file of the runtime @returns {string} */
export function fileName(name) {
  return Object.hasOwn(FILES, name) ? t(FILES[name]) : name;
}

/** Whether the network is to blame, so that the same may succeed when it is back. @param {TypedError} error */
export function isOfTheLine({ details }) {
  return details.fault === "unreachable" || details.fault === "cut" || details.fault === "page";
}

/** @param {unknown} thrown @returns {string | null} a sentence; null where there is none of ours */
export function faultOf(thrown) {
  const { details } = TypedError.from(thrown);
  const key = FAULTS[/** @type {import("../shared/channel.js").Fault} */ (details.fault)];
  if (!key) return null;
  return t(key, /** @type {any} */ ({ ...details, file: fileName(String(details.file)) }));
}

/** @param {unknown} thrown @returns {string} a sentence without its full stop */
export function reasonOf(thrown) {
  return (faultOf(thrown) ?? TypedError.from(thrown).message).replace(/\.$/, "");
}
