"""How values are shown."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from lookback.runner.display import LONGEST, show


@pytest.mark.parametrize(
    ("value", "kind", "text"),
    [
        (3, "number", "3"),
        (0.5, "number", "0.5"),
        (True, "number", "True"),
        (np.float64(0.25), "number", "0.25"),
        ("text", "other", "'text'"),
        ({"a": 1}, "other", "{'a': 1}"),
    ],
)
def test_numbers_and_other_values(value: Any, kind: str, text: str) -> None:
    (part,) = show(value)
    assert (part["kind"], part["text"]) == (kind, text)


def test_a_large_array_is_shortened() -> None:
    (part,) = show(np.zeros((1000, 1000)))
    assert "..." in part["text"]
    assert part["shape"] == [1000, 1000]


def test_a_long_text_is_cut() -> None:
    (part,) = show("x" * 10_000)
    assert len(part["text"]) == LONGEST
    assert part["text"].endswith("…")


def test_an_integer_with_too_many_digits_says_how_large_it_is() -> None:
    assert show(10**5000)[0]["text"] == "an integer of 16610 bits"


def test_lone_surrogates_become_text_that_can_be_sent() -> None:
    show("\udc80")[0]["text"].encode("utf-8")
