"""The parts widgets are made of: Panel components stripped to what the shared stylesheet needs.

Panel gives every component four stylesheets of its own, three of them files to fetch. A lesson page has many
components and its own design, so each part carries the one shared stylesheet instead, which the document
holds once. Names and descriptions go to the host element as attributes.
"""

# mypy: disable-error-code="misc"
# Panel has no types, so its classes are Any, and a subclass of Any is "misc" to mypy.

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from html import escape
from typing import Any
from weakref import WeakKeyDictionary

import panel as pn
from bokeh.document import Document
from bokeh.models import InlineStyleSheet
from panel.io.state import state

from lookback.widgets import theme

#: What a slider says at each of its places, on its host: numbers with spaces between them.
PLACES = "data-places"
_sheets: WeakKeyDictionary[Document, InlineStyleSheet] = WeakKeyDictionary()


def _sheet(document: Document | None) -> InlineStyleSheet:
    """The shared stylesheet of one document; a Bokeh model belongs to a single document."""
    if document is None:
        return InlineStyleSheet(css=theme.stylesheet())
    if document not in _sheets:
        _sheets[document] = InlineStyleSheet(css=theme.stylesheet())
    return _sheets[document]


class _Bare:
    """Mixin: no margins, no stylesheets but ours, attributes on the host element.

    ``control`` attributes are meant for the control inside the shadow root, which Panel cannot reach: the
    host carries them as ``data-control-<name>``, and the page copies them inwards when it mounts a widget.

    Attributes
    ----------
    place : the styles of the host element
    """

    def __init__(
        self,
        *args: Any,
        part: str,
        attributes: Mapping[str, str] | None = None,
        styles: Mapping[str, str] | None = None,
        **kw: Any,
    ) -> None:
        self._attributes, self.place = dict(attributes or {}), dict(styles or {})
        super().__init__(*args, margin=0, css_classes=["lb-part", *part.split()], **kw)  # type: ignore[call-arg]

    def _get_properties(self, doc: Document | None) -> dict[str, Any]:
        properties: dict[str, Any] = super()._get_properties(doc)
        properties["stylesheets"] = [_sheet(doc)]
        properties["html_attributes"] = dict(self._attributes)
        properties["styles"] = dict(self.place)
        return properties

    def put(self, styles: Mapping[str, str]) -> None:
        """Replace the styles of the host element; straight in the models, because it changes with every event."""
        if styles != self.place:
            self.place = dict(styles)
            for model, _ in self._models.values():  # type: ignore[attr-defined]
                model.styles = dict(styles)

    def _process_events(self, events: dict[str, Any]) -> None:
        """Take over what the page has changed.

        Panel's own unlocks every parameter for it, one by one, and keeps count of what is busy for an indicator that
        nobody shows: half the time of an event.
        """
        document = state.curdoc
        self._in_process__events[document] = events  # type: ignore[attr-defined]
        try:
            changed = self._process_property_change(events)  # type: ignore[attr-defined]
            # value_throttled, the end of a slider's move, is a constant to all but Panel; no widget waits for it
            parameters = self.param  # type: ignore[attr-defined]
            new = {name: value for name, value in changed.items() if not parameters[name].constant}
            if len(new) == 1:
                setattr(self, *new.popitem())  # param.update reads all parameters first
            else:
                parameters.update(**new)
        finally:
            self._in_process__events.pop(document, None)  # type: ignore[attr-defined]

    def _update_properties(self, *events: Any, doc: Document | None) -> dict[str, Any]:
        """What changed, without asking a design about it: that alone costs more than the change."""
        changed: dict[str, Any] = self._process_param_change({e.name: e.new for e in events})  # type: ignore[attr-defined]
        return changed


class Html(_Bare, pn.pane.HTML):
    """Markup made by this package (never by a reader).

    It changes with every event, and goes to the Bokeh models straight: a Panel parameter would cost more than
    the change itself.
    """

    def __init__(self, html: str = "", **kw: Any) -> None:
        self.text = html
        super().__init__(html, **kw)

    def _get_properties(self, doc: Document | None) -> dict[str, Any]:
        return {**super()._get_properties(doc), "text": escape(self.text)}

    def show(self, html: str) -> None:
        """Replace the markup."""
        if html != self.text:
            self.text = html
            for model, _ in self._models.values():
                model.text = escape(html)


class Box(_Bare, pn.Column):
    """A group of parts, laid out by the stylesheet."""


class Slider(_Bare, pn.widgets.FloatSlider):
    """A slider for one coordinate; its name is spoken, not shown."""

    def __init__(self, label: str, **kw: Any) -> None:
        super().__init__(label="", show_value=False, tooltips=False, attributes=control_name(label), **kw)

    def name_places(self, names: Sequence[int]) -> None:
        """What is spoken at each place of a slider that counts places; it goes to the Bokeh models straight."""
        written = " ".join(map(str, names))
        if self._attributes.get(PLACES) != written:
            self._attributes[PLACES] = written
            for model, _ in self._models.values():
                model.html_attributes = dict(self._attributes)


