"""One call against what is expected: the comparison ladder. The first rung that does not hold gives the verdict."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from lookback.checker.cases import Expected
from lookback.checker.values import Seen

RTOL, ATOL = 1e-6, 1e-9
SINGLE = 1e-5  # float32 is accepted within this, absolute and relative

Floats = np.ndarray[Any, np.dtype[np.float64]]


@dataclass(frozen=True)
class Outcome:
    """What one call of the submission did, from the record that `observe` wrote."""

    raised: dict[str, Any] | None
    value: Seen | None
    changed: tuple[str, ...] = ()
    after: tuple[Seen, ...] = ()
    again: Outcome | None = None
    seconds: float = 0.0

    @classmethod
    def from_record(cls, record: dict[str, Any]) -> Outcome:
        """From a call's record."""
        again = record.get("again")
        return cls(
            record.get("raised"),
            Seen.from_plain(record["value"]) if "value" in record else None,
            tuple(record.get("changed", ())),
            tuple(Seen.from_plain(value) for value in record.get("after", ())),
            cls.from_record(again) if again else None,
            float(record.get("seconds", 0.0)),
        )


@dataclass(frozen=True)
class Rung:
    """The result of a comparison.

    step : "" when everything holds, else the rung: raised, no-error, nothing, unfinished, pair, type, dtype, shape,
        nan, changed, again, values.
    part : which result of a pair it is about. error : the largest difference. index : the first wrong entry.
    remarks : what was accepted but deserves a note ("single", "list-pair").
    """

    step: str = ""
    part: int = 0
    error: float | None = None
    index: tuple[int, ...] | None = None
    remarks: frozenset[str] = field(default_factory=frozenset)

    @property
    def passed(self) -> bool:
        return not self.step


def climb(outcome: Outcome, expected: Expected, kinds: tuple[str, ...], exact: Floats | None = None) -> Rung:
    """Compare one outcome with what is expected.

    Parameters
    ----------
    outcome, expected : what happened, and what should have.
    kinds : "array" or "number" for each result; two of them mean a pair.
    exact : for the first result, True where an expected 0 has to be 0 exactly (masked positions), or None.
    """
    if outcome.raised is not None:
        asked = bool(expected.raises) and expected.raises in outcome.raised["bases"]
        return Rung() if asked else Rung("raised")
    if expected.value is None:
        return Rung("no-error")
    value = outcome.value
    if value is None or value.kind == "none":
        return Rung("nothing")
    if value.kind == "ellipsis":
        return Rung("unfinished")
    if len(kinds) == 1:
        rung = _climb_one(value, expected.value, kinds[0], 0, exact)
    else:
        rung = _climb_pair(value, expected.value, kinds, exact)
    if rung.step in ("", "values"):
        if outcome.changed:
            return Rung("changed", error=rung.error)
        if outcome.again is not None:
            return Rung("again", error=rung.error)
    return rung


def _climb_pair(value: Seen, expected: Seen, kinds: tuple[str, ...], exact: Floats | None) -> Rung:
    if value.kind != "sequence" or len(value.items) != len(kinds):
        return Rung("pair")
    remarks = frozenset({"list-pair"}) if value.type_name == "list" else frozenset()
    rungs = [
        _climb_one(got, want, kind, part, exact if part == 0 else None)
        for part, (got, want, kind) in enumerate(zip(value.items, expected.items, kinds, strict=True))
    ]
    errors = [rung.error for rung in rungs if rung.error is not None]
    worst = max(errors, key=lambda error: (np.isnan(error), error)) if errors else None
    # A wrong type or shape of either result comes before wrong numbers: it may well be their cause.
    order = ("nothing", "unfinished", "type", "dtype", "shape", "nan", "values")
    failed = sorted(
        (rung for rung in rungs if rung.step), key=lambda rung: (order.index(rung.step), rung.part)
    )
    if failed:
        first = failed[0]
        return Rung(first.step, first.part, worst, first.index)
    return Rung(error=worst, remarks=remarks.union(*(rung.remarks for rung in rungs)))


