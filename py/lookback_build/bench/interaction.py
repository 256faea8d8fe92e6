"""What a reader does on a page that is live: every single time, and what memory it takes."""

from __future__ import annotations

import contextlib
import json
import math
import os
from pathlib import Path

from playwright.sync_api import BrowserContext, Page, Route

from lookback_build.bench.line import Line, host
from lookback_build.bench.measure import EXERCISE, RIGHT, Bench, Place, open_page
from lookback_build.browsers import SAVE_DATA

WRONG = RIGHT.replace("z - np.max(z)", "z")
LOOP = "while True: pass\n"
POSITIONS = (3, 32, 128)

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


def interaction(bench: Bench, place: Place, events: int) -> dict[str, list[float]]:
    """Slider to painted weights, check to verdict, killed loop to next verdict; milliseconds."""
    found = {}
    for count in POSITIONS:
        with host(place.folder, Line("local")) as (url, _), bench.profile() as context:
            if count != POSITIONS[0]:
                _swap(context, count)
            page = live_page(context, url + place.page)
            page.evaluate(place.verdict)
            found[f"slider to painted weights, {count} positions"] = _slide(page, events)
            if count == POSITIONS[0]:
                found["check to verdict"] = [_timed(page, _check(code)) for code in (RIGHT, WRONG) * 10]
                found["killed loop to next verdict"] = [_after_kill(page) for _ in range(3)]
    return found


def memory(bench: Bench, place: Place, events: int) -> dict[str, list[float]]:
    """Bytes of the page with its workers: live, with the sandbox warm, and after so many events of the widget."""
    with host(place.folder, Line("local")) as (url, _), bench.profile() as context:
        page = live_page(context, url + place.page)
        found = {"bytes of memory, live": [_resident(page)]}
        page.evaluate(place.verdict)
        found["bytes of memory, sandbox warm"] = [_resident(page)]
        for done in (events // 10, events):
            page.evaluate(
                """async (count) => {
                  for (let at = 0; at < count; at++) await lookback.widgets["live-table"].set({q: [(at % 50) / 10, 1]});
                }""",
                done if done < events else events - events // 10,
            )
            found[f"bytes of memory, {done:,} events"] = [_resident(page)]
        return found


def _swap(context: BrowserContext, count: int) -> None:
    def swap(route: Route) -> None:
        lesson = json.loads(route.fetch().body())
        lesson["widgets"]["source"] = _MANY.format(count=count)
        route.fulfill(json=lesson)

    context.route("**/lessons/*.json*", swap)


def live_page(context: BrowserContext, url: str) -> Page:
    """A page that is live, and has stored what it stores."""
    context.add_init_script(SAVE_DATA)
    page = open_page(context, url)
    page.evaluate("lookback.ready.then(() => 0)")
    page.locator("[data-offline-status][data-state=ready]").wait_for(state="attached")
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
    """Arrow keys on the first slider, one by one; an event ends when the frame with its weights is drawn."""
    page.get_by_role("slider").first.focus()
    page.evaluate(
        """() => {
          window.times = [];
          let start = 0;
          addEventListener("keydown", () => { start = performance.now(); }, true);
          addEventListener("lookback:widget", () => requestAnimationFrame(() => setTimeout(() => {
            if (start) window.times.push(performance.now() - start);
            start = 0;
            window.drawn?.();
          })), true);
        }"""
    )
    # Nothing looks at the page meanwhile: to ask for it in each frame would make frames, and to look for the slider
    # each time costs more than the event.
    for at in range(events):
        page.keyboard.press("ArrowLeft" if at % 20 < 10 else "ArrowRight")
        page.evaluate(
            "(count) => window.times.length > count || new Promise((drawn) => { window.drawn = drawn; })", at
        )
    times: list[float] = page.evaluate("window.times")
    return times


def _resident(page: Page) -> float:
    """Bytes that the renderers under this process hold for themselves alone; nan where there is no /proc."""
    page.context.new_cdp_session(page).send("HeapProfiler.collectGarbage")
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
