"""Checks for values that come from outside, as JSON from the page or from a link."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Any

import numpy as np

from lookback.widgets.base import shown
from lookback.widgets.numbers import decimal


def numbers(key: str, value: Any, count: int, low: float, high: float) -> list[float]:
    """A list of ``count`` finite numbers between ``low`` and ``high``."""
    wanted = f"wanted {count} numbers from {decimal(low)} to {decimal(high)}"
    items = _items(key, value, count, wanted)
    for item in items:
        if not _is_number(item):
            raise ValueError(f"{key} = {shown(value)}; {shown(item)} is not a number, {wanted}")
        if not low <= item <= high:
            raise ValueError(f"{key} = {shown(value)}; {wanted}")
    return [float(item) for item in items]


def flags(key: str, value: Any, count: int) -> list[bool]:
    """A list of ``count`` booleans."""
    wanted = f"wanted {count} booleans, True = allowed"
    items = _items(key, value, count, wanted)
    if not all(isinstance(item, bool | np.bool_) for item in items):
        raise ValueError(f"{key} = {shown(value)}; {wanted}")
    return [bool(item) for item in items]


def flag(key: str, value: Any) -> bool:
    """One boolean."""
    if not isinstance(value, bool | np.bool_):
        raise ValueError(f"{key} = {shown(value)}; wanted true or false")
    return bool(value)


def one_of(key: str, value: Any, choices: Sequence[Any]) -> Any:
    """One of the choices."""
    if isinstance(value, bool) or value not in choices:
        raise ValueError(f"{key} = {shown(value)}; wanted one of {', '.join(map(str, choices))}")
    return value


def whole(key: str, value: Any, low: int, high: int) -> int:
    """A whole number between ``low`` and ``high``."""
    if not _is_number(value) or value != int(value) or not low <= value <= high:
        raise ValueError(f"{key} = {shown(value)}; wanted a whole number from {low} to {high}")
    return int(value)


def number(key: str, value: Any, low: float, high: float) -> float:
    """One finite number between ``low`` and ``high``."""
    if not _is_number(value) or not low <= value <= high:
        raise ValueError(f"{key} = {shown(value)}; wanted a number from {decimal(low)} to {decimal(high)}")
    return float(value)


def _items(key: str, value: Any, count: int, wanted: str) -> list[Any]:
    if isinstance(value, str | bytes | dict) or not hasattr(value, "__iter__"):
        raise ValueError(f"{key} = {shown(value)}; {wanted}")
    items = list(value)
    if len(items) != count:
        raise ValueError(f"{key} = {shown(value)} has {len(items)} entries; {wanted}")
    return items


def _is_number(value: Any) -> bool:
    """A finite real number; True and False are none, though Python counts them as 1 and 0."""
    real = isinstance(value, int | float | np.integer | np.floating) and not isinstance(value, bool)
    return real and bool(-sys.float_info.max <= value <= sys.float_info.max)
