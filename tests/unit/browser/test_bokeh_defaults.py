"""Defaults of Bokeh's models, remembered: the same values, and no model shares with another what may change."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from bokeh.core.has_props import HasProps
from bokeh.core.properties import Int, List, Override
from bokeh.models import Circle, ColumnDataSource, Plot, Range1d, Select

from lookback.browser import bokeh_defaults


@pytest.fixture(autouse=True)
def remembering(monkeypatch: pytest.MonkeyPatch) -> None:
    for owner, name, method in bokeh_defaults._REMEMBERING:
        monkeypatch.setattr(owner, name, method)


@pytest.mark.parametrize("make", [Circle, ColumnDataSource, Plot, Range1d, Select])
def test_defaults_are_those_of_bokeh(make: Callable[[], HasProps], monkeypatch: pytest.MonkeyPatch) -> None:
    def plain() -> dict[str, str]:
        values = make().properties_with_values(include_undefined=True)
        return {name: str(value) for name, value in values.items() if "(id=" not in str(value)}

    remembered = [plain() for _ in range(2)]
    monkeypatch.undo()
    assert remembered == [plain(), plain()]


def test_models_do_not_share_what_may_change() -> None:
    one, other = ColumnDataSource(), ColumnDataSource()
    one.data["x"] = [1]
    assert other.data == {}
    assert Plot().title is not Plot().title


def test_a_theme_comes_before_what_is_remembered() -> None:
    assert Circle().line_alpha == 1.0
    themed = Circle()
    themed.apply_theme({"line_alpha": 0.5})
    assert themed.line_alpha == 0.5
    themed.apply_theme({})
    assert themed.line_alpha == 1.0 == Circle().line_alpha


def test_a_subclass_has_defaults_of_its_own() -> None:
    class Counted(HasProps):
        count = Int(default=1)
        seen = List(Int)

    class Twice(Counted):
        count = Override(default=2)

    assert (Counted().count, Twice().count, Counted().count) == (1, 2, 1)
    one = Counted()
    one.seen.append(3)
    assert Counted().seen == [] == Twice().seen
