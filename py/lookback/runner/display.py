"""The value of a file's last expression, as the page shows it: arrays with shape and dtype, everything cut to size."""

from __future__ import annotations

from typing import Any

import numpy as np

LONGEST = 4000  # characters of one value
ENTRIES = 200  # of an array, beyond which NumPy itself shortens
PARTS = 8  # of a tuple or list of arrays that are shown one by one

Shown = dict[str, Any]


def show(value: Any) -> list[Shown]:
    """Plain data about a value: one part, or one for each array of a tuple or list.

    Each has ``text`` and ``kind``: "array" (with ``shape`` and ``dtype``), "number", or "other" (with ``type``). Asks
    the value for its ``repr``: call it where learner code may run, and where it can be ended.
    """
    if type(value) in (tuple, list) and any(isinstance(part, np.ndarray) for part in value):
        return [_part(part) for part in value[:PARTS]]
    return [_part(value)]


def _part(value: Any) -> Shown:
    if isinstance(value, np.ndarray):
        plain = np.asarray(value)
        text = np.array2string(plain, threshold=ENTRIES, precision=4, suppress_small=True, separator=", ")
        return {
            "kind": "array",
            "shape": [int(length) for length in plain.shape],
            "dtype": str(plain.dtype)[:60],
            "text": cut(text),
        }
    if isinstance(value, np.generic):
        return {"kind": "number", "dtype": str(value.dtype)[:60], "text": cut(str(value))}
    if type(value) in (bool, int, float, complex):
        return {"kind": "number", "dtype": type(value).__name__, "text": cut(_number(value))}
    return {"kind": "other", "type": cut(type(value).__name__, 60), "text": cut(repr(value))}


def _number(value: Any) -> str:
    try:
        return repr(value)
    except ValueError:  # an int of more digits than Python writes out
        return f"an integer of {value.bit_length()} bits"


def cut(text: str, longest: int = LONGEST) -> str:
    """The text up to a length, safe to write as UTF-8."""
    kept = text if len(text) <= longest else text[: longest - 1] + "…"
    return kept.encode("utf-8", "replace").decode("utf-8")
