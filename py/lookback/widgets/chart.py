"""A chart of lines and points: marks on a Bokeh canvas, all words and numbers as text around it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from typing import Any, Literal

import panel as pn
from bokeh.models import ColumnDataSource

from lookback.widgets import theme
from lookback.widgets.canvas import blank
from lookback.widgets.parts import Box, Html, element

Data = Mapping[str, tuple[Sequence[float], Sequence[float]]]


@dataclass(frozen=True)
class Axis:
    """From ``low`` to ``high``, with ticks (value, text); ``scale`` bends it, for example a logarithm."""

    name: str
    low: float
    high: float
    ticks: tuple[tuple[float, str], ...]
    scale: Callable[[float], float] = float

    def place(self, value: float) -> float:
        """Where a value lies, 0 at ``low`` and 1 at ``high``."""
        low, high = self.scale(self.low), self.scale(self.high)
        return (self.scale(value) - low) / (high - low)


@dataclass(frozen=True)
class Layer:
    """One kind of mark; ``colour`` and ``fill`` name colours of the palette, points without it are rings."""

    kind: Literal["line", "points"]
    colour: str
    width: float = 1.5
    dash: str = "solid"
    size: float = 9
    fill: str = ""


class Chart:
    """Layers drawn in order; their data are set by name."""

    def __init__(self, x: Axis, y: Axis, layers: Mapping[str, Layer]) -> None:
        self._x, self._y, self._layers = x, y, dict(layers)
        self._sources = {name: ColumnDataSource({"x": [], "y": []}) for name in layers}
        self._figure = blank("lb-base", (0, 1), (0, 1))
        self._grid = self._figure.segment(*_grid(x, y))
        self._names = Html(frame(x, y), part="lb-names")
        self._glyphs = {name: self._draw(name, layer) for name, layer in self._layers.items()}
        self.recolour("light")

    def part(self, part: str = "") -> Box:
        """The chart as a part of a widget."""
        return Box(pn.pane.Bokeh(self._figure), self._names, part=f"lb-chart {part}".strip())

    def fit(self, x: Axis, y: Axis) -> None:
        """Take other axes; the data have to be painted again."""
        self._x, self._y = x, y
        self._names.show(frame(x, y))
        grid = dict(zip(("x0", "y0", "x1", "y1"), _grid(x, y), strict=True))
        if grid != self._grid.data_source.data:
            self._grid.data_source.data = grid

    def paint(self, data: Data) -> None:
        """Take new data for the layers named; values beyond an axis are cut by the frame."""
        for name, (xs, ys) in data.items():
            new = {"x": [self._x.place(v) for v in xs], "y": [self._y.place(v) for v in ys]}
            if new != self._sources[name].data:
                self._sources[name].data = new

    def recolour(self, name: theme.Name) -> None:
        """Take the palette of a theme."""
        palette = theme.PALETTES[name]
        self._grid.glyph.line_color = palette["rule"]
        for key, layer in self._layers.items():
            glyph = self._glyphs[key]
            glyph.line_color = palette[layer.colour]
            if layer.kind == "points":
                glyph.fill_color = palette[layer.fill or "page"]

    def _draw(self, name: str, layer: Layer) -> Any:
        source = self._sources[name]
        if layer.kind == "line":
            return self._figure.line(
                "x", "y", source=source, line_width=layer.width, line_dash=layer.dash, line_join="round"
            ).glyph
        return self._figure.scatter("x", "y", source=source, size=layer.size, line_width=layer.width).glyph

    def picture(self, data: Data, part: str = "") -> str:
        """The chart of a poster."""
        marks = "".join(
            self._mark(layer, *data[name]) for name, layer in self._layers.items() if name in data
        )
        x0, y0, x1, y1 = _grid(self._x, self._y)
        rules = "".join(
            f'<path d="M{a:.5f} {1 - b:.5f}L{c:.5f} {1 - d:.5f}" style="stroke:var(--rule)" {STILL}/>'
            for a, b, c, d in zip(x0, y0, x1, y1, strict=True)
        )
        lines = f'<svg class="lb-fill" viewBox="0 0 1 1" preserveAspectRatio="none">{rules}</svg>'
        base = element("div", "lb-base", f"{lines}{marks}", aria_hidden="true")
        names = element("div", "lb-names", frame(self._x, self._y))
        return element("div", f"lb-chart {part}".strip(), base + names)

    def _mark(self, layer: Layer, xs: Sequence[float], ys: Sequence[float]) -> str:
        at = [(self._x.place(x), 1 - self._y.place(y)) for x, y in zip(xs, ys, strict=True)]
        if not at:
            return ""
        if layer.kind == "line":
            path = "M" + "L".join(f"{x:.5f} {y:.5f}" for x, y in at)
            dash = "stroke-dasharray:6 6;" if layer.dash == "dashed" else ""
            style = f"fill:none;{dash}stroke:var(--{layer.colour});stroke-width:{layer.width}"
            inner = f'<path d="{path}" style="{style}" {STILL}/>'
            return f'<svg class="lb-fill" viewBox="0 0 1 1" preserveAspectRatio="none">{inner}</svg>'
        style = f"fill:var(--{layer.fill or 'page'});stroke:var(--{layer.colour});stroke-width:{layer.width}"
        circles = "".join(
            f'<circle cx="{100 * x:.3f}%" cy="{100 * y:.3f}%" r="{layer.size / 2}" style="{style}"/>'
            for x, y in at
        )
        return f'<svg class="lb-fill">{circles}</svg>'


#: A stroke as wide in a stretched drawing as it says.
STILL = 'vector-effect="non-scaling-stroke"'


def frame(x: Axis, y: Axis) -> str:
    """The numbers at the ticks and the names of the axes."""
    spans = [
        f'<span class="lb-ax" style="left:{100 * x.place(value):.2f}%">{escape(text)}</span>'
        for value, text in x.ticks
    ]
    spans += [
        f'<span class="lb-ay" style="top:{100 * (1 - y.place(value)):.2f}%">{escape(text)}</span>'
        for value, text in y.ticks
    ]
    spans.append(
        f'<span class="lb-xname">{escape(x.name)}</span><span class="lb-yname">{escape(y.name)}</span>'
    )
    return f'<div class="lb-over">{"".join(spans)}</div>'


def _grid(x: Axis, y: Axis) -> tuple[list[float], list[float], list[float], list[float]]:
    """Horizontal rules at the ticks of y, one vertical at each end of x."""
    levels = [y.place(value) for value, _ in y.ticks]
    return [0.0 for _ in levels], levels, [1.0 for _ in levels], levels
