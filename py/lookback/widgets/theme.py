"""Colours, and the one stylesheet of all widgets.

Text, controls and tables take their colours from the custom properties of the page (``--query``, ``--key``,
``--weight``, ``--ink`` …), which inherit through shadow roots. A Bokeh canvas cannot read them, so the same
values stand here once more, as a palette for each theme.
"""

from __future__ import annotations

import re
from functools import cache
from typing import Literal

from lookback.widgets.stylesheet import CSS

Name = Literal["light", "dark"]
Palette = dict[str, str]

_TOKENS: dict[str, tuple[str, str]] = {
    "page": ("#FFFFFF", "#131619"),
    "well": ("#F4F5F7", "#1C2025"),
    "ink": ("#15181C", "#E9EAEC"),
    "ink-2": ("#474E57", "#B7BDC5"),
    "ink-3": ("#626A74", "#969EA8"),
    "rule": ("#D8DCE1", "#2F353C"),
    "edge": ("#7F8791", "#727B85"),
    "query": ("#3E21BC", "#929AFA"),
    "key": ("#067799", "#5DD9FD"),
    "weight": ("#9C5906", "#F9BB51"),
    "query-wash": ("#EDEFFE", "#272950"),
    "key-wash": ("#E4F3F9", "#11303A"),
    "weight-fill": ("#F7B746", "#9A6418"),
    "weight-heat": ("#F5AE39", "#885716"),
}

PALETTES: dict[Name, Palette] = {
    "light": {name: pair[0] for name, pair in _TOKENS.items()},
    "dark": {name: pair[1] for name, pair in _TOKENS.items()},
}

#: The page's fonts, for text on a canvas.
SANS = (
    '-apple-system, BlinkMacSystemFont, "Segoe UI", Roboto, "Noto Sans", "Liberation Sans", Arial, sans-serif'
)
SERIF = (
    '"Iowan Old Style", "Palatino Linotype", Palatino, P052, "Source Serif 4", "Noto Serif", Georgia, serif'
)

# A selector from its beginning on: to look for `>>` from each character would take thirty times as long.
_THROUGH = re.compile(r"(?<![^,{}])([^,{}]+?)>>([^,{}]+)")


@cache
def stylesheet(*, still: bool = False) -> str:
    """The stylesheet that goes into every part of a live widget, and once into its poster.

    In the source, ``.part >> inner`` means *inner inside .part*. In a live widget a part is the host of a
    shadow root, in a poster it is a plain element, so each such selector becomes one for either; ``still``: for the
    latter alone, because a page carries it once for each poster.
    """
    source = re.sub(r"/\*.*?\*/", "", CSS, flags=re.DOTALL)

    def both(match: re.Match[str]) -> str:
        part, inner = match[1].strip(), match[2].strip()
        return f"\n{part} {inner}" if still else f"\n:host({part}) {inner},{part} {inner}"

    return re.sub(r"\s*\n\s*", "\n", _THROUGH.sub(both, source)).strip()


def tokens() -> str:
    """The custom properties a page defines, for a page that has none: the author's preview."""
    colours = "".join(
        f"  --{name}: light-dark({light}, {dark});\n" for name, (light, dark) in _TOKENS.items()
    )
    return (
        f":root {{\n  color-scheme: light dark;\n{colours}"
        f"  --serif: {SERIF};\n  --sans: {SANS};\n  --mono: ui-monospace, monospace;\n"
        "  --t-mini: .8125rem;\n  --t-ui: .9375rem;\n  --quick: 120ms;\n}\n"
        ":root[data-theme=light] { color-scheme: light }\n:root[data-theme=dark] { color-scheme: dark }\n"
        "html { background: var(--page) }\nbody { margin: 1.25rem; background: none; color: var(--ink) }\n"
    )


def mix(ground: str, colour: str, share: float) -> str:
    """``colour`` laid over ``ground`` with the opacity ``share``, both as #RRGGBB."""
    pairs = zip(bytes.fromhex(ground[1:]), bytes.fromhex(colour[1:]), strict=True)
    return "#" + "".join(f"{round(g + (c - g) * share):02X}" for g, c in pairs)
