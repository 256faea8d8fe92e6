"""Typed numbers: answers worked out by hand, judged by the digits asked for, and diagnosed when they are a known slip.

At build time a question becomes a list of intervals with a verdict and a message each, so that a page only has to
read the number and look it up. `NumberQuestion.check` is that lookup.
"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from typing import Any

WRITTEN = re.compile(r"[+-]?(?:\d+[.,]?\d*|[.,]\d+)(?:[eE][+-]?\d+)?%?")
MINUS_SIGNS = "−–‐‑﹣－"
OPEN = "open"  # the verdict of a number that no interval holds
UNREADABLE = "unreadable"  # the verdict of a text that is not one number


@dataclass(frozen=True)
class Slip:
    """A wrong value that says what went wrong: the value to all its digits, and what to say."""

    value: float
    message: str


@dataclass(frozen=True)
class Interval:
    """Numbers from ``low`` to ``high``, both included, get this verdict ("right", "slip" or "near") and message."""

    low: float
    high: float
    verdict: str
    message: str

    def to_plain(self) -> list[Any]:
        """As the page has it: [low, high, verdict, message]."""
        return [self.low, self.high, self.verdict, self.message]


@dataclass(frozen=True)
class Answer:
    """What a typed text amounts to."""

    verdict: str
    message: str
    value: float | None

    @property
    def right(self) -> bool:
        return self.verdict == "right"


@dataclass(frozen=True)
class NumberQuestion:
    """A question whose answer is one number.

    Attributes
    ----------
    value : the right number, to all its digits.
    digits : decimals asked for. A number is right when it rounds to the same digits, or is the value cut off there
        (.6667 may be written .667 or .666); more digits are welcome.
    slips : known wrong values. One that the tolerance cannot tell from the right value is a ValueError.
    right, near, open : what to say to the right number, to one within ten units of the last digit ("" for nothing
        special), and to any other.
    """

    value: float
    digits: int
    slips: tuple[Slip, ...] = ()
    right: str = ""
    near: str = ""
    open: str = "That is not the number, and not one of the usual slips either."

    def __post_init__(self) -> None:
        if not 0 <= self.digits <= 12:
            raise ValueError(f"digits is {self.digits}; 0 to 12 can be asked for")
        numbers = [self.value, *(slip.value for slip in self.slips)]
        if not all(math.isfinite(number) for number in numbers):
            raise ValueError("the right value and the slips have to be finite numbers")
        low, high = self._right_range()
        for index, slip in enumerate(self.slips):
            if low <= slip.value <= high:
                raise ValueError(
                    f"the slip {slip.value} cannot be told from {self.value} with {self.digits} digits"
                )
            if any(other.value == slip.value for other in self.slips[:index]):
                raise ValueError(f"the slip {slip.value} is there twice")

    def _reach(self) -> float:
        """Half a unit of the last digit, and a little: .0005 is no exact float."""
        return 0.50001 * 10.0**-self.digits

    def _right_range(self) -> tuple[float, float]:
        cut_off = math.trunc(self.value * 10**self.digits) / 10**self.digits
        hair = 1e-5 * 10.0**-self.digits
        low, high = self.value - self._reach(), self.value + self._reach()
        return min(low, cut_off - hair), max(high, cut_off + hair)

    def intervals(self) -> list[Interval]:
        """All intervals in the order of lookup: the first that holds a number gives its verdict."""
        low, high = self._right_range()
        found = [Interval(low, high, "right", self.right)]
        for slip in self.slips:
            edge = low - slip.value if slip.value < low else slip.value - high
            width = min([self._reach(), 0.999 * edge, *self._gaps(slip)])
            found.append(Interval(slip.value - width, slip.value + width, "slip", slip.message))
        if self.near:
            near = 10 * 10.0**-self.digits
            found.append(Interval(self.value - near, self.value + near, "near", self.near))
        return found

    def _gaps(self, slip: Slip) -> list[float]:
        """Half the way to each other slip, so that no two intervals overlap."""
        return [abs(slip.value - other.value) / 2 for other in self.slips if other is not slip]

    def check(self, text: str) -> Answer:
        """The verdict on a typed text."""
        value = read_number(text)
        if value is None:
            return Answer(UNREADABLE, "That cannot be read as one number, such as .468 or −1.8.", None)
        for interval in self.intervals():
            if interval.low <= value <= interval.high:
                return Answer(interval.verdict, interval.message, value)
        return Answer(OPEN, self.open, value)

    def to_plain(self) -> dict[str, Any]:
        """As the page has it: intervals in the order of lookup, and what is said to any other number."""
        return {
            "digits": self.digits,
            "intervals": [interval.to_plain() for interval in self.intervals()],
            "open": self.open,
        }


def read_number(text: str) -> float | None:
    """A number as people write it: .468, 0,468, −1.8, 46.8 %; None if the text is not one number.

    A comma is a decimal sign. Where a comma and a point both stand, the last one is the decimal sign and the other
    groups thousands.
    """
    plain = "".join("-" if letter in MINUS_SIGNS else letter for letter in text if not letter.isspace())
    plain = plain.replace("'", "").replace("’", "")
    if "," in plain and "." in plain:
        group = "," if plain.rfind(",") < plain.rfind(".") else "."
        plain = plain.replace(group, "")
    if not WRITTEN.fullmatch(plain) or not plain.isascii():
        return None
    share = plain.endswith("%")
    value = float(plain.rstrip("%").replace(",", "."))
    value = value / 100 if share else value
    return value if math.isfinite(value) else None
