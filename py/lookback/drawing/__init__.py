"""Static drawings as SVG text: cells, beams, pipes, curves, with the classes that figure.css colours.

Every function returns markup made of numbers and of words given by the lesson's own Python files; words are
escaped. Lengths are in the drawing's own units, one unit being one CSS pixel at the drawing's natural width.
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

MINUS = "−"


def number(value: float, places: int = 3) -> str:
    """`value` as learners read it: no leading zero, a true minus, `0` and `1` bare when exact."""
    if value == 0:
        return "0"
    if value == int(value) and places > 0:
        return f"{int(value)}".replace("-", MINUS)
    text = f"{abs(value):.{places}f}"
    if text.startswith("0."):
        text = text[1:]
    negative = value < 0 and float(f"{value:.{places}f}") != 0
    return (MINUS if negative else "") + text


def coordinate(value: float) -> str:
    """A coordinate with one decimal, no trailing zero."""
    return f"{value:.1f}".removesuffix(".0")


def svg(width: float, height: float, label: str, parts: Sequence[str], classes: str = "") -> str:
    """A whole drawing; `label` says in words what it shows."""
    return (
        f'<svg class="fig {classes}" viewBox="0 0 {coordinate(width)} {coordinate(height)}" role="img" '
        f'aria-label="{escape(label)}">{"".join(parts)}</svg>'
    )


def text(x: float, y: float, words: str, classes: str = "lab", anchor: str = "start") -> str:
    """Words at (x, y)."""
    end = "" if anchor == "start" else f' text-anchor="{anchor}"'
    return f'<text class="{classes}" x="{coordinate(x)}" y="{coordinate(y)}"{end}>{escape(words)}</text>'


def path(d: str, classes: str) -> str:
    """A path of the given class."""
    return f'<path class="{classes}" d="{d}"/>'


def rect(x: float, y: float, width: float, height: float, classes: str, opacity: float | None = None) -> str:
    """A rectangle; `opacity` is that of its fill."""
    fill = "" if opacity is None else f' fill-opacity="{opacity:.2f}"'
    x, y, width, height = (round(value, 1) for value in (x, y, width, height))
    return f'<rect class="{classes}" x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}"{fill}/>'


def squares(x: float, y: float, values: Sequence[float], size: float, gap: float) -> str:
    """A row of small squares, each as dark as its number in 0..1 is large."""
    return "".join(
        rect(x + i * (size + gap), y, size, size, "sq", 0.12 + 0.88 * value) for i, value in enumerate(values)
    )


def cells(
    x: float, y: float, width: float, height: float, values: Sequence[str], kind: str, *, down: bool = False
) -> str:
    """A row (or, `down`, a column) of boxed numbers. `kind`: `q`, `k` or `c` for query, state, context."""
    count = len(values)
    step = (height if down else width) / count
    parts = [rect(x, y, width, height, f"cell-{kind}")]
    for i in range(1, count):
        line = f"M{coordinate(x)} {coordinate(y + i * step)}h{coordinate(width)}"
        if not down:
            line = f"M{coordinate(x + i * step)} {coordinate(y)}v{coordinate(height)}"
        parts.append(path(line, f"grid-{kind}"))
    for i, value in enumerate(values):
        centre = (x + width / 2, y + (i + 0.5) * step) if down else (x + (i + 0.5) * step, y + height / 2)
        if value:
            parts.append(text(centre[0], centre[1] + 5, value, "num"))
    return "".join(parts)


def ribbon(x0: float, top0: float, low0: float, x1: float, top1: float, low1: float, kind: str) -> str:
    """A band from (x0, top0..low0) to (x1, top1..low1), with an edge: a beam (`beam`) or a pipe (`pipe`)."""
    mid = (x0 + x1) / 2
    a, b, m = coordinate(x0), coordinate(x1), coordinate(mid)
    t0, l0, t1, l1 = (coordinate(value) for value in (top0, low0, top1, low1))
    upper = f"M{a} {t0}C{m} {t0} {m} {t1} {b} {t1}"
    lower = f"M{b} {l1}C{m} {l1} {m} {l0} {a} {l0}"
    return path(f"{upper}V{l1}C{m} {l1} {m} {l0} {a} {l0}Z", kind) + path(upper + lower, f"{kind}-edge")
