"""What a lesson's experiment.py describes: settings, a training run, trials with their tables."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from types import ModuleType
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from lookback.experiment.guard import Returns

Functions = Mapping[str, Callable[..., Any]]
Values = Mapping[str, Any]


@dataclass(frozen=True)
class Setting:
    """A number that a reader may choose: ``name`` in the code, ``label`` on the page, ``value`` at the start."""

    name: str
    label: str
    value: float
    low: float
    high: float
    whole: bool = False

    def take(self, value: Any) -> float:
        """The value in its own type; ValueError, a sentence, when it does not fit."""
        wanted = f"{'a whole number' if self.whole else 'a number'} from {self.low:g} to {self.high:g}"
        real = isinstance(value, int | float) and not isinstance(value, bool)
        if not real or not self.low <= value <= self.high or (self.whole and value != int(value)):
            raise ValueError(f"{self.name} = {value!r}; wanted {wanted}")
        return int(value) if self.whole else float(value)


@dataclass(frozen=True)
class Moment:
    """A moment of training.

    epoch : updates made so far, from 0.
    loss : may be infinite.
    weights : (m, n), one row for each output step.
    contexts : gives (m, d_v) when it is asked, which is done at saved moments alone; None where none are shown.
    """

    epoch: int
    loss: float
    weights: ArrayLike
    contexts: Callable[[], ArrayLike] | None = None


@dataclass(frozen=True)
class Cell:
    """One entry of a trial's table: a text, and beside it a weight as a bar or marks ("1" met, "0" not) as squares."""

    text: str
    weight: float | None = None
    marks: str = ""


@dataclass(frozen=True)
class Row:
    """A row of a trial's table."""

    name: str
    cells: tuple[Cell, ...]


@dataclass(frozen=True)
class Table:
    """A trial's table so far; ``part`` of it is done, from 0 to 1, and ``at`` says where the trial is."""

    part: float
    at: str
    rows: tuple[Row, ...]

    def to_plain(self) -> dict[str, Any]:
        """As plain JSON data."""
        return {
            "part": round(float(self.part), 4),
            "at": self.at,
            "rows": [{"name": row.name, "cells": [_plain(cell) for cell in row.cells]} for row in self.rows],
        }


def _plain(cell: Cell) -> dict[str, Any]:
    plain: dict[str, Any] = {"text": cell.text}
    if cell.weight is not None and np.isfinite(cell.weight):
        plain["weight"] = round(float(cell.weight), 4)
    if cell.marks:
        plain["marks"] = cell.marks
    return plain


@dataclass(frozen=True)
class Trial:
    """Something that is really run to answer a question.

    title : above the table.
    columns : heads of all columns, that of the rows' names first.
    run : yields the table as it grows; what it yields last is the result. The first column names the rows.
    """

    title: str
    columns: tuple[str, ...]
    run: Callable[[], Iterator[Table]]

    def result(self) -> Table:
        """Run it to its end."""
        last = Table(1, "", ())
        for table in self.run():
            last = table
        return last


@dataclass(frozen=True)
class Experiment:
    """EXPERIMENT of a lesson's experiment.py.

    functions : the exercises whose functions the forward pass calls, and what each has to return.
    settings : what a reader may choose; one is called "epochs" and says how many there are.
    train : yields a `Moment` before the first update and after each one.
    trials : by the name under which the lesson's text places them.
    """

    functions: Mapping[str, Returns]
    settings: tuple[Setting, ...]
    train: Callable[[Functions, Values], Iterator[Moment]]
    trials: Mapping[str, Trial] = field(default_factory=dict)

    def values(self, chosen: Mapping[str, Any]) -> dict[str, float]:
        """All settings, those that were chosen checked; ValueError, a sentence, when one does not fit."""
        known = {setting.name: setting for setting in self.settings}
        for name in chosen:
            if name not in known:
                raise ValueError(f"{name} is no setting; there are {', '.join(known)}")
        return {name: one.take(chosen.get(name, one.value)) for name, one in known.items()}


def load(source: str, name: str = "experiment.py") -> Experiment:
    """The EXPERIMENT of a lesson's experiment.py, from its text."""
    module = ModuleType("lesson_experiment")
    exec(compile(source, name, "exec", dont_inherit=True), module.__dict__)
    return of_module(module)


def of_module(module: ModuleType) -> Experiment:
    """The EXPERIMENT of a module; ValueError, a sentence, when it is none or not whole."""
    found = getattr(module, "EXPERIMENT", None)
    if not isinstance(found, Experiment):
        raise ValueError("has no EXPERIMENT = Experiment(…)")
    if "epochs" not in {setting.name for setting in found.settings}:
        raise ValueError("EXPERIMENT has no setting called epochs, so nobody knows when it ends")
    return found
