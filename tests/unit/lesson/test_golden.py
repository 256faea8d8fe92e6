"""A small lesson with every kind of block against its stored bundle and page.

After an intended change: LOOKBACK_GOLDEN=write .venv/bin/pytest tests/unit/lesson/test_golden.py
"""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from lookback.lesson import PageContext, bundle, load_lesson, render_lesson

FOLDER = Path(__file__).resolve().parents[2] / "fixtures" / "lessons" / "golden"
PAGE = PageContext(asset=lambda name: f"../../assets/{name}", root="../../", version="0")


def main_of(page: str) -> str:
    """The lesson itself; the frame around it has tests of its own."""
    return page[page.index("<main") : page.index("</main>")] + "</main>\n"


@pytest.mark.parametrize("name", ["bundle.json", "page.html"])
def test_the_small_lesson_is_as_it_was(name):
    lesson = load_lesson(FOLDER)
    made = {
        "bundle.json": lambda: json.dumps(bundle(lesson), ensure_ascii=False, indent=1) + "\n",
        "page.html": lambda: main_of(render_lesson(lesson, PAGE)),
    }[name]()
    stored = FOLDER / "expected" / name
    if os.environ.get("LOOKBACK_GOLDEN") == "write":
        stored.parent.mkdir(exist_ok=True)
        stored.write_text(made, encoding="utf-8")
    assert made == stored.read_text(encoding="utf-8")
