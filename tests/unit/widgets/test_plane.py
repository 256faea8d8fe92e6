"""The key plane beside the table: its keys of the state, its drawing, its hint, its picture."""

import numpy as np
import pytest

from lookback.widgets import theme
from lookback.widgets.live_table import LiveTable
from lookback.widgets.plane import Hint

WORDS, KEYS = ("the", "cat", "sat"), [[1, 0], [0, 1], [1, 1]]


@pytest.fixture
def table():
    table = LiveTable(WORDS, KEYS, np.eye(3), start=(2, 0), field="cat", hint=Hint("cat", 0.7, "sat"))
    table.view()
    return table


def test_plane_state_is_part_of_the_widget(table):
    assert {key: table.get()[key] for key in ("field", "zoom", "hint")} == {
        "field": "cat",
        "zoom": 6,
        "hint": False,
    }
    table.set({"field": "sat", "zoom": 3})
    assert (table._side._fields.value, table._side._zooms.value) == ("sat", 3)
    assert table._side.plane._base.x_range.end == 3
    table.set({"field": None})
    assert table._side.plane._bands.data["xs"] == []


@pytest.mark.parametrize(
    ("state", "message"),
    [
        ({"field": "dog"}, "field = 'dog'; wanted one of the, cat, sat"),
        ({"zoom": 5}, "zoom = 5; wanted one of 6, 3"),
        ({"zoom": True}, "zoom = True; wanted one of 6, 3"),
        ({"hint": 1}, "hint = 1; wanted true or false"),
    ],
)
def test_refusals_name_what_is_wanted(table, state, message):
    with pytest.raises(ValueError, match=message):
        table.set(state)


def test_the_hint_tells_the_bound_and_shows_the_field_it_is_about(table):
    table.set({"field": "the"})
    table.set({"hint": True})
    assert table.get()["field"] == "cat"
    assert "sat alone keeps cat below .7" in table._side._hint.text
    assert "It takes q[0] below −0.847." in table._side._hint.text
    assert min(table._side.plane._hint.data["xs"][0]) == pytest.approx(np.log(3 / 7))
    table.set({"hint": False})
    assert table._side._hint.text == ""
    assert table._side.plane._hint.data["xs"] == [[]]


def test_a_plane_without_a_hint_says_so():
    table = LiveTable(WORDS, KEYS, np.eye(3), start=(2, 0), field="cat")
    with pytest.raises(ValueError, match="no hint to show"):
        table.set({"hint": True})


def test_the_arrow_follows_the_query_and_the_field_is_drawn_anew_only_when_it_changes(table):
    plane = table._side.plane
    bands = plane._bands.data
    table.set({"q": [-1, 2]})
    assert plane._arrow.place == {"--long": "18.634%", "--turn": "-116.57deg", "opacity": "1"}
    table.set({"q": [0, 0]})
    assert plane._arrow.place["opacity"] == "0"
    assert plane._bands.data is bands
    table.set({"mask": [True, True, False]})
    assert plane._bands.data is not bands


def test_a_query_outside_the_view_is_held_where_its_arrow_leaves_the_frame(table):
    plane = table._side.plane
    table.set({"q": [5, 2.5], "zoom": 3})
    place = plane._tip.place
    assert (place["left"], place["top"], place["--stroke"]) == ("100.000%", "25.000%", "dashed")
    assert "at 100.000% 25.000%" in plane._disc.place["clip-path"]
    table.set({"zoom": 6})
    assert plane._tip.place["--stroke"] == "solid"


def test_reset_takes_the_plane_back_too(table):
    table.set({"field": "sat", "zoom": 3, "hint": True, "q": [1, 1]})
    table._reset.clicks += 1
    assert table.get()["field"] == "cat"
    assert (table.get()["zoom"], table.get()["hint"], table.get()["q"]) == (6, False, [2, 0])


def test_the_poster_shows_the_same_names_and_field(table):
    poster = table.poster()
    assert table._side.plane._names.text in poster
    assert poster.count("color-mix(in srgb, var(--weight-fill)") == len(table._side.plane._bands.data["xs"])


def test_keys_that_are_not_points_of_a_plane_are_refused():
    with pytest.raises(ValueError, match="do not fit a plane"):
        LiveTable(("a",), [[1, 2, 3]], [[1]], start=(0, 0, 0), field="a")


def test_colours_of_bands_are_mixed_as_transparency_would():
    assert theme.mix("#FFFFFF", "#000000", 0.25) == "#BFBFBF"
    assert theme.mix("#131619", "#9A6418", 1) == "#9A6418"
