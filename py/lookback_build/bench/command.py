"""The bench as a command: measure, print a table, write JSON and a plot."""

from __future__ import annotations

import json
import os
import platform
import subprocess
import tempfile
from dataclasses import asdict, dataclass
from pathlib import Path
from statistics import median, quantiles
from typing import Any

import lookback
from lookback_build import host as tools
from lookback_build import names
from lookback_build.bench.building import builds
from lookback_build.bench.interaction import POSITIONS, interaction, memory
from lookback_build.bench.line import Line
from lookback_build.bench.measure import (
    ENGINES,
    EXERCISE,
    LESSON,
    RIGHT,
    Bench,
    Place,
    alternate,
    ours,
    stock,
)
from lookback_build.bench.plot import plot
from lookback_build.bench.stock import make_stock_site
from lookback_build.bench.training import training
from lookback_build.console import Console, megabytes
from lookback_build.fetch import ensure_runtime
from lookback_build.runtime_lock import read_runtime_lock
from lookback_build.steps import build

LINES = (Line("local"), Line("20 Mbit/s, 40 ms", 20, 40), Line("5 Mbit/s, 100 ms", 5, 100))
EVENTS, MANY_EVENTS = 200, 10_000

# What is aimed at: a part of the stock recipe's time in the same run, or milliseconds.
AIMS = {
    ("local", "picture of the weights, first visit"): "0.10",
    ("local", "live widget, first visit"): "0.40",
    ("local", "live widget, repeat visit"): "0.25",
    ("local", "bytes to live"): "10 MB",
    ("20 Mbit/s, 40 ms", "live widget, first visit"): "0.70",
    ("local", "slider to painted weights, 3 positions"): "p95 16.7 ms",
    ("local", "check to verdict"): "150 ms",
    ("local", "killed loop to next verdict"): "500 ms",
    ("local", "longest task of the page meanwhile"): "100 ms",
}


@dataclass(frozen=True)
class Row:
    """One figure of the site, and of the stock recipe where that has it."""

    line: str
    name: str
    ours: list[float]
    stock: list[float]

    @property
    def ratio(self) -> float | None:
        """Median to median."""
        return median(self.ours) / median(self.stock) if self.stock else None

    @property
    def aim(self) -> str:
        return AIMS.get((self.line, self.name), "")

    def cells(self) -> tuple[str, ...]:
        """As the table shows it."""
        write = _bytes if self.name.startswith("bytes") else _milliseconds
        ratio = f"{self.ratio:.2f}" if self.ratio is not None else ""
        return self.line, self.name, write(self.ours), write(self.stock), ratio, self.aim


def bench(engine: str, runs: int, out: Path | None, console: Console) -> None:
    """Build both sites from the same files, measure them in turn, and say what came out."""
    measured = Bench(engine)
    node = tools.ensure_node(console)
    files = ensure_runtime(read_runtime_lock(names.RUNTIME_LOCK).values(), node, console)
    with tempfile.TemporaryDirectory() as scratch:
        site, recipe = Path(scratch, "site"), Path(scratch, "stock")
        build(site, None, console)
        make_stock_site(recipe, site, files, LESSON, EXERCISE, RIGHT)
        rows = [
            row for line in LINES for row in _visits(measured, ours(site), stock(recipe), line, runs, console)
        ]
        rows += _own(measured, ours(site), runs, console)
        rows += [Row("", name, values, []) for name, values in builds(console).items()]
    _tell(rows)
    if out is not None:
        _write(rows, {"runs": runs, **_machine(engine), "runtime": sorted(files)}, out)


def _visits(
    measured: Bench, site: Place, recipe: Place, line: Line, runs: int, console: Console
) -> list[Row]:
    with console.step(f"Visits, {line.name}, {runs} of each"):
        found = alternate(
            runs,
            [
                lambda: measured.visits(site, line) | measured.verdict(site, line),
                lambda: measured.visits(recipe, line) | measured.verdict(recipe, line),
            ],
        )
    return [
        Row(line.name, name, *([one[name] for one in visits if name in one] for visits in found))
        for name in found[0][0]
    ]


def _own(measured: Bench, site: Place, runs: int, console: Console) -> list[Row]:
    """What the stock recipe has no counterpart of."""
    found: dict[str, list[float]] = {}
    with console.step(f"{EVENTS} slider events at each of {len(POSITIONS)} sizes, 20 checks, 3 killed loops"):
        found |= interaction(measured, site, EVENTS)
    if measured.engine == "chromium":
        with console.step(f"Memory over {MANY_EVENTS:,} events"):
            found |= memory(site, MANY_EVENTS)
        with console.step(f"2,000 epochs, {runs} times in the page and natively"):
            found |= training(site, runs)
    return [Row("local", name, values, []) for name, values in found.items()]


def _milliseconds(values: list[float]) -> str:
    if not values:
        return ""
    spread = f" ({min(values):.0f}–{max(values):.0f})"
    if len(values) >= 20:
        spread = f", p95 {quantiles(values, n=20)[-1]:.0f}"
    return f"{median(values):.0f} ms{spread}"


def _bytes(values: list[float]) -> str:
    return megabytes(round(median(values))) if values else ""


def _table(rows: list[Row]) -> list[tuple[str, ...]]:
    return [("line", "what", "Lookback", "stock recipe", "ratio", "aim"), *(row.cells() for row in rows)]


def _tell(rows: list[Row]) -> None:
    table = _table(rows)
    widths = [max(len(cells[at]) for cells in table) for at in range(len(table[0]))]
    for cells in table:
        print("  ".join(cell.ljust(width) for cell, width in zip(cells, widths, strict=True)).rstrip())


def _machine(engine: str) -> dict[str, Any]:
    told = subprocess.run([str(ENGINES[engine]()), "--version"], capture_output=True, text=True, check=False)
    return {
        "lookback": lookback.__version__,
        "python": platform.python_version(),
        "browser": told.stdout.strip(),
        "system": f"{platform.system()} {platform.machine()}",
        "processors": os.cpu_count(),
        "load": os.getloadavg()[0] if hasattr(os, "getloadavg") else None,
    }


def _write(rows: list[Row], machine: dict[str, Any], out: Path) -> None:
    out.mkdir(parents=True, exist_ok=True)
    figures = {"machine": machine, "rows": [asdict(row) for row in rows]}
    (out / "bench.json").write_text(json.dumps(figures, indent=1) + "\n", "utf-8")
    (out / "bench.svg").write_text(plot(rows), "utf-8")
