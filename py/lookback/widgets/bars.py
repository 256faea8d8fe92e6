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
        rows = [i + 0.5 for i in range(count)]
        self._source = ColumnDataSource({"y": rows, **self._lengths()})
        # The upright marks of all rows: the axis, the end at 1, the edge of each bar, the line where it should end.
        self._marks = ColumnDataSource(
            {
                "y": rows * 4,
                "width": [2] * count + [1] * count + [EDGE] * count * 2,
                "tall": [HEIGHT] * count * 3 + [TALL] * count,
                **self._places(),
                **self._colours("light"),
            }
        )
        self._figure = blank("lb-bars", (0, END), (count, 0))
        common: dict[str, Any] = {"y": "y", "height_units": "screen", "line_color": None}
        self._fill = self._figure.rect(x="mid", width="w", height=HEIGHT, source=self._source, **common).glyph
        upright = {
            "x": "x",
            "width": "width",
            "width_units": "screen",
            "height": "tall",
            "fill_color": "colour",
        }
        self._figure.rect(source=self._marks, **common, **upright)
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
            # Columns that change, and no others, go to the page.
            self._source.data.update(self._lengths())
            self._marks.data.update(self._places())

    # Lists, not arrays: Bokeh packs and compresses arrays, which costs more than it saves for a few numbers. Two
    # renderers, not one for each kind of mark: for each, Bokeh has an element that is styled anew with each painting.

    def _lengths(self) -> dict[str, list[float]]:
        w = self._weights
        return {"mid": [x / 2 for x in w], "w": list(w)}

    def _places(self) -> dict[str, list[float]]:
        """Where the upright marks stand."""
        n = len(self._weights)
        edges = [w if w > 0 else OUTSIDE for w in self._weights]
        return {"x": [0.0] * n + [1.0] * n + edges + (self._beside or [OUTSIDE] * n)}

    def _colours(self, name: theme.Name) -> dict[str, list[str]]:
        p, n = theme.PALETTES[name], len(self._weights)
        return {"colour": [p[key] for key in ("ink-3", "rule", "weight", "ink") for _ in range(n)]}

    def recolour(self, name: theme.Name) -> None:
        """Take the palette of a theme."""
        self._fill.fill_color = theme.PALETTES[name]["weight-fill"]
        self._marks.data.update(self._colours(name))

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
