"""How numbers are shown, and which typed texts are numbers."""

import math

import pytest

from lookback.widgets import numbers


@pytest.mark.parametrize(
    ("value", "shown"),
    [(0.46831, ".468"), (0.0, "0"), (1.0, "1"), (0.00004, ".000"), (0.99996, "1.000"), (0.5, ".500")],
)
def test_weights_have_three_decimals_and_are_bare_only_where_exact(value, shown):
    assert numbers.weight(value) == shown


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        (2.0, "2"),
        (-1.5, "−1.5"),
        (0.30000000000000004, "0.3"),
        (-0.001, "0"),
        (-math.inf, "−inf"),
        (10, "10"),
    ],
)
def test_decimals_drop_trailing_zeros_and_use_a_true_minus(value, shown):
    assert numbers.decimal(value) == shown


def test_fixed_numbers_keep_their_width_and_no_negative_zero():
    assert [numbers.fixed(v) for v in (0.6338, -2, -0.001)] == ["0.63", "−2.00", "0.00"]


def test_a_long_vector_leaves_out_its_middle():
    assert numbers.vector(range(9), longest=4) == "[0, 1, 2, … 8]"


def test_the_sum_line_tells_when_the_shown_digits_do_not_add_up():
    assert numbers.sum_of_weights([0.46831, 0.06338, 0.46831]) == "1 (shown: .999, rounded)"
    assert numbers.sum_of_weights([0.5, 0.0, 0.5]) == "1"


@pytest.mark.parametrize(
    ("text", "value"),
    [("2", 2.0), (" -1,5 ", -1.5), (".5", 0.5), ("−3", -3.0), ("+.25", 0.25), ("1.", 1.0)],
)
def test_what_readers_type_as_a_number_is_one(text, value):
    assert numbers.parse(text) == value


@pytest.mark.parametrize("text", ["", "-", ".", "abc", "1e3", "nan", "inf", "1_0", "1.2.3", "--1", "0x1"])
def test_other_texts_are_not_numbers(text):
    assert numbers.parse(text) is None
