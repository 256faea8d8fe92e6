/** The reader's hand on what is kept: save it as a file, load a file, start over, and hear when it cannot be kept. */

import { announce } from "./announce.js";
import { notify } from "./notices.js";
import { exportText, importRecords, readFileText } from "./progress.js";
import { maySave, saveText } from "./saving.js";
import { t } from "./strings.js";

/** @typedef {import("./progress.js").Progress} Progress */
/** @typedef {import("./progress.js").Keeping} Keeping */

const NOTHING = () => {};

/** @param {Progress | null} progress the lesson's, null on the course page */
export function startKeeping(progress) {
  on("export", () => saveFile(progress));
  const input = document.querySelector("[data-import-file]");
  if (input instanceof HTMLInputElement) {
    on("import", () => input.click());
    input.addEventListener("change", () => {
      const file = input.files?.[0];
      input.value = "";
      if (file) loadFile(file, progress);
    });
  }
  if (!progress) return;
  on("restart", () => askRestart(progress));
  tell(progress.keeping, progress);
  progress.onTrouble((keeping) => tell(keeping, progress));
}

/**
 * @param {string} action
 * @param {() => void} act
 */
function on(action, act) {
  document.querySelector(`[data-action="${action}"]`)?.addEventListener("click", act);
}

/** @param {Keeping} keeping @param {Progress | null} progress null on the course page, which has nothing to save */
function tell(keeping, progress) {
  if (keeping === "kept") return;
  const save = { key: "footer.export", act: () => saveFile(progress) };
  const close = { key: "notice.close", act: NOTHING };
  if (maySave()) notify(`keep.${keeping}`, {}, [...(progress ? [save] : []), close]);
  else notify("keep.framed", {}, [close], { calm: true });
}

/** @param {Progress | null} progress */
async function saveFile(progress) {
  let text;
  try {
    text = await exportText(progress);
  } catch {
    tell("denied", null);
    return;
  }
  saveText(`lookback-${new Date().toISOString().slice(0, 10)}.json`, text);
}

/** @param {File} file @param {Progress | null} progress */
async function loadFile(file, progress) {
  const records = readFileText(await file.text());
  const close = { key: "notice.close", act: NOTHING };
  if (!records) {
    notify("import.bad", { name: file.name }, [close]);
    return;
  }
  const load = async () => {
    try {
      await importRecords(records, progress);
      location.reload();
    } catch {
      tell("denied", null);
    }
  };
  const values = { name: file.name, n: Object.keys(records).length };
  notify(
    "import.ask",
    values,
    [
      { key: "import.yes", act: load, main: true },
      { key: "restart.no", act: NOTHING },
    ],
    {
      question: true,
    },
  );
}

/** @param {Progress} progress */
function askRestart(progress) {
  const restart = async () => {
    await progress.restart();
    announce(t("restart.done"));
    location.reload();
  };
  const actions = [
    { key: "restart.no", act: NOTHING },
    { key: "restart.yes", act: restart },
  ];
  notify("restart.ask", {}, actions, { question: true, why: "restart.why" });
}
