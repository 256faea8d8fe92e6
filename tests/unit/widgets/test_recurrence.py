"""The plot of a^T: numbers, words, points by sign."""

import pytest

from lookback.widgets import numbers
from lookback.widgets.recurrence import Recurrence


@pytest.fixture
def plot():
    plot = Recurrence()
    plot.view()
    return plot


def test_starts_with_the_worked_example_of_the_lesson(plot):
    assert plot.get()["a"] == 0.5
    assert plot.get()["powers"][10] == 0.0009765625
    assert "0.0009766" in plot._table.text
    assert "it vanishes" in plot._sentence.text


@pytest.mark.parametrize(
    ("a", "words"),
    [
        (1.5, "57.67 of the start is left: it explodes"),
        (1, "keeps its size."),
        (-1, "keeps its size and changes its sign at every step"),
        (0, "gone after one step"),
        (-0.5, "it vanishes. Rings are negative values."),
    ],
)
def test_the_sentence_says_what_becomes_of_the_start(plot, a, words):
    plot.set({"a": a})
    assert words in plot._sentence.text


def test_negative_values_are_rings_and_positive_ones_discs(plot):
    plot.set({"a": -0.9})
    sources = plot._chart._sources
    assert len(sources["positive"].data["x"]) == 11
    assert len(sources["negative"].data["x"]) == 10


@pytest.mark.parametrize("value", [2, "1", None, True, float("inf")])
def test_other_values_are_refused(plot, value):
    with pytest.raises(ValueError, match=r"a = .*; wanted a number from −1.5 to 1.5"):
        plot.set({"a": value})


def test_slider_and_box_choose_a(plot):
    plot._control.slider.value = 0.9
    assert plot.get()["a"] == 0.9
    plot._control.box.value = "3"
    assert "3 is outside −1.5 to 1.5; a stays 0.9" in plot._legend.text
    plot._reset.clicks += 1
    assert plot.get()["a"] == 0.5
    assert plot._control.box.text == "0.5"


def test_the_poster_holds_the_table_and_the_curve(plot):
    assert plot._table.text in plot.poster()
    assert plot.poster().count("<circle") == 21


@pytest.mark.parametrize(
    ("value", "shown"),
    [(0.5, "0.5"), (0.0009765625, "0.0009766"), (-(1.5**20), "−3325"), (9.5e-7, "9.500×10⁻⁷"), (0, "0")],
)
def test_powers_of_any_size_have_four_digits(value, shown):
    assert numbers.power(value) == shown
