"""`build.py pack`: the course for places where no host is. One module for each kind of pack.

A kind is a module with `pack(order: Order) -> Path`, which writes one file and returns where it is.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

from lookback_build.console import Console
from lookback_build.host import Node


@dataclass(frozen=True)
class Order:
    """What is to be packed.

    Attributes
    ----------
    site : a built site.
    lesson : the one lesson to take; None takes the whole course.
    out : the file to write; None gives it a name of its own, with the version, in `dist-packs/`.
    """

    site: Path
    lesson: str | None
    out: Path | None
    node: Node
    console: Console

    @property
    def version(self) -> str:
        """The site's version as file names can carry it: 0.1.0-1a2b3c4d."""
        version: str = json.loads((self.site / "build.json").read_text("utf-8"))["version"]
        return version.replace("+", "-")

    def place(self, suffix: str) -> Path:
        """Where the pack goes; its folder is made."""
        from lookback_build import names

        name = "-".join(part for part in ("lookback", self.lesson, self.version) if part)
        path = self.out or names.PACKS / f"{name}{suffix}"
        path.parent.mkdir(parents=True, exist_ok=True)
        return path
