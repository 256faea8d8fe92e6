"""The live table: the lesson's numbers, its state as JSON, its controls, its picture."""

import json
from html.parser import HTMLParser

import numpy as np
import pytest

from lookback import kernels
from lookback.widgets.live_table import LiveTable


@pytest.fixture
def table():
    return LiveTable(("the", "cat", "sat"), [[1, 0], [0, 1], [1, 1]], np.diag([10, 10, 10]), start=(2, 0))


def text_of(table):
    return table._table.text


@pytest.mark.parametrize(
    ("state", "scores", "weights"),
    [
        ({}, [2, 0, 2], [0.468, 0.063, 0.468]),
        ({"mask": [True, False, True]}, [2, "-inf", 2], [0.5, 0, 0.5]),
        ({"q": [0, 0]}, [0, 0, 0], [0.333, 0.333, 0.333]),
        ({"q": [-2, 0], "mask": [True, False, True]}, [-2, "-inf", -2], [0.5, 0, 0.5]),
    ],
)
def test_shows_the_numbers_of_the_lesson(table, state, scores, weights):
    table.set(state)
    got = table.get()
    assert got["scores"] == scores
    assert np.allclose(got["weights"], weights, atol=5e-4)
    assert np.allclose(got["context"], 10 * np.array(got["weights"]))


def test_state_is_strict_json_and_comes_back(table):
    table.set({"q": [-1.25, 3], "mask": [True, True, False]})
    text = json.dumps(table.get(), allow_nan=False)
    table.set({"q": [0, 0], "mask": [True] * 3})
    table.set({key: json.loads(text)[key] for key in ("q", "mask")})
    assert json.dumps(table.get(), allow_nan=False) == text


def test_with_every_position_masked_there_are_no_weights_and_it_says_so(table):
    table.view()
    table.set({"mask": [False] * 3})
    assert table.get() == {
        "q": [2.0, 0.0],
        "mask": [False] * 3,
        "scores": ["-inf"] * 3,
        "weights": None,
        "context": None,
    }
    assert "no weights: every position is masked" in text_of(table)
    table.set({"mask": [True] * 3})
    assert table.get()["weights"] is not None


@pytest.mark.parametrize(
    ("state", "message"),
    [
        ({"q": [9, 0]}, r"q = \[9, 0\]; wanted 2 numbers from −6 to 6"),
        ({"q": [1]}, "q = .* has 1 entries; wanted 2 numbers"),
        ({"q": [True, 0]}, "True is not a number"),
        ({"q": ["1", 0]}, "'1' is not a number"),
        ({"q": [float("nan"), 0]}, "q = "),
        ({"q": "12"}, "q = '12'; wanted 2"),
        ({"q": None}, "q = None; wanted 2"),
        ({"mask": [1, 1, 0]}, "mask = .*; wanted 3 booleans, True = allowed"),
        ({"mask": [True]}, "has 1 entries"),
        ({"weights": [1, 0, 0]}, "weights = .* cannot be set here; the keys are q, mask"),
    ],
)
def test_a_refused_state_names_key_value_and_wish_and_changes_nothing(table, state, message):
    before = table.get()
    with pytest.raises(ValueError, match=message):
        table.set({"q": [1, 1], "mask": [False, True, True], **state})
    assert table.get() == before


def test_listeners_are_told_once_per_change(table):
    table.view()
    told = []
    table.on_change(lambda: told.append(table.get()["weights"]))
    table.set({"q": [1, 2], "mask": [True, False, True]})
    table._controls[0].slider.value = -3.0
    assert len(told) == 2
    assert told[-1] == table.get()["weights"]
    table.set({})
    assert len(told) == 2


def test_slider_number_box_and_sign_button_move_the_same_query(table):
    table.view()
    control = table._controls[0]
    slider, box, sign = control.slider, control.box, control.sign
    slider.value = -1.3
    assert (table.get()["q"], box.text) == ([-1.3, 0.0], "−1.3")
    box.value = "2,5"
    assert (table.get()["q"], slider.value, box.text) == ([2.5, 0.0], 2.5, "2.5")
    sign.clicks += 1
    assert (table.get()["q"], slider.value, box.text) == ([-2.5, 0.0], -2.5, "−2.5")


