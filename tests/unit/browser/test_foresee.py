"""A step that Python has taken before the page has: whatever comes next, both ends show the same."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from bokeh.core.serialization import Serializer
from bokeh.document import Document
from bokeh.models import Slider

from lookback.browser import stage
from lookback.browser.documents import WidgetDocument
from lookback.widgets.base import Widget
from lookback_build import names

# What moves a widget by other means than a slider, where it can be set.
OTHER: dict[str, Any] = {
    "mask": [True, False, True],
    "zoom": 3,
    "q": [-1, 2],
    "epoch": 3,
    "a": -0.5,
    "word": 1,
}


def _reversible() -> Iterator[tuple[str, Callable[[], Widget]]]:
    for path in sorted(names.LESSONS.glob("*/widgets.py")):
        for name, make in stage._Lesson(path.read_text("utf-8"), str(path)).widgets.items():
            if make().reversible:
                yield f"{path.parent.name} {name}", make


WIDGETS = dict(_reversible())


def shown(document: Document) -> dict[str, str]:
    """Every serialized property of every model of a document, defaults too; other models by their ids."""
    serializer = Serializer(references=set(document.models), deferred=False)
    return {
        f"{model.id}.{name}": str(serializer.encode(value))
        for model in document.models
        for name, value in model.query_properties_with_values(lambda one: one.serialized).items()
        if not isinstance(value, (set, frozenset))
    }


class Ends:
    """A widget's document, and its twin as it stands on the page."""

    def __init__(self, widget: Widget) -> None:
        self.widget = widget
        self.python = WidgetDocument(widget)
        opened = json.loads(stage.to_text(self.python.to_json()))
        assert opened["reversible"]
        self.page = Document.from_json(opened["doc"])
        self.state = opened["state"]
        self.sliders = [model for model in self.page.models if isinstance(model, Slider)]

    def move(self, slider: Slider, steps: int) -> str:
        """The page's slider moves; the patch that says so."""
        return self.patch(slider, self.beside(slider, steps))

    def patch(self, slider: Slider, value: float) -> str:
        slider.value = value
        return self.saying(slider, value)

    def saying(self, slider: Slider, value: float) -> str:
        change = {"kind": "ModelChanged", "model": {"id": slider.id}, "attr": "value", "new": value}
        return json.dumps({"events": [change]})

    def beside(self, slider: Slider, steps: int) -> float:
        return max(slider.start, min(slider.end, round(slider.value + steps * slider.step, 7)))

    def take(self, answer: dict[str, Any]) -> None:
        answer = json.loads(stage.to_text(answer))
        if answer["patch"]:
            kept = {model.id: dict(model.data) for model in self.page.models if hasattr(model, "data")}
            self.page.apply_json_patch(answer["patch"])
            for model_id, columns in kept.items():  # the page keeps columns that a change does not tell of
                model = self.page.models[model_id]
                model.data = {**columns, **model.data}
        self.state = answer["state"]

    def set_other(self) -> None:
        key = next(key for key in OTHER if key in self.widget.settable)
        self.take(self.python.set({key: OTHER[key]}))
        for slider in self.sliders:  # what has been set is on the page with the answer
            assert slider.value == self.python._document.models[slider.id].value

    def assert_same(self) -> None:
        assert shown(self.page) == shown(self.python._document)
        assert self.state == json.loads(stage.to_text(self.widget.get()))


@pytest.fixture(params=WIDGETS)
def ends(request: pytest.FixtureRequest) -> Ends:
    return Ends(WIDGETS[request.param]())


def test_a_step_that_was_foreseen_is_as_it_was_told_and_nothing_is_left_to_do(ends: Ends) -> None:
    for slider in ends.sliders:
        step = ends.saying(slider, ends.beside(slider, 1))
        foreseen = ends.python.foresee(step)
        assert ends.move(slider, 1) == step
        ends.take(foreseen)
        assert ends.python.patch(step, taken=True)["patch"] is None
        ends.assert_same()


def test_a_page_that_has_not_seen_it_in_time_is_told_it_after_all(ends: Ends) -> None:
    [slider, *_] = ends.sliders
    ends.python.foresee(ends.saying(slider, ends.beside(slider, 1)))
    ends.take(ends.python.patch(ends.move(slider, 1)))
    ends.assert_same()


def test_another_step_and_another_change_come_as_if_nothing_had_been_foreseen(ends: Ends) -> None:
    slider = ends.sliders[-1]
    ends.python.foresee(ends.saying(slider, ends.beside(slider, 1)))
    ends.take(ends.python.patch(ends.move(slider, -2)))
    ends.assert_same()
    ends.python.foresee(ends.saying(slider, ends.beside(slider, -2)))
    ends.set_other()
    ends.assert_same()


def test_a_slider_that_moves_after_reset_in_one_patch_stays_where_it_was_moved(ends: Ends) -> None:
    [slider, *_] = ends.sliders
    for steps in (1, 1, -3):
        ends.take(ends.python.patch(ends.move(slider, steps)))
    reset = next(model for model in ends.page.models if getattr(model, "label", "") == "Reset")
    press = {"type": "event", "name": "button_click"}
    press["values"] = {"type": "map", "entries": [["model", {"id": reset.id}]]}  # type: ignore[assignment]
    events = json.loads(ends.move(slider, 2))["events"]
    events.insert(0, {"kind": "MessageSent", "msg_type": "bokeh_event", "msg_data": press})
    ends.take(ends.python.patch(json.dumps({"events": events})))
    ends.assert_same()


def test_after_any_steps_both_ends_show_the_same(ends: Ends) -> None:
    draw = random.Random(0)
    seen: tuple[str, dict[str, Any]] | None = None
    for _ in range(20):
        slider = draw.choice(ends.sliders)
        what = draw.choice(["foresee", "foreseen", "move", "move", "other", "dark", "light"])
        if what == "foresee":
            step = ends.saying(slider, ends.beside(slider, draw.choice([-3, -1, 1, 2])))
            seen = step, ends.python.foresee(step)
            continue
        if what == "foreseen" and seen is not None:
            [change] = json.loads(seen[0])["events"]
            moved = next(one for one in ends.sliders if one.id == change["model"]["id"])
            ends.patch(moved, change["new"])
            ends.take(seen[1])
            ends.take(ends.python.patch(seen[0], taken=True))
        elif what == "other":
            ends.set_other()
        elif what in ("dark", "light"):
            ends.take(ends.python.set_theme(what))
        else:
            ends.take(ends.python.patch(ends.move(slider, draw.choice([-2, -1, 1, 1]))))
        seen = None
        ends.assert_same()
