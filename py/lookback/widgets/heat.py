"""Weights as a heat table: the numbers are the cells, the colour says the same again."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

import numpy as np
from numpy.typing import ArrayLike

from lookback.widgets.numbers import weight


def table(
    rows: Sequence[str],
    columns: Sequence[str],
    weights: ArrayLike | None,
    caption: str,
    note: str = "",
    role: str = "q",
) -> str:
    """A table with one row per query and one column per position.

    Parameters
    ----------
    rows : m names of queries
    columns : n names of positions
    weights : (m, n), or None where they are still to come
    caption, note : above the table; the note is set smaller
    role : the class of the row names, "q" for queries

    Raises
    ------
    ValueError
        The shape of the weights is not (m, n).
    """
    head = "".join(f'<th scope="col" class="k">{escape(name)}</th>' for name in columns)
    small = f" <small>{escape(note)}</small>" if note else ""
    if weights is None:
        empty = '<td style="--w:0">–</td>' * len(columns)
        body = "".join(f'<tr><th scope="row" class="{role}">{escape(name)}</th>{empty}</tr>' for name in rows)
        return _whole(head, body, f"{escape(caption)}{small}")
    W = np.asarray(weights, dtype=np.float64)
    if W.shape != (len(rows), len(columns)):
        raise ValueError(f"weights {W.shape} for {len(rows)} rows and {len(columns)} columns")
    body = "".join(_row(name, columns, values, role) for name, values in zip(rows, W, strict=True))
    return _whole(head, body, f"{escape(caption)}{small}")


def _whole(head: str, body: str, caption: str) -> str:
    return (
        f'<table class="lb-heat"><caption>{caption}</caption>'
        f"<thead><tr><td></td>{head}</tr></thead><tbody>{body}</tbody></table>"
    )


def _row(name: str, columns: Sequence[str], values: Sequence[float], role: str) -> str:
    cells = "".join(
        f'<td style="--w:{value:.4f}" title="{escape(name)}, {escape(column)}: {value:.6f}">{weight(value)}</td>'
        for column, value in zip(columns, values, strict=True)
    )
    return f'<tr><th scope="row" class="{role}">{escape(name)}</th>{cells}</tr>'


def scale() -> str:
    """The colour bar, from 0 to 1."""
    return '<div class="lb-scale"><span>0</span><i></i><span>1</span> <span class="w">weight</span></div>'
