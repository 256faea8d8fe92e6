// The stock recipe's worker: what Panel's own converter writes amounts to this, in a module worker.

import { loadPyodide } from "./pyodide/pyodide.mjs";

const STAGE = `
import json
from lookback.browser import stage
stage.load(widgets, "widgets.py")
stage.open_widget("live-table", "light", "{}", "null", "{}")
`;

const SANDBOX = `
import json
from lookback.checker import judge, observe
bundle = json.loads(exercise)
data = bundle["checks"]["3"]
calls = {key: data[key] for key in ("function", "arity", "given", "calls")}
json.dumps(judge(bundle, data, observe(calls, source), source))
`;

self.onmessage = async ({ data }) => {
  try {
    const { task, wheels, panelRoot, widgets, exercise, source } = data;
    const pyodide = await loadPyodide({
      indexURL: new URL("./pyodide/", import.meta.url).href,
      env: { PANEL_CDN_ROOT: panelRoot },
      enableRunUntilComplete: false,
    });
    await pyodide.loadPackage(wheels, { messageCallback: () => {} });
    const globals = pyodide.toPy({ widgets, exercise, source });
    self.postMessage({ value: JSON.parse(pyodide.runPython(task === "stage" ? STAGE : SANDBOX, { globals })) });
  } catch (error) {
    self.postMessage({ error: String(error) });
  }
};
