// Runs a module of the project in Pyodide under Node, as `python -m MODULE ARGUMENTS` would on the host.
// usage: node python.mjs PYODIDE_FOLDER NUMPY_WHEEL PROJECT MODULE [ARGUMENTS]

import { pathToFileURL } from "node:url";

const [pyodideFolder, numpyWheel, project, module, ...args] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${pyodideFolder}/pyodide.mjs`).href);
const pyodide = await loadPyodide({ indexURL: pyodideFolder });
await pyodide.loadPackage([numpyWheel], { messageCallback: () => {} });
if (!("numpy" in pyodide.loadedPackages)) throw new Error(`NumPy did not load from ${numpyWheel}`);

pyodide.FS.mkdir("/project");
pyodide.FS.mount(pyodide.FS.filesystems.NODEFS, { root: project }, "/project");
pyodide.FS.chdir("/project");
process.exitCode = pyodide.runPython(
  `
import runpy, sys

sys.dont_write_bytecode = True  # the project's folder is the host's
sys.path.insert(0, "/project/py")
sys.argv = [module, *arguments]
code = 0
try:
    runpy.run_module(module, run_name="__main__", alter_sys=True)
except SystemExit as end:
    code = end.code if isinstance(end.code, int) else int(end.code is not None)
code
`,
  { globals: pyodide.toPy({ module, arguments: args }) },
);
