"""How an array of the wrong form relates to the right one: a row of it, a sum of it, its rows end to end."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from lookback.checker.compare import close

Floats = np.ndarray[Any, np.dtype[np.float64]]
Test = Callable[[Floats, Floats], Any]


def _along(axis: int, reduce: Any) -> Test:
    return lambda got, want: reduce(want, axis=axis) if want.ndim > axis and want.ndim > 1 else None


# (title, why, what the right array gives when this was done to it; None where it says nothing). The first that holds on
# every call speaks.
# fmt: off
MADE_OF_RIGHT: tuple[tuple[str, str, Test], ...] = (
    ("Only the first entry", "That is the first entry alone: a return inside a loop ends it at its first turn.", lambda g, w: w.ravel()[0]),
    ("Only the last entry", "That is the last entry alone: = inside a loop keeps only what its last turn made.", lambda g, w: w.ravel()[-1]),
    ("Only the largest entry", "That is the largest entry alone; every entry is asked for.", lambda g, w: w.max()),
    ("Only the smallest entry", "That is the smallest entry alone; every entry is asked for.", lambda g, w: w.min()),
    ("Everything is added up", "The right numbers were all added up to one; a sum without an axis goes over everything.", lambda g, w: w.sum()),
    ("Everything is averaged", "That is the mean of the right numbers, one for all; every entry is asked for.", lambda g, w: w.mean()),
    ("Only the first row", "That is the right first row alone: a return inside the loop ends it at its first turn.", lambda g, w: w[0] if w.ndim > 1 else None),
    ("Only the first row", "That is the right first row alone: a return inside the loop ends it at its first turn.", lambda g, w: w[:1]),
    ("Only the last row", "That is the right last row alone: the loop keeps only what its last turn made.", lambda g, w: w[-1] if w.ndim > 1 else None),
    ("Only the last row", "That is the right last row alone: the loop keeps only what its last turn made.", lambda g, w: w[-1:]),
    ("The last one is missing", "The right numbers came back without the last: a loop ends one too early.", lambda g, w: w[:-1]),
    ("The first one is missing", "The right numbers came back without the first: a loop starts one too late.", lambda g, w: w[1:]),
    ("The rows are added up", "The right rows were added up to one; each row is asked for by itself.", _along(0, np.sum)),
    ("The rows are averaged", "The right rows were averaged to one; each row is asked for by itself.", _along(0, np.mean)),
    ("The rows are summed within", "Each right row was added up to one number; its entries are asked for.", _along(1, np.sum)),
    ("Rows and columns are exchanged", "The numbers are right, but rows and columns are exchanged.", lambda g, w: w.T if w.ndim > 1 else None),
    ("Rows end to end", "The numbers are right, but the rows stand end to end in one vector.", lambda g, w: w.ravel() if w.ndim > 1 else None),
    ("An axis too many", "The numbers are right; there is an axis of length 1 too many.", lambda g, w: w.reshape(g.shape) if g.ndim > w.ndim and g.size == w.size else None),
    ("An axis too few", "The numbers are right; there is an axis too few.", lambda g, w: w.reshape(g.shape) if g.ndim < w.ndim and g.size == w.size else None),
    ("The same row again and again", "Every row repeats the right numbers: an axis was added that a sum or an index should have taken away.", lambda g, w: np.broadcast_to(w, g.shape) if g.ndim == w.ndim + 1 else None),
    ("The same column again and again", "Every column repeats the right numbers: two vectors were paired as column and row.", lambda g, w: np.broadcast_to(w[:, None], g.shape) if g.ndim == w.ndim + 1 == 2 else None),
)
# (title, why, what makes the right array of what came back).
RIGHT_MADE_OF: tuple[tuple[str, str, Test], ...] = (
    ("Not added up yet", "Added up over the rows it would be right: every row is weighted, and the sum over the positions is missing.", lambda g, w: g.sum(axis=0) if g.ndim > 1 else None),
    ("Not added up yet", "Added up within each row it would be right: the sum over the last axis is missing.", lambda g, w: g.sum(axis=1) if g.ndim > 1 else None),
    ("Joined, not added", "The weighted rows were joined end to end; added up they would be right.", lambda g, w: g.reshape(-1, w.size).sum(axis=0) if g.ndim == w.ndim == 1 and g.size % w.size == 0 else None),
    ("All pairs in place of matching ones", "The right numbers stand on the diagonal: everything was paired with everything, not like with like.", lambda g, w: np.diagonal(g) if g.ndim == 2 else None),
    ("Entries too many", "The right numbers come first, and more follow after them.", lambda g, w: g[: len(w)] if g.ndim == w.ndim and len(g) > len(w) else None),
    ("Entries too many", "The right numbers come last, and others stand before them.", lambda g, w: g[-len(w) :] if g.ndim == w.ndim and len(g) > len(w) else None),
    ("Its last row is right", "Its last row is right, and the rows above are steps on the way to it: only the finished one is asked for.", lambda g, w: g[-1] if g.ndim == w.ndim + 1 else None),
    ("The first plane is right", "Its first part is right: an axis that should be taken one at a time is still there.", lambda g, w: g[0] if g.ndim == w.ndim + 1 else None),
)
# fmt: on


def relation(pairs: Sequence[tuple[Floats, Floats]]) -> tuple[str, str] | None:
    """Title and words for the first relation that holds for every pair of an array that came back and the right one.

    Pairs of equal shape, and right arrays of a single entry, tell nothing and are left out.
    """
    telling = [(got, want) for got, want in pairs if got.shape != want.shape and want.size > 1]
    if not telling:
        return None
    for table, holds in ((MADE_OF_RIGHT, _made), (RIGHT_MADE_OF, _makes)):
        for title, why, build in table:
            if all(holds(build, got, want) for got, want in telling):
                return title, why
    return None


def _made(build: Test, got: Floats, want: Floats) -> bool:
    return _equal(build, got, want, got)


def _makes(build: Test, got: Floats, want: Floats) -> bool:
    return _equal(build, got, want, want)


def _equal(build: Test, got: Floats, want: Floats, target: Floats) -> bool:
    with np.errstate(all="ignore"):
        try:
            built = build(got, want)
        except (ValueError, IndexError):
            return False
    return built is not None and close(np.asarray(built, dtype=float), target)
