"""Learner files that must never hang, crash, escape from or fool the checker: in tests/fixtures/hostile.

Run them in the browser's sandbox only: outside it they can fill memory or end their own process.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

_FOLDER = Path(__file__).parents[1] / "fixtures" / "hostile"

RIGHT = """\
import numpy as np

def softmax(z):
    e = np.exp(z - np.max(z))
    return e / e.sum()
"""


@dataclass(frozen=True)
class Hostile:
    """One submission to the softmax exercise, and the verdicts that are fair."""

    id: str
    family: str
    title: str
    verdicts: tuple[str, ...]
    code: str


def entries() -> list[Hostile]:
    """All of them."""
    short = [
        Hostile(entry["id"], path.stem, entry["title"], tuple(entry["verdicts"]), entry["code"])
        for path in sorted(_FOLDER.glob("*.toml"))
        for entry in tomllib.loads(path.read_text("utf-8"))["entry"]
    ]
    return [*short, *_long()]


def _long() -> Iterator[Hostile]:
    """Sources of up to a megabyte, made here."""
    refused = ("failed", "error", "timeout", "stopped")
    line = "x = '" + "a" * 1_000_000 + "'\n"
    yield Hostile("one-mb-line", "source", "A line of 1 MB", ("passed", *refused), RIGHT + line)
    name = "v" * 1_000_000 + " = 1\n"
    yield Hostile("long-identifier", "source", "Identifier of 1 MB", ("passed",), name + RIGHT)
    minus = "x = " + "-" * 100_000 + "1\n"
    yield Hostile("unary-chain", "source", "100,000 unary minus signs", refused, minus + RIGHT)
    ifs = "".join("    " * depth + "if z:\n" for depth in range(1, 151))
    nested = "def f(z):\n" + ifs + "    " * 151 + "pass\n"
    yield Hostile("nested-ifs", "source", "150 nested ifs", ("failed", "error"), nested + RIGHT)
    table = "def softmax(z):\n    k = int(z[0])\n    if k == -1:\n        return z\n"
    table += "".join(f"    elif k == {n}:\n        return z * {n}\n" for n in range(30_000))
    yield Hostile("elif-table", "source", "30,000 branches", refused, table)