def _climb_one(value: Seen, expected: Seen, kind: str, part: int, exact: Floats | None) -> Rung:
    if value.kind in ("none", "ellipsis"):
        return Rung("nothing" if value.kind == "none" else "unfinished", part)
    problem = _number_problem(value) if kind == "number" else _array_problem(value)
    if problem:
        return Rung(problem, part)
    if value.data is None or expected.data is None or value.shape != expected.shape:
        return Rung("shape", part)
    return _compare_numbers(value, expected.data, part, exact)


def _number_problem(value: Seen) -> str:
    if value.kind == "number" or (value.is_plain_array and value.shape == () and value.code in "fiu"):
        return "dtype" if value.dtype == "float16" else ""
    return "type"


def _array_problem(value: Seen) -> str:
    if not value.is_plain_array:
        return "type"
    return "" if value.code in "fiu" and value.dtype != "float16" else "dtype"


def _compare_numbers(value: Seen, want: Floats, part: int, exact: Floats | None) -> Rung:
    numbers = np.zeros(0) if value.data is None else value.data
    with np.errstate(all="ignore"):
        difference = np.abs(numbers - want)
        loose = value.dtype == "float32"
        allowed = SINGLE + SINGLE * np.abs(want) if loose else ATOL + RTOL * np.abs(want)
        bad = ~(difference <= allowed)
        if exact is not None and exact.shape == want.shape:
            bad = bad | (exact.astype(bool) & (want == 0) & (numbers != 0))
    error = float(np.max(difference)) if difference.size else 0.0
    if not bad.any():
        return Rung(error=error, part=part, remarks=frozenset({"single"} if loose else ()))
    index = tuple(int(i) for i in np.argwhere(bad)[0])
    finite = np.isfinite(numbers).all()
    return Rung("values" if finite else "nan", part, error, index)


def same_behaviour(outcome: Outcome, other: Outcome) -> bool:
    """Whether two calls did the same thing: same exception, or same types, shapes and numbers, same side effects."""
    if (outcome.raised is None) != (other.raised is None):
        return False
    if outcome.raised is not None and other.raised is not None:
        return bool(outcome.raised["type"] == other.raised["type"])
    if outcome.changed != other.changed or (outcome.again is None) != (other.again is None):
        return False
    if not all(same_value(a, b) for a, b in zip(outcome.after, other.after, strict=False)):
        return False
    return outcome.value is not None and other.value is not None and same_value(outcome.value, other.value)


def same_value(a: Seen, b: Seen) -> bool:
    """Whether two values agree in kind, shape and numbers (nan with nan, inf with inf)."""
    if (a.kind, a.shape, len(a.items)) != (b.kind, b.shape, len(b.items)):
        return False
    if (a.kind == "array" and a.type_name != b.type_name) or (a.data is None) != (b.data is None):
        return False
    if a.data is not None and b.data is not None and not close(a.data, b.data):
        return False
    # A list and a tuple of numbers are two mistakes; a pair of arrays may come as either.
    if a.kind == "sequence" and a.type_name != b.type_name and all(item.kind == "number" for item in a.items):
        return False
    return all(same_value(x, y) for x, y in zip(a.items, b.items, strict=True))


def close(a: Floats, b: Floats) -> bool:
    """Equal up to the tolerance of the checker, with equal nan and inf."""
    if a.shape != b.shape:
        return False
    # Most supposed formulas fail at the first number or the last.
    if a.size and not (_near(a.item(0), b.item(0)) and _near(a.item(-1), b.item(-1))):
        return False
    if a.size < 3:
        return True
    with np.errstate(all="ignore"):
        equal = (
            (a == b)
            | (np.isnan(a) & np.isnan(b))
            | (np.isfinite(b) & (np.abs(a - b) <= ATOL + RTOL * np.abs(b)))
        )
    return bool(equal.all())


def _near(a: float, b: float) -> bool:
    """`close` for two numbers."""
    return a == b or (a != a and b != b) or (math.isfinite(b) and abs(a - b) <= ATOL + RTOL * abs(b))
