"""The bench's plot: medians of both as bars, one pair a figure, as an SVG that needs nothing."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from statistics import median
from typing import Protocol

_WIDTH, _LEFT, _BAR, _PAIR = 760, 300, 11, 38
_STYLE = (
    "text{font:12px sans-serif;fill:#333}.o{fill:#0b6e99}.s{fill:#b9b2a7}"
    "@media(prefers-color-scheme:dark){text{fill:#ddd}.o{fill:#5ec1ee}.s{fill:#6d675e}}"
)


class Pair(Protocol):
    """What is drawn of a row."""

    @property
    def line(self) -> str: ...
    @property
    def name(self) -> str: ...
    @property
    def ours(self) -> list[float]: ...
    @property
    def stock(self) -> list[float]: ...


def plot(rows: Sequence[Pair]) -> str:
    """Times that both have, in seconds."""
    pairs = [row for row in rows if row.stock and not row.name.startswith("bytes")]
    longest = max((median(values) for row in pairs for values in (row.ours, row.stock)), default=1)
    scale = (_WIDTH - _LEFT - 80) / longest
    parts = [_pair(row, 40 + at * _PAIR, scale) for at, row in enumerate(pairs)]
    height = 50 + len(pairs) * _PAIR
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {height}" role="img">'
        f"<title>Medians in seconds: Lookback beside the stock recipe</title><style>{_STYLE}</style>"
        f'<text x="{_LEFT}" y="18">Lookback above, the stock recipe below; seconds</text>{"".join(parts)}</svg>\n'
    )


def _pair(row: Pair, top: int, scale: float) -> str:
    label = (
        f'<text x="{_LEFT - 10}" y="{top + 14}" text-anchor="end">{escape(f"{row.name}, {row.line}")}</text>'
    )
    bars = [label]
    for at, (values, kind) in enumerate(((row.ours, "o"), (row.stock, "s"))):
        width, y = median(values) * scale, top + at * (_BAR + 2)
        bars.append(f'<rect class="{kind}" x="{_LEFT}" y="{y}" width="{width:.1f}" height="{_BAR}"/>')
        seconds = f"{median(values) / 1000:.1f}"
        bars.append(f'<text x="{_LEFT + width + 6:.1f}" y="{y + 10}">{seconds}</text>')
    return "".join(bars)
