"""The licences of everything that `dist/` carries and that is not ours, in one text file."""

from __future__ import annotations

import zipfile
from collections.abc import Mapping
from pathlib import Path

from lookback_build import names

# What the wheels do not tell about themselves.
_BESIDES = (
    ("Pyodide 314.0.4", "Mozilla Public License 2.0, https://www.mozilla.org/MPL/2.0/; source: https://github.com/pyodide/pyodide\n"
     "Its WebAssembly is changed by py/lookback_build/interpreter.py, a part of Lookback."),
    ("CPython 3.14 and its standard library", "PSF License Agreement, https://docs.python.org/3/license.html"),
    ("Emscripten's runtime, part of Pyodide", "MIT licence, https://github.com/emscripten-core/emscripten/blob/main/LICENSE"),
)  # fmt: skip
# Packages of npm that build and test and never reach a page; all others are bundled into it.
_TOOLS = {"@biomejs", "@esbuild", "@typescript", "axe-core", "esbuild", "typescript"}
_RULE = "=" * 78


def collect_licences(files: Mapping[str, Path]) -> str:
    """All licence texts: from the wheels of the runtime and from the npm packages that the page bundles."""
    parts = ["Lookback", (names.ROOT / "LICENSE").read_text("utf-8")]
    for title, text in _BESIDES:
        parts += [_RULE, title, text]
    for name, path in sorted(files.items()):
        if name.endswith(".whl"):
            parts += _of_wheel(name, path)
    for path in sorted(names.NODE_MODULES.glob("**/LICEN[CS]E*")):
        package = path.parent.relative_to(names.NODE_MODULES).as_posix()
        if path.is_file() and package.split("/")[0] not in _TOOLS:
            parts += [_RULE, f"{package} (npm)", path.read_text("utf-8")]
    return "\n\n".join(part.strip() for part in parts) + "\n"


def _of_wheel(name: str, path: Path) -> list[str]:
    title = " ".join(name.split("-")[:2])
    parts = []
    with zipfile.ZipFile(path) as wheel:
        for member in sorted(wheel.namelist()):
            if _is_licence(member):
                parts += [_RULE, f"{title}: {member}", wheel.read(member).decode("utf-8", "replace")]
        if not parts:
            metadata = next(member for member in wheel.namelist() if member.endswith(".dist-info/METADATA"))
            lines = wheel.read(metadata).decode("utf-8").splitlines()
            parts = [
                _RULE,
                title,
                "\n".join(line for line in lines[:60] if line.startswith(("License", "Classifier: License"))),
            ]
    return parts


def _is_licence(member: str) -> bool:
    name = member.rpartition("/")[2].upper()
    return ".dist-info/" in member and name.startswith(("LICENSE", "LICENCE", "COPYING", "NOTICE"))
