"""Beams: the query looks at every state as hard as its weight says, and the context gathers what comes back."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from typing import Any

import numpy as np
import panel as pn
from bokeh.models import ColumnDataSource
from numpy.typing import NDArray
from panel.viewable import Viewable

from lookback.moments import Run
from lookback.widgets import heat, theme
from lookback.widgets import own as whose
from lookback.widgets import state as checks
from lookback.widgets.additive_own import FUNCTIONS, Moment, moment_plan, pair
from lookback.widgets.base import State, Widget
from lookback.widgets.canvas import blank
from lookback.widgets.chart import STILL
from lookback.widgets.frame import live_frame, still_frame
from lookback.widgets.names import title
from lookback.widgets.numbers import any_number, bare
from lookback.widgets.own import Own, Picture
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
    own : whether it can be drawn with the reader's own `additive_score`, `alignment_weights` and `context_vector`,
        exercises of its lesson, on the parameters that the run has kept
    """

    settable: tuple[str, ...] = ("emit", "epoch")
    reversible = True

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
        own: bool = False,
    ) -> None:
        super().__init__()
        self._run, self._queries, self._states = run, queries, states
        self._steps, self._positions, self.title = tuple(steps), tuple(positions), title
        checks.one_of("start", start[0], self._steps)
        self._start: State = {"emit": start[0], "at": run.nearest(start[1])}
        self._emit, self._at = start[0], self._start["at"]
        if own:
            self.own = Own(FUNCTIONS, lambda written: moment_plan(self._moment(), written), self._named)
            self.settable = (*self.settable, "whose")

    def get(self) -> State:
        """``emit`` and ``epoch``, and what follows: ``weights`` (n,), ``context`` (d_k,)."""
        weights = self._weights(self._emit, self._at)
        return {
            "emit": self._emit,
            "epoch": self._run.epochs[self._at],
            "weights": weights.tolist(),
            "context": (weights @ self._states).tolist(),
            **({} if self.own is None else self.own.get()),
        }

    def show(self, run: Run) -> None:
        """Draw from another run, for example the learner's own."""
        self._change(run=run)

    def _moment(self) -> Moment:
        kept = self._run.parameters
        return Moment(
            self._queries,
            self._states,
            kept[self._at] if kept else None,
            self._steps,
            self._positions,
            self._steps.index(self._emit),
            {"emit": self._emit, "epoch": self._run.epochs[self._at]},
        )

    def _drawn(self) -> Drawn:
        """What is drawn: the reference's weights and context, or the reader's beside them."""
        picture = None if self.own is None else self.own.shown
        weights = None if picture is None else picture.part("weights")
        emit, at = self._of(None if picture is None else picture.state)
        if picture is None or weights is None:
            row = self._weights(emit, at)
            return Drawn(emit, at, row, row @ self._states)
        step, context = self._steps.index(emit), picture.part("context")
        return Drawn(
            emit,
            at,
            None if weights.yours is None else weights.yours[step],
            None if context is None else context.yours,
            None if weights.reference is None else weights.reference[step],
        )

    def _of(self, state: State | None) -> tuple[str, int]:
        """Output step and moment of a picture's state, those of now without one."""
        return (self._emit, self._at) if state is None else (state["emit"], self._run.nearest(state["epoch"]))

    def _named(self, state: State | None) -> str:
        emit, at = self._of(state)
        return f"“emit {emit}”, epoch {self._run.epochs[at]:,}"

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
        self._numbers, self._pair = Html(part="lb-live"), Html(part="lb-pair")
        self._switch = whose.switch(self.own, lambda chosen: self._change(whose=chosen))
        self._paint()
        options = Box(
            Html("emit", part="lb-oname"), self._choice, self._epoch, self._slider, part="lb-boptions"
        )
        left, right = self._ribbons.parts()
        drawing = Box(
            self._query, left, self._middle, right, self._context, part="lb-beams", styles=self._shape()
        )
        view, self._reset = live_frame(
            self.title,
            lambda: self._change(**self._start),
            options,
            drawing,
            *([] if self._switch is None else [self._pair]),
            self._numbers,
            switch=whose.part_of(self._switch),
        )
        return view

    def _on_choice(self, event: Any) -> None:
        if event.new and event.new != self._emit:
            self._change(emit=event.new)

    def _on_slide(self, event: Any) -> None:
        if round(event.new) != self._at:
            self._change(at=round(event.new))

    def _paint(self) -> None:
        drawn = self._drawn()
        self._choice.show(self._emit)
        last = len(self._run.epochs) - 1
        self._slider.name_places(self._run.epochs)
        if (self._slider.end, self._slider.value) != (last, self._at):
            self._slider.param.update(end=last, value=self._at)
        self._ribbons.paint(drawable(drawn.weights, len(self._positions)))
        query, middle, context = self._columns(drawn)
        self._query.show(query)
        self._middle.show(middle)
        self._context.show(context)
        self._epoch.show(self._epoch_html(self._at))
        self._numbers.show(self._numbers_html(drawn.at))
        if self.own is not None and self._switch is not None:
            self._switch.paint(self.own)
            self._pair.show("" if self.own.shown is None else self._pair_html(self.own.shown))

    def _recolour(self) -> None:
        self._ribbons.recolour(self.theme)

    # markup

    def _shape(self) -> dict[str, str]:
        """How many cells there are to make room for."""
        return {"--n": str(len(self._positions)), "--width": str(self._states.shape[1])}

    def _epoch_html(self, at: int) -> str:
        return f'epoch <b class="lb-count">{self._run.epochs[at]:,}</b>'

    def _columns(self, drawn: Drawn) -> tuple[str, str, str]:
        """The query's cells, the states with their beams, the context's cells."""
        query, count = self._queries[self._steps.index(drawn.emit)], len(self._positions)
        slots = "".join(
            slot(word, state, w, count, text)
            for word, state, w, text in zip(
                self._positions, self._states, drawable(drawn.weights, count), drawn.texts(count), strict=True
            )
        )
        share = f"--share:{share_of(count):.4f}"
        context = np.full(self._states.shape[1], np.nan) if drawn.context is None else drawn.context
        return (
            f'<div class="lb-col q" style="{share}"><span>query</span>{cells(query)}</div>',
            f'<div class="lb-slots">{slots}</div>',
            f'<div class="lb-col" style="{share}"><span>context</span>{cells(context)}</div>',
        )

    def _pair_html(self, picture: Picture) -> str:
        """The weights of all output steps, right and by the reader's code."""
        part = picture.part("weights")
        if part is None or part.reference is None:
            return ""
        caption = f"epoch {picture.state['epoch']:,}"
        return pair(self._steps, self._positions, part.reference, part, caption)

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
        query, middle, context = self._columns(Drawn(emit, at, weights, weights @ self._states))
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
        body += element("div", "lb-live", self._numbers_html(at))
        return still_frame(self.title, body, switch=whose.poster(self.own))


