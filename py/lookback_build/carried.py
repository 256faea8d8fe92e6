"""Files of the site once more, as scripts that hand them over.

A page in a sandboxed frame has no origin, and may read a file of its own host only where the host says that everybody
may (`Access-Control-Allow-Origin`), which plain hosts do not say. Scripts it may load anyhow. So what such a page
reads lies in `carried/` as base64 in scripts, which no other page asks for. `site/page/carried-scripts.js` takes it.
"""

from __future__ import annotations

import base64
import json
from collections.abc import Iterable
from pathlib import Path

from lookback_build.gzipped import gzipped

FOLDER = "carried"
_COMPRESSED = (".bundle", ".zip")  # gzip would gain nothing
_TYPES = {".js": "text/javascript", ".wasm": "application/wasm", ".json": "application/json"}


def carry(site: Path, paths: Iterable[str]) -> None:
    """Write a script for each file of `site`; `paths` are relative to it."""
    for path in paths:
        target = site / FOLDER / f"{path}.js"
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(_script(path, (site / path).read_bytes()), "utf-8")


def _script(path: str, content: bytes) -> str:
    suffix = Path(path).suffix
    packed = suffix not in _COMPRESSED
    stored = gzipped(content) if packed else content
    type_ = _TYPES.get(suffix, "application/octet-stream")
    told = [path, type_, packed, base64.b64encode(stored).decode()]
    return f"lookbackCarried({', '.join(json.dumps(value) for value in told)});\n"
