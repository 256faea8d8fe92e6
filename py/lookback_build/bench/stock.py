"""The stock recipe, made from the same files: what the bench sets the site beside.

Slim wheels of sources through Pyodide's `loadPackage`, the standard library as Pyodide ships it, one worker for the
widget and one for the check. The page around them is empty, which is in the recipe's favour.
"""

from __future__ import annotations

import json
import shutil
import zipfile
from collections.abc import Iterable, Mapping
from pathlib import Path, PurePosixPath
from typing import Any

import lookback
from lookback_build import names
from lookback_build.described import descriptions
from lookback_build.runtime import CORE, PACKAGES, is_wanted, sources_of

_TEMPLATES = Path(__file__).parent / "stock"


def make_stock_site(
    folder: Path, site: Path, files: Mapping[str, Path], lesson: str, exercise: str, source: str
) -> None:
    """Write the recipe's site into `folder`; BokehJS and styles are those of `site`."""
    (folder / "pyodide").mkdir(parents=True)
    for name in CORE:
        shutil.copyfile(files[name], folder / "pyodide" / name)
    shutil.copytree(
        site / "runtime", folder / "runtime", ignore=shutil.ignore_patterns("*.bundle", "*.wasm", "*.gz")
    )
    shutil.copyfile(_TEMPLATES / "worker.mjs", folder / "worker.mjs")
    numpy = next(path for name, path in files.items() if name.startswith("numpy-"))
    shutil.copyfile(numpy, folder / numpy.name)
    slim = [
        _slim_wheel(path, folder)
        for name, path in sorted(files.items())
        if name.startswith(PACKAGES["widgets"])
    ]
    own = {worker: _own_wheel(worker, folder) for worker in ("stage", "sandbox")}
    description = _description(site, lesson)
    bundle = json.loads((site / "lessons" / f"{lesson}.json").read_text("utf-8"))
    order = {
        "stage": [numpy.name, *slim, own["stage"]],
        "sandbox": [numpy.name, own["sandbox"]],
        "panelRoot": description["panelRoot"],
        "widgets": (names.LESSONS / lesson / "widgets.py").read_text("utf-8"),
        "exercise": json.dumps(next(one for one in bundle["exercises"] if one["exercise"] == exercise)),
        "source": source,
    }
    scripts = "".join(f'<script src="{script["url"]}"></script>\n' for script in description["scripts"])
    page = (_TEMPLATES / "index.html").read_text("utf-8")
    page = page.replace("<!-- scripts -->", scripts)
    page = page.replace("/* order */ null", json.dumps(order).replace("<", "\\u003c"))
    (folder / "index.html").write_text(page, "utf-8")


def _description(site: Path, lesson: str) -> dict[str, Any]:
    text = (site / "lessons" / lesson / "index.html").read_text("utf-8")
    return descriptions(text)[0]


def _slim_wheel(wheel: Path, folder: Path) -> str:
    """The wheel without what no page needs, as a pure one: compiled parts have fallbacks."""
    package, version = wheel.name.split("-")[:2]
    with zipfile.ZipFile(wheel) as archive:
        members = [
            (name, archive.read(name))
            for name in archive.namelist()
            if is_wanted(PurePosixPath(name)) or ".dist-info/" in name
        ]
    return _write_wheel(folder, package, version, members)


def _own_wheel(worker: str, folder: Path) -> str:
    package, version = f"lookback_{worker}", lookback.__version__
    members = [
        (f"lookback/{path.relative_to(names.PACKAGE).as_posix()}", path.read_bytes())
        for path in sources_of(worker)
    ]
    members += [("lookback/browser/later.txt", b"")] if worker == "stage" else []
    about = f"{package}-{version}.dist-info"
    metadata = f"Metadata-Version: 2.1\nName: {package}\nVersion: {version}\n"
    members.append((f"{about}/METADATA", metadata.encode()))
    members.append((f"{about}/WHEEL", b"Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n"))
    return _write_wheel(folder, package, version, members)


def _write_wheel(folder: Path, package: str, version: str, members: Iterable[tuple[str, bytes]]) -> str:
    name = f"{package}-{version}-py3-none-any.whl"
    with zipfile.ZipFile(folder / name, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for path, content in members:
            archive.writestr(path, content)
    return name
