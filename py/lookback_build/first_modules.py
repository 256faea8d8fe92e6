"""Which modules a page needs at once: they come in the first bundles, all others later or on demand.

`python -m lookback_build.first_modules` (with `PYTHONPATH=py`, in `.venv`) finds out anew, by starting both workers'
Python under Node, and writes the list. A module that is missing in it is no fault, only slower.
"""

from __future__ import annotations

import ast
import json
import subprocess
import sys
import tomllib
from collections.abc import Iterable
from pathlib import Path

from lookback_build import names

LIST = Path(__file__).with_name("first_modules.toml")
_TRACER = Path(__file__).parent / "node" / "trace.mjs"
_HEAD = """\
# The modules of the standard library, NumPy, Panel and what they import that each worker loads when it starts.
# Written by `python -m lookback_build.first_modules`.
"""


def read_first_modules() -> dict[str, list[str]]:
    """Module names by worker: "sandbox" and "stage"."""
    return tomllib.loads(LIST.read_text("utf-8"))


def trace(node: str, pyodide: Path, bundles: Iterable[Path]) -> dict[str, list[str]]:
    """What each worker really loads, with everything that the bundles hold in reach."""
    from lookback_build.runtime import sources_of  # which knows this module

    lessons = [path.read_text("utf-8") for path in sorted(names.LESSONS.glob("*/widgets.py"))]
    places = [str(path) for path in bundles]
    found = {}
    for worker in ("sandbox", "stage"):
        # An import inside a function runs late, and must not fail then; nor one in what a room adds to train.
        sources = sources_of(worker) + (sources_of("trainer") if worker == "sandbox" else [])
        imports = sorted({name for path in sources if path.stem != "__main__" for name in _imports(path)})
        done = subprocess.run(
            [node, str(_TRACER), str(pyodide), worker, *places],
            input=json.dumps({"imports": imports, "lessons": lessons}),
            capture_output=True,
            text=True,
            check=True,
        )
        found[worker] = sorted(json.loads(done.stdout))
    return found


def _imports(source: Path) -> Iterable[str]:
    for node in ast.walk(ast.parse(source.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module


def main() -> int:
    """Trace, and write the list."""
    from lookback_build import host
    from lookback_build.console import Console
    from lookback_build.fetch import ensure_runtime
    from lookback_build.runtime import build_runtime
    from lookback_build.runtime_lock import read_runtime_lock

    console = Console()
    node = host.ensure_node(console)
    files = ensure_runtime(read_runtime_lock(names.RUNTIME_LOCK).values(), node, console)
    runtime = build_runtime(files, node, console)
    found = trace(node.executable, runtime.pyodide, runtime.bundles.values())
    lists = "".join(f"\n{worker} = {json.dumps(modules, indent=4)}\n" for worker, modules in found.items())
    LIST.write_text(_HEAD + lists, "utf-8")
    console.say(", ".join(f"{worker}: {len(modules)} modules" for worker, modules in found.items()))
    return 0


if __name__ == "__main__":
    sys.exit(main())
