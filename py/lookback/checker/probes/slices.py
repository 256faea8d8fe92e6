"""A call on a whole batch as many small ones: row by row, so that the formulas for one query can speak of each."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from lookback.checker.compare import Rung, close
from lookback.checker.probes.trials import Floats, Trial, numbers_of
from lookback.checker.said import Said, join


@dataclass(frozen=True)
class Slice(Trial):
    """One row of a call: its own arguments, what came back for it, what is right, and what to call it."""

    mine: tuple[Floats | None, ...] = ()
    right: tuple[Floats, ...] = ()
    row: str = ""

    def got(self, part: int = 0) -> Floats | None:
        return self.mine[part] if part < len(self.mine) else None

    def want(self, part: int = 0) -> Floats | None:
        return self.right[part] if part < len(self.right) else None

    @property
    def label(self) -> str:
        return self.row


def slices(
    trial: Trial, split: dict[str, Any], shared: dict[str, Any], parts: Sequence[int] = (0,)
) -> list[Slice]:
    """The rows of a call; [] where a result has another shape than it should.

    ``split`` holds the arguments with one entry per row, ``shared`` those that every row has in common. The result
    number ``parts[k]`` of the call is result k of its rows.
    """
    results = [(trial.got(part), trial.want(part)) for part in parts]
    if any(got is None or want is None or got.shape != want.shape for got, want in results):
        return []
    found = []
    for index in range(len(next(iter(split.values())))):
        mine = tuple(np.asarray(got[index]) for got, _ in results if got is not None)
        right = tuple(np.asarray(want[index]) for _, want in results if want is not None)
        arguments = {name: None if rows is None else rows[index] for name, rows in split.items()} | shared
        wrong = next((k for k, (a, b) in enumerate(zip(mine, right, strict=True)) if not close(a, b)), None)
        step = "" if wrong is None else "values" if np.isfinite(mine[wrong]).all() else "nan"
        rung = Rung(step, wrong or 0)
        found.append(Slice(trial.case, trial.outcome, rung, arguments, mine, right, f"row {index}"))
    return found


def same_everywhere(tried: Sequence[Trial], part: int, name: str, each: str, own: str) -> Iterator[Said]:
    """Every row (or position) of a result is the same in every call, and should not be."""
    telling = []
    for trial in tried:
        got, want = trial.got(part), trial.want(part)
        if got is None or want is None or got.shape != want.shape or len(got) < 2:
            continue
        if not np.isfinite(got).all() or not close(got, np.broadcast_to(got[:1], got.shape)):
            return
        if not close(want, np.broadcast_to(want[:1], want.shape)):
            telling.append(trial)
    if len(telling) > 1:
        why = f"Every {each} is the same, in every call, whatever {own}."
        yield Said(
            "axes/same",
            f"Every {each} is the same",
            join(numbers_of(telling[0], part, name), why),
            telling[0].case.id,
            weak=True,
        )
