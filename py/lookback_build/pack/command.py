"""`build.py pack`: build the site aside, and hand it to the module of the kind that is asked for."""

from __future__ import annotations

import importlib
import tempfile
from pathlib import Path

from lookback.errors import UsageError
from lookback_build import host, names
from lookback_build.console import Console
from lookback_build.pack import Order
from lookback_build.steps import build


def pack(kind: str, lesson: str | None, out: Path | None, wheelhouse: Path | None, console: Console) -> None:
    """Make one pack. The site is built for it, so that it holds what the sources hold; `dist/` stays as it is."""
    if lesson is not None and not (names.LESSONS / lesson / "lesson.md").is_file():
        known = sorted(path.parent.name for path in names.LESSONS.glob("*/lesson.md"))
        raise UsageError(f"there is no lesson {lesson!r}", mend=f"there are: {', '.join(known)}")
    if out is not None and out.is_dir():
        raise UsageError(f"--out {out} is a folder", mend="name a file in it")
    names.CACHE.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="pack-", dir=names.CACHE) as scratch:
        site = Path(scratch, "site")
        build(site, wheelhouse, console)
        order = Order(site, lesson, out, host.ensure_node(console), console)
        place = importlib.import_module(f"lookback_build.pack.{kind}").pack(order)
    console.say(f"\n{place}")
