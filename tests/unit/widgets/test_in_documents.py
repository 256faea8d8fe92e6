"""Widgets in the documents of the stage worker: what an event of the page sends back."""

import json

import numpy as np
import pytest

from lookback.browser.documents import WidgetDocument
from lookback.widgets.live_table import LiveTable
from lookback.widgets.recurrence import Recurrence


@pytest.fixture
def table():
    return LiveTable(("the", "cat", "sat"), [[1, 0], [0, 1], [1, 1]], np.eye(3), start=(2, 0), field="cat")


def model_of(part):
    return next(iter(part._models.values()))[0]


def change(model, attr, new):
    return json.dumps(
        {"events": [{"kind": "ModelChanged", "model": {"id": model.id}, "attr": attr, "new": new}]}
    )


def changes(answer):
    return [(event["model"]["id"], event.get("attr", "data")) for event in answer["patch"]["events"]]


def test_a_slid_query_comes_back_as_each_part_once_and_without_the_slider(table):
    document = WidgetDocument(table)
    slider = model_of(table._controls[0].slider)
    answer = document.patch(change(slider, "value", -2.0))
    assert answer["state"]["q"] == [-2.0, 0.0]
    assert len(set(changes(answer))) == len(changes(answer)) <= 10
    assert not [id for id, _ in changes(answer) if id == slider.id]
    assert (model_of(table._table).id, "text") in changes(answer)


def test_an_event_that_changes_nothing_sends_nothing(table):
    document = WidgetDocument(table)
    answer = document.patch(change(model_of(table._controls[0].slider), "value", 2.0))
    assert answer["patch"] is None


def test_a_typed_query_stays_as_it_is_typed(table):
    document = WidgetDocument(table)
    box = model_of(table._controls[1].box)
    answer = document.patch(change(box, "value_input", "1."))
    assert answer["state"]["q"] == [2.0, 1.0]
    assert not [id for id, _ in changes(answer) if id == box.id]
    answer = document.patch(change(box, "value", "1."))
    assert (box.id, "value") in changes(answer)
    assert box.value == "1"  # the page's model


def test_a_number_typed_again_after_the_slider_has_moved_is_followed_again(table):
    document = WidgetDocument(table)
    control = table._controls[0]
    for _ in range(2):
        assert document.patch(change(model_of(control.box), "value_input", "3"))["state"]["q"] == [3.0, 0.0]
        assert document.patch(change(model_of(control.slider), "value", -1.0))["state"]["q"] == [-1.0, 0.0]
        assert control.box.text == model_of(control.box).value_input == "−1"


def test_only_the_columns_of_the_bars_that_follow_the_weights_are_sent(table):
    document = WidgetDocument(table)
    answer = document.patch(change(model_of(table._controls[0].slider), "value", -2.0))
    columns = [event for event in answer["patch"]["events"] if event["kind"] == "ColumnDataChanged"]
    assert [{name for name, _ in event["data"]["entries"]} for event in columns] == [{"mid", "w"}, {"x"}]


def test_a_drag_of_the_tip_moves_the_query_in_steps_and_stays_inside(table):
    document = WidgetDocument(table)
    grip = table._side.plane._grip

    def event(name, x, y):
        values = {"model": {"id": grip.id}, "sx": 0, "sy": 0, "x": x, "y": y, "modifiers": {}}
        if name == "pan":
            values |= {"delta_x": 1, "delta_y": 1, "direction": None}
        values["modifiers"] = {"shift": False, "ctrl": False, "alt": False}
        msg = {"type": "event", "name": name, "values": {"type": "map", "entries": list(values.items())}}
        return json.dumps({"events": [{"kind": "MessageSent", "msg_type": "bokeh_event", "msg_data": msg}]})

    document.patch(event("panstart", 2.1, 0.1))
    assert document.patch(event("pan", -1.93, 1.12))["state"]["q"] == [-2.0, 1.0]
    assert document.patch(event("pan", 99, -99))["state"]["q"] == [6.0, -6.0]
    # Outside the view, it is taken where its arrow leaves the frame, and comes back from there.
    table.set({"q": [5, 0], "zoom": 3})
    document.patch(event("panstart", 2.9, 0.1))
    assert document.patch(event("pan", 2.4, 0.6))["state"]["q"] == [2.5, 0.5]


def test_a_widget_opened_in_a_given_state_shows_it(table):
    table.set({"q": [-1, 1], "mask": [True, True, False], "field": "the", "zoom": 3})
    table.set_theme("dark")
    document = WidgetDocument(table)
    text = str(document.to_json()["doc"])
    assert "Position, key, value, score and weight for q = [−1, 1]" in text
    assert "−3" in table._side.plane._names.text


@pytest.mark.parametrize("theme", ["dark", "light"])
def test_a_theme_is_sent_as_colours(theme):
    widget = Recurrence()
    document = WidgetDocument(widget)
    document.set_theme("dark" if theme == "light" else "light")
    answer = document.set_theme(theme)
    assert {attr for _, attr in changes(answer)} >= {"line_color", "fill_color"}
