"""The text and markup of the live table, shared by the live view and the poster."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from lookback.widgets.names import title
from lookback.widgets.numbers import any_number, decimal, fixed, sum_of_weights, vector, weight
from lookback.widgets.own import mark

if TYPE_CHECKING:
    from lookback.widgets.positions import Positions, Reading

Floats = NDArray[np.float64]

#: From this many positions on a row is one line, and the context's sum is not written out.
DENSE = 9
#: Up to this many coordinates the products of a score fit under it.
PRODUCTS = 3

#: Characters of a weight: −.500
LONGEST_WEIGHT = 5

NO_WEIGHTS = "no weights: every position is masked"


def density(count: int) -> str:
    """The extra class of a table with many positions."""
    return " lb-dense" if count >= DENSE else ""


def legend(notes: str) -> str:
    """The heading of the query controls, and why an entered number was not taken."""
    return f'<div class="lb-line"><strong class="q">Query q</strong>{notes}</div>'


def geometry(positions: Positions) -> dict[str, str]:
    """Column widths from the longest entries, as custom properties."""
    word = max(len(w) for w in positions.words)
    key = max(len(vector(k)) for k in positions.keys)
    value = max(len(vector(v)) for v in positions.values)
    wide = 3.6
    if positions.keys.shape[1] <= PRODUCTS:
        # The longest is "−5.125·0 + −3.375·1": six characters a coordinate of the query, and those of the key's.
        products = (" + ".join(f"−5.125·{decimal(entry)}" for entry in key) for key in positions.keys)
        wide = min(max(0.385 * max(map(len, products)), 6.6), 12)
    return {
        "--n": str(len(positions.words)),
        "--word": f"{min(max(0.62 * word, 1.2), 6):.2f}rem",
        "--pos-full": f"{min(max(0.62 * word, 3.7), 6):.2f}rem",
        "--c-key": f"{0.38 * key + 0.15:.2f}rem",
        "--c-val": f"{0.38 * value + 0.15:.2f}rem",
        "--score-full": f"{wide:.2f}rem",
    }


def table(
    positions: Positions,
    q: Sequence[float],
    mask: Sequence[bool],
    reading: Reading,
    beside: Reading | None = None,
    first: int = -1,
) -> str:
    """The table itself. Explicit roles keep it a table where the stylesheet turns rows into grids.

    ``beside``: the reference's numbers, where the reading is that of the reader's code. ``first``: the first position
    whose weight differs.
    """
    names = (("", "position"), ("k", "key"), ("", "value"))
    columns = "".join(
        f'<th role="columnheader" scope="col" class="{role}">{name}</th>' for role, name in names
    )
    products = '<span class="long"> = <span class="q">q</span> · <span class="k">key</span></span>'
    columns += f'<th role="columnheader" scope="col">score{products}</th>'
    columns += '<th role="columnheader" scope="col" class="w">weight</th>'
    rows = "".join(row(positions, i, q, mask[i], reading, beside, i == first) for i in range(len(mask)))
    return (
        '<table role="table"><caption class="vh">Position, key, value, score and weight for '
        f"q = {vector(q, 3)}</caption>"
        f'<thead role="rowgroup"><tr role="row">{columns}</tr></thead><tbody role="rowgroup">{rows}</tbody>'
        f'<tfoot role="rowgroup">{foot(reading, beside)}</tfoot></table>'
    )


def row(
    positions: Positions,
    i: int,
    q: Sequence[float],
    allowed: bool,
    reading: Reading,
    beside: Reading | None,
    first: bool,
) -> str:
    """One position."""
    word, written = positions.words[i], written_weight(reading, i)
    if beside is not None and beside.weights is not None:
        yours = float("nan") if reading.weights is None else reading.weights[i]
        written = f"<b>{written}</b>{mark(yours, beside.weights[i], first=first)}"
    return (
        f'<tr role="row"{"" if allowed else " class=masked"}>'
        f'<th role="rowheader" scope="row"><span class="lb-word"{title(word)}>{escape(word)}</span></th>'
        f'<td role="cell" class="k">{vector(positions.keys[i])}</td>'
        f'<td role="cell" class="v">{vector(positions.values[i])}</td>'
        f'<td role="cell" class="s"><b>{decimal(reading.scores[i])}</b>'
        f"{products_of(q, positions.keys[i]) if allowed else masked()}</td>"
        f'<td role="cell" class="w">{written}</td></tr>'
    )


def written_weight(reading: Reading, i: int) -> str:
    """A weight as it stands at the end of its bar."""
    return "–" if reading.weights is None else any_number(reading.weights[i])


def room_for(reading: Reading) -> dict[str, str]:
    """A wider column for weights that are none and do not fit beside their bars."""
    longest = max(len(written_weight(reading, i)) for i in range(len(reading.scores)))
    return {"--num": f"{0.68 * longest:.2f}rem"} if longest > LONGEST_WEIGHT else {}


def products_of(q: Sequence[float], key: Sequence[float]) -> str:
    """A score as the sum of its products, in the colours of query and key."""
    if len(q) > PRODUCTS:
        return ""
    terms = " + ".join(
        f'<i class="q">{decimal(a, 3)}</i>·<i class="k">{decimal(b)}</i>' for a, b in zip(q, key, strict=True)
    )
    return f"<span>{terms}</span>"


def masked() -> str:
    """What stands in place of the products of a masked position."""
    return "<span>masked</span>"


def foot(reading: Reading, beside: Reading | None = None) -> str:
    """The sum of the weights, or why there are none."""
    if reading.weights is None:
        why = NO_WEIGHTS if beside is None else "no weights"
        return f'<tr role="row"><td role="cell" class="none">{why}</td></tr>'
    if not np.isclose(reading.weights.sum(), 1, rtol=0, atol=1e-6):
        total, *note = any_number(reading.weights.sum()), "not 1"  # only a reader's own weights do that
    else:
        total, *note = sum_of_weights(reading.weights).split(" ", 1)
    rounded = f' <span class="three">{note[0]}</span>' if note else ""
    return (
        '<tr role="row"><th role="rowheader" scope="row">all weights together</th>'
        f'<td role="cell">{total}{rounded}</td></tr>'
    )


def context(positions: Positions, reading: Reading, beside: Reading | None = None) -> str:
    """The context vector and the sum it is; beside the reference's where it is that of the reader's code."""
    if beside is not None and beside.context is not None:
        return _context_beside(positions, reading.context, beside.context)
    if reading.weights is None or reading.context is None:
        cells = "".join("<b>–</b>" for _ in positions.values[0])
        how = "no context without weights"
    else:
        cells = "".join(f"<b>{fixed(c)}</b>" for c in reading.context)
        how = sum_of_values(positions, reading.weights)
    return (
        f'<div class="lb-ctx"><span>context</span><span class="lb-cells">{cells}</span>'
        f'<span class="lb-how">{how}</span></div>'
    )


def _context_beside(positions: Positions, yours: Floats | None, reference: Floats) -> str:
    numbers = [float("nan")] * len(reference) if yours is None else yours.tolist()
    cells = "".join(
        f"<b>{'–' if yours is None else _cell(number)}{mark(number, should, _cell)}</b>"
        for number, should in zip(numbers, reference.tolist(), strict=True)
    )
    return f'<div class="lb-ctx"><span>context</span><span class="lb-cells">{cells}</span></div>'


def _cell(number: float) -> str:
    return fixed(number) if abs(number) < 1000 else any_number(number)


def sum_of_values(positions: Positions, weights: Floats) -> str:
    """The context as weights times values, while that fits on a line or two."""
    if len(weights) >= DENSE:
        return '= the sum of <span class="w">weight</span> × value over all positions'
    terms = (
        f'<span class="w">{weight(w)}</span> {vector(v)}'
        for w, v in zip(weights, positions.values, strict=True)
    )
    return "= " + " + ".join(terms)


def named(positions: Positions, q: Sequence[float], mask: Sequence[bool]) -> str:
    """A query and its mask in few words."""
    masked = [word for word, allowed in zip(positions.words, mask, strict=True) if not allowed]
    if not masked:
        return f"q = {vector(q, 3)}"
    return f"q = {vector(q, 3)}, {masked[0] if len(masked) == 1 else len(masked)} masked"


def spoken(positions: Positions, q: Sequence[float], reading: Reading) -> str:
    """The same numbers as one sentence for a live region; with many positions, the three largest."""
    if reading.weights is None or reading.context is None:
        return f"Query {vector(q, 3)}: {NO_WEIGHTS}."
    weights, order = reading.weights, list(range(len(positions.words)))
    if len(order) >= DENSE:
        order = sorted(order, key=lambda i: -weights[i])[:3]
    parts = ", ".join(f"{escape(positions.words[i])} {any_number(weights[i])}" for i in order)
    if (np.abs(reading.context) < 1000).all():
        context = vector(reading.context)
    else:
        context = f"[{', '.join(_cell(number) for number in reading.context)}]"
    return f"Query {vector(q, 3)}. Weights: {parts}. Context {context}."
