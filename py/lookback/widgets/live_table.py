"""The live table: one query against n positions, with scores, weights and context that follow at once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import ArrayLike
from panel.viewable import Viewable

from lookback.widgets import live_table_html as markup
from lookback.widgets import own as whose
from lookback.widgets import state as checks
from lookback.widgets.bars import Bars
from lookback.widgets.base import State, Widget
from lookback.widgets.controls import Number, NumberControl, notes
from lookback.widgets.frame import live_frame, still_frame
from lookback.widgets.live_table_own import FUNCTIONS, plan
from lookback.widgets.own import Own
from lookback.widgets.parts import (
    Box,
    Html,
    Toggles,
    element,
    poster_checks,
    variables,
)
from lookback.widgets.plane import Hint
from lookback.widgets.plane_side import PlaneSide
from lookback.widgets.positions import Positions, Reading


@dataclass(frozen=True)
class Drawn:
    """Numbers that belong together: query, mask and what follows from them, beside what should be."""

    q: Sequence[float]
    mask: Sequence[bool]
    reading: Reading
    beside: Reading | None = None


class LiveTable(Widget):
    """Position, key, value, score and weight for a query that can be typed, slid, flipped and masked.

    Parameters
    ----------
    words, keys, values : n words, (n, d_k) keys, (n, d_v) values
    start : the query at the start and after Reset, d_k numbers
    title : the name in the widget's head
    field : with a word, the key plane stands beside the table and starts with the weight field of that word
    hint : what the plane shows on demand
    own : whether it can be drawn with the reader's own `softmax` and `attention`, exercises of its lesson
    low, high, step : the range of each coordinate and the slider's step
    """

    settable: tuple[str, ...] = ("q", "mask")
    reversible = True

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
        own: bool = False,
        low: float = -6.0,
        high: float = 6.0,
        step: float = 0.1,
    ) -> None:
        super().__init__()
        self.positions = Positions.of(words, keys, values)
        self.title, self.low, self.high = title, low, high
        self._start = checks.numbers("start", start, self.positions.keys.shape[1], low, high)
        self._coordinates = [
            Number(f"q[{i}]", f"query, coordinate {i}, q[{i}]", low, high, step)
            for i in range(len(self._start))
        ]
        self._q, self._mask = list(self._start), [True] * len(words)
        self._controls: list[NumberControl] = []
        self._side = None if field is None else PlaneSide(words, self.positions.keys, field, hint)
        if self._side is not None:
            self.settable = (*self.settable, *self._side.settable)
        if own:
            self.own = Own(
                FUNCTIONS,
                lambda written: plan(self._q, self._mask, self.positions, written),
                lambda state: markup.named(self.positions, *self._of(state)),
            )
            self.settable = (*self.settable, "whose")
        self._reading = Reading.of(self._q, self._mask, self.positions)
        self._shape = markup.geometry(self.positions)

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
            **({} if self.own is None else self.own.get()),
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
        self._q = values.get("q", self._q)
        self._mask = values.get("mask", self._mask)
        if self._side is not None:
            self._side.apply(values)
        self._reading = Reading.of(self._q, self._mask, self.positions)

    # live

    def _build(self) -> Viewable:
        self._bars = Bars(len(self._mask))
        self._controls = [
            NumberControl(number, self._q[i], partial(self._move, i), self._tell)
            for i, number in enumerate(self._coordinates)
        ]
        self._legend = Html(markup.legend(""), part="lb-legend", attributes={"aria-live": "polite"})
        words = self.positions.words
        dense = markup.density(len(words))
        self._masks = Toggles(
            options={f"mask out {word}": i for i, word in enumerate(words)},
            part=f"lb-masks{dense}",
            attributes={"role": "group", "aria-label": "masks"},
        )
        self._masks.param.watch(self._on_masks, "value")
        self._table = Html(part=f"lb-table{dense}")
        self._context = Html(part="lb-context")
        self._spoken = Html(part="lb-live", attributes={"role": "status"})
        reach = self.low, self.high
        columns = [] if self._side is None else [self._side.build(self._on_plane, self._change, reach)]
        self._figure = Box(
            self._masks, self._table, self._bars.part(), part=f"lb-figure{dense}", styles=self._shape
        )
        self._switch = whose.switch(self.own, lambda chosen: self._change(whose=chosen))
        self._paint()
        left = Box(
            self._legend,
            Box(*[part for control in self._controls for part in control.parts()], part="lb-query"),
            self._figure,
            self._context,
            self._spoken,
            part="lb-left",
        )
        view, self._reset = live_frame(
            self.title,
            lambda: self._change(**self._at_start()),
            left,
            *columns,
            wide=bool(columns),
            switch=whose.part_of(self._switch),
        )
        return view

    def _at_start(self) -> State:
        start: State = {"q": list(self._start), "mask": [True] * len(self._mask)}
        return start if self._side is None else {**start, **self._side.start()}

    def _paint(self) -> None:
        for control, value in zip(self._controls, self._q, strict=True):
            control.show(value)
        self._tell()
        self._masks.show([i for i, allowed in enumerate(self._mask) if not allowed])
        drawn = self._drawn()
        self._table.show(self._table_html(drawn))
        self._context.show(markup.context(self.positions, drawn.reading, drawn.beside))
        self._spoken.show(markup.spoken(self.positions, drawn.q, drawn.reading))
        self._figure.put({**self._shape, **markup.room_for(drawn.reading)})
        self._bars.paint(drawn.reading.weights, None if drawn.beside is None else drawn.beside.weights)
        if self.own is not None and self._switch is not None:
            self._switch.paint(self.own)
        if self._side is not None:
            self._side.paint(self._q, self._mask)

    def _recolour(self) -> None:
        self._bars.recolour(self.theme)
        if self._side is not None:
            self._side.recolour(self.theme)

    # events

    def _move(self, i: int, value: float) -> None:
        """Move one coordinate of the query."""
        self._change(q=[*self._q[:i], value, *self._q[i + 1 :]])

    def _tell(self) -> None:
        """Show why an entered number was not taken."""
        self._legend.show(markup.legend(notes(self._controls)))

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

    def _of(self, state: State | None) -> tuple[list[float], list[bool]]:
        """Query and mask of a picture's state, those of now without one."""
        return (self._q, self._mask) if state is None else (state["q"], state["mask"])

    def _drawn(self) -> Drawn:
        """What is drawn: by the reference alone, or the reader's code beside it.

        The reader's numbers can be those of an earlier query, and all others are its own then.
        """
        picture = None if self.own is None else self.own.shown
        q, mask = self._of(None if picture is None else picture.state)
        is_now = (q, mask) == (self._q, self._mask)
        reading = self._reading if is_now else Reading.of(q, mask, self.positions)
        weights, context = (
            None if picture is None else picture.part(name) for name in ("weights", "context")
        )
        if weights is None or context is None:
            return Drawn(q, mask, reading)
        scores = reading.scores
        yours = Reading(scores, weights.yours, context.yours)
        return Drawn(q, mask, yours, Reading(scores, weights.reference, context.reference))

    def _table_html(self, drawn: Drawn) -> str:
        found = None if self.own is None or self.own.shown is None else self.own.shown.first()
        first = found[1][0] if found is not None and found[0].name == "weights" else -1
        return markup.table(self.positions, drawn.q, drawn.mask, drawn.reading, drawn.beside, first)

    def poster(self) -> str:
        """The start state as script-free HTML."""
        q, mask = self._start, [True] * len(self._mask)
        reading = Reading.of(q, mask, self.positions)
        words, dense = self.positions.words, markup.density(len(self._mask))
        rows = "".join(number.picture(value) for number, value in zip(self._coordinates, q, strict=True))
        figure = (
            element("div", f"lb-masks{dense}", poster_checks(f"mask out {word}" for word in words))
            + element("div", f"lb-table{dense}", markup.table(self.positions, q, mask, reading))
            + element("div", "lb-bars", Bars.picture(reading.weights), aria_hidden="true")
        )
        left = (
            element("div", "lb-legend", markup.legend(""))
            + element("div", "lb-query", rows)
            + element("div", f"lb-figure{dense}", figure, style=variables(self._shape))
            + element("div", "lb-context", markup.context(self.positions, reading))
        )
        columns = element("div", "lb-left", left) + ("" if self._side is None else self._side.poster(q))
        return still_frame(self.title, columns, wide=self._side is not None, switch=whose.poster(self.own))
