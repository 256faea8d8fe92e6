"""`pack --single-file`: everything a page asks for stands in the file, and nothing in it leads to a host."""

from __future__ import annotations

import base64
import gzip
import hashlib
import json
import re
from html.parser import HTMLParser
from io import StringIO
from pathlib import Path

import pytest

from lookback_build import host
from lookback_build.console import Console
from lookback_build.described import descriptions
from lookback_build.pack import Order
from lookback_build.pack.pages import rewrite
from lookback_build.pack.single_file import single_file

pytestmark = pytest.mark.build

BRIDGE = "attention-as-a-bridge"


class Read(HTMLParser):
    """References, templates and carried files of a packed page."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.references: list[tuple[str, str]] = []
        self.pages: list[str] = []
        self.ids: list[str] = []
        self.carried: dict[str, bytes] = {}
        self._now: tuple[str, bool] | None = None
        self._in_template = False
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        self.references += [(tag, value) for name, value in attrs if name in ("href", "src") and value]
        if tag == "template" and given.get("data-page"):
            self.pages.append(given["data-page"] or "")
            self._in_template = True
        if tag == "script" and given.get("data-carried"):
            self._now = (given["data-carried"] or "", "data-gzip" in given)
        if given.get("id") and not self._in_template:
            self.ids.append(given["id"] or "")

    def handle_data(self, data: str) -> None:
        if self._now:
            path, packed = self._now
            stored = base64.b64decode(data, validate=True)
            self.carried[path] = gzip.decompress(stored) if packed else stored

    def handle_endtag(self, tag: str) -> None:
        if tag == "script":
            self._now = None


def order(site: Path, lesson: str | None) -> Order:
    console = Console(StringIO())
    return Order(site, lesson, None, host.ensure_node(console), console)


@pytest.fixture(scope="module")
def course(dist: Path) -> str:
    return single_file(order(dist, None))


@pytest.fixture(scope="module")
def lesson(dist: Path) -> str:
    return single_file(order(dist, BRIDGE))


def described(text: str) -> list[dict[str, object]]:
    """Every file that the descriptions in the pages name."""
    found: list[dict[str, object]] = []

    def walk(value: object) -> None:
        if isinstance(value, dict):
            if "sha256" in value:
                found.append(value)
            for inner in value.values():
                walk(inner)
        elif isinstance(value, list):
            for inner in value:
                walk(inner)

    walk(descriptions(text))
    return found


def test_the_same_site_makes_the_same_bytes(dist: Path, lesson: str) -> None:
    assert single_file(order(dist, BRIDGE)) == lesson


def test_every_file_that_a_page_asks_for_stands_in_it_whole(course: str, lesson: str) -> None:
    for text in (course, lesson):
        carried = Read(text).carried
        files = described(text)
        assert files
        for file in files:
            content = carried[str(file["url"])]
            assert len(content) == file["bytes"]
            assert hashlib.sha256(content).hexdigest() == file["sha256"]
        assert f"lessons/{BRIDGE}.json" in carried
        assert any(path.endswith(".css") for path in carried), "Panel's style sheets"


def test_the_course_holds_all_pages_and_one_lesson_is_alone(dist: Path, course: str, lesson: str) -> None:
    lessons = json.loads((dist / "build.json").read_text("utf-8"))["lessons"]
    assert Read(course).pages == [*lessons, "teacher", "licences"]
    assert Read(lesson).pages == ["licences"]
    others = [name for name in lessons if name != BRIDGE]
    assert not any(f"lessons/{name}.json" in Read(lesson).carried for name in others)


def test_references_stay_in_the_file(course: str, lesson: str) -> None:
    for text in (course, lesson):
        read = Read(text)
        ids = {f"#{one}" for one in read.ids}
        for tag, reference in read.references:
            if tag == "link":
                assert reference.startswith("data:")
            elif tag == "use":
                assert reference in ids
            elif not reference.startswith("#"):
                name = re.fullmatch(r"\?(?:page=([a-z0-9-]+))?(?:#.*)?", reference)
                assert name, reference
                assert name[1] is None or name[1] in read.pages


def test_the_policy_allows_no_connection(lesson: str) -> None:
    policy = re.search(r'http-equiv="Content-Security-Policy" content="([^"]+)"', lesson)
    assert policy
    assert "default-src &#39;none&#39;" in policy[1] or "default-src 'none'" in policy[1]
    assert not re.search(r"https?:|\*|connect-src[^;]*self", policy[1])


def test_a_reader_without_javascript_finds_the_text(lesson: str) -> None:
    before_templates = lesson.partition("<template")[0]
    assert ".468" in before_templates
    assert "<h1" in before_templates


def test_rewriting_changes_references_of_tags_alone() -> None:
    text = """<a href="a.html">x</a><script>const s = '<a href="b.html">';</script><!-- <a href="c.html"> -->
<p>href="d.html"</p><IMG  src="e.png"
 alt="1 > 0"><a class="k" href="gone.html">z</a>"""
    changed = rewrite(text, lambda tag, _, url: None if url == "gone.html" else f"{tag}:{url}")
    assert changed == (
        text.replace('"a.html"', '"a:a.html"').replace("e.png", "img:e.png").replace(' href="gone.html"', "")
    )
