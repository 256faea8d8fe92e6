"""Visits in a real Chromium: each figure is a number of milliseconds (or bytes) of one visit."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import BrowserContext, Page, Playwright

from lookback.errors import LookbackError
from lookback_build.bench.line import Line, host
from lookback_build.browsers import CHROMIUM_ARGUMENTS, find_chromium

LESSON, EXERCISE = "attention-as-a-bridge", "softmax"
RIGHT = "import numpy as np\n\ndef softmax(z):\n    e = np.exp(z - np.max(z))\n    return e / e.sum()\n"
LIMIT = 180_000  # milliseconds, after which a visit counts as failed

Figures = dict[str, float]

# Notes the first frame that shows each of the things named.
_WATCH = """(things) => {
  if (window !== top) return;
  window.moments = {};
  const look = () => {
    for (const [name, selector] of Object.entries(things)) {
      const seen = document.querySelector(selector)?.getClientRects().length;
      if (seen) moments[name] ??= performance.now();
    }
    if (Object.keys(moments).length < Object.keys(things).length) requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}"""


@dataclass(frozen=True)
class Place:
    """One of the two that are compared: its folder, the page in it, and how that tells its moments."""

    name: str
    folder: Path
    page: str
    picture: str
    """What shows the weights first, as a selector."""
    live: str
    """What is there when the first widget is live."""
    verdict: str
    """An expression: the moment of a first verdict."""
    begin: str = ""
    """An expression that starts the widgets, where the page does not do so by itself."""
    kept: str = ""
    """What is there when the browser has kept all that it will keep."""

    @property
    def things(self) -> dict[str, str]:
        """What a visit's figures are called, and by what each is known."""
        return {"picture of the weights": self.picture, "live widget": self.live}


def ours(folder: Path) -> Place:
    """The built site."""
    check = f"lookback.check('{EXERCISE}', {RIGHT!r})"
    return Place(
        "lookback",
        folder,
        f"lessons/{LESSON}/",
        picture="#live-table .lb-poster",
        live="[data-widget] [data-live='']",
        verdict=f"{check}.then((report) => "
        "report.verdict === 'passed' ? performance.now() : Promise.reject(report.verdict))",
        kept="html[data-snapshot=kept]:has([data-offline-status][data-state=ready])",
    )


def stock(folder: Path) -> Place:
    """The stock recipe: its first picture is the live widget."""
    shown = "#live[data-live]"
    return Place("stock", folder, "", shown, shown, verdict="verdict()", begin="void live()")


class Bench:
    """Opens pages in profiles of their own and asks them."""

    def __init__(self, playwright: Playwright) -> None:
        executable = find_chromium()
        if executable is None:
            raise LookbackError(
                "the bench needs Chromium", mend="install it, or name it in LOOKBACK_CHROMIUM"
            )
        self._playwright = playwright
        self._executable = executable

    def visits(self, place: Place, line: Line) -> Figures:
        """A first visit; on the fastest line another one in the same profile, and one when the server is gone."""
        with self.profile() as context:
            context.add_init_script(f"({_WATCH})({json.dumps(place.things)})")
            with host(place.folder, line) as (url, bucket):
                page, first = _visit(context, url + place.page, place.begin)
                found = _named(first, "first visit") | {"bytes to live": bucket.sent}
                if line.megabits is not None:
                    return found
                if place.kept:
                    page.locator(place.kept).wait_for(timeout=LIMIT)
                page.close()
                page, again = _visit(context, url + place.page, place.begin)
                page.close()
                found |= _named(again, "repeat visit")
            if place.kept:
                found |= _named(_visit(context, url + place.page, place.begin)[1], "no network")
            return found

    def verdict(self, place: Place, line: Line) -> Figures:
        """From the first visit's start to the first verdict."""
        with host(place.folder, line) as (url, _), self.profile() as context:
            page = open_page(context, url + place.page)
            return {"verdict, first visit": page.evaluate(place.verdict)}

    @contextmanager
    def profile(self) -> Iterator[BrowserContext]:
        """An empty profile on disk, which keeps compiled WebAssembly as a visitor's does."""
        with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
            context = self._playwright.chromium.launch_persistent_context(
                folder,
                executable_path=self._executable,
                args=list(CHROMIUM_ARGUMENTS),
                viewport={"width": 1280, "height": 900},
            )
            context.set_default_timeout(LIMIT)
            try:
                yield context
            finally:
                context.close()


def open_page(context: BrowserContext, url: str) -> Page:
    """A page whose interface is there."""
    page = context.new_page()
    page.goto(url, wait_until="commit")
    page.wait_for_function("window.lookback || window.verdict", timeout=LIMIT)
    return page


def _visit(context: BrowserContext, url: str, begin: str) -> tuple[Page, Figures]:
    page = open_page(context, url)
    if begin:
        page.evaluate(begin)
    page.wait_for_function("'live widget' in (window.moments ?? {})", timeout=LIMIT, polling="raf")
    moments: Figures = page.evaluate("moments")
    text = page.evaluate("performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? null")
    return page, ({} if text is None else {"readable text": text}) | moments


def _named(figures: Figures, visit: str) -> Figures:
    return {f"{name}, {visit}": value for name, value in figures.items()}


def alternate(runs: int, measures: list[Callable[[], Figures]]) -> list[list[Figures]]:
    """Each measure `runs` times, in turn, so that what else the machine does falls on all of them."""
    found: list[list[Figures]] = [[] for _ in measures]
    for _ in range(runs):
        for at, measure in enumerate(measures):
            found[at].append(measure())
    return found