def test_while_typing_the_query_follows_and_the_box_stays_as_typed(table):
    table.view()
    box = table._controls[1].box
    for text, q1 in (("-", 0.0), ("-1", -1.0), ("-1.", -1.0), ("-1.5", -1.5), ("-1.55", -1.55)):
        box.value_input = text
        assert (table.get()["q"][1], box.text) == (q1, text)


@pytest.mark.parametrize(
    ("text", "why"),
    [("7", "7 is outside −6 to 6; q[0] stays 2"), ("abc", "“abc” is not a number; q[0] stays 2")],
)
def test_an_entered_number_that_does_not_fit_is_told_and_not_clamped(table, text, why):
    table.view()
    box = table._controls[0].box
    box.value = text
    assert table.get()["q"] == [2.0, 0.0]
    assert why in table._legend.text
    assert box.text == text
    box.value = "3"
    assert table.get()["q"] == [3.0, 0.0]
    assert why not in table._legend.text


def test_what_is_typed_is_never_markup(table):
    table.view()
    table._controls[0].box.value = "<img src=x onerror=alert(1)>"
    assert "<img" not in table._legend.text


def test_toggles_mask_and_reset_takes_everything_back(table):
    table.view()
    table._masks.value = [1]
    assert table.get()["mask"] == [True, False, True]
    assert "−inf" in text_of(table)
    table.set({"q": [1, 1]})
    table._reset.clicks += 1
    assert (table.get()["q"], table.get()["mask"], table._masks.value) == ([2.0, 0.0], [True] * 3, [])


def test_bars_are_as_long_as_the_weights(table):
    table.view()
    table.set({"q": [-2, 0]})
    assert table._bars._source.data["w"] == pytest.approx(table.get()["weights"])


def test_themes_recolour_the_canvas(table):
    table.view()
    light = table._bars._fill.fill_color
    table.set_theme("dark")
    assert table._bars._fill.fill_color != light
    with pytest.raises(ValueError, match="wanted light or dark"):
        table.set_theme("sepia")


class Rows(HTMLParser):
    """The texts of a table's cells, row by row."""

    def __init__(self):
        super().__init__()
        self.rows, self.tags, self.inside = [], set(), False

    def handle_starttag(self, tag, attrs):
        self.tags.add(tag)
        if tag == "tr":
            self.rows.append([])
        elif tag in ("td", "th"):
            self.rows[-1].append("")
            self.inside = True

    def handle_endtag(self, tag):
        self.inside = self.inside and tag not in ("td", "th")

    def handle_data(self, data):
        if self.inside:
            self.rows[-1][-1] += data


def test_the_poster_holds_the_same_table_as_the_live_view_and_no_script(table):
    table.view()
    live, still = Rows(), Rows()
    live.feed(text_of(table))
    table.set({"q": [-3, 1]})
    still.feed(table.poster())
    assert still.rows == live.rows
    assert ["cat", "[0, 1]", "[0, 10, 0]", "02·0 + 0·1", ".063"] in still.rows
    assert "script" not in still.tags
    assert "http" not in table.poster()


def test_a_word_is_text_and_never_markup():
    table = LiveTable(("<b>", "a & b"), [[1, 0], [0, 1]], [[1], [2]], start=(0, 0))
    assert "<b>" not in table.poster().replace("<b>0", "").replace("<b>1", "")
    assert "a &amp; b" in table.poster()


@pytest.mark.parametrize("count", [1, 32, 128])
def test_any_number_of_positions_and_any_widths(count):
    rng = np.random.default_rng(count)
    K, V = rng.normal(size=(count, 4)), rng.normal(size=(count, 7))
    table = LiveTable([f"w{i}" for i in range(count)], K, V, start=(0, 0, 0, 0))
    table.view()
    table.set({"q": [1, -1, 2, 0.5]})
    weights, context = kernels.attention([1, -1, 2, 0.5], K, V)
    assert np.allclose(table.get()["weights"], weights)
    assert np.allclose(table.get()["context"], context)
    assert table.poster().count('class="lb-word"') == count


@pytest.mark.parametrize(
    ("words", "keys", "values"), [((), [], []), (("a",), [[1]], [[1], [2]]), (("a",), [1], [[1]])]
)
def test_positions_that_do_not_belong_together_are_refused(words, keys, values):
    with pytest.raises(ValueError, match="wanted at least one word"):
        LiveTable(words, keys, values, start=(0,))
