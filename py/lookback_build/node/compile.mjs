// Compiles a tree of Python sources to .pyc with the very interpreter that will import them: Pyodide, under Node.
// usage: node compile.mjs PYODIDE_FOLDER SOURCE_FOLDER OUTPUT_FOLDER PREFIX
// PREFIX is the folder that tracebacks name, for example /lib/python3.14/site-packages.
// What half a bundle would consist of is left out: the columns of each instruction (a traceback then names the line
// alone), of docstrings all but the first paragraph, and what Bokeh and Panel say of each property.

import { pathToFileURL } from "node:url";

const [pyodideFolder, source, output, prefix] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${pyodideFolder}/pyodide.mjs`).href);
const pyodide = await loadPyodide({ indexURL: pyodideFolder, env: { PYTHONNODEBUGRANGES: "1" } });

for (const [host, here] of [
  [source, "/source"],
  [output, "/output"],
]) {
  pyodide.FS.mkdir(here);
  pyodide.FS.mount(pyodide.FS.filesystems.NODEFS, { root: host }, here);
}

const count = pyodide.runPython(
  `
import ast, importlib.util, inspect, marshal, pathlib, struct

# numpy.ma makes its own docstrings out of those in here, and asserts that they are as it knows them.
WHOLE = "/numpy/_core/"

PROPERTIES = "/bokeh/", "/panel/", "/param/"

def shortened(source, name):
    tree = ast.parse(source, name)
    described = any(package in name for package in PROPERTIES)
    for node in ast.walk(tree):
        if described and isinstance(node, ast.keyword) and node.arg in ("help", "doc"):
            if isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
                node.value.value = ""
        if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)):
            text = ast.get_docstring(node, clean=False)
            if text is not None and WHOLE not in name:
                node.body[0].value.value = inspect.cleandoc(text).partition("\\n\\n")[0]
    return tree

def compile_tree(source, output, prefix):
    count = 0
    for path in sorted(source.rglob("*")):
        target = output / path.relative_to(source)
        if path.is_dir():
            target.mkdir(parents=True, exist_ok=True)
        elif path.suffix == ".py":
            # A sourceless .pyc is never checked against a source: flag 1 (hash-based), hash left at zero (PEP 552).
            name = f"{prefix}/{path.relative_to(source)}"
            code = compile(shortened(path.read_bytes(), name), name, "exec", dont_inherit=True, optimize=0)
            header = importlib.util.MAGIC_NUMBER + struct.pack("<LQ", 1, 0)
            target.with_suffix(".pyc").write_bytes(header + marshal.dumps(code))
            count += 1
        else:
            target.write_bytes(path.read_bytes())
    return count

compile_tree(pathlib.Path("/source"), pathlib.Path("/output"), prefix)
`,
  { globals: pyodide.toPy({ prefix }) },
);
console.log(count);
