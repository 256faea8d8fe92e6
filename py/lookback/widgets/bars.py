"""Weights as bars: one Bokeh figure over all rows of a table, and the same picture as SVG."""

from __future__ import annotations

from typing import Any

import numpy as np
import panel as pn
from bokeh.models import ColumnDataSource, Range1d
from bokeh.plotting import figure
from numpy.typing import NDArray

from lookback.widgets import theme

Floats = NDArray[np.float64]

#: Height of a bar, and of the edge that carries the weight's colour, in pixels.
HEIGHT, EDGE = 20, 2
#: The axis ends a little after 1, so that the edge of a full bar is not cut.
END = 1.006
#: Where an edge goes that is not drawn.
OUTSIDE = -1.0


class Bars:
    """Horizontal bars from 0 to 1, row i centred at i + ½ from the top."""

    def __init__(self, count: int) -> None:
        self._weights = [0.0] * count
        self._source = ColumnDataSource(self._columns())
        self._figure = figure(
            x_range=Range1d(0, END),
            y_range=Range1d(count, 0),
            sizing_mode="stretch_both",
            toolbar_location=None,
            tools="",
            min_border=0,
            outline_line_color=None,
            background_fill_alpha=0,
            border_fill_alpha=0,
            css_classes=["lb-part", "lb-bars"],
            html_attributes={"aria-hidden": "true", "inert": ""},  # inert: no stop for the Tab key
        )
        self._figure.xaxis.visible = self._figure.yaxis.visible = False
        self._figure.grid.visible = False
        common: dict[str, Any] = {"y": "y", "height": HEIGHT, "height_units": "screen", "line_color": None}
        add = self._figure.rect
        self._zero = add(x=0, width=2, width_units="screen", source=self._source, **common)
        self._one = add(x=1, width=1, width_units="screen", source=self._source, **common)
        self._fill = add(x="mid", width="w", source=self._source, **common)
        self._edge = add(x="edge", width=EDGE, width_units="screen", source=self._source, **common)
        self.recolour("light")

    def part(self) -> pn.pane.Bokeh:
        """The figure as a part of a widget, hidden from speech: the table beside it has the numbers."""
        return pn.pane.Bokeh(self._figure)

    def paint(self, weights: Floats | None) -> None:
        """Draw the weights; a weight of exactly 0 (masked) has no bar and no edge."""
        new = [0.0] * len(self._weights) if weights is None else weights.tolist()
        if new != self._weights:
            self._weights = new
            self._source.data = self._columns()

    def _columns(self) -> dict[str, list[float]]:
        """Lists: Bokeh packs and compresses arrays, which costs more than it saves for a few numbers."""
        w = self._weights
        return {
            "y": [i + 0.5 for i in range(len(w))],
            "mid": [x / 2 for x in w],
            "w": list(w),
            "edge": [x if x > 0 else OUTSIDE for x in w],
        }

    def recolour(self, name: theme.Name) -> None:
        """Take the palette of a theme."""
        palette = theme.PALETTES[name]
        for renderer, colour in (
            (self._zero, "ink-3"),
            (self._one, "rule"),
            (self._fill, "weight-fill"),
            (self._edge, "weight"),
        ):
            renderer.glyph.fill_color = palette[colour]

    @staticmethod
    def picture(weights: Floats | None) -> str:
        """The same bars as SVG for a poster."""
        w = [] if weights is None else list(weights)
        n = max(len(w), 1)
        rects = "".join(Bars._row(100 * (i + 0.5) / n, value) for i, value in enumerate(w))
        return f'<svg width="100%" height="100%" aria-hidden="true">{rects}</svg>'

    @staticmethod
    def _row(centre: float, value: float) -> str:
        """One row: axis, end, bar, edge. Lengths are percentages, so that the SVG stretches."""

        def rect(x: float, width: str, shift: float, colour: str) -> str:
            return (
                f'<rect x="{100 * x / END:.3f}%" y="{centre:.4f}%" width="{width}" height="{HEIGHT}" '
                f'transform="translate({shift} {-HEIGHT / 2})" style="fill:var(--{colour})"/>'
            )

        drawn = rect(0, "1", 0, "ink-3") + rect(1, "1", -0.5, "rule")
        if value > 0:
            drawn += rect(0, f"{100 * value / END:.3f}%", 0, "weight-fill")
            drawn += rect(value, str(EDGE), -EDGE / 2, "weight")
        return drawn
