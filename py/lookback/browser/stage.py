"""The stage worker's Python: owns the live widgets of a lesson. Learner code never runs here.

Every function takes and gives text (JSON), so that no object of one language lives on in the other.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from types import ModuleType
from typing import TYPE_CHECKING

import lookback.browser.panel_import  # noqa: F401  before anything imports Panel
from lookback.browser.documents import WidgetDocument, to_text

if TYPE_CHECKING:
    from lookback.widgets.base import Widget

_documents: dict[str, WidgetDocument] = {}


class _Lesson:
    """A lesson's widgets.py that has been run, and documents of it that nobody has opened yet."""

    def __init__(self, source: str, name: str) -> None:
        module = ModuleType("lesson_widgets")
        exec(compile(source, name, "exec"), module.__dict__)
        self.source = source
        self.widgets: Mapping[str, Callable[[], Widget]] = module.WIDGETS
        self.ready: dict[str, WidgetDocument] = {}


_lesson = _Lesson("WIDGETS = {}", "no lesson")
_prepared: dict[str, _Lesson] = {}  # by name


def prepare(source: str, name: str, widget_ids: str) -> None:
    """Open widgets of a lesson in their first state before a page asks for them."""
    lesson = _prepared[name] = _Lesson(source, name)
    lesson.ready = {
        widget_id: WidgetDocument(lesson.widgets[widget_id]()) for widget_id in json.loads(widget_ids)
    }


def load(source: str, name: str) -> None:
    """Run a lesson's widgets.py (`source`; `name` stands in tracebacks), unless this very one is prepared."""
    global _lesson
    prepared = _prepared.get(name)
    _lesson = prepared if prepared and prepared.source == source else _Lesson(source, name)
    _prepared.clear()


def open_widget(widget_id: str, theme: str, state: str, fed: str, standing: str) -> str:
    """Build a widget in a given state; a state that it refuses is told as ``refused``, and the widget is at its start.

    ``fed`` is what it had been fed, null for nothing; why it does not take that is told as ``unfed``. ``standing`` says
    how far the reader's functions are (see `Widget.know`).
    """
    document = _lesson.ready.pop(widget_id, None) or WidgetDocument(_lesson.widgets[widget_id](), theme)
    told = document.resume(theme, json.loads(state), json.loads(fed), json.loads(standing))
    _documents[widget_id] = document
    return to_text({**document.to_json(), **told})


def patch(widget_id: str, changes: str, taken: bool) -> str:
    """Apply the page's changes to a widget and return what followed; ``taken``: the page has what was foreseen."""
    return to_text(_documents[widget_id].patch(changes, taken=taken))


def foresee(widget_id: str, changes: str) -> str:
    """What would follow from a slider's step, if that came next (see `WidgetDocument.foresee`)."""
    return to_text(_documents[widget_id].foresee(changes))


def set_state(widget_id: str, new: str) -> str:
    """Set a widget's state; the answer is {"refused": sentence} when the widget does not take it."""
    try:
        return to_text(_documents[widget_id].set(json.loads(new)))
    except ValueError as error:
        return to_text({"refused": str(error)})


def hear(widget_id: str, serial: int, record: str, ended: str) -> str:
    """Hand a widget what became of the calls of the reader's functions that it asked for.

    record : text from an interpreter that any code has been in: JSON or not. ended : why there is none, or ""; then
        ``record`` is the number of the function whose calls were being made.
    """
    result: dict[str, object]
    if ended:
        result = {"ended": ended, "step": int(record)}
    else:
        try:
            result = {"record": json.loads(record)}
        except (ValueError, RecursionError):
            result = {"record": record[:0]}
    return to_text(_documents[widget_id].hear(serial, result))


def know(widget_id: str, standing: str) -> str:
    """Tell a widget how far the reader's functions are."""
    return to_text(_documents[widget_id].know(json.loads(standing)))


def feed(widget_id: str, data: str) -> str:
    """Show data that are no state; the answer is {"refused": sentence} when the widget does not take them."""
    try:
        return to_text(_documents[widget_id].feed(json.loads(data)))
    except ValueError as error:
        return to_text({"refused": str(error)})


def set_theme(widget_id: str, theme: str) -> str:
    """Recolour a widget for a light or dark page."""
    return to_text(_documents[widget_id].set_theme(theme))
