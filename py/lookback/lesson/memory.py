"""What was computed once from files that have not changed since: an edit to a lesson's text trains nothing anew."""

from __future__ import annotations

import hashlib
import os
import pickle
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import TypeVar

T = TypeVar("T")
PACKAGE = Path(__file__).resolve().parents[1]


@dataclass(frozen=True)
class Memory:
    """Keeps results in `folder`, below the hash of all they depend on; without a folder it computes each time."""

    folder: Path | None = None

    def recall(self, name: str, sources: Iterable[Path], make: Callable[[], T]) -> T:
        """The result of `make`, from an earlier run when `name` and the contents of `sources` are the same."""
        kept = self._place(name, sources)
        if kept is None:
            return make()
        try:
            result: T = pickle.loads(kept.read_bytes())
            return result
        except (OSError, pickle.UnpicklingError, EOFError, AttributeError, ImportError):
            pass  # not there yet, or cut short: made below
        result = make()
        kept.parent.mkdir(parents=True, exist_ok=True)
        part = kept.with_suffix(f".{os.getpid()}-{id(result)}.part")
        part.write_bytes(pickle.dumps(result))
        part.replace(kept)
        return result

    def knows(self, name: str, sources: Iterable[Path]) -> bool:
        """Whether there is a result of an earlier run."""
        kept = self._place(name, sources)
        return kept is not None and kept.exists()

    def _place(self, name: str, sources: Iterable[Path]) -> Path | None:
        if self.folder is None:
            return None
        digest = hashlib.sha256(name.encode())
        for source in sources:
            digest.update(f"\0{source.name}\0{_digest(source, source.stat().st_mtime_ns)}".encode())
        return self.folder / digest.hexdigest()[:32]


def package_sources(*parts: str) -> list[Path]:
    """The Python files of `lookback` below `parts` (a module or a package each), in order."""
    found: list[Path] = []
    for part in parts:
        path = PACKAGE / part
        found += sorted(path.rglob("*.py")) if path.is_dir() else [path]
    return found


@lru_cache(maxsize=4096)
def _digest(path: Path, _modified: int) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()
