"""Pages of a built site, taken apart so that they can stand together in one file."""

from __future__ import annotations

import base64
import html
import mimetypes
import posixpath
import re
from collections.abc import Callable
from dataclasses import dataclass
from html.parser import HTMLParser
from pathlib import Path

from lookback.errors import LookbackError
from lookback_build.described import element_of

LICENCES = "licences"
TEACHER = "teacher"
_LICENCES_FILE = "licences.txt"
_OTHER_SCHEME = re.compile(r"[a-z][a-z0-9+.-]*:|//", re.IGNORECASE)


@dataclass(frozen=True)
class PackedPage:
    """One page: `name` stands in the address, as in `?page=name`; `body` is HTML that needs no other file."""

    name: str
    title: str
    language: str
    body: str


def sources(site: Path, lesson: str | None) -> dict[str, Path]:
    """The pages that run, by name; the one that opens first in front: the course page, or the one lesson."""
    lessons = {path.parent.name: path for path in sorted(site.glob("lessons/*/index.html"))}
    if lesson:
        return {lesson: lessons[lesson]}
    return {"course": site / "index.html", **lessons, TEACHER: site / "teacher" / "index.html"}


def take_pages(site: Path, lesson: str | None) -> list[PackedPage]:
    """The pages of the pack, in their order, and the licences."""
    taken = sources(site, lesson)
    start = next(iter(taken))
    places = {"index.html": start, _LICENCES_FILE: LICENCES}
    places |= {path.relative_to(site).as_posix(): name for name, path in taken.items()}
    links = _Links(site, places, start)
    course = _page(site, site / "index.html", "course", links)
    licences = _in_frame_of(course, LICENCES, (site / _LICENCES_FILE).read_text("utf-8"))
    return [*(_page(site, path, name, links) for name, path in taken.items()), licences]


def _page(site: Path, path: Path, name: str, links: _Links) -> PackedPage:
    text = path.read_text("utf-8")
    title = re.search(r"<title>(.*?)</title>", text, re.DOTALL)
    body = re.search(r"<body[^>]*>(.*)</body>", text, re.DOTALL)
    language = re.search(r'<html[^>]* lang="([^"]+)"', text)
    if not (title and body and language):
        raise LookbackError(
            "a page has no title, language or body", file=path.relative_to(site), mend="build again"
        )
    folder = path.parent.relative_to(site).as_posix()
    moved = rewrite(body[1], lambda tag, attribute, url: links.moved(folder, tag, attribute, url))
    return PackedPage(name, html.unescape(title[1]), language[1], element_of(text) + moved)


def _in_frame_of(page: PackedPage, name: str, text: str) -> PackedPage:
    """A page of plain text with the head and foot of another one."""
    main = f'<main class="sheet" id="main"><pre class="plain-text">{html.escape(text)}</pre></main>'
    body = re.sub(r"<main\b.*?</main>", lambda _: main, page.body, count=1, flags=re.DOTALL)
    return PackedPage(name, page.title, page.language, body)


class _Links:
    """Where references of a page lead once it stands in one file with others."""

    def __init__(self, site: Path, places: dict[str, str], start: str) -> None:
        """`places` are paths in the site and the names of their pages; `start` is the page without a name."""
        self._site = site
        self._places = places
        self._start = start

    def moved(self, folder: str, tag: str, attribute: str, url: str) -> str | None:
        """The new URL; None takes the attribute away."""
        if _OTHER_SCHEME.match(url) or url.startswith(("#", "?")):
            return url
        path, fragment = re.fullmatch(r"([^?#]*)(?:\?[^#]*)?(#.*)?", url, re.DOTALL).groups("")  # type: ignore[union-attr]
        place = posixpath.normpath(posixpath.join(folder, path))
        if (self._site / place).is_dir():
            place = posixpath.join(place, "index.html")
        if tag == "a":
            name = self._places.get(place)
            if name is None:
                return None  # it leads out of the pack, to a lesson that is not in it
            return ("?" if name == self._start else f"?page={name}") + fragment
        return data_url(self._site / place)


def data_url(path: Path) -> str:
    """A file as an address that holds it."""
    if not path.is_file():
        raise LookbackError(
            "a page refers to a file that the site does not have", file=path, mend="build again"
        )
    kind = mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    return f"data:{kind};base64,{base64.b64encode(path.read_bytes()).decode('ascii')}"


def rewrite(text: str, change: Callable[[str, str, str], str | None]) -> str:
    """HTML with `change(tag, attribute, url)` applied to every `href` and `src`; all else stays byte for byte."""
    parser = _References(text)
    parser.feed(text)
    parser.close()
    parts = []
    done = 0
    for start, tag, raw in parser.tags:
        parts += [text[done:start], _changed(tag, raw, change)]
        done = start + len(raw)
    return "".join([*parts, text[done:]])


def _changed(tag: str, raw: str, change: Callable[[str, str, str], str | None]) -> str:
    def attribute(match: re.Match[str]) -> str:
        url = change(tag, match[2], html.unescape(match[3]))
        return "" if url is None else f'{match[1]}{match[2]}="{html.escape(url)}"'

    return re.sub(r'(\s)(href|src)="([^"]*)"', attribute, raw)


class _References(HTMLParser):
    """Start tags that refer to something, with their place in the text. What stands in scripts is not a tag."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[tuple[int, str, str]] = []
        self._lines = [0, *(match.end() for match in re.finditer("\n", text))]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if any(name in ("href", "src") for name, _ in attrs):
            line, column = self.getpos()
            self.tags.append((self._lines[line - 1] + column, tag, self.get_starttag_text() or ""))
