"""The squeeze: states of several positions through one vector. In a wide form and in one for phones."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from lookback import drawing as d


@dataclass(frozen=True)
class Layout:
    """Measures of the squeeze: width of a box, where the one vector and the output words stand."""

    kind: str
    width: float
    height: float
    cell: float
    neck: float
    out: float
    tops: tuple[float, ...]
    tall: float


WIDE = Layout("only-wide", 390, 392, 75, 178, 334, (62, 182, 302), 28)
NARROW = Layout("only-narrow", 350, 250, 65, 160, 300, (35, 114, 193), 22)


def neck(a: Layout, words: Sequence[str], outputs: Sequence[str], width: int) -> str:
    """States of `width` numbers squeezed through one vector of as many, which every output gets."""
    parts, middle, share = [], a.tops[1], a.tall / len(words)
    for i, top in enumerate(a.tops):
        inlet = middle + i * share
        parts.append(d.ribbon(a.cell, top, top + a.tall, a.neck, inlet, inlet + share, "pipe"))
        parts.append(d.ribbon(a.neck + a.cell, middle, middle + a.tall, a.out, top, top + a.tall, "pipe"))
    for word, output, top in zip(words, outputs, a.tops, strict=True):
        parts += [
            d.cells(0, top, a.cell, a.tall, [""] * width, "k"),
            d.text(0, top - 8, word, "lab k"),
            d.text(a.out + 8, top + a.tall / 2 + 5, output),
        ]
    centre = a.neck + a.cell / 2
    parts += [
        d.cells(a.neck, middle, a.cell, a.tall, [""] * width, "k"),
        d.text(centre, middle - 10, "one vector", "lab", "middle"),
        d.text(centre, middle + a.tall + 20, f"{width * len(words)} numbers in,", "lab s", "middle"),
        d.text(centre, middle + a.tall + 37, f"{width} numbers out", "lab s", "middle"),
    ]
    label = (
        f"Without attention. The states of {', '.join(words)} are squeezed through one vector of {width} "
        "numbers, and every output word gets the same vector."
    )
    return d.svg(a.width, a.height, label, parts, f"hero-neck {a.kind}")
