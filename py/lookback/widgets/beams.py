"""Beams: the query looks at every state as hard as its weight says, and the context gathers what comes back."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import Any

import numpy as np
import panel as pn
from bokeh.models import ColumnDataSource
from numpy.typing import NDArray
from panel.viewable import Viewable

from lookback.moments import Run
from lookback.widgets import heat, theme
from lookback.widgets import state as checks
from lookback.widgets.base import State, Widget
from lookback.widgets.canvas import blank
from lookback.widgets.chart import STILL
from lookback.widgets.frame import live_frame, still_frame
from lookback.widgets.numbers import bare, weight
from lookback.widgets.parts import Box, Choice, Html, Slider, element, poster_checks, poster_slider

Floats = NDArray[np.float64]

_CURVE = np.linspace(0, 1, 25)
#: An S from 0 to 1, flat at both ends: a beam leaves and arrives level.
_EASE = _CURVE**2 * (3 - 2 * _CURVE)


class Beams(Widget):
    """One output step of attention at a chosen moment of a run.

    Parameters
    ----------
    run : weights (s, m, n) of m output steps on n source positions, at s saved epochs
    queries : (m, d_q); states : (n, d_k)
    steps, positions : the m words emitted and the n names of the states
    start : the word and the epoch at the start and after Reset
    """

    settable = ("emit", "epoch")

    def __init__(
        self,
        run: Run,
        queries: Floats,
        states: Floats,
        steps: Sequence[str],
        positions: Sequence[str],
        *,
        start: tuple[str, int],
        title: str = "With attention",
    ) -> None:
        super().__init__()
        self._run, self._queries, self._states = run, queries, states
        self._steps, self._positions, self.title = tuple(steps), tuple(positions), title
        checks.one_of("start", start[0], self._steps)
        self._start: State = {"emit": start[0], "at": run.nearest(start[1])}
        self._emit, self._at = start[0], self._start["at"]

    def get(self) -> State:
        """``emit`` and ``epoch``, and what follows: ``weights`` (n,), ``context`` (d_k,)."""
        weights = self._weights(self._emit, self._at)
        return {
            "emit": self._emit,
            "epoch": self._run.epochs[self._at],
            "weights": weights.tolist(),
            "context": (weights @ self._states).tolist(),
        }

    def show(self, run: Run) -> None:
        """Draw from another run, for example the learner's own."""
        self._change(run=run)

    def _weights(self, emit: str, at: int) -> Floats:
        weights: Floats = self._run.weights[at, self._steps.index(emit)]
        return weights

    def _check(self, state: State) -> State:
        values: State = {}
        if "emit" in state:
            values["emit"] = checks.one_of("emit", state["emit"], self._steps)
        if "epoch" in state:
            epochs = self._run.epochs
            values["at"] = self._run.nearest(checks.whole("epoch", state["epoch"], epochs[0], epochs[-1]))
        return values

    def _apply(self, values: State) -> None:
        if "run" in values:
            epoch, self._run = self._run.epochs[self._at], values["run"]
            self._at = self._run.nearest(epoch)
        self._emit = values.get("emit", self._emit)
        self._at = values.get("at", self._at)

    # live

    def _build(self) -> Viewable:
        self._choice = Choice(
            options=list(self._steps),
            value=self._emit,
            inline=True,
            part="lb-fields",
            attributes={"role": "radiogroup", "aria-label": "emit"},
        )
        self._choice.param.watch(self._on_choice, "value")
        last = len(self._run.epochs) - 1
        self._slider = Slider("epoch", start=0, end=last, step=1, value=self._at, part="lb-epochs")
        self._slider.param.watch(self._on_slide, "value")
        self._epoch = Html(part="lb-oname")
        self._ribbons = Ribbons()
        self._query, self._middle, self._context = (
            Html(part=part) for part in ("lb-bquery", "lb-bstates", "lb-bcontext")
        )
        self._numbers = Html(part="lb-live")
        self._paint()
        options = Box(
            Html("emit", part="lb-oname"), self._choice, self._epoch, self._slider, part="lb-boptions"
        )
        left, right = self._ribbons.parts()
        drawing = Box(
            self._query, left, self._middle, right, self._context, part="lb-beams", styles=self._shape()
        )
        view, self._reset = live_frame(
            self.title, lambda: self._change(**self._start), options, drawing, self._numbers
        )
        return view

    def _on_choice(self, event: Any) -> None:
        if event.new and event.new != self._emit:
            self._change(emit=event.new)

    def _on_slide(self, event: Any) -> None:
        if round(event.new) != self._at:
            self._change(at=round(event.new))

    def _paint(self) -> None:
        weights = self._weights(self._emit, self._at)
        self._choice.value = self._emit
        last = len(self._run.epochs) - 1
        if (self._slider.end, self._slider.value) != (last, self._at):
            self._slider.param.update(end=last, value=self._at)
        self._ribbons.paint(weights)
        query, middle, context = self._columns(self._emit, weights)
        self._query.show(query)
        self._middle.show(middle)
        self._context.show(context)
        self._epoch.show(self._epoch_html(self._at))
        self._numbers.show(self._numbers_html(self._at))

    def _recolour(self) -> None:
        self._ribbons.recolour(self.theme)

    # markup

    def _shape(self) -> dict[str, str]:
        """How many cells there are to make room for."""
        return {"--n": str(len(self._positions)), "--width": str(self._states.shape[1])}

    def _epoch_html(self, at: int) -> str:
        return f'epoch <b class="lb-count">{self._run.epochs[at]:,}</b>'

    def _columns(self, emit: str, weights: Floats) -> tuple[str, str, str]:
        """The query's cells, the states with their beams, the context's cells."""
        query = self._queries[self._steps.index(emit)]
        slots = "".join(
            slot(word, state, w, len(weights))
            for word, state, w in zip(self._positions, self._states, weights, strict=True)
        )
        share = f"--share:{share_of(len(weights)):.4f}"
        return (
            f'<div class="lb-col q" style="{share}"><span>query</span>{cells(query)}</div>',
            f'<div class="lb-slots">{slots}</div>',
            f'<div class="lb-col" style="{share}"><span>context</span>{cells(weights @ self._states)}</div>',
        )

    def _numbers_html(self, at: int) -> str:
        """The same as a table, for who listens."""
        steps = [f"emit {word}" for word in self._steps]
        return heat.table(
            steps, self._positions, self._run.weights[at], f"Weights at epoch {self._run.epochs[at]}"
        )

    def poster(self) -> str:
        """The start state as script-free HTML."""
        emit, at = str(self._start["emit"]), int(self._start["at"])
        weights = self._weights(emit, at)
        query, middle, context = self._columns(emit, weights)
        options = (
            element("div", "lb-oname", "emit")
            + element("div", "lb-fields", poster_checks(self._steps, "radio", [self._steps.index(emit)]))
            + element("div", "lb-oname", self._epoch_html(at))
            + element("div", "lb-epochs", poster_slider(at, 0, len(self._run.epochs) - 1))
        )
        drawing = (
            element("div", "lb-bquery", query)
            + element("div", "lb-gap", picture(weights), aria_hidden="true")
            + element("div", "lb-bstates", middle)
            + element("div", "lb-gap lb-back", picture(weights), aria_hidden="true")
            + element("div", "lb-bcontext", context)
        )
        shape = ";".join(f"{name}:{value}" for name, value in self._shape().items())
        body = element("div", "lb-boptions", options) + element("div", "lb-beams", drawing, style=shape)
        return still_frame(self.title, body + element("div", "lb-live", self._numbers_html(at)))


