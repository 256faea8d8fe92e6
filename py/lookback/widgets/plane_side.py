"""The plane beside the live table: its field, its zoom, its hint, and its still picture."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from html import escape
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lookback.widgets import plane_html as markup
from lookback.widgets import state as checks
from lookback.widgets import theme
from lookback.widgets.base import State
from lookback.widgets.parts import Box, Choice, Html, element, poster_checks, variables
from lookback.widgets.plane import Hint, Plane, boundary

Floats = NDArray[np.float64]

#: Half the side of the plane, and what the choice of it is called.
ZOOMS = {6: "−6 to 6", 3: "−3 to 3"}
LEGEND = '<span><span class="w">Weight</span> field of</span>'
ABOUT = (
    "Each point of the plane is a query; the bands are the weight it would put on the chosen word. "
    "Drag the tip of the arrow, or use the sliders."
)


class PlaneSide:
    """State and parts of the plane; the live table owns the query.

    Parameters
    ----------
    words, keys : n words and their keys, shape (n, 2)
    field : the word whose weight field is drawn at the start
    hint : what can be shown on demand, if anything
    """

    settable = ("field", "zoom", "hint")

    def __init__(self, words: Sequence[str], keys: Floats, field: str, hint: Hint | None) -> None:
        if keys.shape[1] != 2:
            raise ValueError(f"keys {keys.shape} do not fit a plane; wanted (n, 2)")
        self._words, self._keys, self._offered = tuple(words), keys, hint
        self._start = checks.one_of("field", field, words)
        self._state: State = self.start()

    def start(self) -> State:
        """The state at the start and after Reset."""
        return {"field": self._start, "zoom": 6, "hint": False}

    def get(self) -> State:
        """``field`` (a word or None), ``zoom`` (6 or 3), ``hint`` (whether it is shown)."""
        return dict(self._state)

    def check(self, state: State) -> State:
        """The plane's own keys of ``state`` in their types, or a ValueError."""
        values: State = {}
        if "hint" in state:
            values["hint"] = checks.flag("hint", state["hint"])
            if values["hint"] and self._offered is None:
                raise ValueError("hint = True; this plane has no hint to show")
            if values["hint"] and self._offered is not None:
                values["field"] = self._offered.word
        if "field" in state:
            values["field"] = checks.one_of("field", state["field"], (*self._words, None))
        if "zoom" in state:
            values["zoom"] = checks.one_of("zoom", state["zoom"], tuple(ZOOMS))
        return values

    def apply(self, values: State) -> None:
        """Take checked values over."""
        self._state.update({key: values[key] for key in self.settable if key in values})

    # live

    def build(
        self, move: Callable[[list[float]], None], change: Callable[..., None], reach: tuple[float, float]
    ) -> Box:
        """The right column. ``move`` takes a new query within ``reach``, ``change`` new values of the plane's keys."""
        self.plane = Plane(self._words, self._keys, move, reach)
        self._fields = Choice(
            options=list(self._words),
            value=self._state["field"],
            inline=True,
            part="lb-fields",
            attributes={"role": "radiogroup", "aria-label": "weight field of"},
        )
        self._zooms = Choice(
            options={name: zoom for zoom, name in ZOOMS.items()},
            value=self._state["zoom"],
            inline=True,
            part="lb-fields",
            attributes={"role": "radiogroup", "aria-label": "range of the plane"},
        )
        self._fields.param.watch(lambda event: self._chosen(change, "field", event.new), "value")
        self._zooms.param.watch(lambda event: self._chosen(change, "zoom", event.new), "value")
        self._hint = Html("", part=self._hint_part(), attributes={"aria-live": "polite"})
        options = Box(
            Html(LEGEND, part="lb-oname"),
            self._fields,
            Html("range", part="lb-oname"),
            self._zooms,
            part="lb-options",
        )
        about = Html(ABOUT, part="lb-live")
        return Box(self.plane.part(), options, self._hint, about, part="lb-right")

    def _chosen(self, change: Callable[..., None], key: str, value: Any) -> None:
        if value is not None and value != self._state[key]:
            change(**{key: value})

    def paint(self, q: Sequence[float], mask: Sequence[bool]) -> None:
        """Bring plane, choices and hint up to date."""
        word = self._state["field"]
        position = None if word is None else self._words.index(word)
        self._fields.show(word)
        self._zooms.show(self._state["zoom"])
        self.plane.paint(q, mask, position, float(self._state["zoom"]))
        hint = self._offered if self._state["hint"] else None
        text = self._hint_text(hint)
        if text != self._hint.text:
            self.plane.show_hint(hint)
            self._hint.show(text)

    def _hint_part(self) -> str:
        """The place of the hint: with one to show, its room is kept."""
        return "lb-hint" if self._offered is None else "lb-hint lb-offered"

    def _hint_text(self, hint: Hint | None) -> str:
        if hint is None:
            return ""
        return markup.hint_text(hint, *boundary(hint, self._words, self._keys))

    def recolour(self, name: theme.Name) -> None:
        """Take the palette of a theme."""
        self.plane.recolour(name)

    # still

    def poster(self, q: Sequence[float]) -> str:
        """The right column at the start, for query ``q``."""
        start = self.start()
        position, limit = self._words.index(start["field"]), float(start["zoom"])
        picture = markup.picture(self._keys, position, limit)
        curves = markup.curves(self._keys, position, limit)
        arrow, tip = markup.arrow_styles(q[0], q[1], limit), markup.tip_styles(q[0], q[1], limit)
        plane = (
            element("div", "lb-base", picture, aria_hidden="true")
            + element("div", "lb-arrow", markup.ARROW, style=variables(arrow))
            + element(
                "div",
                "lb-names",
                markup.names(self._words, self._keys, [True] * len(self._words), curves, limit),
            )
            + element("div", "lb-tip", markup.TIP, style=variables(tip))
        )
        zooms = list(ZOOMS)
        options = (
            element("div", "lb-oname", LEGEND)
            + element("div", "lb-fields", poster_checks(self._words, "radio", [position]))
            + element("div", "lb-oname", "range")
            + element(
                "div", "lb-fields", poster_checks(ZOOMS.values(), "radio", [zooms.index(start["zoom"])])
            )
        )
        label = escape(f"Key plane, weight field of {start['field']}. {ABOUT}")
        return element(
            "div",
            "lb-right",
            element("div", "lb-plane", plane, role="img", aria_label=label)
            + element("div", "lb-options", options)
            + element("div", self._hint_part()),
        )
