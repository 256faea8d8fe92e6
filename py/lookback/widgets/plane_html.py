"""Words, numbers and the still picture of the key plane."""

from __future__ import annotations

import math
from collections.abc import Sequence
from html import escape
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from lookback.widgets import field
from lookback.widgets.names import title
from lookback.widgets.numbers import decimal, weight

if TYPE_CHECKING:
    from lookback.widgets.plane import Hint

Floats = NDArray[np.float64]

#: How much of the weight's colour each band takes, from the first level to the last.
BAND_SHARES = (0.10, 0.26, 0.45, 0.68, 0.86)
#: Widths of the level curves; the one at .5 is the divide.
CURVE_WIDTHS = [0.6, 0.6, 1.4, 0.6, 0.6]
#: The arrow of a query, and the ring around its tip with its name; placed by `arrow_styles` and `tip_styles`.
ARROW = "<i></i>"
TIP = '<span class="lb-ring"></span><span class="lb-q">q</span>'


def percent(x: float, y: float, limit: float) -> tuple[float, float]:
    """A point of the plane as percentages from the left and from the top."""
    return 50 * (1 + x / limit), 50 * (1 - y / limit)


def arrow_styles(x: float, y: float, limit: float) -> dict[str, str]:
    """How long the arrow of a query is and where it is turned; the query 0 has none."""
    return {
        "--long": f"{50 * math.hypot(x, y) / limit:.3f}%",
        "--turn": f"{math.degrees(math.atan2(-y, x)):.2f}deg",
        "opacity": "1" if (x, y) != (0, 0) else "0",
    }


def tip_styles(x: float, y: float, limit: float) -> dict[str, str]:
    """Where the ring and the name of the query stand: the name beyond the tip, so that it does not lie on the arrow.

    At a side of the frame it moves inwards, in a corner only sideways. A query outside the plane that is shown has its
    ring, then dashed, where its arrow leaves the frame.
    """
    left, top = percent(*on_plane(x, y, limit), limit)
    at_side, at_end = not 8 <= left <= 92, not 8 <= top <= 92
    to_left = (x < 0) != at_side
    below = (y < 0) != (at_end and not at_side)
    return {
        "left": f"{left:.3f}%",
        "top": f"{top:.3f}%",
        "--stroke": "solid" if max(abs(x), abs(y)) <= limit else "dashed",
        "--q-left": "-24px" if to_left else "13px",
        "--q-top": "8px" if below else "-26px",
    }


def grip_styles(x: float, y: float, limit: float) -> dict[str, str]:
    """The disc of the grip layer that takes pointers, so that the rest of the plane scrolls with the page."""
    left, top = percent(*on_plane(x, y, limit), limit)
    return {"clip-path": f"circle(24px at {left:.3f}% {top:.3f}%)"}


def on_plane(x: float, y: float, limit: float) -> tuple[float, float]:
    """A query, or where its arrow leaves the plane that is shown."""
    share = min(1.0, limit / max(abs(x), abs(y), limit))
    return x * share, y * share


def names(
    words: Sequence[str], keys: Floats, mask: Sequence[bool], curves: Sequence[Floats], limit: float
) -> str:
    """Axis names, names of keys (struck out where masked), and the levels of the field."""
    low, high = decimal(-limit), decimal(limit)
    axes = (
        f'<span class="lb-ax" style="left:0">{low}</span><span class="lb-ax" style="left:100%">{high}</span>'
        '<span class="lb-ax" style="left:50%">coordinate [0]</span>'
        f'<span class="lb-ay" style="top:100%">{low}</span><span class="lb-ay" style="top:0">{high}</span>'
        '<span class="lb-ay lb-up" style="top:50%">coordinate [1]</span>'
    )
    levels = "".join(
        level(curve, value, limit) for curve, value in zip(curves, field.LEVELS, strict=False) if len(curve)
    )
    return f'<div class="lb-over">{axes}{levels}{"".join(key_names(words, keys, mask, limit))}</div>'


def level(curve: Floats, value: float, limit: float) -> str:
    """The number of a level curve, beside its end that is highest, a little inside the frame."""
    if curve[0] @ (0.3, 1) < curve[-1] @ (0.3, 1):
        curve = curve[::-1]
    edge = 0.88 * limit
    reach = np.abs(curve).max(axis=1)
    within = np.flatnonzero(reach <= edge)
    if not len(within) or within[0] == 0:
        return ""
    before, after = curve[within[0] - 1], curve[within[0]]
    share = (reach[within[0] - 1] - edge) / (reach[within[0] - 1] - reach[within[0]])
    x, y = before + share * (after - before)
    steep = abs(after[1] - before[1]) > abs(after[0] - before[0])
    left, top = percent(float(x), float(y), limit)
    shift = "translate(5px,-50%)" if steep else "translate(-50%,-110%)"
    shown = weight(value)[:-2]
    return f'<span class="lb-iso" style="left:{left:.2f}%;top:{top:.2f}%;transform:{shift}">{shown}</span>'


