"""The learner's functions inside a training loop: what they return is read, what they must not do is noticed.

A run calls them tens of thousands of times, so each call costs a comparison of types and no more; what takes longer
(is the answer the same the second time, are the arguments as they were) is asked at saved moments, of the last call.
"""

from __future__ import annotations

import math
import reprlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import FunctionType
from typing import Any, Literal

import numpy as np

from lookback.checker.failures import FILENAME
from lookback.checker.values import class_name, see

_float64, _ndarray = np.float64, np.ndarray
_dict, _type, _isfinite = dict, type, math.isfinite


@dataclass(frozen=True)
class Returns:
    """What a function has to return: "number", or "array" with one axis, as long as ``length`` says of its arguments.

    length : from the function's arguments; for "array" alone.
    """

    kind: Literal["number", "array"]
    length: Callable[..., int] | None = None


class Fault(Exception):
    """Something a learner's function did that ends the run; the message is a sentence for the learner."""

    def __init__(self, function: str, title: str, message: str) -> None:
        super().__init__(message)
        self.function, self.title, self.message = function, title, message


class Diverged(Exception):
    """The numbers of the training itself are no longer finite: nobody's function is to blame."""


class Guarded:
    """A learner's function, called as the training loop calls it."""

    def __init__(self, name: str, function: Callable[..., Any], returns: Returns) -> None:
        self.name, self._function, self._returns = name, function, returns
        self._last: tuple[tuple[Any, ...], Any] | None = None

    def call(self) -> Callable[..., Any]:
        """The function to hand to the loop: it returns a float or an array, or raises `Fault`."""
        return self._number if self._returns.kind == "number" else self._array

    @property
    def line(self) -> int | None:
        """The line of the learner's file at which the function begins, if it is a plain one of that file."""
        code = self._function.__code__ if _type(self._function) is FunctionType else None
        return code.co_firstlineno if code is not None and code.co_filename == FILENAME else None

    def _number(self, *args: Any) -> float:
        value = self._function(*_own(args))
        kind = _type(value)
        if (kind is float or kind is _float64) and _isfinite(value):
            self._last = (args, value)
            return value  # type: ignore[no-any-return]  # of one of the two types that were asked for
        number = self._plain_number(value, args)
        self._last = (args, number)
        return number

    def _plain_number(self, value: Any, args: tuple[Any, ...]) -> float:
        seen = see(value)
        data = seen.data
        if seen.kind == "bool" or data is None or data.ndim != 0:
            raise self._fault(
                "A result of another kind", f"{self.name} returned {_what(value)}; one number is wanted."
            )
        if not np.isfinite(data):
            raise self._not_finite(f"{float(data)}", args)
        return float(data)

    def _array(self, *args: Any) -> Any:
        value = self._function(*_own(args))
        length = self._returns.length(*args) if self._returns.length else len(args[0])
        plain = _type(value) is _ndarray and value.dtype.kind == "f" and value.shape == (length,)
        if not plain:
            wanted = f"a NumPy array of {length} floats is wanted"
            raise self._fault("A result of another kind", f"{self.name} returned {_what(value)}; {wanted}.")
        if not _isfinite(value.sum()):
            raise self._not_finite("an array with nan or inf in it", args)
        self._last = (args, value)
        return value

    def _fault(self, title: str, message: str) -> Fault:
        return Fault(self.name, title, message)

    def _not_finite(self, got: str, args: tuple[Any, ...]) -> Exception:
        if not all(np.isfinite(array).all() for array in _arrays(args)):
            return Diverged()
        return self._fault(
            "A result that is not finite", f"{self.name} returned {got}, though all its arguments are finite."
        )

    def look_again(self) -> None:
        """Repeat the last call: the answer must be the same, and the arguments must stay as they are."""
        if self._last is None:
            return
        args, before = self._last
        given = _copies(args)
        again = self._function(*given)
        for one, other in zip(_named(args), _named(given), strict=True):
            if one[0] != other[0] or not _same(one[1], other[1]):
                message = f"{self.name} changes {one[0]}, which belongs to whoever calls it."
                raise self._fault("Arguments that were changed", message)
        if not _same(before, again):
            message = f"{self.name} returned {_what(before)}, and then {_what(again)} for the same arguments."
            raise self._fault("The same call, another answer", message)


def _own(args: tuple[Any, ...]) -> tuple[Any, ...]:
    """The arguments of one call; a dict is a fresh one each time, so that what is done to it ends with the call."""
    return tuple([_dict(arg) if _type(arg) is _dict else arg for arg in args])


def _copies(args: tuple[Any, ...]) -> tuple[Any, ...]:
    """The arguments as arrays that can be written to, to see whether they are."""
    return tuple(
        {key: np.array(value) for key, value in arg.items()} if isinstance(arg, dict) else np.array(arg)
        for arg in args
    )


def _named(args: tuple[Any, ...]) -> list[tuple[str, Any]]:
    """Every array among the arguments, with the words for it."""
    named: list[tuple[str, Any]] = []
    for place, arg in enumerate(args, 1):
        if isinstance(arg, Mapping):
            named += [(f"the entry “{key}” of its dict", value) for key, value in arg.items()]
        else:
            named.append((f"its argument {place}", arg))
    return named


def _arrays(args: tuple[Any, ...]) -> list[Any]:
    return [value for _, value in _named(args)]


def _same(one: Any, other: Any) -> bool:
    """Whether two values hold the same numbers, to the last digits that a repeated sum may differ in."""
    a, b = see(one).data, see(other).data
    if a is None or b is None or a.shape != b.shape:
        return False
    return a.tobytes() == b.tobytes() or bool(np.allclose(a, b, 1e-9, 1e-12))


def _what(value: Any) -> str:
    """A returned value in a few words, without asking it anything."""
    seen = see(value)
    if seen.kind == "none":
        return "nothing (None)"
    if seen.kind == "bool":
        return "True" if seen.data else "False"
    if seen.kind == "number" and seen.data is not None:
        return f"{float(seen.data):.6g}"
    if seen.kind == "array":
        kind = f" of type {seen.dtype}" if seen.code != "f" else ""
        return f"an array of shape {seen.shape}{kind}" if seen.is_plain_array else f"a {seen.type_name}"
    if seen.kind == "sequence":
        return f"a {seen.type_name} of {len(seen.items)}"
    if type(value) is str:
        return f"the text {reprlib.repr(value)}"
    return f"something of type {class_name(type(value))}"
