"""The stage worker's Python: owns the live widgets of a lesson. Learner code never runs here.

Every function takes and gives text (JSON), so that no object of one language lives on in the other.
"""

from __future__ import annotations

import json
from types import ModuleType

import lookback.browser.panel_import  # noqa: F401  before anything imports Panel
from lookback.browser.documents import WidgetDocument, to_text

_documents: dict[str, WidgetDocument] = {}
_lesson = ModuleType("lesson_widgets")


def load(source: str, name: str) -> None:
    """Run a lesson's widgets.py (`source`; `name` stands in tracebacks)."""
    exec(compile(source, name, "exec"), _lesson.__dict__)


def open_widget(widget_id: str, theme: str, state: str, fed: str) -> str:
    """Build a widget in a given state (keys that only come back, such as weights, are passed over).

    ``fed`` is what it had been fed, null for nothing.
    """
    widget = _lesson.WIDGETS[widget_id]()
    widget.set_theme(theme)
    if fed != "null":
        widget.feed(json.loads(fed))
    widget.set({key: value for key, value in json.loads(state).items() if key in widget.settable})
    _documents[widget_id] = WidgetDocument(widget)
    return to_text(_documents[widget_id].to_json())


def patch(widget_id: str, changes: str) -> str:
    """Apply the page's changes to a widget and return what followed."""
    return to_text(_documents[widget_id].patch(json.loads(changes)))


def set_state(widget_id: str, new: str) -> str:
    """Set a widget's state; the answer is {"refused": sentence} when the widget does not take it."""
    try:
        return to_text(_documents[widget_id].set(json.loads(new)))
    except ValueError as error:
        return to_text({"refused": str(error)})


def feed(widget_id: str, data: str) -> str:
    """Show data that are no state; the answer is {"refused": sentence} when the widget does not take them."""
    try:
        return to_text(_documents[widget_id].feed(json.loads(data)))
    except ValueError as error:
        return to_text({"refused": str(error)})


def set_theme(widget_id: str, theme: str) -> str:
    """Recolour a widget for a light or dark page."""
    return to_text(_documents[widget_id].set_theme(theme))
