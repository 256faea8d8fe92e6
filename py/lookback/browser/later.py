"""Fetches the modules that a page does not need at once when one of them is imported after all.

An import cannot wait for a promise. A worker may ask for a file and block until it is there, which is what happens
here, once, for all of them.
"""

from __future__ import annotations

import hashlib
import importlib
import sys
import zlib
from collections.abc import Callable, Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder
from pathlib import Path
from types import ModuleType
from typing import Any

_LIST = Path(__file__).with_name("later.txt")
_GZIP = 31  # zlib's word for "with gzip's header"


class Later(MetaPathFinder):
    """The last finder: knows which modules would be there, and brings them."""

    def __init__(
        self, files: Sequence[dict[str, Any]], fetch: Callable[[str], bytes], unpack: Callable[[bytes], None]
    ) -> None:
        """`files` as the page describes them; `fetch` gets a URL's bytes, `unpack` takes a tar."""
        self._modules = frozenset(_LIST.read_text("utf-8").split())
        self._files = list(files)
        self._fetch = fetch
        self._unpack = unpack

    def find_spec(
        self, name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if name not in self._modules or not self._files:
            return None
        while self._files:
            file = self._files[-1]
            packed = self._fetch(file["url"])
            if hashlib.sha256(packed).hexdigest() != file["sha256"]:
                raise ImportError(f"{file['name']} is damaged: its SHA-256 is another", name=name)
            self._unpack(zlib.decompress(packed, _GZIP))
            self._files.pop()
        importlib.invalidate_caches()
        return PathFinder.find_spec(name, path, target)


def install(
    files: Sequence[dict[str, Any]], fetch: Callable[[str], bytes], unpack: Callable[[bytes], None]
) -> None:
    """Let every import of this interpreter find them."""
    sys.meta_path.append(Later(files, fetch, unpack))
