"""A run: the moments of a training that are kept to go back to, few enough to be drawn, saved and sent."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from math import expm1, isfinite
from typing import Any, Protocol

import numpy as np
from numpy.typing import ArrayLike, NDArray

Floats = NDArray[np.float64]

#: Epochs a reader may look for; each is saved when the run reaches it.
LANDMARKS = (0, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10000)
SAVED = 63
#: Moments and entries of one moment that are taken from outside.
MOST_MOMENTS, MOST_ENTRIES = 200, 400
_PLACES = 7
_ODD = {"inf": float("inf"), "-inf": float("-inf"), "nan": float("nan")}


class Record(Protocol):
    """A moment of training as the loop yields it, such as `lookback.training.Progress`."""

    @property
    def epoch(self) -> int: ...
    @property
    def loss(self) -> float: ...
    @property
    def weights(self) -> Floats: ...
    @property
    def parameters(self) -> Mapping[str, Floats]: ...


@dataclass(frozen=True)
class Run:
    """Saved moments of a training.

    epochs : (s,), rising from 0.
    losses : (s,), may be infinite.
    weights : (s, m, n).
    contexts : (s, m, d_v), or None where none were computed.
    parameters : (s,) of the scorer, or empty where they were not kept.
    last : the epoch at which the training ends, beyond the last one saved while it is under way.
    """

    epochs: tuple[int, ...]
    losses: tuple[float, ...]
    weights: Floats
    contexts: Floats | None = None
    parameters: tuple[Mapping[str, Floats], ...] = ()
    last: int = -1

    def __post_init__(self) -> None:
        if self.last < self.epochs[-1]:
            object.__setattr__(self, "last", self.epochs[-1])

    @classmethod
    def of(cls, progress: Iterable[Record], saved: int = SAVED) -> Run:
        """Keep ``saved`` moments of a whole training, the early ones, where more happens, closer together."""
        moments = list(progress)
        wanted = epochs_to_keep(moments[-1].epoch, saved)
        kept = [moment for moment in moments if moment.epoch in wanted]
        return cls(
            tuple(moment.epoch for moment in kept),
            tuple(moment.loss for moment in kept),
            np.stack([moment.weights for moment in kept]),
            parameters=tuple(moment.parameters for moment in kept),
        )

    @classmethod
    def from_plain(cls, plain: Any, m: int, n: int) -> Run:
        """A run from JSON data that may have been written by anything.

        Raises
        ------
        ValueError
            Something is missing, of another kind, not rising, or the weights are not (s, m, n).
        """
        if not isinstance(plain, Mapping):
            raise ValueError("the run is not an object")
        moments, last = plain.get("moments"), plain.get("last")
        if not isinstance(moments, list) or not 1 <= len(moments) <= MOST_MOMENTS:
            raise ValueError(f"the run has no list of 1 to {MOST_MOMENTS} moments")
        if not all(isinstance(moment, Mapping) for moment in moments):
            raise ValueError("a moment of the run is not an object")
        epochs = [moment.get("epoch") for moment in moments]
        rising = all(type(e) is int for e in epochs) and epochs == sorted(set(epochs)) and epochs[0] == 0
        if not rising or type(last) is not int or last < epochs[-1]:
            raise ValueError("the epochs of the run do not rise from 0 to its last")
        losses = [_number(moment.get("loss")) for moment in moments]
        weights = _stack([moment.get("weights") for moment in moments], (m, n), "weights")
        given = [moment["contexts"] for moment in moments if moment.get("contexts") is not None]
        contexts = _stack(given, (m, None), "contexts") if len(given) == len(moments) else None
        if not np.isfinite(weights).all() or not np.isfinite(0 if contexts is None else contexts).all():
            raise ValueError("the weights and contexts of the run are not all finite")
        return cls(tuple(epochs), tuple(losses), weights, contexts, last=last)

    @property
    def places(self) -> int:
        """How many moments there are when the training has come to its end."""
        return max(len(epochs_to_keep(self.last)), len(self.epochs))

    def nearest(self, epoch: int) -> int:
        """The index of the saved moment nearest to an epoch."""
        return int(np.abs(np.array(self.epochs) - epoch).argmin())


def moment_to_plain(
    epoch: int, loss: float, weights: ArrayLike, contexts: ArrayLike | None
) -> dict[str, Any]:
    """One moment as JSON data; not a number and infinite are written as words."""
    plain = {"epoch": int(epoch), "loss": word(float(loss)), "weights": _rows(weights)}
    return plain if contexts is None else {**plain, "contexts": _rows(contexts)}


def _rows(values: ArrayLike) -> list[list[float | str]]:
    return [[word(float(value)) for value in row] for row in np.asarray(values, np.float64)]


def word(value: float) -> float | str:
    """A number as JSON has it: rounded, or "nan", "inf", "-inf"."""
    return round(value, _PLACES) if isfinite(value) else repr(value)


def _number(value: Any) -> float:
    if isinstance(value, str) and value in _ODD:
        return _ODD[value]
    if isinstance(value, int | float) and not isinstance(value, bool):
        return float(value)
    raise ValueError(f"{str(value)[:40]!r} in the run is not a number")


def _stack(tables: list[Any], shape: tuple[int, int | None], what: str) -> Floats:
    """Tables of numbers, all of one shape (None: any width up to a limit)."""
    m, n = shape
    width = n or (len(tables[0][0]) if isinstance(tables[0], list) and isinstance(tables[0][0], list) else 0)
    for table in tables:
        rows = table if isinstance(table, list) else []
        whole = len(rows) == m and all(isinstance(row, list) and len(row) == width for row in rows)
        if not whole or not 0 < m * width <= MOST_ENTRIES:
            raise ValueError(f"the {what} of a moment are not {m} rows of {n or 'equally many'} numbers")
    return np.array([[[_number(value) for value in row] for row in table] for table in tables], np.float64)


def bend(last: int, saved: int) -> float:
    """The b for which b·expm1(c·i), i = 0 … saved − 1, runs from 0 to ``last`` and starts in steps of one."""
    if last < saved:
        return 1e9  # every epoch is saved: no bend
    low, high = 1e-6, 1.0
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if expm1(middle * (saved - 1)) / middle < last else (low, middle)
    return 1 / low


def epochs_to_keep(last: int, saved: int = SAVED) -> list[int]:
    """Epochs spaced by log(1 + epoch/b), rising; the one nearest to a landmark gives way to it."""
    if last < saved:
        return list(range(last + 1))
    b = bend(last, saved)
    epochs = [round(b * expm1(i / b)) for i in range(saved)]
    for landmark in (*(e for e in LANDMARKS if e <= last), last):
        epochs[min(range(saved), key=lambda i: abs(epochs[i] - landmark))] = landmark
    return sorted(set(epochs))
