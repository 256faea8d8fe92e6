"""Panel as the stage imports it: the same widgets, and everything within reach."""

from __future__ import annotations

import importlib.metadata
import json
import subprocess
import sys
from typing import Any

import pytest

from lookback_build import names

# An interpreter of its own: this one has imported Panel the usual way.
_START = """
import json, sys
sys.path[:0] = [{py!r}, {tests!r}]
from support.documents import plain

if {lean}:
    from lookback.browser.panel_import import import_panel
    import_panel()
"""

_OPEN = """
from pathlib import Path
from lookback.browser import stage
told = {}
for path in sorted(Path({lessons!r}).glob("*/widgets.py")):
    stage.load(path.read_text("utf-8"), str(path))
    for widget in stage._lesson.widgets:
        told[f"{path.parent.name} {widget}"] = [
            plain(stage.open_widget(widget, theme, "{}", "null", "{}")) for theme in ("light", "dark")
        ]
print(json.dumps(told))
"""

_CHOOSE = """
import panel
slider = panel.widgets.IntSlider(name="n")
shown = [lambda: 1, slider.param.value, slider.param, panel.bind(lambda n: n, slider), "# words", {"a": 1}, None]
print(json.dumps([type(one).__name__ for one in panel.Row(*shown)]))
"""

_REACH = """
import gc, panel
from lookback.browser.late import Name
own = {id(names) for names in gc.get_objects() if isinstance(names, dict)
       and names and all(isinstance(value, Name) for value in names.values())}
held = [type(one).__name__ for name in gc.get_objects() if isinstance(name, Name)
        for one in gc.get_referrers(name) if id(one) not in own and type(one).__name__ != "list"]
reached = {}
for place in ("panel", "panel.pane", "panel.widgets", "panel.layout", "panel.theme"):
    module = sys.modules[place]
    reached[place] = {name: getattr(getattr(module, name), "__module__", None) or "" for name in module.__all__}
import bokeh.themes.theme, importlib.metadata, unittest.mock
waiting = [name for name, module in list(sys.modules.items()) if "lookback.browser.late" in str(getattr(
    vars(module).get("__getattr__") if hasattr(module, "__dict__") else None, "__module__", ""))]
print(json.dumps({
    "held": held,
    "waiting": [name for name in waiting if not hasattr(sys.modules[name], "__path__")],
    "reached": reached,
    "yaml": bokeh.themes.theme.yaml.safe_load("a: 1"),
    "version": importlib.metadata.version("bokeh"),
    "points": list(importlib.metadata.entry_points(group="no such")),
    "mock": unittest.mock.Mock.__module__,
    "pointer": sys.modules["numpy"].zeros(1).ctypes.data > 0,
}))
"""


def told_by(script: str, *, lean: bool) -> Any:
    """What an interpreter prints that has imported Panel as the stage does, or as ever."""
    start = _START.format(py=str(names.ROOT / "py"), tests=str(names.ROOT / "tests"), lean=lean)
    done = subprocess.run(
        [sys.executable, "-c", start + script.replace("{lessons!r}", repr(str(names.LESSONS)))],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-2000:]
    return json.loads(done.stdout)


def test_widgets_are_the_same_as_with_all_of_panel() -> None:
    assert told_by(_OPEN, lean=True) == told_by(_OPEN, lean=False)


def test_a_pane_is_chosen_among_all_panes() -> None:
    assert told_by(_CHOOSE, lean=True) == told_by(_CHOOSE, lean=False)


@pytest.fixture(scope="module")
def reach() -> Any:
    return told_by(_REACH, lean=True)


def test_whatever_panel_offers_is_there_when_it_is_asked_for(reach: Any) -> None:
    assert reach["reached"]["panel.pane"]["Vega"] == "panel.pane.vega"
    assert reach["reached"]["panel.widgets"]["Terminal"] == "panel.widgets.terminal"
    assert reach["reached"]["panel.theme"]["Fast"] == "panel.theme.fast"
    assert not [
        name
        for of_module in reach["reached"].values()
        for name, place in of_module.items()
        if place == "lookback.browser.late"
    ]


def test_nothing_else_keeps_a_name_that_stood_for_something(reach: Any) -> None:
    assert reach["held"] == []
    assert reach["waiting"] == []  # a module that is no package works with what it has imported


def test_modules_that_were_stood_in_for_are_the_real_ones_afterwards(reach: Any) -> None:
    assert reach["yaml"] == {"a": 1}
    assert reach["version"] == importlib.metadata.version("bokeh")
    assert reach["points"] == []
    assert reach["mock"] == "unittest.mock"
    assert reach["pointer"]
