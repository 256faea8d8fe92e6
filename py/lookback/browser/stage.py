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


def open_widget(widget_id: str, theme: str, state: str, standing: str) -> str:
    """Build a widget in a given state; a state that it refuses is told as ``refused``, and the widget is at its start.

    ``standing`` says how far the reader's functions are (see `Widget.know`).
    """
    widget = _lesson.WIDGETS[widget_id]()
    widget.set_theme(theme)
    start, refused = widget.link(), None
    try:
        widget.set(json.loads(state))
    except ValueError as error:
        refused = str(error)
    widget.know(json.loads(standing))
    _documents[widget_id] = WidgetDocument(widget)
    return to_text({**_documents[widget_id].to_json(), "start": start, "refused": refused})


def patch(widget_id: str, changes: str) -> str:
    """Apply the page's changes to a widget and return what followed."""
    return to_text(_documents[widget_id].patch(json.loads(changes)))


def set_state(widget_id: str, new: str) -> str:
    """Set a widget's state; the answer is {"refused": sentence} when the widget does not take it."""
    try:
        return to_text(_documents[widget_id].set(json.loads(new)))
    except ValueError as error:
        return to_text({"refused": str(error)})


def hear(widget_id: str, serial: int, record: str, ended: str) -> str:
    """Hand a widget what became of the calls of the reader's functions that it asked for.

    record : text from an interpreter that any code has been in: JSON or not. ended : why there is none, or "".
    """
    result: dict[str, object] = {"ended": ended}
    if not ended:
        try:
            result = {"record": json.loads(record)}
        except (ValueError, RecursionError):
            result = {"record": record[:0]}
    return to_text(_documents[widget_id].hear(serial, result))


def know(widget_id: str, standing: str) -> str:
    """Tell a widget how far the reader's functions are."""
    return to_text(_documents[widget_id].know(json.loads(standing)))


def set_theme(widget_id: str, theme: str) -> str:
    """Recolour a widget for a light or dark page."""
    return to_text(_documents[widget_id].set_theme(theme))
