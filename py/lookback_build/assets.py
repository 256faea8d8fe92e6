"""Scripts and styles of the pages, bundled by esbuild under names that carry the hash of their content."""

from __future__ import annotations

import hashlib
import json
import re
import subprocess
import tempfile
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

from lookback.errors import LookbackError
from lookback_build import names
from lookback_build.host import Node

# Each becomes a file of its own; whatever two of them share becomes a chunk that both import.
_SCRIPTS = ("page/lesson.js", "page/index.js", "page/teacher/teacher.js")
# Runs before the modules of the page are here, so it stands for itself.
_EARLY = "page/early.js"
# Pages that stand in sandboxed frames.
_SANDBOXED = ("page/lesson.js",)
_WORKERS = ("workers/stage.js", "workers/sandbox.js")
# What other people's pages load: names that never change, and plain scripts, which need no permission of the host.
_STABLE = ("element/embed.js",)
_STYLES = ("styles/main.css",)
_FILES = ("pages/icon.svg",)


def bundle_assets(out: Path, node: Node, pyodide: Path) -> dict[str, str]:
    """Write `out`/assets and return, for each entry such as "page/lesson.js", its place below `out`.

    `pyodide` is a folder with Pyodide's core.
    """
    make = partial(_esbuild, out, node)
    with ThreadPoolExecutor() as pool:  # each starts Node, and waits for it
        several = [
            pool.submit(make, _SCRIPTS, ["--format=esm", "--splitting"]),
            pool.submit(make, (_EARLY,), ["--format=iife"]),
            pool.submit(make, _WORKERS, _worker_options(pyodide)),
            pool.submit(make, _STYLES, []),
            *(pool.submit(make, (entry,), ["--format=iife"], Path(entry).stem) for entry in _STABLE),
        ]
        # in one piece, as a plain script: a page without an origin may load no module
        plain = {entry: pool.submit(make, (entry,), ["--format=iife"]) for entry in _SANDBOXED}
    made = {name: place for one in several for name, place in one.result().items()}
    made |= {f"plain/{entry}": one.result()[entry] for entry, one in plain.items()}
    for entry in _FILES:
        content = (names.SITE / entry).read_bytes()
        stem, dot, suffix = Path(entry).name.partition(".")
        made[entry] = f"assets/{stem}-{hashlib.sha256(content).hexdigest()[:8]}{dot}{suffix}"
        (out / made[entry]).write_bytes(content)
    return made


def service_worker(node: Node, *, offline: bool) -> bytes:
    """The script of the service worker, or of the one that takes an earlier one away."""
    entry = "offline/sw.js" if offline else "offline/removal.js"
    return bundle_script(entry, node, "iife").encode()


def bundle_script(entry: str, node: Node, form: str = "esm") -> str:
    """One module of site/ with everything that it imports, as text that stands for itself."""
    with tempfile.TemporaryDirectory() as folder:
        made = _esbuild(Path(folder), node, (entry,), [f"--format={form}"])
        return Path(folder, made[entry]).read_text("utf-8")


def _worker_options(pyodide: Path) -> list[str]:
    """A worker as one classic script with Pyodide inside.

    Where the sandbox runs it can load nothing; and a page that came from a file can start no other worker.
    """
    return [
        "--format=iife",
        f"--alias:pyodide-loader={pyodide / 'pyodide.mjs'}",
        f"--alias:pyodide-module={pyodide / 'pyodide.asm.mjs'}",
        "--external:node:*",
        "--external:ws",
        "--external:functools",
        "--log-override:empty-import-meta=silent",
    ]


def _esbuild(
    out: Path, node: Node, entries: tuple[str, ...], options: list[str], name: str | None = None
) -> dict[str, str]:
    """Bundle `entries` into `out`/assets; one that has a `name` goes to `out` itself, under it."""
    place = out if name else out / "assets"
    command = [node.executable, str(names.NODE_MODULES / "esbuild" / "bin" / "esbuild")]
    command += [str(Path("site", entry)) for entry in entries]
    command += ["--bundle", "--target=es2022", "--minify", "--legal-comments=eof"]
    command += [f"--outdir={place}", f"--entry-names={name or '[name]-[hash]'}", "--chunk-names=chunk-[hash]"]
    command += [
        "--asset-names=[name]-[hash]",
        "--loader:.svg=file",
        "--log-level=error",
        *options,
    ]
    with tempfile.TemporaryDirectory() as folder:
        metafile = Path(folder, "made.json")
        command.append(f"--metafile={metafile}")
        done = subprocess.run(command, cwd=names.ROOT, capture_output=True, text=True, check=False)
        if done.returncode != 0:
            raise _finding(done.stderr)
        outputs = json.loads(metafile.read_text("utf-8"))["outputs"]
    return {
        Path(info["entryPoint"]).relative_to("site").as_posix(): (place / Path(made).name)
        .relative_to(out)
        .as_posix()
        for made, info in outputs.items()
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
