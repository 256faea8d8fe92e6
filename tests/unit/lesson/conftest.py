"""Lesson folders for tests: written into a temporary folder from the text a test gives."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]
HEAD = "---\ntitle: T\naim: A\ntrack: R\nminutes: 5\norder: 1\n---\n\n"


@pytest.fixture
def lesson_folder(tmp_path: Path) -> Callable[..., Path]:
    """Write a lesson folder; `head` is the front matter, other files are given by name."""

    def write(body: str, head: str = HEAD, **files: str) -> Path:
        folder = tmp_path / "lessons" / "tried"
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "lesson.md").write_text(head + body, encoding="utf-8")
        for name, text in files.items():
            (folder / f"{name}.py").write_text(text, encoding="utf-8")
        return folder

    return write
