"""The manifest of runtime files: every file with its SHA-256, its size and its ordered sources."""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from pathlib import Path

from lookback.errors import LookbackError

_KEYS = {"name", "sha256", "size", "sources"}
_KINDS = ("pyodide", "npm", "pypi")


@dataclass(frozen=True)
class Source:
    """Where bytes can come from: `kind`, what to ask that place for, and a member when it is an archive.

    Written `pyodide` (a release file of that name), `npm:NAME@VERSION#MEMBER` or
    `pypi:NAME==VERSION[#MEMBER]`.
    """

    kind: str
    request: str = ""
    member: str = ""

    @classmethod
    def parse(cls, text: str) -> Source:
        """Read one entry of `sources`; ValueError when it is none."""
        match = re.fullmatch(r"(\w+)(?::([^#]+))?(?:#(.+))?", text)
        if not match or match[1] not in _KINDS or (match[1] == "pyodide") is bool(match[2]):
            raise ValueError(
                f"{text!r} is no source; write pyodide, npm:NAME@VERSION#MEMBER or pypi:NAME==VERSION"
            )
        return cls(match[1], match[2] or "", match[3] or "")

    def __str__(self) -> str:
        if self.kind == "pyodide":
            return "Pyodide's release files"
        return f"{'npm' if self.kind == 'npm' else 'PyPI'} {self.request}"


@dataclass(frozen=True)
class RuntimeFile:
    """One pinned file. `size` is in bytes."""

    name: str
    sha256: str
    size: int
    sources: tuple[Source, ...]


def read_runtime_lock(path: Path) -> dict[str, RuntimeFile]:
    """Read the manifest; a wrong entry is an error that names it."""
    try:
        entries = tomllib.loads(path.read_text("utf-8"))["file"]
        files = [_read_entry(entry) for entry in entries]
    except (tomllib.TOMLDecodeError, KeyError, TypeError, ValueError) as error:
        raise LookbackError(
            f"the runtime manifest is wrong ({error})", path, mend="restore it from version control"
        ) from error
    return {file.name: file for file in files}


def _read_entry(entry: dict[str, object]) -> RuntimeFile:
    name = entry.get("name", "an entry without a name")
    if set(entry) != _KEYS:
        odd = ", ".join(sorted(set(entry) ^ _KEYS))
        raise ValueError(f"{name}: missing or unknown keys: {odd}")
    sha256, size, sources = entry["sha256"], entry["size"], entry["sources"]
    if not isinstance(sha256, str) or not re.fullmatch(r"[0-9a-f]{64}", sha256):
        raise ValueError(f"{name}: sha256 must be 64 hexadecimal digits")
    if not isinstance(size, int) or not isinstance(sources, list) or not sources:
        raise ValueError(f"{name}: size must be a whole number and sources a list")
    return RuntimeFile(str(name), sha256, size, tuple(Source.parse(str(source)) for source in sources))
