"""Scripts and styles of the pages, bundled by esbuild under names that carry the hash of their content."""

from __future__ import annotations

import hashlib
import json
import re
import subprocess
import tempfile
from pathlib import Path

from lookback.errors import LookbackError
from lookback_build import names
from lookback_build.host import Node

# Each becomes a file of its own; whatever two of them share becomes a chunk that both import.
_SCRIPTS = ("page/lesson.js", "page/index.js")
_WORKERS = ("workers/stage.js",)
_SANDBOX = ("workers/sandbox.js",)
_STYLES = ("styles/main.css",)
_FILES = ("pages/icon.svg",)


def bundle_assets(out: Path, node: Node, pyodide: Path) -> dict[str, str]:
    """Write `out`/assets and return, for each entry such as "page/lesson.js", its place below `out`.

    `pyodide` is a folder with Pyodide's core.
    """
    made = _esbuild(out, node, _SCRIPTS, ["--format=esm", "--splitting"])
    made |= _esbuild(out, node, _WORKERS, ["--format=esm"])  # a worker in one piece starts with one request
    made |= _esbuild(out, node, _SANDBOX, _sandbox_options(pyodide))
    made |= _esbuild(out, node, _STYLES, [])
    for entry in _FILES:
        content = (names.SITE / entry).read_bytes()
        stem, dot, suffix = Path(entry).name.partition(".")
        made[entry] = f"assets/{stem}-{hashlib.sha256(content).hexdigest()[:8]}{dot}{suffix}"
        (out / made[entry]).write_bytes(content)
    return made


def service_worker(node: Node, *, offline: bool) -> bytes:
    """The script of the service worker, or of the one that takes an earlier one away."""
    entry = "offline/sw.js" if offline else "offline/removal.js"
    with tempfile.TemporaryDirectory() as scratch:
        made = _esbuild(Path(scratch), node, (entry,), ["--format=iife"])
        return Path(scratch, made[entry]).read_bytes()


def _sandbox_options(pyodide: Path) -> list[str]:
    """The sandbox worker as one classic script with Pyodide inside: where it runs it can load nothing."""
    return [
        "--format=iife",
        f"--alias:pyodide-loader={pyodide / 'pyodide.mjs'}",
        f"--alias:pyodide-module={pyodide / 'pyodide.asm.mjs'}",
        "--external:node:*",
        "--external:ws",
        "--external:functools",
        "--log-override:empty-import-meta=silent",
    ]


def _esbuild(out: Path, node: Node, entries: tuple[str, ...], options: list[str]) -> dict[str, str]:
    metafile = out / "esbuild.json"
    command = [node.executable, str(names.NODE_MODULES / "esbuild" / "bin" / "esbuild")]
    command += [str(Path("site", entry)) for entry in entries]
    command += ["--bundle", "--target=es2022", "--minify", "--legal-comments=eof"]
    command += [f"--outdir={out / 'assets'}", "--entry-names=[name]-[hash]", "--chunk-names=chunk-[hash]"]
    command += [
        "--asset-names=[name]-[hash]",
        "--loader:.svg=file",
        "--log-level=error",
        f"--metafile={metafile}",
    ]
    done = subprocess.run([*command, *options], cwd=names.ROOT, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise _finding(done.stderr)
    outputs = json.loads(metafile.read_text("utf-8"))["outputs"]
    metafile.unlink()
    return {
        Path(info["entryPoint"]).relative_to("site").as_posix(): f"assets/{Path(place).name}"
        for place, info in outputs.items()
        if "entryPoint" in info
    }


def _finding(output: str) -> LookbackError:
    """esbuild's first error as one sentence with its file and line."""
    what = re.search(r"\[ERROR\] (.+)", output)
    place = re.search(r"^\s+(\S+):(\d+):\d+:", output, re.MULTILINE)
    return LookbackError(
        what[1].strip() if what else output.strip()[-300:],
        file=place[1] if place else None,
        line=int(place[2]) if place else None,
    )