@dataclass(frozen=True)
class Drawn:
    """One output step as drawn, at a moment: weights (n,), context (d_k,), None where there are none, and what
    should be.
    """

    emit: str
    at: int
    weights: Floats | None
    context: Floats | None
    beside: Floats | None = None

    def texts(self, count: int) -> list[str]:
        """The weights as written at their beams."""
        shown = ["–"] * count if self.weights is None else [_at_beam(w) for w in self.weights]
        if self.beside is None:
            return shown
        numbers = [np.nan] * count if self.weights is None else self.weights.tolist()
        pairs = zip(shown, numbers, self.beside.tolist(), strict=True)
        return [f"{text} {whose.mark(yours, right)}" for text, yours, right in pairs]


def drawable(weights: Floats | None, count: int) -> Floats:
    """Weights as widths of beams: whatever they are, together no wider than what they leave."""
    if weights is None:
        return np.zeros(count)
    widths = np.clip(np.nan_to_num(weights, nan=0.0), 0.0, 1.0)
    return widths / max(1.0, float(widths.sum()))


class Ribbons:
    """The beams between the columns: the same ribbons twice, the second time mirrored."""

    def __init__(self) -> None:
        self._areas = ColumnDataSource({"xs": [], "ys": []})
        self._edges = ColumnDataSource({"xs": [], "ys": []})
        self._figures = [blank("lb-gap", (0, 1), (1, 0)), blank("lb-gap lb-back", (1, 0), (1, 0))]
        self._glyphs = []
        self._painted: Floats | None = None
        for plot in self._figures:
            area = plot.patches("xs", "ys", source=self._areas, line_color=None)
            edge = plot.multi_line("xs", "ys", source=self._edges, line_width=1)
            self._glyphs.append((area.glyph, edge.glyph))
        self.recolour("light")

    def parts(self) -> list[pn.pane.Bokeh]:
        """Left and right, as parts of a widget."""
        return [pn.pane.Bokeh(plot) for plot in self._figures]

    def paint(self, weights: Floats) -> None:
        """Draw the beams of one query, where they are not drawn already."""
        if self._painted is not None and np.array_equal(self._painted, weights):
            return
        self._painted = weights
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
    return f'<div class="lb-cells2">{"".join(f"<b>{_cell(v)}</b>" for v in values)}</div>'


def _cell(value: float) -> str:
    """A cell holds a few characters."""
    if value != value:
        return "–"
    return bare(value, 1 if abs(value) < 10 else 0) if abs(value) < 1000 else _big(value)


def _at_beam(value: float) -> str:
    """A weight at its beam, where there is room for little; what is none stands in the table in full."""
    if value != value or abs(value) < 10:
        return any_number(value)
    return bare(value, 1) if abs(value) < 1000 else _big(value)


def _big(value: float) -> str:
    return "big" if value > 0 else "−big"


def slot(word: str, state: Floats, w: float, count: int, text: str) -> str:
    """A state with its name, its weight as written, and the beam of width ``w`` that passes through it."""
    return (
        f'<div class="lb-slot" style="--w:{w * share_of(count) * count:.4f}"><i></i>'
        f'<span class="lb-over"><span class="k lb-cut"{title(word)}>{escape(word)}</span>'
        f'<span class="w">{text}</span></span>{cells(state)}</div>'
    )
