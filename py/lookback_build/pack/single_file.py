"""`pack --single-file`: one HTML file that opens by a double click, with everything in it.

The pages are the site's own; the files that a page of the site would ask for stand in script elements that are no
scripts (`site/page/carried.js` takes them out).
"""

from __future__ import annotations

import base64
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from lookback.errors import LookbackError
from lookback_build import names
from lookback_build.assets import bundle_script
from lookback_build.console import megabytes
from lookback_build.described import descriptions
from lookback_build.gzipped import gzipped
from lookback_build.pack import Order
from lookback_build.pack.measure import tell_start
from lookback_build.pack.pages import data_url, sources, take_pages

# Blobs, data and what stands in the file itself; no connection anywhere. Frames of the sandbox inherit it.
_POLICY = (
    "default-src 'none'; script-src 'unsafe-inline' 'wasm-unsafe-eval' blob:; style-src 'unsafe-inline' blob:; "
    "img-src data: blob:; font-src data:; connect-src blob:; worker-src blob:; form-action 'none'; base-uri 'none'"
)
_COMPRESSED = (".bundle", ".zip")  # gzip would gain nothing
_TYPES = {
    ".js": "text/javascript",
    ".wasm": "application/wasm",
    ".css": "text/css",
    ".json": "application/json",
}


@dataclass(frozen=True)
class CarriedFile:
    """A file of the site as it stands in the page."""

    path: str
    type: str
    gzip: bool
    base64: str


def pack(order: Order) -> Path:
    """Write the file, say how large it is, and how long it takes to start where a browser can tell."""
    place = order.place(".html")
    with order.console.step(f"Packing {place.name}") as step:
        place.write_text(single_file(order), "utf-8", newline="\n")
        step.result = megabytes(place.stat().st_size)
    for lesson in _lessons(order):
        tell_start(place, lesson, order.console)
    return place


def single_file(order: Order) -> str:
    """The HTML text; depends on the site and the sources alone."""
    pages = take_pages(order.site, order.lesson)
    assets = order.site / "assets"
    style = _only(assets, "main-*.css").read_text("utf-8")
    environment = Environment(
        loader=FileSystemLoader(names.SITE / "pages"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    return environment.get_template("packed.html").render(
        pages=[replace(page, body=Markup(page.body)) for page in pages],
        policy=_POLICY,
        icon=data_url(_only(assets, "icon-*.svg")),
        style=Markup(_with_files_inside(style, assets)),
        script=Markup(_harmless(bundle_script("page/packed.js", order.node))),
        files=[_carried(order.site, path) for path in _needed(order)],
    )


def _lessons(order: Order) -> list[str]:
    listed: list[str] = json.loads((order.site / "build.json").read_text("utf-8"))["lessons"]
    return [order.lesson] if order.lesson else listed


def _needed(order: Order) -> list[str]:
    """Every file that the pages ask for, as the description in each page says, sorted by path."""
    found: set[str] = set()
    for page in sources(order.site, order.lesson).values():
        for description in descriptions(page.read_text("utf-8")):
            found |= set(_urls(description))
            found.add(description["bundle"].partition("?")[0])
            styles = order.site / description["panelRoot"]
            found |= {path.relative_to(order.site).as_posix() for path in styles.rglob("*.css")}
    return sorted(found)


def _urls(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        if isinstance(value.get("url"), str):
            yield value["url"]
        value = list(value.values())
    if isinstance(value, list):
        for inner in value:
            yield from _urls(inner)


def _carried(site: Path, path: str) -> CarriedFile:
    content = (site / path).read_bytes()
    compress = not path.endswith(_COMPRESSED)
    stored = gzipped(content) if compress else content
    kind = _TYPES.get(Path(path).suffix, "application/octet-stream")
    return CarriedFile(path, kind, compress, base64.b64encode(stored).decode("ascii"))


def _with_files_inside(style: str, folder: Path) -> str:
    """A style sheet whose `url(...)` hold their files."""
    return re.sub(
        r"url\(\s*(['\"]?)(?!data:|#)([^'\")]+)\1\s*\)",
        lambda match: f'url("{data_url(folder / match[2])}")',
        style,
    )


def _harmless(script: str) -> str:
    """A script that can stand in a page: esbuild keeps `</script` out of it, and `<!--` has no place outside text."""
    if "</script" in script.lower():
        raise LookbackError("a bundled script holds “</script”", mend="write it in two parts in the source")
    return script.replace("<!--", r"\x3C!--")


def _only(folder: Path, pattern: str) -> Path:
    found = sorted(folder.glob(pattern))
    if len(found) != 1:
        raise LookbackError(
            f"the site has {len(found)} files {pattern}", file=folder.name, mend="build again"
        )
    return found[0]
