"""Tables that are figures: a heat map keeps its numbers in its cells."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from lookback import drawing as d


def heat(
    weights: Sequence[Sequence[float]],
    rows: Sequence[str],
    columns: Sequence[str],
    caption: str,
    note: str = "",
) -> str:
    """Weights [m, n] as a table whose cells are as dark as they are large; rows are queries, columns keys."""
    head = "".join(f'<th scope="col" class="k">{escape(word)}</th>' for word in columns)
    body = "".join(
        f'<tr><th scope="row" class="q">{escape(word)}</th>'
        + "".join(f'<td style="--w:{value:.4f}">{d.number(float(value))}</td>' for value in row)
        + "</tr>"
        for word, row in zip(rows, weights, strict=True)
    )
    small = f" <small>{escape(note)}</small>" if note else ""
    return (
        f'<table class="heat"><caption>{escape(caption)}{small}</caption>'
        f"<thead><tr><td></td>{head}</tr></thead><tbody>{body}</tbody></table>"
    )
