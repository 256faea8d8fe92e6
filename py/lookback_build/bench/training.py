"""2,000 epochs of the experiment on a reader's code: in the page, and the same code in this Python."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator

from playwright.sync_api import Page

from lookback_build import names
from lookback_build.bench.interaction import Figure, live_page
from lookback_build.bench.measure import Place
from lookback_build.engines import EVALUATE_LIMIT, in_new_profile
from lookback_build.engines.chromium import opened as chromium

LESSON = "additive-attention"
_FUNCTIONS = ("additive_score", "alignment_weights", "context_vector")


def training(place: Place, runs: int) -> Iterator[Figure]:
    """Milliseconds of whole runs, in turn, and the page's longest task during each of those in the page.

    In Chromium, which tells of long tasks.
    """
    in_page: list[float] = []
    native: list[float] = []
    longest: list[float] = []
    with live_page(in_new_profile(chromium), place, f"lessons/{LESSON}/") as window:
        _verify(window.page)
        for _ in range(runs):
            run = _train(window.page)
            in_page.append(run["seconds"] * 1000)
            longest.append(run["longest"])
            native.append(_native())
            yield "2,000 epochs, in the page", in_page
            yield "2,000 epochs, native", native
            yield "longest task of the page meanwhile", longest


def _verify(page: Page) -> None:
    """Write the solutions as a reader does, and have all three verified."""
    page.locator(".workspace[data-live]").wait_for()
    page.locator(".cm-content").click()
    page.keyboard.press("ControlOrMeta+a")
    page.keyboard.insert_text(_source())
    for name in _FUNCTIONS:
        page.locator(f"#tab-{name}").click()
        page.locator(".live-bench").get_by_role("button", name="Check", exact=True).click()
        page.locator(f"#{name} .report[data-verdict=passed]").wait_for()


def _train(page: Page) -> dict[str, float]:
    finished = page.locator("#train [data-train-state]").get_by_text("Finished: 2,000 epochs")
    page.evaluate(
        """() => {
          window.longest = 0;
          new PerformanceObserver((list) => {
            for (const { duration } of list.getEntries()) window.longest = Math.max(window.longest, duration);
          }).observe({ type: "longtask" });
        }"""
    )
    page.locator("#train [data-train-start]").click()
    finished.wait_for(state="hidden")
    finished.wait_for(timeout=EVALUATE_LIMIT * 1000)
    run: dict[str, float] = page.evaluate(
        "({ seconds: lookback.progress().items.train.run.seconds, longest })"
    )
    return run


def _source() -> str:
    folder = names.LESSONS / LESSON / "exercises"
    return "\n\n".join((folder / name / "solution.py").read_text("utf-8") for name in _FUNCTIONS)


def _native() -> float:
    done = subprocess.run(
        [sys.executable, "-m", "lookback.experiment", LESSON, "--json"],
        cwd=names.ROOT,
        env={**os.environ, "PYTHONPATH": str(names.PACKAGE.parent)},
        capture_output=True,
        text=True,
        check=True,
    )
    milliseconds: float = json.loads(done.stdout)["outcome"]["duration_ms"]
    return milliseconds
