"""The stage opens a widget the same way, whether its document was prepared for a snapshot or not."""

from __future__ import annotations

import json
from typing import Any

import pytest

from lookback.browser import stage
from lookback_build import names
from support.documents import plain

LESSONS = sorted(path.parent.name for path in names.LESSONS.glob("*/widgets.py"))


def source_of(lesson: str) -> str:
    return (names.LESSONS / lesson / "widgets.py").read_text("utf-8")


def opened(widget: str, theme: str, state: dict[str, Any]) -> str:
    """The opened widget as JSON, its ids and names numbered in the order in which they appear."""
    return plain(stage.open_widget(widget, theme, json.dumps(state), "null", "{}"))


@pytest.mark.parametrize("lesson", LESSONS)
def test_a_prepared_widget_opens_like_any_other(lesson: str) -> None:
    source = source_of(lesson)
    stage.load(source, lesson)
    widgets = list(stage._lesson.widgets)
    fresh = [opened(widget, "dark", {}) for widget in widgets]
    stage.prepare(source, lesson, json.dumps(widgets))
    stage.load(source, lesson)
    assert sorted(stage._lesson.ready) == sorted(widgets)
    assert [opened(widget, "dark", {}) for widget in widgets] == fresh


def test_a_prepared_widget_takes_over_the_reader_s_state() -> None:
    source = source_of("attention-as-a-bridge")
    stage.prepare(source, "bridge", '["live-table"]')
    stage.load(source, "bridge")
    state = {"q": [-2.0, 0.0], "mask": [True, True, False]}
    answer = json.loads(stage.open_widget("live-table", "light", json.dumps(state), "null", "{}"))
    assert answer["state"]["q"] == [-2, 0]
    assert answer["state"]["mask"] == [True, True, False]
    assert answer["state"]["weights"][2] == 0


def test_what_was_prepared_from_another_source_is_passed_over() -> None:
    source = source_of("attention-as-a-bridge")
    stage.prepare(source, "bridge", '["live-table"]')
    stage.load(source + "\nWIDGETS = {}\n", "bridge")
    with pytest.raises(KeyError):
        stage.open_widget("live-table", "light", "{}", "null", "{}")


def test_a_prepared_widget_is_opened_once_and_then_made_anew() -> None:
    source = source_of("attention-as-a-bridge")
    stage.prepare(source, "bridge", '["live-table"]')
    stage.load(source, "bridge")
    first = json.loads(stage.open_widget("live-table", "light", "{}", "null", "{}"))
    second = json.loads(stage.open_widget("live-table", "light", "{}", "null", "{}"))
    assert first["root_id"] != second["root_id"]
