"""Numbers and arrays as the lessons write them: .468 without a leading zero, a true minus, 0 only when exact."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

MINUS = "−"
LONGEST = 70  # characters of one array inside a message of at most 220


def number(value: float, digits: int = 3, fixed: bool = False) -> str:
    """One number: 2, .468, −1.8, 46.831, nan; a small number that is not 0 keeps its zeros (.000).

    ``fixed`` keeps all decimals, so that columns line up.
    """
    value = float(value)
    if math.isnan(value):
        return "nan"
    if math.isinf(value):
        return "inf" if value > 0 else MINUS + "inf"
    size = abs(value)
    if size and (size >= 1e6 or size < 10.0 ** -(digits + 3)):
        text = f"{size:.2g}".replace("e+0", "e").replace("e+", "e").replace("e-0", "e−").replace("e-", "e−")
    elif size == int(size):
        text = str(int(size))
    else:
        text = f"{size:.{digits}f}"
        whole, _, decimals = text.partition(".")
        if not fixed:
            # Zeros at the end say that the number was rounded; an exact .25 or 1.75 goes without.
            exact = next(
                (k for k in range(1, digits) if abs(size - round(size, k)) <= 1e-12 * max(size, 1)), digits
            )
            decimals = decimals[:exact]
        text = (whole if whole != "0" else "") + "." + decimals
    return (MINUS if value < 0 else "") + text


def small(value: float) -> str:
    """A number of which it matters that it is not 0: .063, but 3.1e−6."""
    if value and abs(value) < 0.0005:
        return (MINUS if value < 0 else "") + f"{abs(value):.1e}".replace("e-0", "e−").replace("e-", "e−")
    return number(value)


def array(values: Any, digits: int = 3, longest: int = LONGEST) -> str:
    """A number, a vector or nested rows, cut in the middle of the last axis when it gets long."""
    data = np.asarray(values, dtype=float)
    if data.ndim == 0:
        return number(float(data), digits)
    text = _rows(data, digits)
    if len(text) <= longest:
        return text
    shortened = data[:2] if data.ndim > 1 else data[:4]
    inner = ", ".join(array(item, digits, longest) for item in shortened)
    rest = data.shape[0] - len(shortened)
    return f"[{inner}, …]" if rest else f"[{inner}]"


def _rows(data: np.ndarray[Any, Any], digits: int) -> str:
    if data.ndim == 1:
        return "[" + ", ".join(number(float(item), digits) for item in data) + "]"
    return "[" + ", ".join(_rows(item, digits) for item in data) + "]"


def apart(got: float, want: float) -> tuple[str, str]:
    """Two different numbers with as many decimals as it takes to see that they differ."""
    for digits in range(3, 16):
        if f"{got:.{digits}f}" != f"{want:.{digits}f}":
            return number(got, digits), number(want, digits)
    return (small(got), "0") if want == 0 else (repr(float(got)), repr(float(want)))


def shape(sizes: Sequence[int]) -> str:
    """(3,) or (2, 3), as NumPy prints shapes."""
    return "(" + ", ".join(str(size) for size in sizes) + ("," if len(sizes) == 1 else "") + ")"


def listed(names: Sequence[str], joint: str = "and") -> str:
    """a, b and c."""
    if len(names) < 2:
        return "".join(names)
    return ", ".join(names[:-1]) + f" {joint} " + names[-1]


def first_upper(text: str) -> str:
    """The text with a capital letter at its start, as a sentence has."""
    return text[:1].upper() + text[1:]


def printable(text: str) -> str:
    """The text without control characters, which code may hold and a page or a terminal would obey."""
    return "".join(letter if letter.isprintable() else " " for letter in text)


def cut(text: str, longest: int) -> str:
    """At most ``longest`` characters, with a mark where something was left out."""
    text = text.encode("utf-8", "replace").decode("utf-8")
    return text if len(text) <= longest else text[: longest - 1].rstrip() + "…"


def call(function: str, args: Sequence[Any], kwargs: Mapping[str, Any]) -> str:
    """The call as a learner would type it, arrays as lists."""
    parts = [_argument(value) for value in args]
    parts += [f"{name}={_argument(value)}" for name, value in kwargs.items()]
    return f"{function}({', '.join(parts)})"


def _argument(value: Any) -> str:
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{name!r}: {_argument(item)}" for name, item in value.items()) + "}"
    if isinstance(value, np.ndarray):
        return _plain(value.tolist())
    return _plain(value) if isinstance(value, list | tuple) else repr(value)


def _plain(value: Any) -> str:
    """Code, not prose: numbers as Python reads them, whole floats without their .0, −inf as -inf."""
    if isinstance(value, list | tuple):
        return "[" + ", ".join(_plain(item) for item in value) + "]"
    if isinstance(value, float) and value.is_integer() and abs(value) < 1e15:
        return str(int(value))
    return repr(value)
