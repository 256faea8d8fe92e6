"""One Bokeh document per widget, kept in step with its twin on the page by JSON patches.

Nothing here imports `js`: the same code runs, and is tested, on the host.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, cast

from bokeh.core.serialization import Serializer
from bokeh.document import Document
from bokeh.document.events import DocumentPatchedEvent, ModelChangedEvent
from bokeh.document.json import PatchJson
from panel.io.document import MockSessionContext
from panel.io.state import state

if TYPE_CHECKING:
    from lookback.widgets.base import Widget

_PAGE = "page"  # the setter of changes that came from the page: they are not sent back


@dataclass(frozen=True)
class _Ahead:
    """A step that the widget has taken before the page has, and its way back."""

    patch: str
    back: PatchJson

    def is_of(self, patch: PatchJson) -> bool:
        """Whether a patch moves the same slider and nothing else: from wherever that stands."""
        said, back = ([_said(change) for change in cast(Any, one["events"])] for one in (patch, self.back))
        return said == back


class WidgetDocument:
    """The Python end of one live widget."""

    def __init__(self, widget: Widget, theme: str = "light") -> None:
        widget.set_theme(theme)
        self._widget = widget
        self._document = _document_of(widget)
        self._events: list[DocumentPatchedEvent] = []
        self._ahead: _Ahead | None = None
        self._document.on_change(self._collect)

    def to_json(self) -> dict[str, Any]:
        """The whole document, for `Bokeh.embed.embed_item`, with the widget's state."""
        return {
            "doc": self._document.to_json(deferred=False),
            "root_id": self._document.roots[0].id,
            "reversible": self._widget.reversible,
            **self._told(),
        }

    def resume(
        self, theme: str, state: Mapping[str, Any], fed: Any, standing: Mapping[str, str]
    ) -> dict[str, str | dict[str, Any] | None]:
        """Take over a theme, data, a state and how far the reader's functions are, before the document is first shown.

        A state that the widget refuses is told as ``refused``, data that it does not take (None is none) as ``unfed``;
        ``start`` is the state it began in.
        """
        self.set_theme(theme)
        unfed = None
        if fed is not None:
            try:
                self.feed(fed)
            except ValueError as error:
                unfed = str(error)
        start, refused = self._widget.link(), None
        try:
            self.set(state)
        except ValueError as error:
            refused = str(error)
        self.know(standing)
        return {"start": start, "refused": refused, "unfed": unfed}

    def patch(self, patch: str, *, taken: bool = False) -> dict[str, Any]:
        """Apply the page's changes; the answer holds all that followed from them.

        taken : they are what was foreseen, and the page shows it already.
        """
        if self._ahead is None or self._ahead.patch != patch:
            changes = json.loads(patch)
            if self._ahead is not None and not self._ahead.is_of(changes):
                self._return()
            self._apply(changes)
        elif taken:
            self._events = []
        self._ahead = None
        return self._answer()

    def foresee(self, patch: str) -> dict[str, Any]:
        """What :meth:`patch` would answer to a slider's step, which the page may or may not make.

        The widget takes the step. If the page makes it, nothing is left to do; if something else comes, the widget
        takes it back first, and then everything that the step has changed is told as it is after all.
        """
        self._return()
        step = json.loads(patch)
        [event] = step["events"]
        was = getattr(self._document.models[event["model"]["id"]], event["attr"])
        self._ahead = _Ahead(patch, {"events": [{**event, "new": was}]})
        self._apply(step)
        return {"patch": self._encoded(), **self._told()}

    def _apply(self, changes: PatchJson) -> None:
        """Apply what the page says, in its order.

        What an earlier change was to be answered with is older than what the page says of the same property now: after
        Reset and a step of a slider, its handle stays where the step has led.
        """
        for change in cast(Any, changes["events"]):
            self._events = [event for event in self._events if _property_of(event) != _said(change)]
            self._document.apply_json_patch({"events": [change]}, setter=_PAGE)

    def _return(self) -> None:
        """Take back what was foreseen and did not come."""
        if self._ahead is not None:
            back, self._ahead = self._ahead.back, None
            self._apply(back)

    def set(self, new: Mapping[str, Any]) -> dict[str, Any]:
        """Set the widget's state from plain JSON; ValueError when the widget refuses it."""
        self._return()
        self._widget.set(new)
        return self._answer()

    def hear(self, serial: int, result: Mapping[str, Any]) -> dict[str, Any]:
        """Take what became of the calls that the widget asked for."""
        self._return()
        self._widget.hear(serial, result)
        return self._answer()

    def know(self, standing: Mapping[str, str]) -> dict[str, Any]:
        """Take how far the reader's functions are."""
        self._return()
        self._widget.know(standing)
        return self._answer()

    def feed(self, data: Any) -> dict[str, Any]:
        """Show data that are no state (see `Widget.feed`); ValueError when the widget refuses them."""
        self._return()
        self._widget.feed(data)
        return self._answer()

    def set_theme(self, theme: str) -> dict[str, Any]:
        """Recolour what cannot follow the page's style by itself: "light" or "dark"."""
        self._return()
        self._widget.set_theme(theme)
        return self._answer()

    def _collect(self, event: object) -> None:
        """Gather what follows from a change; several changes of one property become the last of them.

        Not by holding the document: under a hold Bokeh calls Panel back late, and Panel then takes its own
        changes for the page's and handles each of them again, which tripled the time of an event.
        """
        if not isinstance(event, DocumentPatchedEvent) or event.setter == _PAGE:
            return
        if not any(earlier.combine(event) for earlier in self._events):
            self._events.append(event)

    def _answer(self) -> dict[str, Any]:
        patch = self._encoded()
        self._events = []
        return {"patch": patch, **self._told()}

    def _encoded(self) -> PatchJson | None:
        """What has followed, as a patch for the page."""
        if not self._events:
            return None
        models = self._document.models
        serializer = Serializer(references=models.synced_references, deferred=False)
        patch = PatchJson(events=serializer.encode(self._events))
        models.flush_synced(lambda model: not serializer.has_ref(model))
        return patch

    def _told(self) -> dict[str, Any]:
        """What every answer tells."""
        state = self._widget.get()
        return {"state": state, "link": self._widget.link(state), "ask": self._widget.ask()}


def _said(change: Mapping[str, Any]) -> tuple[Any, Any]:
    """Which property a change of a patch names."""
    return change.get("model"), change.get("attr")


def _property_of(event: DocumentPatchedEvent) -> tuple[dict[str, str], str] | None:
    """Which property an event tells of, as a patch names it."""
    return ({"id": event.model.id}, event.attr) if isinstance(event, ModelChangedEvent) else None


def _document_of(widget: Widget) -> Document:
    document = Document()
    # Panel takes a document without a session for a notebook's and would load its own page around it.
    document._session_context = lambda: MockSessionContext(document=document)
    document.hold()
    with document.models.freeze():  # looks through all models once, not after each change
        widget.view().server_doc(doc=document, location=False)
    # From here on changes are handled at once, not scheduled for a server's event loop that does not exist.
    state._loaded[document] = True
    document._session_context = None
    document.unhold()
    return document


def to_text(value: object) -> str:
    """JSON as JavaScript reads it: no NaN, which JSON.parse refuses."""
    return json.dumps(value, allow_nan=False)
