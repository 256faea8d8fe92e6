"""The words a stored message may use: the learner's own numbers of the case that is shown.

A message is a format string. ``{call}`` is the call, ``{call:q}`` only that argument ("q = [2, 0]"); ``{got}`` and
``{want}`` the values, ``{got[1]}`` an entry; ``{sum}``, ``{rows}``, ``{cols}`` its sums; ``{shape}`` and
``{want_shape}``. Of a pair the results are ``{weights}`` and ``{context}``, each with ``_sum``, ``_rows``, ``_shape``,
and ``want_`` in front for what is right.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from lookback.checker import words
from lookback.checker.bundle import Answers, JudgedCase
from lookback.checker.compare import Outcome
from lookback.checker.values import Seen

PAIR = ("weights", "context")


class Shown:
    """An array in a message: formats as the lessons write it, and hands out its entries."""

    def __init__(self, values: np.ndarray[Any, Any], digits: int = 3) -> None:
        self._values, self._digits = values, digits

    def __getitem__(self, index: int) -> Shown:
        return Shown(self._values[index], self._digits)

    def __format__(self, spec: str) -> str:
        return words.array(self._values, self._digits)


class ShownCall:
    """The call in a message, or one of its arguments."""

    def __init__(self, case: JudgedCase, names: list[str]) -> None:
        self._case, self._names = case, names

    def __format__(self, spec: str) -> str:
        if not spec:
            return words.cut(self._case.call, 90)
        value = self._case.argument(self._names, spec)
        if isinstance(value, np.ndarray) and value.dtype.kind == "b":
            return f"{spec} = {value.tolist()}"
        return f"{spec} = {words.array(value) if value is not None else 'None'}"


def facts(case: JudgedCase, outcome: Outcome, answers: Answers) -> dict[str, Any]:
    """Everything a message about this case can name."""
    known: dict[str, Any] = {"call": ShownCall(case, answers.names)}
    expected = case.expected.value
    if outcome.raised is not None:
        known |= {"error": outcome.raised["type"], "text": words.cut(outcome.raised.get("text", ""), 80)}
    if len(answers.kinds) == 1 or outcome.value is None or outcome.value.kind != "sequence":
        known |= _named("got", outcome.value, expected, "") | _named("want", expected, outcome.value, "want_")
    if len(answers.kinds) > 1:
        for part, name in enumerate(PAIR):
            got, want = _part(outcome.value, part), _part(expected, part)
            known |= _named(name, got, want, f"{name}_") | _named(f"want_{name}", want, got, f"want_{name}_")
        known.setdefault("got", _Pair(outcome.value))
    return known


class _Pair:
    """Two results, as a pair of arrays."""

    def __init__(self, value: Seen | None) -> None:
        self._value = value

    def __format__(self, spec: str) -> str:
        parts = [item.numbers() for item in self._value.items] if self._value is not None else []
        return "(" + ", ".join(words.array(part, longest=30) for part in parts if part is not None) + ")"


def _part(value: Seen | None, part: int) -> Seen | None:
    if value is None or value.kind != "sequence" or part >= len(value.items):
        return None
    return value.items[part]


def _named(name: str, value: Seen | None, other: Seen | None, prefix: str) -> dict[str, Any]:
    """The numbers of one value and what can be said of them."""
    numbers = None if value is None else value.numbers()
    if numbers is None:
        return {}
    named: dict[str, Any] = {
        name: Shown(numbers, _digits(numbers, None if other is None else other.numbers()))
    }
    with np.errstate(all="ignore"):
        named[f"{prefix}sum"] = Shown(np.asarray(numbers.sum()))
        named[f"{prefix}shape"] = words.shape(numbers.shape)
        if numbers.ndim == 2:
            named[f"{prefix}rows"] = _sums(numbers.sum(axis=1))
            named[f"{prefix}cols"] = _sums(numbers.sum(axis=0))
    return named


def _sums(values: np.ndarray[Any, Any]) -> str:
    return words.listed([words.number(float(value)) for value in values[:4]]) + (
        " …" if len(values) > 4 else ""
    )


def _digits(values: np.ndarray[Any, Any], other: np.ndarray[Any, Any] | None) -> int:
    """Three decimals, or more where three would show two different values as equal."""
    if other is None or other.shape != values.shape:
        return 3
    for digits in range(3, 9):
        if not np.array_equal(np.round(values, digits), np.round(other, digits)) or np.array_equal(
            values, other
        ):
            return digits
    return 9
