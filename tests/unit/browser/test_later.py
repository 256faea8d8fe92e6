"""Modules that are fetched when somebody imports them."""

from __future__ import annotations

import gzip
import hashlib
import importlib
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from lookback.browser import later

SOURCE = b"VALUE = 7\n"
URL = "https://site.test/more.bundle"


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder that Python imports from, and a list that knows one module which is not there yet."""
    listed = tmp_path / "later.txt"
    listed.write_text("late_module\nlate_package.inner")
    monkeypatch.setattr(later, "_LIST", listed)
    monkeypatch.syspath_prepend(str(tmp_path))
    yield tmp_path
    sys.meta_path[:] = [finder for finder in sys.meta_path if not isinstance(finder, later.Later)]
    sys.modules.pop("late_module", None)


def install(place: Path, packed: bytes, sha256: str | None = None) -> list[str]:
    """Install the finder; the "tar" that it unpacks is one file. What was asked for comes back."""
    asked: list[str] = []

    def fetch(url: str) -> bytes:
        asked.append(url)
        return packed

    unpack: Callable[[bytes], Any] = (place / "late_module.py").write_bytes
    described = {"name": "More", "url": URL, "sha256": sha256 or hashlib.sha256(packed).hexdigest()}
    later.install([described], fetch, unpack)
    return asked


def test_an_import_of_a_listed_module_brings_it(place: Path) -> None:
    asked = install(place, gzip.compress(SOURCE))
    assert importlib.import_module("late_module").VALUE == 7
    assert asked == [URL]


def test_what_is_not_listed_is_not_asked_for(place: Path) -> None:
    asked = install(place, gzip.compress(SOURCE))
    with pytest.raises(ModuleNotFoundError):
        importlib.import_module("no_such_module")
    assert asked == []


def test_other_bytes_are_refused_by_name_and_asked_for_again(place: Path) -> None:
    asked = install(place, gzip.compress(SOURCE), sha256="0" * 64)
    for _ in range(2):
        with pytest.raises(ImportError, match="More is damaged: its SHA-256 is another"):
            importlib.import_module("late_module")
    assert asked == [URL, URL]
