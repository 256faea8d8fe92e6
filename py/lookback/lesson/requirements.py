"""Packages that a lesson brings for its readers' code: pinned in a file of its folder, in the form pip knows.

    roman==5.2 \\
        --hash=sha256:89d3…

That is what ``uv pip compile --generate-hashes`` writes, and what pip installs with ``--require-hashes``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from lookback.lesson.source import Problem

_PINNED = re.compile(
    r"^(?P<name>[A-Za-z0-9](?:[\w.-]*[A-Za-z0-9])?)==(?P<version>[\w.!+-]+)(?P<rest>(?:\s.*)?)$"
)
_HASH = re.compile(r"--hash=sha256:(\S+)")
_FORM = "write NAME==VERSION --hash=sha256:… (uv pip compile --generate-hashes does)"
THERE_ALREADY = frozenset({"numpy", "micropip"})


@dataclass(frozen=True)
class Requirement:
    """One package: name as PyPI compares names, version, the SHA-256 that its wheel may have."""

    name: str
    version: str
    hashes: frozenset[str]
    line: int

    def __str__(self) -> str:
        return f"{self.name}=={self.version}"


def normal(name: str) -> str:
    """The name as PyPI compares names."""
    return re.sub(r"[-_.]+", "-", name).lower()


def read(path: Path) -> tuple[list[Requirement], list[Problem]]:
    """The packages that a file lists, and all that is wrong with it."""
    found: dict[str, Requirement] = {}
    problems: list[Problem] = []
    for number, line in _lines(path.read_text("utf-8")):
        try:
            requirement = _requirement(line, number)
        except ValueError as error:
            what, _, mend = str(error).partition("; ")
            problems.append(Problem(what, number, mend))
            continue
        if requirement.name in found:
            problems.append(Problem(f"'{requirement.name}' is listed twice", number, "keep one of the lines"))
        found.setdefault(requirement.name, requirement)
    return list(found.values()), problems


def _lines(text: str) -> Iterator[tuple[int, str]]:
    """Lines with their numbers, joined where a backslash ends one; comments and empty ones left out."""
    whole, start = "", 0
    for number, raw in enumerate(text.splitlines(), 1):
        line = re.sub(r"(^|\s)#.*", "", raw).strip()
        start = start if whole else number
        whole += line.removesuffix("\\").rstrip() + " "
        if line.endswith("\\"):
            continue
        if whole.strip():
            yield start, whole.strip()
        whole = ""
    if whole.strip():
        yield start, whole.strip()


def _requirement(line: str, number: int) -> Requirement:
    match = _PINNED.match(line)
    if match is None:
        raise ValueError(f"'{line[:60]}' is no pinned package; {_FORM}")
    name = normal(match["name"])
    if name in THERE_ALREADY:
        raise ValueError(f"'{name}' is there already; take the line out")
    hashes = _HASH.findall(match["rest"])
    if not hashes:
        raise ValueError(f"'{name}' has no hash; {_FORM}")
    if _HASH.sub("", match["rest"]).strip():
        raise ValueError(
            f"'{name}' has more than a version and hashes: '{match['rest'].strip()[:40]}'; {_FORM}"
        )
    wrong = [digest for digest in hashes if not re.fullmatch(r"[0-9a-f]{64}", digest)]
    if wrong:
        raise ValueError(f"'{wrong[0][:20]}' is no SHA-256; give 64 hexadecimal digits")
    return Requirement(name, match["version"], frozenset(hashes), number)
