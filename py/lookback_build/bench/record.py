"""What a bench has measured: kept at once, beside what earlier runs have left in the same folder."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, field
from pathlib import Path
from statistics import median, quantiles
from typing import Any

from lookback.errors import LookbackError, UsageError
from lookback_build.bench.plot import plot
from lookback_build.console import megabytes

# What is aimed at: a part of the stock recipe's time in the same run, or milliseconds.
AIMS = {
    ("local", "picture of the weights, first visit"): "0.10",
    ("local", "live widget, first visit"): "0.40",
    ("local", "live widget, repeat visit"): "0.25",
    ("local", "bytes to live"): "10 MB",
    ("20 Mbit/s, 40 ms", "live widget, first visit"): "0.70",
    ("local", "slider to weights in the page, 3 positions"): "p95 16.7 ms",
    ("local", "slider to painted weights, 3 positions"): "p95 16.7 ms",
    ("local", "check to verdict"): "150 ms",
    ("local", "killed loop to next verdict"): "500 ms",
    ("local", "longest task of the page meanwhile"): "100 ms",
}
_HEAD = ("line", "what", "Lookback", "stock recipe", "ratio", "aim")


@dataclass(frozen=True)
class Row:
    """One figure of the site, and of the stock recipe where that has it; milliseconds, or bytes if it says so."""

    line: str
    name: str
    ours: list[float]
    stock: list[float] = field(default_factory=list)

    @property
    def ratio(self) -> float | None:
        """Median to median."""
        return median(self.ours) / median(self.stock) if self.stock else None

    def cells(self) -> tuple[str, ...]:
        """As the table shows it."""
        write = _bytes if self.name.startswith("bytes") else _milliseconds
        ratio = f"{self.ratio:.2f}" if self.ratio is not None else ""
        aim = AIMS.get((self.line, self.name), "")
        return self.line, self.name, write(self.ours), write(self.stock), ratio, aim


class Record:
    """The rows of one run, and those of earlier ones that it has not measured anew.

    Parameters
    ----------
    run : the machine, the versions and the settings of this run, as JSON; "engine" names the browser.
    folder : where bench.json and bench.svg are written after each row; None keeps nothing.

    Raises `UsageError` if the folder has figures of another engine, and `LookbackError` if its file is damaged.
    """

    def __init__(self, run: dict[str, Any], folder: Path | None) -> None:
        self._run = run
        self._folder = folder
        self._rows: dict[tuple[str, str], tuple[dict[str, Any], Row]] = {}
        if folder is not None:
            self._read(folder / "bench.json")

    @property
    def own(self) -> list[Row]:
        """What this run has measured."""
        return [row for run, row in self._rows.values() if run is self._run]

    def keep(self, row: Row) -> None:
        """Add a row, in place of an earlier one of the same figure."""
        self._rows[row.line, row.name] = (self._run, row)
        if self._folder is not None:
            self._write(self._folder)

    def _read(self, path: Path) -> None:
        if not path.exists():
            return
        try:
            kept = json.loads(path.read_text("utf-8"))
            for entry in kept["rows"]:
                run = kept["runs"][entry.pop("run")]
                self._rows[entry["line"], entry["name"]] = (run, Row(**entry))
            engines = {run["engine"] for run, _ in self._rows.values()}
        except (ValueError, KeyError, IndexError, TypeError, AttributeError) as error:
            what = f"these are not figures of a bench ({type(error).__name__}: {error})"
            raise LookbackError(
                what, path, None, "name another folder with --out, or delete the file"
            ) from error
        if engines - {self._run["engine"]}:
            what = f"{path} has figures of {', '.join(sorted(engines))}"
            raise UsageError(what, mend=f"name another folder for those of {self._run['engine']}")

    def _write(self, folder: Path) -> None:
        runs: list[dict[str, Any]] = []
        entries = []
        for run, row in self._rows.values():
            if run not in runs:
                runs.append(run)
            entries.append({"run": runs.index(run), **asdict(row)})
        folder.mkdir(parents=True, exist_ok=True)
        text = json.dumps({"runs": runs, "rows": entries}, indent=1) + "\n"
        _replace(folder / "bench.json", text)
        _replace(folder / "bench.svg", plot([row for _, row in self._rows.values()]))


def table(rows: list[Row]) -> str:
    """Rows as lines of text, in columns."""
    cells = [_HEAD, *(row.cells() for row in rows)]
    widths = [max(len(line[at]) for line in cells) for at in range(len(_HEAD))]
    return "\n".join(
        "  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)).rstrip()
        for line in cells
    )


def _replace(path: Path, text: str) -> None:
    """Whole or not at all: a run may be ended at any moment."""
    part = path.with_suffix(".part")
    part.write_text(text, "utf-8")
    part.replace(path)


def _milliseconds(values: list[float]) -> str:
    if not values:
        return ""
    spread = f" ({min(values):.0f}–{max(values):.0f})"
    if len(values) >= 20:
        spread = f", p95 {quantiles(values, n=20)[-1]:.0f}"
    return f"{median(values):.0f} ms{spread}"


def _bytes(values: list[float]) -> str:
    return megabytes(round(median(values))) if values else ""
