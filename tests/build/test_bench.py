"""The bench keeps what it has measured, whatever comes after, and says what failed."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest

from lookback.errors import LookbackError, UsageError
from lookback_build.bench import command
from lookback_build.bench.command import Step, bench
from lookback_build.bench.measure import alternate
from lookback_build.bench.record import Record, Row, table
from lookback_build.browsers import find_chromium
from lookback_build.console import Console

RUN = {"engine": "chromium", "load": 0.5}


def kept(folder: Path) -> dict[str, Any]:
    """Every figure in a folder, with the load of the machine then."""
    told = json.loads((folder / "bench.json").read_text("utf-8"))
    return {row["name"]: (row["ours"], told["runs"][row["run"]]["load"]) for row in told["rows"]}


def broken() -> Iterator[Row]:
    yield Row("local", "second", [2.0])
    raise RuntimeError("the page crashed")


def interrupted() -> Iterator[Row]:
    yield Row("local", "second", [2.0])
    try:
        raise KeyboardInterrupt
    finally:
        raise RuntimeError("the browser is closed")  # as closing does in the middle of things


def steps(*rows: Iterable[Row] | Any) -> Any:
    """In place of what measures: one step that gives these."""
    made = [Step(f"step {at}", one if callable(one) else lambda one=one: one) for at, one in enumerate(rows)]
    return lambda *_: {"builds": lambda: iter(made)}


def test_every_row_is_kept_at_once_beside_those_of_earlier_runs(tmp_path: Path) -> None:
    earlier = Record(RUN, tmp_path)
    earlier.keep(Row("local", "first", [1.0, 3.0], [4.0]))
    earlier.keep(Row("local", "second", [2.0]))
    record = Record({**RUN, "load": 2.5}, tmp_path)
    assert record.own == []
    record.keep(Row("local", "second", [5.0]))
    assert kept(tmp_path) == {"first": ([1.0, 3.0], 0.5), "second": ([5.0], 2.5)}
    assert "first, local" in (tmp_path / "bench.svg").read_text("utf-8")
    assert [row.name for row in record.own] == ["second"]
    assert "0.50" in table([Row("local", "first", [1.0, 3.0], [4.0])])


@pytest.mark.parametrize("content", ["", "[1]", '{"runs": [], "rows": [{"run": 0, "line": "", "name": ""}]}'])
def test_a_file_that_is_no_record_is_named_before_anything_is_measured(tmp_path: Path, content: str) -> None:
    (tmp_path / "bench.json").write_text(content, "utf-8")
    with pytest.raises(LookbackError, match="not figures of a bench"):
        Record(RUN, tmp_path)
    assert (tmp_path / "bench.json").read_text("utf-8") == content


def test_figures_of_two_engines_do_not_mix(tmp_path: Path) -> None:
    Record(RUN, tmp_path).keep(Row("local", "first", [1.0]))
    with pytest.raises(UsageError, match="has figures of chromium; name another folder for those of firefox"):
        Record({"engine": "firefox"}, tmp_path)


def test_rounds_before_one_that_fails_are_given() -> None:
    answers = iter([1.0, 2.0])
    rounds = alternate(3, [lambda: {"a": next(answers)}])
    assert [len(next(rounds)[0]) for _ in range(2)] == [1, 2]
    with pytest.raises(RuntimeError):  # what the end of `answers` becomes in a generator
        next(rounds)


def test_a_step_that_fails_costs_its_own_rows_only(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    if find_chromium() is None:
        pytest.skip("the bench needs Chromium")
    monkeypatch.setattr(
        command, "_steps", steps([Row("local", "first", [1.0])], broken, [Row("local", "third", [3.0])])
    )
    with pytest.raises(LookbackError, match="step 1: RuntimeError: the page crashed"):
        bench("chromium", 1, ["builds"], tmp_path, Console())
    assert set(kept(tmp_path)) == {"first", "second", "third"}
    told = capsys.readouterr().out
    assert [line.split()[1] for line in told.splitlines()] == ["what", "first", "second", "third"]


def test_an_interrupt_ends_it_and_what_was_measured_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    if find_chromium() is None:
        pytest.skip("the bench needs Chromium")
    monkeypatch.setattr(command, "_steps", steps(interrupted, [Row("local", "third", [3.0])]))
    with pytest.raises(KeyboardInterrupt):
        bench("chromium", 1, ["builds"], tmp_path, Console())
    assert set(kept(tmp_path)) == {"second"}
    assert "second" in capsys.readouterr().out


@pytest.mark.parametrize("part", ["memory", "training"])
def test_what_only_chromium_tells_is_refused_elsewhere(part: str) -> None:
    with pytest.raises(UsageError, match=f"{part} can be measured in Chromium only"):
        bench("firefox", 1, [part], None, Console())
