"""Visits in a real browser: each figure is a number of milliseconds (or bytes) of one visit."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from lookback.errors import LookbackError
from lookback_build.bench.line import Line, host
from lookback_build.browsers import BENCHED
from lookback_build.engines import Driver, in_new_profile, opened

LESSON, EXERCISE = "attention-as-a-bridge", "softmax"
RIGHT = "import numpy as np\n\ndef softmax(z):\n    e = np.exp(z - np.max(z))\n    return e / e.sum()\n"

Figures = dict[str, float]

_LIMIT = 150  # seconds of one wait; the slowest line brings a page in a fifth of it

# Notes the first frame that shows each of the things named.
_WATCH = """() => {
  const things = %s;
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
        kept="html[data-snapshot]:has([data-offline-status][data-state=ready])",
    )


def stock(folder: Path) -> Place:
    """The stock recipe: its first picture is the live widget."""
    shown = "#live[data-live]"
    return Place("stock", folder, "", shown, shown, verdict="verdict()", begin="void live()")


class Bench:
    """Opens pages of one engine in profiles of their own and asks them."""

    def __init__(self, engine: str) -> None:
        if BENCHED[engine]() is None:
            named = f"LOOKBACK_{engine.upper()}"
            raise LookbackError(f"{engine} is not here", mend=f"install it, or name it in {named}")
        self.engine = engine

    def visits(self, place: Place, line: Line) -> Figures:
        """A first visit; on the fastest line another one in the same profile, and one when the server is gone."""
        with self.window() as window:
            window.before_pages(_WATCH % json.dumps(place.things))
            with host(place.folder, line) as (url, bucket):
                found = _named(_visit(window, url + place.page, place), "first visit")
                found["bytes to live"] = bucket.sent
                if line.megabits is not None:
                    return found
                if place.kept:
                    wait_for(window, f"document.querySelector({json.dumps(place.kept)})")
                found |= _named(_visit(window, url + place.page, place), "repeat visit")
            if place.kept:
                found |= _named(_visit(window, url + place.page, place), "no network")
            return found

    def verdict(self, place: Place, line: Line) -> Figures:
        """From the first visit's start to the first verdict."""
        with host(place.folder, line) as (url, _), self.window() as window:
            open_page(window, url + place.page)
            return {"verdict, first visit": window.evaluate(place.verdict)}

    def visit_and_verdict(self, place: Place, line: Line) -> Figures:
        """All figures of one place, once."""
        return self.visits(place, line) | self.verdict(place, line)

    def window(self) -> AbstractContextManager[Driver]:
        """An empty profile on disk, which keeps compiled WebAssembly as a visitor's does."""
        return in_new_profile(partial(opened, self.engine))


def open_page(window: Driver, url: str) -> None:
    """Go to a page whose interface is there."""
    window.begin(url)
    wait_for(window, "window.lookback || window.verdict")


def wait_for(window: Driver, expression: str) -> None:
    """Wait until an expression is true in the page, looking once in each frame; `ScriptError` after minutes."""
    told = json.dumps(f"not there in {_LIMIT} s: {expression}")
    window.evaluate(
        f"""new Promise((resolve, reject) => {{
          const late = performance.now() + {_LIMIT * 1000};
          const look = () => {{
            if ({expression}) resolve(true);
            else if (performance.now() > late) reject(new Error({told}));
            else requestAnimationFrame(look);
          }};
          look();
        }})"""
    )


def _visit(window: Driver, url: str, place: Place) -> Figures:
    window.begin("about:blank")  # the page before is gone, and with it what it still did
    open_page(window, url)
    if place.begin:
        window.evaluate(place.begin)
    wait_for(window, "'live widget' in (window.moments ?? {})")
    moments: Figures = window.evaluate("moments")
    text = window.evaluate("performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? null")
    return ({} if text is None else {"readable text": text}) | moments


def _named(figures: Figures, visit: str) -> Figures:
    return {f"{name}, {visit}": value for name, value in figures.items()}


def alternate(runs: int, measures: Sequence[Callable[[], Figures]]) -> Iterator[list[list[Figures]]]:
    """Each measure `runs` times, in turn, so that what else the machine does falls on all of them.

    Gives, after each round, all figures of each measure until then.
    """
    found: list[list[Figures]] = [[] for _ in measures]
    for _ in range(runs):
        for figures, measure in zip(found, measures, strict=True):
            figures.append(measure())
        yield found
