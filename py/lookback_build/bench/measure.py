"""What is measured, in a real Chromium: each figure is a number of milliseconds (or bytes) of one visit."""

from __future__ import annotations

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
WRONG = RIGHT.replace("z - np.max(z)", "z")
LOOP = "while True: pass\n"
LIMIT = 180_000  # milliseconds, after which a visit counts as failed

Figures = dict[str, float]


@dataclass(frozen=True)
class Place:
    """One of the two that are compared: its folder, the page in it, and how that tells its moments."""

    name: str
    folder: Path
    page: str
    live: str
    verdict: str


def ours(folder: Path) -> Place:
    """The built site."""
    check = f"lookback.check('{EXERCISE}', {RIGHT!r})"
    return Place(
        "lookback",
        folder,
        f"lessons/{LESSON}/",
        "lookback.ready.then(() => performance.now())",
        f"{check}.then((report) => report.verdict === 'passed' ? performance.now() : Promise.reject(report.verdict))",
    )


def stock(folder: Path) -> Place:
    """The stock recipe."""
    return Place("stock", folder, "", "live()", "verdict()")


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

    def cold(self, place: Place, line: Line) -> Figures:
        """A first visit, and then another one in the same profile."""
        with host(place.folder, line) as (url, bucket), self._profile() as context:
            first = self._visit(context, url + place.page, place.live)
            found = {f"{name}, first visit": value for name, value in first.items()}
            found["bytes to live"] = bucket.sent
            if line.megabits is None:
                again = self._visit(context, url + place.page, place.live)
                found |= {f"{name}, repeat visit": value for name, value in again.items()}
            return found

    def verdict(self, place: Place, line: Line) -> Figures:
        """From the first visit's start to the first verdict."""
        with host(place.folder, line) as (url, _), self._profile() as context:
            page = _open(context, url + place.page)
            return {"verdict, first visit": page.evaluate(place.verdict)}

    def interaction(self, place: Place, events: int) -> dict[str, list[float]]:
        """Every single time of: slider to painted weights, check to verdict, killed loop to next verdict."""
        with host(place.folder, Line("local")) as (url, _), self._profile() as context:
            page = _open(context, url + place.page)
            page.evaluate(place.live)
            page.evaluate(place.verdict)
            return {
                "slider to painted weights": _slide(page, events),
                "check to verdict": [_timed(page, _check(source)) for source in (RIGHT, WRONG) * 10],
                "killed loop to next verdict": [_after_kill(page) for _ in range(3)],
            }

    def _visit(self, context: BrowserContext, url: str, live: str) -> Figures:
        page = _open(context, url)
        moment = page.evaluate(live)
        paint = page.evaluate("performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? null")
        page.close()
        return {"live widget": moment} | ({} if paint is None else {"first picture": paint})

    @contextmanager
    def _profile(self) -> Iterator[BrowserContext]:
        """An empty profile on disk, which keeps compiled WebAssembly as a visitor's does."""
        with tempfile.TemporaryDirectory() as folder:
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


def _open(context: BrowserContext, url: str) -> Page:
    page = context.new_page()
    page.goto(url, wait_until="commit")
    page.wait_for_function("window.lookback || window.verdict", timeout=LIMIT)
    return page


def _check(source: str) -> str:
    return f"lookback.check('{EXERCISE}', {source!r})"


def _timed(page: Page, expression: str) -> float:
    elapsed: float = page.evaluate(
        f"async () => {{ const start = performance.now(); await {expression}; return performance.now() - start; }}"
    )
    return elapsed


def _after_kill(page: Page) -> float:
    page.evaluate(_check(LOOP))
    return _timed(page, _check(RIGHT))


def _slide(page: Page, events: int) -> list[float]:
    """Arrow keys on the first slider, one after the other; an event ends when the next frame is drawn after it."""
    slider = page.get_by_role("slider").first
    slider.focus()
    page.evaluate(
        """() => {
          window.times = [];
          let start = 0;
          addEventListener("keydown", () => { start = performance.now(); }, true);
          addEventListener("lookback:widget", () => requestAnimationFrame(() => setTimeout(() => {
            if (start) window.times.push(performance.now() - start);
            start = 0;
          })), true);
        }"""
    )
    for at in range(events):
        slider.press("ArrowLeft" if at % 20 < 10 else "ArrowRight")
        page.wait_for_function("(count) => window.times.length > count", arg=at, polling="raf")
    times: list[float] = page.evaluate("window.times")
    return times


def alternate(runs: int, measures: list[Callable[[], Figures]]) -> list[list[Figures]]:
    """Each measure `runs` times, in turn, so that what else the machine does falls on all of them."""
    found: list[list[Figures]] = [[] for _ in measures]
    for _ in range(runs):
        for at, measure in enumerate(measures):
            found[at].append(measure())
    return found
