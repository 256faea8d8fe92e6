"""The key plane: keys as points, the query as an arrow with a tip to drag, a weight field behind them."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import panel as pn
from bokeh.events import Pan, PanStart, Tap
from bokeh.models import ColumnDataSource, LinearColorMapper
from numpy.typing import NDArray

from lookback.widgets import field, theme
from lookback.widgets import plane_html as markup
from lookback.widgets.canvas import blank
from lookback.widgets.parts import Box, Html

Floats = NDArray[np.float64]
Move = Callable[[list[float]], None]


@dataclass(frozen=True)
class Hint:
    """Shown on demand: where the weight on ``word`` cannot reach ``level`` because of ``against``."""

    word: str
    level: float
    against: str


class Plane:
    """A square of queries around 0.

    The canvas holds what a moving query leaves alone: field, axes, keys. The arrow lies over it as an element
    that is turned and stretched, so that a drag repaints no canvas; nor does Bokeh that of the grip, because it is
    the box around it that is cut out. Each layer has its own styles: those of the plane would be inherited by all
    that is in it, which costs the browser ten times as much.

    Parameters
    ----------
    words, keys : n words and their keys, shape (n, 2)
    move : called with the new query while the tip is dragged or the plane is tapped
    reach : the lowest and the highest that a coordinate can be
    step : queries from a drag are multiples of it
    """

    def __init__(
        self, words: Sequence[str], keys: Floats, move: Move, reach: tuple[float, float], step: float = 0.1
    ) -> None:
        self._words, self._keys, self._move, self._step = tuple(words), keys, move, step
        self._limit, self._grab, self._q = 0.0, np.zeros(2), np.zeros(2)
        self._drawn: tuple[Any, ...] = ()
        square = (-1.0, 1.0)
        self._base = blank("lb-base", square, square, {})
        # The page reads these and makes the grip a stop of the Tab key that listens to arrow keys.
        keys_of_the_grip = {
            "data-arrow-keys": "q",
            "data-step": f"{step:g}",
            "data-low": f"{reach[0]:g}",
            "data-high": f"{reach[1]:g}",
            "data-role": "point to drag",
            "data-name": f"query. Arrow keys move it by {step:g}, with Shift by {10 * step:g}",
        }
        self._grip = blank("lb-grip", square, square, keys_of_the_grip)
        self._grip.scatter([], [])  # Bokeh warns of a figure that draws nothing
        self._bands = ColumnDataSource({"xs": [], "ys": [], "fill": []})
        self._curves = ColumnDataSource({"xs": [], "ys": [], "width": []})
        self._hint = ColumnDataSource({"xs": [], "ys": []})
        self._draw()
        self._names = Html("", part="lb-names")
        self._arrow, self._tip = Html(markup.ARROW, part="lb-arrow"), Html(markup.TIP, part="lb-tip")
        self._disc = Box(pn.pane.Bokeh(self._grip), part="lb-disc")
        self._base.on_event(Tap, self._on_tap)
        self._grip.on_event(PanStart, self._on_grab)
        self._grip.on_event(Pan, self._on_drag)

    def part(self) -> Box:
        """The plane as a part of a widget."""
        base = pn.pane.Bokeh(self._base)
        return Box(base, self._arrow, self._names, self._disc, self._tip, part="lb-plane")

    def paint(self, q: Sequence[float], mask: Sequence[bool], position: int | None, limit: float) -> None:
        """Show a query; redraw the field only when the mask, the position or the zoom has changed."""
        wanted = (tuple(mask), position, limit)
        if wanted != self._drawn:
            self._drawn = wanted
            self._zoom(limit)
            self._paint_field(mask, position, limit)
        self._q = np.array(q)
        self._arrow.put(markup.arrow_styles(q[0], q[1], limit))
        self._tip.put(markup.tip_styles(q[0], q[1], limit))
        self._disc.put(markup.grip_styles(q[0], q[1], limit))

    def show_hint(self, hint: Hint | None) -> None:
        """Hatch the half of the plane where the hint's word is outweighed, or nothing."""
        outline = np.empty((0, 2)) if hint is None else self._out_of_reach(hint)
        self._hint.data = {"xs": [outline[:, 0].tolist()], "ys": [outline[:, 1].tolist()]}

    def recolour(self, name: theme.Name) -> None:
        """Take the palette of a theme."""
        palette = theme.PALETTES[name]
        self._shades.palette = _shades(palette)
        self._curve_glyph.line_color = palette["weight"]
        self._axes.glyph.line_color = self._ticks.glyph.line_color = palette["ink-3"]
        self._points.fill_color, self._points.line_color = palette["key"], palette["page"]
        self._hatch.hatch_color = self._hatch.line_color = palette["ink"]

    # drawing

    def _draw(self) -> None:
        """Put the layers of the canvas on top of each other, from the field to the keys."""
        base = self._base
        bands = len(markup.BAND_SHARES)
        self._shades = LinearColorMapper(palette=[], low=-0.5, high=bands - 0.5)  # band numbers to colours
        fill = {"field": "fill", "transform": self._shades}
        base.patches("xs", "ys", source=self._bands, line_color=None, fill_color=fill)
        self._curve_glyph = base.multi_line("xs", "ys", line_width="width", source=self._curves).glyph
        self._hatch = base.patches(
            "xs",
            "ys",
            source=self._hint,
            fill_color=None,
            line_width=1.5,
            line_dash="dashed",
            hatch_pattern="/",
            hatch_alpha=0.3,
            hatch_scale=12,
            hatch_weight=1,
        ).glyph
        self._axes = base.segment(x0=[-99, 0], y0=[0, -99], x1=[99, 0], y1=[0, 99])
        ticks = [t for t in range(-6, 7) if t]
        dash = {"size": 6, "line_width": 1}
        self._ticks = base.scatter(ticks + [0] * 12, [0] * 12 + ticks, marker="cross", **dash)
        keys = self._keys.T.tolist()
        self._points = base.scatter(*keys, size=13, line_width=2).glyph
        self.recolour("light")

    def _zoom(self, limit: float) -> None:
        if limit == self._limit:
            return
        self._limit = limit
        for square in (self._base, self._grip):
            square.x_range.update(start=-limit, end=limit)
            square.y_range.update(start=-limit, end=limit)

    def _paint_field(self, mask: Sequence[bool], position: int | None, limit: float) -> None:
        outlines: list[Floats] = []
        if position is not None:
            outlines = field.regions(self._keys, mask, position, limit)
        curves = [field.curve(outline, limit) for outline in outlines]
        self._bands.data = {**_columns(outlines), "fill": list(range(len(outlines)))}
        self._curves.data = {**_columns(curves), "width": markup.CURVE_WIDTHS[: len(curves)]}
        self._names.show(markup.names(self._words, self._keys, mask, curves, limit))

    def _out_of_reach(self, hint: Hint) -> Floats:
        key, other = (self._keys[self._words.index(word)] for word in (hint.word, hint.against))
        return field.half_plane(key, other, hint.level, 99.0)

    # events

    def _on_tap(self, event: Tap) -> None:
        self._go(np.array([event.x, event.y]))

    def _on_grab(self, event: PanStart) -> None:
        """Remember where beside the tip it was taken, so that it does not jump under the finger."""
        at = np.array([event.x, event.y])
        self._grab = at - np.array(markup.on_plane(float(self._q[0]), float(self._q[1]), self._limit))

    def _on_drag(self, event: Pan) -> None:
        self._go(np.array([event.x, event.y]) - self._grab)

    def _go(self, tip: Floats) -> None:
        steps = np.round(np.clip(tip, -self._limit, self._limit) / self._step)
        if np.isfinite(steps).all():
            self._move([round(float(s) * self._step, 6) + 0.0 for s in steps])


def _columns(lines: Sequence[Floats]) -> dict[str, list[list[float]]]:
    """Polygons or curves as the two columns Bokeh draws them from, to a thousandth."""
    rounded = [line.round(3) for line in lines]
    return {"xs": [line[:, 0].tolist() for line in rounded], "ys": [line[:, 1].tolist() for line in rounded]}


def _shades(palette: theme.Palette) -> list[str]:
    """The colours of the bands."""
    return [theme.mix(palette["page"], palette["weight-fill"], share) for share in markup.BAND_SHARES]


def boundary(hint: Hint, words: Sequence[str], keys: Floats) -> tuple[Floats, float]:
    """The half-plane of a hint as normal·q > bound."""
    key, other = (keys[list(words).index(word)] for word in (hint.word, hint.against))
    return other - key, math.log((1 - hint.level) / hint.level)
