"""What a reader does on a page that is live: every single time, and what memory it takes."""

from __future__ import annotations

import contextlib
import json
import math
import os
from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager
from pathlib import Path
from typing import TypeVar

from lookback_build.bench.line import Line, host
from lookback_build.bench.measure import EXERCISE, LESSON, RIGHT, Bench, Place, open_page, wait_for
from lookback_build.browsers import SAVE_DATA
from lookback_build.engines import Driver, in_new_profile
from lookback_build.engines.chromium import opened as chromium

Figure = tuple[str, list[float]]
D = TypeVar("D", bound=Driver)

WRONG = RIGHT.replace("z - np.max(z)", "z")
LOOP = "while True: pass\n"
POSITIONS = (3, 32, 128)
# Keys on a slider: steps that the page can foresee, and steps that it cannot.
EVEN = ["ArrowLeft"] * 10 + ["ArrowRight"] * 10
UNEVEN = ["ArrowLeft", "PageDown"] * 5 + ["ArrowRight", "PageUp"] * 5

# In place of a lesson's widgets: one query against so many positions.
_MANY = """
import numpy
from lookback.widgets.live_table import LiveTable

def many(n={count}):
    draw = numpy.random.default_rng(0)
    words = [f"w{{i}}" for i in range(n)]
    return LiveTable(words, draw.normal(size=(n, 2)), draw.normal(size=(n, 3)), start=(1, 0), field="w0")

WIDGETS = {{"live-table": many, "recurrence-plot": many}}
"""

# The first slider in the document, through the shadow trees that Bokeh draws in.
_FOCUS = """() => {
  const find = (root) => {
    for (const element of root.querySelectorAll("*")) {
      if (element.getAttribute("role") === "slider") return element;
      const inside = element.shadowRoot && find(element.shadowRoot);
      if (inside) return inside;
    }
    return null;
  };
  find(document.querySelector("#live-table [data-live='']")).focus();
}"""

_BATCH = 500  # events of one call, so that none takes minutes
_MOVE = """async (count) => {
  for (let at = 0; at < count; at++) await lookback.widgets["live-table"].set({q: [(at % 50) / 10, 1]});
}"""

# An event ends when the frame with its weights is drawn: one later than that of the slider's handle, as a rule. Before
# that, the weights are in the page.
_NOTE_TIMES = """() => {
  window.times = {there: [], painted: []};
  let start = 0;
  addEventListener("keydown", () => { start = performance.now(); }, true);
  addEventListener("lookback:widget", () => {
    const there = performance.now();
    requestAnimationFrame(() => setTimeout(() => {
      if (start) {
        window.times.there.push(there - start);
        window.times.painted.push(performance.now() - start);
      }
      start = 0;
      window.drawn?.();
    }));
  }, true);
}"""


def slider(bench: Bench, place: Place, positions: int, events: int) -> Iterator[Figure]:
    """Slider to painted weights, of a table with so many positions; milliseconds."""
    instead = {} if positions == POSITIONS[0] else _with_positions(place, positions)
    with live_page(bench.window(), place, instead=instead) as window:
        times = _slide(window, events, EVEN)
        yield f"slider to weights in the page, {positions} positions", times["there"]
        yield f"slider to painted weights, {positions} positions", times["painted"]
    if positions == POSITIONS[0]:
        with live_page(bench.window(), place) as window:
            times = _slide(window, events, UNEVEN)
            yield f"the same in uneven steps, {positions} positions", times["painted"]


def checks(bench: Bench, place: Place) -> Iterator[Figure]:
    """Check to verdict, killed loop to next verdict; milliseconds."""
    with live_page(bench.window(), place) as window:
        yield "check to verdict", [_timed(window, _check(code)) for code in (RIGHT, WRONG) * 10]
        yield "killed loop to next verdict", [_after_kill(window) for _ in range(3)]


def memory(place: Place, events: int) -> Iterator[Figure]:
    """Bytes of the page with its workers: live, and after so many events of the widget.

    In Chromium, whose processes have one task each.
    """
    with live_page(in_new_profile(chromium), place) as window:
        collect = window.page.context.new_cdp_session(window.page)

        def resident() -> list[float]:
            collect.send("HeapProfiler.collectGarbage")
            return [_resident()]

        yield "bytes of memory, live", resident()
        done = 0
        for until in (events // 10, events // 2, events):
            for start in range(done, until, _BATCH):
                window.evaluate(_MOVE, min(_BATCH, until - start))
            done = until
            yield f"bytes of memory, {done:,} events", resident()


@contextlib.contextmanager
def live_page(
    opening: AbstractContextManager[D],
    place: Place,
    page: str = "",
    instead: Mapping[str, bytes] | None = None,
) -> Iterator[D]:
    """A window with the place's page, or another of its pages: live, and all stored that it stores.

    The place's own page has its sandbox warm, too.
    """
    with host(place.folder, Line("local"), instead) as (url, _), opening as window:
        window.before_pages(f"() => {{ {SAVE_DATA} }}")
        open_page(window, url + (page or place.page))
        window.evaluate("void lookback.ready.then(() => { window.allLive = true; })")
        wait_for(window, "window.allLive")
        status = "document.querySelector('[data-offline-status]').dataset.state"
        wait_for(window, f"!['waiting', 'storing'].includes({status})")
        if not page:
            window.evaluate(place.verdict)
        yield window


def _with_positions(place: Place, count: int) -> dict[str, bytes]:
    """The lesson's bundle with another table in it."""
    path = f"lessons/{LESSON}.json"
    lesson = json.loads((place.folder / path).read_text("utf-8"))
    lesson["widgets"]["source"] = _MANY.format(count=count)
    return {path: json.dumps(lesson).encode()}


def _check(source: str) -> str:
    return f"lookback.check('{EXERCISE}', {json.dumps(source)})"


def _timed(window: Driver, expression: str) -> float:
    elapsed: float = window.evaluate(
        f"async () => {{ const start = performance.now(); await {expression}; return performance.now() - start; }}"
    )
    return elapsed


def _after_kill(window: Driver) -> float:
    window.evaluate(f"{_check(LOOP)}.then(() => 0)")
    return _timed(window, _check(RIGHT))


def _slide(window: Driver, events: int, keys: list[str]) -> dict[str, list[float]]:
    """Keys on the first slider, one by one."""
    window.evaluate(_FOCUS)
    window.evaluate(_NOTE_TIMES)
    for at in range(events):
        window.press(keys[at % len(keys)])
        # Not `wait_for`: to look in each frame makes frames.
        window.evaluate(
            f"window.times.painted.length > {at} || new Promise((drawn) => {{ window.drawn = drawn; }})"
        )
    times: dict[str, list[float]] = window.evaluate("window.times")
    return times


def _resident() -> float:
    """Bytes that the renderers under this process hold for themselves alone; nan where there is no /proc."""
    parents: dict[int, int] = {}
    sizes: dict[int, int] = {}
    for folder in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):  # it has ended meanwhile
            about = dict(line.partition(":")[::2] for line in (folder / "status").read_text().splitlines())
            parents[int(folder.name)] = int(about["PPid"])
            if b"--type=renderer" in (folder / "cmdline").read_bytes():
                sizes[int(folder.name)] = int(about["RssAnon"].split()[0]) * 1024
    return sum(size for pid, size in sizes.items() if _is_under(pid, os.getpid(), parents)) or math.nan


def _is_under(pid: int, ancestor: int, parents: dict[int, int]) -> bool:
    while pid in parents and pid != ancestor:
        pid = parents[pid]
    return pid == ancestor
