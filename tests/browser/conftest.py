"""The built site in a real Chromium. A console error, a page error or a foreign request fails any test."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Request

from lookback_build.browsers import CHROMIUM_ARGUMENTS, SAVE_DATA, find_chromium
from lookback_build.engines.shared import playwright
from support.servers import static_site

LIVE_WITHIN = 90_000  # milliseconds; a slow machine starts Python in a fraction of it


@pytest.fixture(scope="session")
def site(dist: Path) -> Iterator[str]:
    """The URL of the site on a plain file server."""
    with static_site(dist) as url:
        yield url


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    browser = playwright().chromium.launch(executable_path=find_chromium(), args=list(CHROMIUM_ARGUMENTS))
    yield browser
    browser.close()


@dataclass
class Watch:
    """What a page complained about, and what it asked of others."""

    origin: str
    complaints: list[str] = field(default_factory=list)
    foreign: list[str] = field(default_factory=list)
    others: list[str] = field(default_factory=list)  # further origins that a test itself serves
    expected: list[str] = field(default_factory=list)  # parts of complaints that a test provokes on purpose

    def on(self, context: BrowserContext) -> None:
        context.on("request", self._request)
        context.on("weberror", lambda error: self.complaints.append(str(error.error)))
        context.on("console", lambda message: self._console(message.type, message.text))

    def _request(self, request: Request) -> None:
        if not request.url.startswith((self.origin, *self.others, "data:", "blob:")):
            self.foreign.append(request.url)

    def _console(self, kind: str, text: str) -> None:
        if kind == "error":
            self.complaints.append(text)

    def check(self) -> None:
        unexpected = [line for line in self.complaints if not any(part in line for part in self.expected)]
        assert unexpected == [], "the page complained"
        assert self.foreign == [], "the page asked another origin"


NewPage = Callable[..., Page]


@pytest.fixture
def watch(site: str) -> Watch:
    return Watch(site)


@pytest.fixture
def new_page(chromium: Browser, site: str, watch: Watch) -> Iterator[NewPage]:
    """Make a page in a profile of its own; keywords are Playwright's context options.

    With `python=False` the runtime never arrives: what needs no widget is then tested without waiting for one.
    """
    contexts = []

    def make(width: int = 1440, height: int = 900, python: bool = True, **options: object) -> Page:
        context = chromium.new_context(viewport={"width": width, "height": height}, base_url=site, **options)  # type: ignore[arg-type]
        contexts.append(context)
        watch.on(context)
        context.add_init_script(SAVE_DATA)
        if not python:
            context.route("**/*.wasm", lambda _: None)
        return context.new_page()

    yield make
    for context in contexts:
        context.close()
    watch.check()


@pytest.fixture
def page(new_page: NewPage) -> Page:
    """A page in an empty profile, on which Python keeps loading."""
    return new_page(python=False)


@pytest.fixture
def python_page(new_page: NewPage) -> Page:
    """A page in an empty profile, on which Python starts."""
    return new_page()


@pytest.fixture
def live(python_page: Page) -> Page:
    """The bridge lesson with its widgets live."""
    page = python_page
    page.goto("lessons/attention-as-a-bridge/")
    wait_until_live(page)
    return page


def wait_until_live(page: Page) -> None:
    """Wait for `lookback.ready`."""
    page.wait_for_function("window.lookback?.ready.then(() => true)", timeout=LIVE_WITHIN)
