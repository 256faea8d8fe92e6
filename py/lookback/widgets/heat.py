"""Weights as a heat table: the numbers are the cells, the colour says the same again."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from html import escape

import numpy as np
from numpy.typing import ArrayLike

from lookback.widgets.names import title
from lookback.widgets.numbers import any_number

#: Characters of a number that fit a cell: −1.500
FITS = 6


def table(
    rows: Sequence[str],
    columns: Sequence[str],
    weights: ArrayLike | None,
    caption: str,
    note: str = "",
    role: str = "q",
    differs: Collection[tuple[int, ...]] = (),
) -> str:
    """A table with one row per query and one column per position.

    Parameters
    ----------
    rows : m names of queries
    columns : n names of positions
    weights : (m, n), or None where they are still to come
    caption, note : above the table; the note is set smaller
    role : the class of the row names, "q" for queries
    differs : (row, column) of the cells to be marked as not what they should be

    Raises
    ------
    ValueError
        The shape of the weights is not (m, n).
    """
    head = "".join(f'<th scope="col" class="k"{title(name)}>{escape(name)}</th>' for name in columns)
    small = f" <small>{escape(note)}</small>" if note else ""
    if weights is None:
        empty = '<td style="--w:0">–</td>' * len(columns)
        body = "".join(f"<tr>{_head(name, role)}{empty}</tr>" for name in rows)
        return _whole(head, body, f"{escape(caption)}{small}")
    W = np.asarray(weights, dtype=np.float64)
    if W.shape != (len(rows), len(columns)):
        raise ValueError(f"weights {W.shape} for {len(rows)} rows and {len(columns)} columns")
    body = "".join(
        _row(name, columns, values, role, {column for row, column in differs if row == i})
        for i, (name, values) in enumerate(zip(rows, W, strict=True))
    )
    return _whole(head, body, f"{escape(caption)}{small}")


def _whole(head: str, body: str, caption: str) -> str:
    return (
        f'<table class="lb-heat"><caption>{caption}</caption>'
        f"<thead><tr><td></td>{head}</tr></thead><tbody>{body}</tbody></table>"
    )


def _row(
    name: str, columns: Sequence[str], values: Sequence[float], role: str, differs: Collection[int]
) -> str:
    cells = "".join(
        _cell(f"{name}, {column}", value, i in differs)
        for i, (column, value) in enumerate(zip(columns, values, strict=True))
    )
    return f"<tr>{_head(name, role)}{cells}</tr>"


def _head(name: str, role: str) -> str:
    return f'<th scope="row" class="{role}"{title(name)}>{escape(name)}</th>'


def _cell(name: str, value: float, differs: bool) -> str:
    """The colour ends at 0 and 1; the number does not."""
    full = min(max(value, 0.0), 1.0) if value == value else 0.0
    exact = f"{value:.6f}" if abs(value) < 1000 else any_number(value)
    shown = any_number(value)
    classes = " ".join(["lb-off"] * differs + ["lb-tight"] * (len(shown) > FITS))
    mark = f' class="{classes}"' if classes else ""
    spoken = '<span class="vh">, not the reference’s</span>' if differs else ""
    return f'<td{mark} style="--w:{full:.4f}" title="{escape(name)}: {exact}">{shown}{spoken}</td>'


def scale() -> str:
    """The colour bar, from 0 to 1."""
    return '<div class="lb-scale"><span>0</span><i></i><span>1</span> <span class="w">weight</span></div>'
