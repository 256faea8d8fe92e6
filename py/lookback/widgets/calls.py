"""Calls that a widget wants made of the reader's functions, and what came back from them, as plain data.

Nothing is run here. What comes back was written by an interpreter that any code has been in, so it is read like
anything else from outside: whatever does not have the form of a record is refused with a sentence.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Plain = dict[str, Any]

#: Characters of a text of the reader's code that are quoted, and how deep lists are looked into.
LONGEST, DEEPEST = 60, 6
INF = float("inf")
_UNREAL = {"nan": float("nan"), "inf": float("inf"), "-inf": float("-inf")}
_NO_RECORD = "what came back is no record of a call"


class Odd(Exception):
    """Something there is no picture of; its text is a sentence about the reader's code."""


@dataclass(frozen=True)
class Handed:
    """An argument that is what calls of the step before return, each of them numbers of this shape.

    calls : the position of one call, or of several whose results are stacked. shape : of one result.
    """

    calls: int | Sequence[int]
    shape: tuple[int, ...] = ()


@dataclass(frozen=True)
class Ask:
    """Calls of one function: its name, the names of its arguments, the arguments of each call by position."""

    function: str
    names: tuple[str, ...]
    calls: Sequence[tuple[Any, ...]]

    def to_plain(self) -> Plain:
        """As the sandbox takes it (`lookback.checker.observe`)."""
        calls = [
            {"id": str(i), "args": [argument(one) for one in arguments], "kwargs": {}}
            for i, arguments in enumerate(self.calls)
        ]
        return {"function": self.function, "arity": list(self.names), "given": "", "calls": calls}


#: What is asked in one round: calls of functions one after another, those of a later one perhaps on what is `Handed`.
Asks = tuple[Ask, ...]
#: What came of each of them: a record for each call, none where the step was not come to.
Answers = list[list[Plain]]


def asks_to_plain(asks: Asks) -> Plain:
    """A round as the sandbox takes it."""
    first, *rest = (ask.to_plain() for ask in asks)
    return {**first, "then": rest} if rest else first


def argument(value: Any) -> Plain:
    """An argument as the sandbox reads it: an array, a dict of arrays, a plain value, or what it makes itself."""
    if isinstance(value, np.ndarray):
        entries = [to_json(entry) for entry in value.ravel().tolist()]
        return {"array": entries, "kind": value.dtype.kind, "shape": list(value.shape)}
    if isinstance(value, dict):
        return {"dict": [[key, argument(item)] for key, item in value.items()]}
    if isinstance(value, Handed):
        calls = value.calls if isinstance(value.calls, int) else list(value.calls)
        return {"from": calls, "shape": list(value.shape)}
    return {"plain": value}


def to_json(value: Any) -> Any:
    """Numbers, and nested lists of them, with nan and the infinities as strings."""
    if isinstance(value, float) and not np.isfinite(value):
        return repr(value)
    if isinstance(value, list | tuple):
        return [to_json(item) for item in value]
    return value


@dataclass(frozen=True)
class Came:
    """One returned value: its kind and class, the shape of an array, its numbers where it has some, its items."""

    kind: str
    type_name: str
    shape: tuple[int, ...] = ()
    data: Floats | None = None
    items: tuple[Came, ...] = ()

    def numbers(self) -> Floats | None:
        """The value as one array, nested lists of numbers included; None if it is nothing of the kind."""
        if self.kind != "sequence":
            return self.data
        parts = [item.numbers() for item in self.items]
        found = [part for part in parts if part is not None]
        if not parts or len(found) < len(parts) or len({part.shape for part in found}) != 1:
            return None
        return np.array(found)

    def __str__(self) -> str:
        if self.kind == "array":
            real = "" if self.data is not None or prod(self.shape) > 4096 else " that holds no real numbers"
            return f"an array of shape {shape(self.shape)}{real}"
        if self.kind == "sequence":
            # The sandbox looks into no list of more than some thousand items.
            return f"{_an(self.type_name)} of {len(self.items) or 'no or very many items'}"
        known = {
            "none": "None",
            "number": "one number",
            "bool": "a bool",
            "text": "a text",
            "ellipsis": "...",
        }
        return known.get(self.kind) or _an(self.type_name)


def returned(function: str, call: Plain) -> Came:
    """What one call returned, or the sentence on what it raised."""
    if "raised" in call:
        raise Odd(f"{function} raised {_raised(_dict(call['raised']))}.")
    return _came(_dict(call.get("value")))


def answers_of(record: object, asks: Asks) -> Answers:
    """The calls of a record, for each step of a round.

    A step is not come to where the one before returned something that cannot be handed on: then it has no calls.

    Raises
    ------
    Odd
        The file gave no function, a call is missing, or this is no record.
    """
    known = _dict(record)
    then = known.get("then", [])
    if not isinstance(then, list):
        raise Odd(f"{asks[0].function}: {_NO_RECORD}.")
    steps = [known, *then]
    answers = [_calls_of(step, ask) for step, ask in zip(steps, asks, strict=False)]
    return answers + [[] for _ in asks[len(answers) :]]


