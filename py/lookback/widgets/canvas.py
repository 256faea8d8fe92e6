"""An empty Bokeh figure that fills its place: no axes, no title, no tools, nothing but what is drawn on it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bokeh.models import Range1d
from bokeh.plotting import figure

#: Bokeh clears a canvas half a pixel beside its upper and left edge, so old strokes stay there. The frame begins one
#: pixel inside, the stylesheet of the parts puts the canvas one pixel further out, and that pixel is not shown.
EDGE = 1
#: Bokeh draws a dotted frame around a canvas that was clicked.
_SHEET = f".bk-Canvas {{ --outline-width: 0px; clip-path: inset({EDGE}px 0 0 {EDGE}px); }}"
#: A drawing whose numbers stand in text beside it is not read out and is no stop of the Tab key.
SILENT = {"aria-hidden": "true", "inert": ""}


def blank(
    part: str, x: tuple[float, float], y: tuple[float, float], attributes: Mapping[str, str] = SILENT
) -> Any:
    """A figure from ``x[0]`` to ``x[1]`` and ``y[0]`` to ``y[1]``, with the classes of a part.

    Every axis, grid and title costs Bokeh a style computation whenever it paints, even one that is not shown.
    """
    plot = figure(
        x_range=Range1d(*x),
        y_range=Range1d(*y),
        x_axis_location=None,
        y_axis_location=None,
        sizing_mode="stretch_both",
        toolbar_location=None,
        tools="",
        lod_threshold=None,
        min_border=0,
        min_border_left=EDGE,
        min_border_top=EDGE,
        outline_line_color=None,
        background_fill_color=None,
        border_fill_color=None,
        css_classes=["lb-part", *part.split()],
        stylesheets=[_SHEET],
        html_attributes=dict(attributes),
    )
    plot.title, plot.center = None, []  # the grids are in the centre
    return plot
