"""Weights as bars: one Bokeh figure over all rows of a table, and the same picture as SVG."""

from __future__ import annotations

from typing import Any

import numpy as np
import panel as pn
from bokeh.models import ColumnDataSource
from numpy.typing import NDArray

from lookback.widgets import theme
from lookback.widgets.canvas import blank

Floats = NDArray[np.float64]

#: Height of a bar, and of the edge that carries the weight's colour, in pixels.
HEIGHT, EDGE = 20, 2
#: Height of the line that says where a bar should end.
TALL = 30
#: The axis ends a little after 1, so that the edge of a full bar is not cut.
END = 1.006
#: Where an edge goes that is not drawn.
OUTSIDE = -1.0


def _drawable(weights: Floats) -> list[float]:
    """Each number as a length from 0 to 1."""
    return np.clip(np.nan_to_num(weights, nan=0.0), 0.0, 1.0).tolist()  # type: ignore[no-any-return]


class Bars:
    """Horizontal bars from 0 to 1, row i centred at i + ½ from the top."""

    def __init__(self, count: int) -> None:
        self._weights = [0.0] * count
        self._beside: list[float] | None = None
        self._palette = theme.PALETTES["light"]
        self._source, self._marks = (
            ColumnDataSource(self._bar_columns()),
            ColumnDataSource(self._mark_columns()),
        )
        self._figure = blank("lb-bars", (0, END), (count, 0))
        common: dict[str, Any] = {"y": "y", "height_units": "screen", "line_color": None}
        self._fill = self._figure.rect(x="mid", width="w", height=HEIGHT, source=self._source, **common)
        marks = {
            "x": "x",
            "width": "width",
            "width_units": "screen",
            "fill_color": "colour",
            "height": "tall",
        }
        self._figure.rect(source=self._marks, **common, **marks)
        self.recolour("light")

    def part(self) -> pn.pane.Bokeh:
        """The figure as a part of a widget, hidden from speech: the table beside it has the numbers."""
        return pn.pane.Bokeh(self._figure)

    def paint(self, weights: Floats | None, beside: Floats | None = None) -> None:
        """Draw the weights; a weight of exactly 0 (masked) has no bar and no edge.

        What is no weight is drawn as far as it can be: a bar ends at 0 and at 1, nan has none. ``beside`` are the
        weights they should be, as a taller line across each bar.
        """
        new = [0.0] * len(self._weights) if weights is None else _drawable(weights)
        should = None if beside is None else _drawable(beside)
        if new != self._weights or should != self._beside:
            self._weights, self._beside = new, should
            self._source.data = self._bar_columns()
            self._marks.data = self._mark_columns()

    # Lists, not arrays: Bokeh packs and compresses arrays, which costs more than it saves for a few numbers.

    def _bar_columns(self) -> dict[str, list[float]]:
        w = self._weights
        return {"y": [i + 0.5 for i in range(len(w))], "mid": [x / 2 for x in w], "w": list(w)}

    def _mark_columns(self) -> dict[str, list[Any]]:
        """The thin upright marks of all rows: the axis, the end at 1, the edge of each bar."""
        n, p = len(self._weights), self._palette
        beside = self._beside or [OUTSIDE] * n
        return {
            "x": [0.0] * n + [1.0] * n + [w if w > 0 else OUTSIDE for w in self._weights] + beside,
            "y": [i + 0.5 for i in range(n)] * 4,
            "width": [2] * n + [1] * n + [EDGE] * n * 2,
            "tall": [HEIGHT] * n * 3 + [TALL] * n,
            "colour": [p["ink-3"]] * n + [p["rule"]] * n + [p["weight"]] * n + [p["ink"]] * n,
        }

    def recolour(self, name: theme.Name) -> None:
        """Take the palette of a theme."""
        self._palette = theme.PALETTES[name]
        self._fill.glyph.fill_color = self._palette["weight-fill"]
        self._marks.data = self._mark_columns()

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