def _calls_of(step: object, ask: Ask) -> list[Plain]:
    known = _dict(step)
    load = known.get("load")
    if load is not None:
        raise Odd(_not_loaded(ask.function, _dict(load)))
    calls = known.get("calls")
    if not isinstance(calls, list):
        raise Odd(f"{ask.function}: {_NO_RECORD}.")
    if len(calls) != len(ask.calls):
        raise Odd(f"{ask.function} took too long: {len(calls)} of {len(ask.calls)} calls came to an end.")
    return [_dict(call) for call in calls]


def manners(function: str, calls: Sequence[Plain]) -> str:
    """What a call did besides returning: changed its arguments, or gave something else the second time."""
    for call in calls:
        changed = call.get("changed")
        if isinstance(changed, list) and changed:
            return f"{function} changed its argument {text(changed[0])}."
        if call.get("again") is not None:
            return f"{function} returned something else when it was called again."
    return ""


def array(function: str, name: str, came: Came, wanted: tuple[int, ...]) -> Floats:
    """The numbers of a value that has the shape wanted, whatever holds them."""
    data = came.numbers()
    if data is not None and data.shape == wanted:
        return data
    if came.kind == "array" and wanted and came.shape != wanted:
        raise Odd(f"{function} returned {name} of shape {shape(came.shape)} where {shape(wanted)} is wanted.")
    kind = f"an array of shape {shape(wanted)}" if wanted else "one number"
    raise Odd(f"{function} returned {came} where {kind} is wanted.")


def arrays(function: str, name: str, calls: Sequence[Plain], wanted: tuple[int, ...]) -> Floats:
    """What each call returned, in one array: values that have the shape wanted."""
    if not calls:
        raise Odd(f"{function}: {_NO_RECORD}.")
    return np.array([array(function, name, returned(function, call), wanted) for call in calls])


def shape(sizes: Sequence[int]) -> str:
    """A shape as NumPy writes it."""
    return str(tuple(sizes))


def text(value: object) -> str:
    """A text of the reader's code in one line, cut where it is long."""
    plain = " ".join(str(value)[: 4 * LONGEST].split())
    plain = "".join(c if c.isprintable() else "�" for c in plain)
    return plain if len(plain) <= LONGEST else plain[: LONGEST - 1] + "…"


def _dict(value: object) -> Plain:
    if not isinstance(value, dict):
        raise Odd(f"This cannot be drawn: {_NO_RECORD}.")
    return value


def _raised(raised: Plain) -> str:
    said = text(raised.get("text") or "")
    what = text(raised.get("type") or "an exception") + (f": {said.rstrip('.')}" if said else "")
    line = raised.get("line")
    return f"{what}, in line {line}" if type(line) is int and 0 < line < 10**6 else what


def _not_loaded(function: str, load: Plain) -> str:
    why = load.get("why")
    if why == "missing":
        return f"The file has no function {function}."
    if why == "not-callable":
        return f"{function} is {_an(text(load.get('found')))}, not a function."
    if why == "signature":
        return f"{function}{text(load.get('found'))} does not take these arguments: {text(load.get('text'))}."
    return f"The file stops: {_raised(load)}."


def _came(plain: Plain, depth: int = 0) -> Came:
    kind, type_name = plain.get("kind"), plain.get("type")
    if not isinstance(kind, str) or not isinstance(type_name, str) or depth > DEEPEST:
        raise Odd(f"This cannot be drawn: {_NO_RECORD}.")
    sizes, items = plain.get("shape", []), plain.get("items", [])
    whole = isinstance(sizes, list) and all(type(size) is int and 0 <= size < 2**40 for size in sizes)
    if not whole or not isinstance(items, list):
        raise Odd(f"This cannot be drawn: {_NO_RECORD}.")
    inner = tuple(_came(_dict(item), depth + 1) for item in items)
    return Came(kind, text(type_name), tuple(sizes), _data(plain.get("data"), tuple(sizes)), inner)


def _data(entries: object, sizes: tuple[int, ...]) -> Floats | None:
    if entries is None:
        return None
    if not isinstance(entries, list):
        entries = [entries]
    numbers = [_UNREAL.get(entry, entry) if isinstance(entry, str) else entry for entry in entries]
    real = all(isinstance(entry, int | float) and (entry != entry or abs(entry) <= INF) for entry in numbers)
    if not real or len(numbers) != prod(sizes):
        raise Odd(f"This cannot be drawn: {_NO_RECORD}.")
    return np.array(numbers, dtype=np.float64).reshape(sizes)


def _an(name: str) -> str:
    return f"{'an' if name[:1].lower() in set('aeiou') else 'a'} {name}"
