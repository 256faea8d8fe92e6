"""Typed numbers: read as people write them, judged by the digits asked for, diagnosed where the slip is known."""

from __future__ import annotations

from itertools import pairwise

import pytest

from lookback.checker.numbers import NumberQuestion, Slip, read_number

SLIPS = {
    0.44596: "divided by the root of 2",
    0.5: "scores divided by their sum",
    0.4444: "powers of 2",
    0.06338: "the row of cat",
    0.93662: "two rows added",
    0.88080: "sat left out",
    2.0: "the score itself",
    0.33333: "the old query",
}
QUESTION = NumberQuestion(
    0.4683105308334812,
    3,
    tuple(Slip(value, message) for value, message in SLIPS.items()),
    right="yes",
    near="close",
    open="no",
)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        (".468", 0.468),
        ("0.468", 0.468),
        ("0,468", 0.468),
        (",468", 0.468),
        ("−1.8", -1.8),
        ("–1,8", -1.8),
        ("- 1.8", -1.8),
        ("+.5", 0.5),
        (" 2 ", 2),
        ("46.8 %", 0.468),
        ("4.68e-1", 0.468),
        ("1,234.5", 1234.5),
        ("1.234,5", 1234.5),
    ],
)
def test_numbers_are_read_as_people_write_them(text, value):
    assert read_number(text) == pytest.approx(value)


@pytest.mark.parametrize(
    "text", ["", "abc", "1/2", "0.4.6", "nan", "inf", "1e999", "--1", "4 68 x", "٣", ".", "-"]
)
def test_what_is_not_one_number_is_not_guessed_at(text):
    assert read_number(text) is None
    assert QUESTION.check(text).verdict == "unreadable"


@pytest.mark.parametrize("text", [".468", "0,468", ".4683", ".4683105", ".4679"])
def test_the_right_number_is_right_with_the_digits_asked_for_or_more(text):
    assert QUESTION.check(text).right


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (".446", "divided by the root of 2"),
        (".5", "scores divided by their sum"),
        (".444", "powers of 2"),
        (".063", "the row of cat"),
        (".937", "two rows added"),
        (".881", "sat left out"),
        ("2", "the score itself"),
        (".333", "the old query"),
    ],
)
def test_a_known_slip_is_named(text, message):
    answer = QUESTION.check(text)
    assert (answer.verdict, answer.message) == ("slip", message)


def test_other_numbers_are_near_or_open():
    assert QUESTION.check(".47").verdict == "near"
    assert QUESTION.check(".47").message == "close"
    assert QUESTION.check("7").verdict == "open"
    assert QUESTION.check("7").message == "no"


def test_a_number_cut_off_in_place_of_rounded_is_right():
    question = NumberQuestion(2 / 3, 3)
    assert question.check(".667").right
    assert question.check(".666").right
    assert not question.check(".665").right
    assert NumberQuestion(-2 / 3, 3).check("−.666").right


def test_the_intervals_are_what_check_looks_up():
    intervals = QUESTION.intervals()
    assert [interval.verdict for interval in intervals] == ["right", *["slip"] * 8, "near"]
    assert QUESTION.to_plain()["intervals"][0] == [intervals[0].low, intervals[0].high, "right", "yes"]
    known = sorted((interval.low, interval.high) for interval in intervals[:9])
    assert all(high < low for (_, high), (low, _) in pairwise(known))


def test_an_exact_right_value_takes_a_half_without_a_zero():
    question = NumberQuestion(0.5, 3, (Slip(0.468, "not shared out again"), Slip(1, "both masked")))
    assert question.check(".5").right
    assert question.check("1").message == "both masked"
    assert question.check(".468").message == "not shared out again"


@pytest.mark.parametrize(
    ("slips", "words"),
    [
        ((Slip(0.4684, "x"),), "cannot be told from"),
        ((Slip(0.5, "x"), Slip(0.5, "y")), "twice"),
        ((Slip(float("nan"), "x"),), "finite"),
    ],
)
def test_slips_that_cannot_be_told_apart_are_refused(slips, words):
    with pytest.raises(ValueError, match=words):
        NumberQuestion(0.4683, 3, slips)
    with pytest.raises(ValueError, match="digits is 20"):
        NumberQuestion(0.4683, 20)