def key_names(words: Sequence[str], keys: Floats, mask: Sequence[bool], limit: float) -> list[str]:
    """The name of each key, on the side away from the others."""
    middle = keys.mean(axis=0)
    placed = []
    for word, key, allowed in zip(words, keys, mask, strict=True):
        if np.abs(key).max() > limit:
            continue
        dx, dy = key - middle
        sx = 0 if abs(dy) > 1.5 * abs(dx) else int(np.sign(dx))
        sy = 0 if abs(dx) > 1.5 * abs(dy) else int(np.sign(dy))
        if sx == sy == 0:
            sy = 1
        left, top = percent(float(key[0]), float(key[1]), limit)
        across = f"calc(-50% + {sx} * (50% + {6 if sy else 10}px))"
        down = f"calc(-50% - {sy} * (50% + {2 if sx else 7}px))"
        style = f"left:{left:.2f}%;top:{top:.2f}%;transform:translate({across},{down})"
        look = f"lb-keyname{'' if allowed else ' masked'}{' lb-cut' if title(word) else ''}"
        placed.append(f'<span class="{look}" style="{style}"{title(word)}>{escape(word)}</span>')
    return placed


def hint_text(hint: Hint | None, normal: Floats | None, bound: float) -> str:
    """What the hatching says; with a bound on one coordinate alone, that bound."""
    if hint is None or normal is None:
        return ""
    used = np.flatnonzero(normal)
    why = f"Hatched: there {escape(hint.against)} alone keeps {escape(hint.word)} below {level_name(hint)}"
    if len(used) != 1:
        return f"{why}, whatever the other positions do."
    i = int(used[0])
    side = "below" if normal[i] > 0 else "above"
    needed = decimal(bound / float(normal[i]), 3)
    return f"{why}, however large q[{1 - i}] is. It takes q[{i}] {side} {needed}."


def level_name(hint: Hint) -> str:
    """The level of a hint as it is spoken of: .7"""
    return weight(hint.level).rstrip("0")


def picture(keys: Floats, position: int, limit: float) -> str:
    """The canvas of the start state as SVG: same field, same axes, same points."""
    outlines = field.regions(keys, [True] * len(keys), position, limit)
    bands = "".join(
        f'<path d="{path(outline)}Z" style="fill:color-mix(in srgb, var(--weight-fill) {100 * share:.0f}%, '
        'var(--page))"/>'
        for outline, share in zip(outlines, BAND_SHARES, strict=False)
        if len(outline)
    )
    lines = "".join(
        f'<path d="{path(curve)}" style="fill:none;stroke:var(--weight);stroke-width:{width}" '
        'vector-effect="non-scaling-stroke"/>'
        for curve, width in zip([field.curve(o, limit) for o in outlines], CURVE_WIDTHS, strict=False)
        if len(curve)
    )
    box = f'viewBox="{-limit} {-limit} {2 * limit} {2 * limit}" preserveAspectRatio="none"'
    ground = f'<svg class="lb-fill" {box}>{bands}{lines}</svg>'
    return f"{ground}<svg class='lb-fill'>{_axes(limit)}{_points(keys, limit)}</svg>"


def curves(keys: Floats, position: int, limit: float) -> list[Floats]:
    """The level curves of a field with nothing masked."""
    outlines = field.regions(keys, [True] * len(keys), position, limit)
    return [field.curve(outline, limit) for outline in outlines]


def path(points: Floats) -> str:
    """An SVG path through points of the plane, whose second axis points up."""
    return "M" + "L".join(f"{x:.3f} {-y:.3f}" for x, y in points)


def _axes(limit: float) -> str:
    style = 'style="stroke:var(--ink-3)"'
    lines = f'<line x1="0" x2="100%" y1="50%" y2="50%" {style}/>'
    lines += f'<line y1="0" y2="100%" x1="50%" x2="50%" {style}/>'
    for t in range(-6, 7):
        if t and abs(t) <= limit:
            left, top = percent(t, t, limit)
            lines += _tick(left, 50, 0, 3, style) + _tick(left, 50, 3, 0, style)
            lines += _tick(50, top, 0, 3, style) + _tick(50, top, 3, 0, style)
    return lines


def _tick(left: float, top: float, dx: float, dy: float, style: str) -> str:
    """One stroke of a tick, ``dx`` and ``dy`` pixels to either side of a point."""
    return (
        f'<svg x="{left:.3f}%" y="{top:.3f}%" style="overflow:visible">'
        f'<line x1="{-dx}" x2="{dx}" y1="{-dy}" y2="{dy}" {style}/></svg>'
    )


def _points(keys: Floats, limit: float) -> str:
    style = 'style="fill:var(--key);stroke:var(--page);stroke-width:2"'
    places = (percent(float(x), float(y), limit) for x, y in keys)
    return "".join(f'<circle cx="{left:.3f}%" cy="{top:.3f}%" r="6.5" {style}/>' for left, top in places)
