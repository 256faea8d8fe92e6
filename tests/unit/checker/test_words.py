"""Numbers, arrays and calls as the lessons write them."""

from __future__ import annotations

import numpy as np
import pytest

from lookback.checker import words


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (0.46831, ".468"),
        (0.0900306, ".090"),
        (0.5, ".5"),
        (0.25, ".25"),
        (2.0, "2"),
        (0.0, "0"),
        (0.0001, ".000"),
        (-1.8, "−1.8"),
        (46.8310531, "46.831"),
        (1e-9, "1e−9"),
        (2.5e7, "2.5e7"),
        (float("nan"), "nan"),
        (float("inf"), "inf"),
        (float("-inf"), "−inf"),
    ],
)
def test_a_number_is_written_as_in_the_lessons(value, text):
    assert words.number(value) == text


def test_fixed_numbers_keep_their_decimals():
    assert words.number(0.5, 4, fixed=True) == ".5000"


def test_a_small_number_that_matters_is_not_written_as_zeros():
    assert words.small(3.06e-6) == "3.1e−6"
    assert words.small(0.063) == ".063"


def test_arrays_are_cut_where_they_get_long():
    assert words.array([[0.5, 0], [1, 2]]) == "[[.5, 0], [1, 2]]"
    long = words.array(np.arange(40))
    assert len(long) <= words.LONGEST
    assert long.endswith("…]")


def test_two_numbers_get_the_digits_it_takes_to_tell_them_apart():
    assert words.apart(0.468, 0.46831053) == (".468", ".4683")


def test_a_call_reads_as_it_would_be_typed():
    text = words.call("attention", [np.array([2.0, 0.0])], {"mask": np.array([True, False])})
    assert text == "attention([2, 0], mask=[True, False])"
    assert words.call("softmax", [np.array([2.0, -np.inf])], {}) == "softmax([2, -inf])"


def test_a_text_is_cut_and_made_safe():
    assert words.cut("abcdef", 4) == "abc…"
    assert words.cut("\ud800", 10) == "?"


def test_names_are_listed():
    assert [words.listed(["a", "b", "c"][:n]) for n in (0, 1, 2, 3)] == ["", "a", "a and b", "a, b and c"]
