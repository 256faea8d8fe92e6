// Starts a worker's Python under Node and tells which modules it loads, or tries to.
// usage: node trace.mjs PYODIDE_FOLDER sandbox|stage BUNDLE... < {"imports": [...], "lessons": [...]}

import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { gunzipSync } from "node:zlib";
import { untar } from "../../../site/shared/files.js";

const EMPTY_ZIP = new Uint8Array([0x50, 0x4b, 5, 6, ...new Array(18).fill(0)]); // see site/workers/boot.js

const [pyodideFolder, worker, ...places] = process.argv.slice(2);
const { imports, lessons } = JSON.parse(readFileSync(0, "utf-8"));
globalThis.XMLHttpRequest = class {}; // Panel looks whether there is one
const { loadPyodide } = await import(pathToFileURL(`${pyodideFolder}/pyodide.mjs`).href);
globalThis.fetch = async () => new Response(EMPTY_ZIP);
const pyodide = await loadPyodide({
  indexURL: pyodideFolder,
  stdLibURL: "https://runtime.invalid/stdlib.zip",
  fsInit: (FS) => {
    for (const place of places) {
      for (const { path, content } of untar(gunzipSync(readFileSync(place)))) {
        FS.mkdirTree(`/${path.slice(0, path.lastIndexOf("/"))}`);
        FS.writeFile(`/${path}`, content);
      }
    }
  },
});
if (worker === "sandbox") pyodide.FS.writeFile("/dev/lookback", "");

const loaded = pyodide.runPython(
  `
import contextlib, importlib, json, sys
from importlib.machinery import FrozenImporter, PathFinder

class Attempts:
    """What is there and is begun, also when it then fails: yaml tries its C part, which is not built for browsers."""

    names = []

    def find_spec(self, name, path=None, target=None):
        spec = PathFinder.find_spec(name, path, target)
        if spec and spec.origin:
            self.names.append(name)

def start(worker, lessons):
    if worker == "sandbox":
        importlib.import_module("lookback.browser.sandbox")._warm_up()
        return
    stage = importlib.import_module("lookback.browser.stage")
    for source in lessons:
        stage.load(source, "widgets.py")
        for widget in stage._lesson.widgets:
            stage.open_widget(widget, "light", "{}", "null", "{}")
            stage.set_theme(widget, "dark")

sys.meta_path.insert(0, Attempts())
start(worker, lessons)
for name in imports:
    with contextlib.suppress(ImportError):  # what only the host has
        importlib.import_module(name)
loaded = [
    name for name, module in list(sys.modules.items())
    if getattr(module, "__file__", None) and module.__spec__ and module.__spec__.loader is not FrozenImporter
]
json.dumps(sorted(name for name in {*loaded, *Attempts.names} if not name.startswith("lookback")))
`,
  { globals: pyodide.toPy({ worker, imports, lessons }) },
);
console.log(loaded);
