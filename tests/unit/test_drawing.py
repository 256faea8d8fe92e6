"""Numbers as learners read them, and drawings that carry them."""

import pytest

from lookback import drawing as d
from lookback.drawing import squeeze, tables


@pytest.mark.parametrize(
    ("value", "places", "text"),
    [
        (0.4683, 3, ".468"),
        (-0.847, 3, "−.847"),
        (0.0, 3, "0"),
        (1.0, 3, "1"),
        (-2.0, 3, "−2"),
        (0.0004, 3, ".000"),
        (-0.0004, 3, ".000"),
        (1.0973, 4, "1.0973"),
        (0.9996, 3, "1.000"),
        (-0.5, 1, "−.5"),
    ],
)
def test_numbers_have_no_leading_zero_and_a_true_minus(value, places, text):
    assert d.number(value, places) == text


def test_words_in_a_drawing_are_escaped():
    assert "<b>" not in d.text(0, 0, "<b>")
    assert 'aria-label="a&quot;b"' in d.svg(1, 1, 'a"b', [])


def test_the_squeeze_counts_what_goes_in_and_out():
    html = squeeze.neck(squeeze.WIDE, ["a", "b", "c"], ["c", "b", "a"], 5)
    assert "15 numbers in," in html
    assert "5 numbers out" in html


def test_a_heat_map_is_a_table_with_its_numbers():
    html = tables.heat([[0.25, 0.75]], ["q"], ["a", "b"], "C", "n")
    assert '<td style="--w:0.7500">.750</td>' in html
    assert '<th scope="row" class="q">q</th>' in html
    assert '<th scope="col" class="k">b</th>' in html
