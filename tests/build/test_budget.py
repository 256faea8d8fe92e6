"""Sizes and counts of the built site stay within `budgets.toml`. Never times: those are the bench's."""

from __future__ import annotations

import gzip
import re
import tomllib
from pathlib import Path

import pytest

from lookback_build import names
from lookback_build.described import descriptions

pytestmark = pytest.mark.build

LESSONS = sorted(path.parent.name for path in names.LESSONS.glob("*/lesson.md"))
BUDGETS: dict[str, dict[str, int]] = tomllib.loads((names.ROOT / "budgets.toml").read_text("utf-8"))


class Page:
    """A lesson's page, and what it fetches for what."""

    def __init__(self, dist: Path, lesson: str) -> None:
        self._dist = dist
        self._html = dist / "lessons" / lesson / "index.html"
        text = self._html.read_text("utf-8")
        (self._runtime,) = descriptions(text)
        # Not the script for sandboxed frames, which takes the module's place there.
        linked = r'(?:rel="stylesheet" href|type="module" src|<script src)="\.\./\.\./(assets/[^"]+)"'
        self._linked = re.findall(linked, text)

    def own(self) -> list[Path]:
        """HTML, style and the scripts that start at once, with what these import."""
        scripts = [self._dist / path for path in self._linked]
        for script in scripts:
            if script.suffix == ".js":
                imported = re.findall(r'from"\./([^"]+)"|import"\./([^"]+)"', script.read_text("utf-8"))
                scripts += [
                    path
                    for pair in imported
                    for name in pair
                    if name and (path := script.parent / name) not in scripts
                ]
        return [self._html, *scripts]

    def live(self) -> list[Path]:
        """And what the widgets need."""
        runtime = self._runtime
        files = [runtime["stage"], runtime["wasm"], *runtime["bundles"], *runtime["scripts"]]
        return [*self.own(), self._lesson(), *(self._dist / file["url"] for file in files)]

    def verdict(self) -> list[Path]:
        """And what a check needs, without the widgets."""
        runtime = self._runtime
        files = [runtime["sandbox"]["script"], runtime["wasm"], *runtime["sandbox"]["bundles"]]
        return [*self.own(), self._lesson(), *(self._dist / file["url"] for file in files)]

    def _lesson(self) -> Path:
        return self._dist / self._runtime["bundle"].partition("?")[0]


def weight(files: list[Path]) -> int:
    return sum(len(gzip.compress(path.read_bytes(), 9)) for path in files)


@pytest.mark.parametrize("lesson", LESSONS)
def test_a_page_weighs_no_more_than_its_budget(dist: Path, lesson: str) -> None:
    page = Page(dist, lesson)
    for name, files in (
        ("page", page.own()),
        ("first_live_widget", page.live()),
        ("first_verdict", page.verdict()),
    ):
        budget = BUDGETS[name]
        assert weight(files) <= budget["bytes"], f"{lesson}: {name}: {[path.name for path in files]}"
        assert len(files) <= budget.get("files", len(files)), name


def test_the_site_weighs_no_more_than_its_budget(dist: Path) -> None:
    total = sum(path.stat().st_size for path in dist.rglob("*") if path.is_file())
    assert total <= BUDGETS["site"]["bytes"]
