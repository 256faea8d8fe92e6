"""The live table: one query against n positions, with scores, weights and context that follow at once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from html import escape
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray
from panel.viewable import Viewable

from lookback import kernels
from lookback.widgets import live_table_html as markup
from lookback.widgets import state as checks
from lookback.widgets.bars import Bars
from lookback.widgets.base import State, Widget
from lookback.widgets.numbers import decimal, parse
from lookback.widgets.parts import (
    Box,
    Button,
    Html,
    NumberBox,
    Slider,
    Toggles,
    element,
    poster_box,
    poster_button,
    poster_checks,
    poster_slider,
    still,
    variables,
)
from lookback.widgets.plane import Hint
from lookback.widgets.plane_side import PlaneSide

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Positions:
    """What a query looks back at: n words with their keys, shape (n, d_k), and values, shape (n, d_v)."""

    words: tuple[str, ...]
    keys: Floats
    values: Floats

    @classmethod
    def of(cls, words: Sequence[str], keys: ArrayLike, values: ArrayLike) -> Positions:
        """Check that the three belong together."""
        K, V = np.array(keys, dtype=np.float64), np.array(values, dtype=np.float64)
        if not words or K.ndim != 2 or V.ndim != 2 or len(K) != len(words) or len(V) != len(words):
            raise ValueError(
                f"{len(words)} words, keys {K.shape} and values {V.shape}; "
                "wanted at least one word and one row of keys and of values for each"
            )
        return cls(tuple(words), K, V)


@dataclass(frozen=True)
class Reading:
    """What follows from a query and a mask: scores (n,), weights (n,) and context (d_v,).

    The latter two are None when every position is masked.
    """

    scores: Floats
    weights: Floats | None
    context: Floats | None

    @classmethod
    def of(cls, q: Sequence[float], mask: Sequence[bool], positions: Positions) -> Reading:
        """Compute it with the kernels."""
        allowed = np.array(mask)
        scores = np.where(allowed, kernels.dot_scores(q, positions.keys), -np.inf)
        if not allowed.any():
            return cls(scores, None, None)
        weights, context = kernels.attention(q, positions.keys, positions.values, allowed)
        return cls(scores, weights, context)


class LiveTable(Widget):
    """Position, key, value, score and weight for a query that can be typed, slid, flipped and masked.

    Parameters
    ----------
    words, keys, values : n words, (n, d_k) keys, (n, d_v) values
    start : the query at the start and after Reset, d_k numbers
    title : the name in the widget's head
    field : with a word, the key plane stands beside the table and starts with the weight field of that word
    hint : what the plane shows on demand
    low, high, step : the range of each coordinate and the slider's step
    """

    settable: tuple[str, ...] = ("q", "mask")

    def __init__(
        self,
        words: Sequence[str],
        keys: ArrayLike,
        values: ArrayLike,
        *,
        start: Sequence[float],
        title: str = "Live table",
        field: str | None = None,
        hint: Hint | None = None,
        low: float = -6.0,
        high: float = 6.0,
        step: float = 0.1,
    ) -> None:
        super().__init__()
        self.positions = Positions.of(words, keys, values)
        self.title, self.low, self.high, self.step = title, low, high, step
        self._start = checks.numbers("start", start, self.positions.keys.shape[1], low, high)
        self._q, self._mask = list(self._start), [True] * len(words)
        self._told: dict[int, str] = {}
        self._side = None if field is None else PlaneSide(words, self.positions.keys, field, hint)
        if self._side is not None:
            self.settable = (*self.settable, *self._side.settable)
        self._reading = Reading.of(self._q, self._mask, self.positions)

    # state

    def get(self) -> State:
        """``q``, ``mask`` and what follows: ``scores`` ("-inf" where masked), ``weights``, ``context``.

        With every position masked there are no weights and no context: both are None.
        """
        reading = self._reading
        return {
            "q": list(self._q),
            "mask": list(self._mask),
            "scores": [float(s) if np.isfinite(s) else "-inf" for s in reading.scores],
            "weights": None if reading.weights is None else reading.weights.tolist(),
            "context": None if reading.context is None else reading.context.tolist(),
            **({} if self._side is None else self._side.get()),
        }

    def _check(self, state: State) -> State:
        values: State = {}
        if "q" in state:
            values["q"] = checks.numbers("q", state["q"], len(self._q), self.low, self.high)
        if "mask" in state:
            values["mask"] = checks.flags("mask", state["mask"], len(self._mask))
        if self._side is not None:
            values.update(self._side.check(state))
        return values

    def _apply(self, values: State) -> None:
        if "q" in values:
            self._q = values["q"]
            self._told.clear()
        self._mask = values.get("mask", self._mask)
        self._told.update(values.get("told", {}))
        if self._side is not None:
            self._side.apply(values)
        self._reading = Reading.of(self._q, self._mask, self.positions)

    # live

    def _build(self) -> Viewable:
        self._bars = Bars(len(self._mask))
        self._legend = Html(markup.legend(self._told), part="lb-legend", attributes={"aria-live": "polite"})
        self._controls = [self._coordinate(i) for i in range(len(self._q))]
        words = self.positions.words
        dense = markup.density(len(words))
        self._masks = Toggles(
            options={f"mask out {word}": i for i, word in enumerate(words)},
            part=f"lb-masks{dense}",
            attributes={"role": "group", "aria-label": "masks"},
        )
        self._masks.param.watch(self._on_masks, "value")
        self._table = Html(self._table_html(), part=f"lb-table{dense}")
        self._context = Html(self._context_html(), part="lb-context")
        self._spoken = Html(self._spoken_text(), part="lb-live", attributes={"role": "status"})
        self._reset = reset = Button("Reset", part="lb-link lb-reset")
        reset.on_click(lambda _: self._change(**self._at_start()))
        columns = [] if self._side is None else [self._side.build(self._on_plane, self._change)]
        self._paint()
        left = Box(
            self._legend,
            Box(*[part for row in self._controls for part in row], part="lb-query"),
            Box(
                self._masks, self._table, self._bars.part(), part=f"lb-figure{dense}", styles=self._geometry()
            ),
            self._context,
            self._spoken,
            part="lb-left",
        )
        head = Box(Html(markup.head(self.title, live=True), part="lb-title"), reset, part="lb-top")
        return Box(head, Box(left, *columns, part=f"lb-body{self._wide}"), part="lb-widget")

    def _at_start(self) -> State:
        start: State = {"q": list(self._start), "mask": [True] * len(self._mask)}
        return start if self._side is None else {**start, **self._side.start()}

    @property
    def _wide(self) -> str:
        """The extra class of a body with two columns."""
        return "" if self._side is None else " lb-wide"

    def _coordinate(self, i: int) -> tuple[Html, Slider, NumberBox, Button]:
        """Name, slider, number box and sign button of one coordinate of the query."""
        label = markup.coordinate_label(i)
        slider = Slider(
            f"{label}, slider",
            start=self.low,
            end=self.high,
            step=self.step,
            value=self._q[i],
            part="lb-range",
        )
        box = NumberBox(label, value=decimal(self._q[i], 3), part="lb-number")
        sign = Button(markup.sign_label(i), part="lb-sign")
        slider.param.watch(partial(self._on_slide, i), "value")
        box.param.watch(partial(self._on_typing, i), "value_input")
        box.param.watch(partial(self._on_typed, i), "value")
        sign.on_click(lambda _: self._move(i, -self._q[i]))
        return Html(markup.coordinate_name(i), part="lb-name"), slider, box, sign

    def _paint(self) -> None:
        for i, (_, slider, box, _sign) in enumerate(self._controls):
            value = self._q[i]
            if abs(slider.value - value) > 1e-9:
                slider.value = value
            if i not in self._told and parse(box.value_input or box.value) != round(value, 3):
                self._write(i)
        self._masks.value = [i for i, allowed in enumerate(self._mask) if not allowed]
        self._legend.object = markup.legend(self._told)
        self._table.object = self._table_html()
        self._context.object = self._context_html()
        self._spoken.object = self._spoken_text()
        self._bars.paint(self._reading.weights)
        if self._side is not None:
            self._side.paint(self._q, self._mask)

    def _recolour(self) -> None:
        self._bars.recolour(self._theme)
        if self._side is not None:
            self._side.recolour(self._theme)

    # events

    def _move(self, i: int, value: float) -> None:
        """Move one coordinate of the query."""
        if value != self._q[i] or i in self._told:
            self._change(q=[*self._q[:i], value + 0.0, *self._q[i + 1 :]])

    def _on_slide(self, i: int, event: Any) -> None:
        self._move(i, round(event.new, 6))

    def _on_typing(self, i: int, event: Any) -> None:
        """Follow while a number is being typed; what is not yet a number waits until it is entered."""
        value = parse(event.new)
        if value is not None and self.low <= value <= self.high and value != self._q[i]:
            self._move(i, value)

    def _on_typed(self, i: int, event: Any) -> None:
        """Take an entered number, or say why the query stays where it is."""
        value = parse(event.new)
        if value is not None and self.low <= value <= self.high:
            self._move(i, value)
            self._write(i)
        elif i not in self._told or event.new != event.old:
            self._change(told={i: markup.refusal(i, event.new, value, self._q[i], self.low, self.high)})

    def _write(self, i: int) -> None:
        """Put a coordinate into its number box, as numbers are written here."""
        text = decimal(self._q[i], 3)
        self._controls[i][2].param.update(value=text, value_input=text)

    def _on_plane(self, q: list[float]) -> None:
        """Take the query from the plane."""
        q = np.clip(q, self.low, self.high).tolist()
        if q != self._q:
            self._change(q=q)

    def _on_masks(self, event: Any) -> None:
        mask = [i not in event.new for i in range(len(self._mask))]
        if mask != self._mask:
            self._change(mask=mask)

    # markup

    def _table_html(self) -> str:
        return markup.table(self.positions, self._q, self._mask, self._reading)

    def _context_html(self) -> str:
        return markup.context(self.positions, self._reading)

    def _spoken_text(self) -> str:
        return markup.spoken(self.positions, self._q, self._reading)

    def _geometry(self) -> dict[str, str]:
        return markup.geometry(self.positions)

    def poster(self) -> str:
        """The start state as script-free HTML."""
        q, mask = self._start, [True] * len(self._mask)
        reading = Reading.of(q, mask, self.positions)
        words, dense = self.positions.words, markup.density(len(self._mask))
        rows = "".join(self._poster_coordinate(i, value) for i, value in enumerate(q))
        figure = (
            element("div", f"lb-masks{dense}", poster_checks(f"mask out {word}" for word in words))
            + element("div", f"lb-table{dense}", markup.table(self.positions, q, mask, reading))
            + element("div", "lb-bars", Bars.picture(reading.weights), aria_hidden="true")
        )
        left = (
            element("div", "lb-legend", markup.legend({}))
            + element("div", "lb-query", rows)
            + element("div", f"lb-figure{dense}", figure, style=variables(self._geometry()))
            + element("div", "lb-context", markup.context(self.positions, reading))
        )
        head = element("div", "lb-title", markup.head(self.title, live=False))
        top = element("div", "lb-top", head + element("div", "lb-link lb-reset", poster_button("Reset")))
        right = "" if self._side is None else self._side.poster(q)
        body = element("div", f"lb-body{self._wide}", element("div", "lb-left", left) + right)
        return still(element("div", "lb-widget", top + body, role="group", aria_label=escape(self.title)))

    def _poster_coordinate(self, i: int, value: float) -> str:
        return (
            element("div", "lb-name", markup.coordinate_name(i))
            + element("div", "lb-range", poster_slider(value, self.low, self.high))
            + element("div", "lb-number", poster_box(markup.coordinate_label(i), decimal(value, 3)))
            + element("div", "lb-sign", poster_button(markup.sign_label(i)))
        )