class NumberBox(_Bare, pn.widgets.TextInput):
    """A text box for one number, so that nothing a reader types is silently changed.

    Attributes
    ----------
    text : what is written in it. Panel's own parameters hold what was typed last.
    """

    def __init__(self, label: str, text: str, **kw: Any) -> None:
        self.text = text
        super().__init__(
            label=label,
            value=text,
            attributes={"data-control-inputmode": "text", "data-control-autocomplete": "off"},
            **kw,
        )

    def _get_properties(self, doc: Document | None) -> dict[str, Any]:
        return {**super()._get_properties(doc), "value": self.text, "value_input": self.text}

    def listen(self, typing: Callable[[str], None], entered: Callable[[str], None]) -> None:
        """Call ``typing`` with each text on the way, ``entered`` with one that was entered."""

        def told(callback: Callable[[str], None], event: Any) -> None:
            self.text = event.new
            callback(event.new)

        # Also for what was typed before: something else may have been shown since.
        self.param.watch(partial(told, typing), "value_input", onlychanged=False)
        self.param.watch(partial(told, entered), "value", onlychanged=False)

    def show(self, text: str) -> None:
        """Replace what is written in the box, without being told of it as if the reader had typed it."""
        self.text = text
        for ref, (model, _) in self._models.items():
            # Panel's own note of what it changes itself, as it keeps it in _update_model.
            self._changing[ref] = [a for a in ("value", "value_input") if getattr(model, a) != text]
            try:
                model.update(value=text, value_input=text)
            finally:
                del self._changing[ref]


class Button(_Bare, pn.widgets.Button):
    """A button; the stylesheet may show a sign in place of a long label."""

    def __init__(self, label: str, **kw: Any) -> None:
        super().__init__(label=label, **kw)


class _Chosen(_Bare):
    """Mixin: something that is chosen."""

    def show(self, value: Any) -> None:
        """Take over what is chosen; one that is chosen already costs nothing, as most do at most events."""
        if self.value != value:  # type: ignore[has-type]
            self.value = value


class Toggles(_Chosen, pn.widgets.CheckBoxGroup):
    """Check boxes in one component, however many there are."""


class Choice(_Chosen, pn.widgets.RadioBoxGroup):
    """Radio buttons in one component."""


def control_name(label: str) -> dict[str, str]:
    """The attribute that names the one control of a part."""
    return {"data-control-aria-label": label}


def element(tag: str, part: str, inner: str = "", **attributes: str) -> str:
    """One element of a poster, with the class of the live part it stands for."""
    written = "".join(f' {name.replace("_", "-")}="{escape(value)}"' for name, value in attributes.items())
    return f'<{tag} class="lb-part {part}"{written}>{inner}</{tag}>'


def variables(values: Mapping[str, str]) -> str:
    """Custom properties as a style attribute's text."""
    return ";".join(f"{name}:{value}" for name, value in values.items())


def poster_slider(value: float, low: float, high: float) -> str:
    """What a :class:`Slider` looks like, without a script."""
    left = 100 * (value - low) / (high - low)
    return (
        '<div class="bk-input-group" aria-hidden="true"><div class="noUi-target noUi-horizontal">'
        f'<span class="noUi-handle" style="left:calc({left:.3f}% - 10px);right:auto"></span></div></div>'
    )


def poster_box(label: str, text: str) -> str:
    """What a :class:`NumberBox` looks like, without a script."""
    attributes = f'value="{escape(text)}" aria-label="{escape(label)}"'
    return f'<div class="bk-input-group"><input class="bk-input" {attributes} disabled></div>'


def poster_button(label: str) -> str:
    """What a :class:`Button` looks like, without a script."""
    button = f'<button type="button" class="bk-btn bk-btn-default" disabled>{escape(label)}</button>'
    return f'<div class="bk-btn-group">{button}</div>'


def poster_checks(
    labels: Iterable[str], kind: str = "checkbox", checked: Iterable[int] = (), *, closed: bool = False
) -> str:
    """What :class:`Toggles` or a :class:`Choice` look like, without a script; ``closed``: none can be chosen yet."""
    on, off = set(checked), " disabled" if closed else ""
    rows = "".join(
        f'<label><input type="{kind}"{" checked" if i in on else ""}{off}><span>{escape(label)}</span></label>'
        for i, label in enumerate(labels)
    )
    # Inert rather than disabled: browsers paint a disabled box paler than the live one that takes its place.
    return f'<div class="bk-input-group" inert>{rows}</div>'


def still(inner: str) -> str:
    """A poster: in a declarative shadow root page styles reach it as little as they reach the live widget."""
    return (
        '<div class="lb-poster"><template shadowrootmode="open">'
        f"<style>{theme.stylesheet(still=True)}</style>{inner}</template></div>"
    )