class Ribbons:
    """The beams between the columns: the same ribbons twice, the second time mirrored."""

    def __init__(self) -> None:
        self._areas = ColumnDataSource({"xs": [], "ys": []})
        self._edges = ColumnDataSource({"xs": [], "ys": []})
        self._figures = [blank("lb-gap", (0, 1), (1, 0)), blank("lb-gap lb-back", (1, 0), (1, 0))]
        self._glyphs = []
        for plot in self._figures:
            area = plot.patches("xs", "ys", source=self._areas, line_color=None)
            edge = plot.multi_line("xs", "ys", source=self._edges, line_width=1)
            self._glyphs.append((area.glyph, edge.glyph))
        self.recolour("light")

    def parts(self) -> list[pn.pane.Bokeh]:
        """Left and right, as parts of a widget."""
        return [pn.pane.Bokeh(plot) for plot in self._figures]

    def paint(self, weights: Floats) -> None:
        """Draw the beams of one query."""
        curves = [curve for pair in ribbons(weights) for curve in pair]
        self._edges.data = {"xs": [_CURVE.tolist()] * len(curves), "ys": [c.tolist() for c in curves]}
        outlines = [[*top.tolist(), *bottom[::-1].tolist()] for top, bottom in ribbons(weights)]
        there_and_back = [*_CURVE.tolist(), *_CURVE[::-1].tolist()]
        self._areas.data = {"xs": [there_and_back] * len(outlines), "ys": outlines}

    def recolour(self, name: theme.Name) -> None:
        """Take the palette of a theme."""
        palette = theme.PALETTES[name]
        for area, edge in self._glyphs:
            area.fill_color, edge.line_color = palette["weight-fill"], palette["weight"]


def share_of(count: int) -> float:
    """The height of all weights together, as a share of the drawing: a little less than one slot's."""
    return 0.94 / count


def ribbons(weights: Floats) -> list[tuple[Floats, Floats]]:
    """Upper and lower edge of each beam, from the query's column to its slot; 0 is the top, 1 the bottom."""
    n, share = len(weights), share_of(len(weights))
    ends = (1 - share) / 2 + share * np.concatenate([[0.0], np.cumsum(weights)])
    pairs = []
    for i, w in enumerate(weights):
        middle = (i + 0.5) / n
        edges = (ends[i], middle - share * w / 2), (ends[i + 1], middle + share * w / 2)
        upper, lower = (start + (end - start) * _EASE for start, end in edges)
        pairs.append((upper, lower))
    return pairs


def picture(weights: Floats) -> str:
    """One side of the beams as SVG."""
    drawn = ""
    for upper, lower in ribbons(weights):
        top, bottom = (list(zip(_CURVE, curve, strict=True)) for curve in (upper, lower))
        area = "L".join(f"{x:.3f} {y:.4f}" for x, y in [*top, *bottom[::-1]])
        drawn += f'<path d="M{area}Z" style="fill:var(--weight-fill)"/>'
        for edge in (top, bottom):
            path = "L".join(f"{x:.3f} {y:.4f}" for x, y in edge)
            drawn += f'<path d="M{path}" style="fill:none;stroke:var(--weight)" {STILL}/>'
    return f'<svg class="lb-fill" viewBox="0 0 1 1" preserveAspectRatio="none">{drawn}</svg>'


def cells(values: Floats) -> str:
    """Numbers in boxes."""
    return f'<div class="lb-cells2">{"".join(f"<b>{bare(v, 1)}</b>" for v in values)}</div>'


def slot(word: str, state: Floats, w: float, count: int) -> str:
    """A state with its name, its weight and the beam that passes through it."""
    return (
        f'<div class="lb-slot" style="--w:{w * share_of(count) * count:.4f}"><i></i>'
        f'<span class="lb-over"><span class="k">{escape(word)}</span>'
        f'<span class="w">{weight(w)}</span></span>{cells(state)}</div>'
    )
