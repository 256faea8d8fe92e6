"""The bench as a command: measure part by part, keep what each gives, and say at the end what failed."""

from __future__ import annotations

import os
import platform
import signal
import subprocess
import tempfile
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import lookback
from lookback.errors import LookbackError, UsageError
from lookback_build import host as tools
from lookback_build import names
from lookback_build.bench import PARTS
from lookback_build.bench.building import COUNTS, builds
from lookback_build.bench.interaction import POSITIONS, checks, memory, slider
from lookback_build.bench.line import Line
from lookback_build.bench.measure import EXERCISE, LESSON, RIGHT, Bench, Place, alternate, ours, stock
from lookback_build.bench.record import Record, Row, table
from lookback_build.bench.stock import make_stock_site
from lookback_build.bench.training import training
from lookback_build.browsers import BENCHED
from lookback_build.console import Console
from lookback_build.fetch import ensure_runtime
from lookback_build.runtime_lock import read_runtime_lock
from lookback_build.steps import build

LINES = (Line("local"), Line("20 Mbit/s, 40 ms", 20, 40), Line("5 Mbit/s, 100 ms", 5, 100))
EVENTS, MANY_EVENTS = 200, 10_000
_CHROMIUM_ONLY = ("training", "memory")  # it alone tells of long tasks, and has a process for each page


@dataclass(frozen=True)
class Step:
    """What succeeds or fails as one: rows, each given as soon as it is known."""

    title: str
    rows: Callable[[], Iterable[Row]]


def bench(engine: str, runs: int, parts: Iterable[str] | None, out: Path | None, console: Console) -> None:
    """Build both sites from the same files, measure them in turn, and say what came out.

    Every row is kept in `out` at once. A step that fails costs its own rows only; then a `LookbackError` names it.
    """
    # Ended in either way, it closes its browsers and tells what it has.
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    chosen = _chosen(engine, parts)
    measured = Bench(engine)
    node = tools.ensure_node(console)
    files = ensure_runtime(read_runtime_lock(names.RUNTIME_LOCK).values(), node, console)
    record = Record({"visits": runs, **_machine(engine), "runtime": sorted(files)}, out)
    failures: list[str] = []
    with tempfile.TemporaryDirectory() as scratch:
        site, recipe = Path(scratch, "site"), Path(scratch, "stock")
        if chosen != ["builds"]:
            build(site, None, console)
            make_stock_site(recipe, site, files, LESSON, EXERCISE, RIGHT)
        steps = _steps(measured, ours(site), stock(recipe), runs, console)
        try:
            for step in (step for part in chosen for step in steps[part]()):
                failures += _measure(step, record, console)
        finally:
            print(table(record.own))
    if failures:
        raise LookbackError("not everything could be measured:\n  " + "\n  ".join(failures))


def _chosen(engine: str, parts: Iterable[str] | None) -> list[str]:
    """Parts in the order of a whole run."""
    possible = [part for part in PARTS if engine == "chromium" or part not in _CHROMIUM_ONLY]
    for part in parts or ():
        if part not in possible:
            raise UsageError(f"{part} can be measured in Chromium only", mend="leave out --engine")
    return [part for part in possible if part in (parts or possible)]


def _steps(
    measured: Bench, site: Place, recipe: Place, runs: int, console: Console
) -> dict[str, Callable[[], Iterator[Step]]]:
    """By part, the steps of it; the figures of one machine all have the line "local"."""

    def local(title: str, measure: Callable[[], Iterable[tuple[str, list[float]]]]) -> Step:
        return Step(title, lambda: (Row("local", name, values) for name, values in measure()))

    def visits() -> Iterator[Step]:
        for line in LINES:
            yield Step(
                f"Visits, {line.name}, {runs} of each", partial(_visits, measured, site, recipe, line, runs)
            )

    def interaction() -> Iterator[Step]:
        for count in POSITIONS:
            title = f"{EVENTS} slider events with {count} positions"
            yield local(title, partial(slider, measured, site, count, EVENTS))
        yield local("20 checks, 3 killed loops", partial(checks, measured, site))

    def build_times() -> Iterator[Step]:
        for count in COUNTS:
            yield local(f"Builds of {count} lessons", partial(builds, count, console))

    train = local(f"2,000 epochs, {runs} times in the page and natively", partial(training, site, runs))
    many = local(f"Memory over {MANY_EVENTS:,} events", partial(memory, site, MANY_EVENTS))
    return {
        "visits": visits,
        "interaction": interaction,
        "training": lambda: iter([train]),
        "memory": lambda: iter([many]),
        "builds": build_times,
    }


def _measure(step: Step, record: Record, console: Console) -> list[str]:
    """Keep what a step gives; what it failed of, in words."""
    try:
        with console.step(step.title) as shown:
            for row in step.rows():
                record.keep(row)
                shown.progress(row.name)
    except Exception as error:
        if _was_interrupted(error):
            raise KeyboardInterrupt from error
        return [f"{step.title}: {type(error).__name__}: {str(error).strip()[:500]}"]
    return []


def _was_interrupted(error: BaseException | None) -> bool:
    """Whether this came of an interrupt: to close a browser in the middle of things raises errors of its own."""
    while error is not None:
        if isinstance(error, KeyboardInterrupt):
            return True
        error = error.__cause__ or error.__context__
    return False


def _visits(measured: Bench, site: Place, recipe: Place, line: Line, runs: int) -> Iterator[Row]:
    """All rows after each round, so that a round that fails leaves those before it."""
    measures = [partial(measured.visit_and_verdict, place, line) for place in (site, recipe)]
    for visits in alternate(runs, measures):
        for name in visits[0][0]:
            yield Row(line.name, name, *([one[name] for one in each if name in one] for each in visits))


def _machine(engine: str) -> dict[str, Any]:
    told = subprocess.run([str(BENCHED[engine]()), "--version"], capture_output=True, text=True, check=False)
    return {
        "lookback": lookback.__version__,
        "python": platform.python_version(),
        "engine": engine,
        "browser": told.stdout.strip(),
        "system": f"{platform.system()} {platform.machine()}",
        "processors": os.cpu_count(),
        "load": os.getloadavg()[0] if hasattr(os, "getloadavg") else None,
    }
