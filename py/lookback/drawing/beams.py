"""The beam figure: a query sends a beam to every state, as wide as its weight, gathered into the context.

Beside it, the same states squeezed through one vector. Both come in a wide form and in one for phones.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from lookback import drawing as d


@dataclass(frozen=True)
class Layout:
    """Measures of the beam figure. `tops` are the tops of the boxed states, `total` is the height of the
    query, of all beams together and of the context; `places` are the decimals of the context."""

    kind: str
    width: float
    height: float
    query: float
    states: tuple[float, float]
    context: float
    tops: tuple[float, ...]
    tall: float
    total: float
    places: int

    @property
    def top(self) -> float:
        """Top of the query and of the context."""
        return (self.height - self.total) / 2

    @property
    def x(self) -> tuple[float, float, float, float]:
        """Where a beam leaves the query, enters and leaves the states, reaches the context."""
        return (self.query, *self.states, self.width - self.context)


WIDE = Layout("only-wide", 760, 392, 46, (262, 472), 54, (62, 182, 302), 28, 116, 2)
NARROW = Layout("only-narrow small-numbers", 350, 348, 30, (100, 245), 32, (50, 162, 274), 24, 105, 1)


def beams(a: Layout, words: Sequence[str], weights: Sequence[float], context: Sequence[float]) -> str:
    """Beams of one output step with their labels, and the context they make."""
    parts, at = [], a.top
    for word, top, weight in zip(words, a.tops, weights, strict=True):
        width = float(weight) * a.total
        level = top + a.tall / 2 - width / 2
        label = min(top, level) - 8
        parts += [
            d.beam(a.x, (at, level, level, at), width),
            d.text(a.x[1], label, word, "lab k"),
            d.text(a.x[2], label, d.number(float(weight)), "lab w", "end"),
        ]
        at += width
    numbers = [d.number(float(value), a.places) for value in context]
    return "".join(parts) + d.cells(a.x[3], a.top, a.context, a.total, numbers, "c", down=True)


def states(a: Layout, rows: Sequence[Sequence[str]]) -> str:
    """The boxed states, drawn over the beams, and the names of query and context."""
    boxes = [
        d.cells(a.x[1], top, a.x[2] - a.x[1], a.tall, row, "k") for top, row in zip(a.tops, rows, strict=True)
    ]
    names = [
        d.text(0, a.top - 10, "query", "lab q"),
        d.text(a.width, a.top - 10, "context", "lab", "end"),
    ]
    return "".join(boxes + names)


def query(a: Layout, numbers: Sequence[str]) -> str:
    """The query as a column of boxed numbers."""
    return d.cells(0, a.top, a.query, a.total, numbers, "q", down=True)


@dataclass(frozen=True)
class NeckLayout:
    """Measures of the squeeze: width of a box, where the one vector and the output words stand."""

    kind: str
    width: float
    height: float
    cell: float
    neck: float
    out: float
    tops: tuple[float, ...]
    tall: float


NECK_WIDE = NeckLayout("only-wide", 390, 392, 75, 178, 334, (62, 182, 302), 28)
NECK_NARROW = NeckLayout("only-narrow", 350, 250, 65, 160, 300, (35, 114, 193), 22)


def neck(a: NeckLayout, words: Sequence[str], outputs: Sequence[str], width: int) -> str:
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
