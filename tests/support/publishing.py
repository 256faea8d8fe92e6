"""Other builds of a built site, without building: a changed one, and one without the weight of Python."""

from __future__ import annotations

import hashlib
import json
import os
import re
import shutil
from pathlib import Path
from typing import Any

from lookback_build.site import write_build_json


def _copied(dist: Path, target: Path) -> dict[str, Any]:
    """Copy `dist` by links, without its list; return the list. What is changed has to be unlinked first."""
    shutil.copytree(dist, target, copy_function=os.link)
    listing: dict[str, Any] = json.loads((target / "build.json").read_text("utf-8"))
    (target / "build.json").unlink()
    return listing


def without_python(dist: Path, target: Path) -> None:
    """Copy `dist` to `target` with the first bytes of each file of the runtime: light, whole, and no Python in it.

    Of the many style sheets that lie in there, all of one kind, three stay.
    """
    listing = _copied(dist, target)
    for path in sorted((target / "runtime").rglob("*.css"))[3:]:
        path.unlink()
    for path in (target / "runtime").rglob("*"):
        if path.is_file():
            start = path.read_bytes()[:2000]
            path.unlink()
            path.write_bytes(start)
    write_build_json(target, listing["version"], listing["lessons"])


def published(dist: Path, target: Path, *, heading: str) -> str:
    """Copy `dist` to `target` with `heading` before every main heading; return its version.

    The pages' own scripts get other names and contents, as every change of them does, and the old ones are gone.
    """
    listing = _copied(dist, target)
    version = re.sub(r"\+.*", f"+{hashlib.sha256(heading.encode()).hexdigest()[:8]}", listing["version"])
    scripts = [path for path in (target / "assets").glob("*.js") if not path.name.startswith("sandbox-")]
    renamed = {path.name: f"{path.stem}B{path.suffix}" for path in scripts}
    for path in [*target.rglob("*.html"), *scripts]:
        text = path.read_text("utf-8")
        for old, new in renamed.items():
            text = text.replace(old, new)
        if path.suffix == ".html":
            text = text.replace(listing["version"], version)
            text = re.sub(r"(<h1[^>]*>)", rf"\g<1>{heading} ", text)
        path.unlink()  # a link: the first build keeps its file
        path.with_name(renamed.get(path.name, path.name)).write_text(text, "utf-8")
    write_build_json(target, version, listing["lessons"])
    return version
