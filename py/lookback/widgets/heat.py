"""Weights as a heat table: the numbers are the cells, the colour says the same again."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from html import escape
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from lookback.widgets.numbers import any_number


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
    weights : (m, n), or None: then the cells are empty
    caption, note : above the table; the note is set smaller
    role : the class of the row names, "q" for queries
    differs : (row, column) of the cells to be marked as not what they should be

    Raises
    ------
    ValueError
        The shape of the weights is not (m, n).
    """
    W: Any = [None] * len(rows) if weights is None else np.asarray(weights, dtype=np.float64)
    if weights is not None and np.shape(W) != (len(rows), len(columns)):
        raise ValueError(f"weights {np.shape(W)} for {len(rows)} rows and {len(columns)} columns")
    head = "".join(f'<th scope="col" class="k">{escape(name)}</th>' for name in columns)
    body = "".join(
        _row(name, columns, values, role, {column for row, column in differs if row == i})
        for i, (name, values) in enumerate(zip(rows, W, strict=True))
    )
    small = f" <small>{escape(note)}</small>" if note else ""
    return (
        f'<table class="lb-heat"><caption>{escape(caption)}{small}</caption>'
        f"<thead><tr><td></td>{head}</tr></thead><tbody>{body}</tbody></table>"
    )


def _row(
    name: str, columns: Sequence[str], values: Sequence[float] | None, role: str, differs: Collection[int]
) -> str:
    cells = "".join(
        '<td style="--w:0">–</td>' if values is None else _cell(f"{name}, {column}", values[i], i in differs)
        for i, column in enumerate(columns)
    )
    return f'<tr><th scope="row" class="{role}">{escape(name)}</th>{cells}</tr>'


def _cell(name: str, value: float, differs: bool) -> str:
    """The colour ends at 0 and 1; the number does not."""
    full = min(max(value, 0.0), 1.0) if value == value else 0.0
    exact = f"{value:.6f}" if abs(value) < 1000 else any_number(value)
    mark = ' class="lb-off"' if differs else ""
    spoken = '<span class="vh">, not the reference’s</span>' if differs else ""
    return (
        f'<td{mark} style="--w:{full:.4f}" title="{escape(name)}: {exact}">{any_number(value)}{spoken}</td>'
    )


def scale() -> str:
    """The colour bar, from 0 to 1."""
    return '<div class="lb-scale"><span>0</span><i></i><span>1</span> <span class="w">weight</span></div>'
