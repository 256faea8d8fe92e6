"""The markup of a replay, the same in the live view and in its picture."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from math import isfinite

import numpy as np

from lookback.moments import Floats, Run
from lookback.widgets import heat
from lookback.widgets.names import title
from lookback.widgets.numbers import fixed, weight

#: Epochs with a column in the table of losses, besides the last one.
TABLED = (0, 50, 100, 200, 500)


def reading_html(run: Run, at: int, name: str) -> str:
    """Whose run it is, the epoch and its loss, and what the dashed line means."""
    uniform = float(np.log(run.weights.shape[2]))
    return (
        f'<div class="lb-line"><strong>{escape(name)}: epoch {run.epochs[at]:,}, loss {loss(run.losses[at])}</strong>'
        f'<span class="two">dashed: uniform weights, ln {run.weights.shape[2]} = {uniform:.4f}</span></div>'
    )


def maps_html(run: Run, at: int, rows: Sequence[str], columns: Sequence[str]) -> str:
    """Heat tables before, now and after; below them the colour bar, what to look for, and the losses."""

    def table(index: int, caption: str) -> str:
        return heat.table(rows, columns, run.weights[index], caption, f"epoch {run.epochs[index]:,}")

    ended = run.epochs[-1] == run.last
    after = table(-1, "After") if ended else heat.table(rows, columns, None, "After", f"epoch {run.last:,}")
    maps = f'{table(0, "Before")}<div class="lb-now">{table(at, "Now")}</div>{after}'
    uniform = weight(1 / run.weights.shape[2])
    about = f'A focused row has one <span class="w">weight</span> near 1; uniform is {uniform}.'
    under = f'<div class="lb-under">{heat.scale()}<p class="two">{about}</p></div>'
    return f'<div class="lb-heats">{maps}</div>{under}{_losses_html(run)}'


def _losses_html(run: Run) -> str:
    """The loss at a few epochs, for whoever wants numbers rather than a curve."""
    found = dict(zip(run.epochs, run.losses, strict=True))
    epochs = [epoch for epoch in (*(e for e in TABLED if e < run.last), run.last)]
    head = "".join(f'<th scope="col">{epoch:,}</th>' for epoch in epochs)
    cells = "".join(f"<td>{loss(found[epoch]) if epoch in found else '–'}</td>" for epoch in epochs)
    return (
        f'<table class="lb-plain lb-losses"><thead><tr><th scope="col">epoch</th>{head}</tr></thead>'
        f'<tbody><tr><th scope="row">loss</th>{cells}</tr></tbody></table>'
    )


def contexts_html(
    contexts: Floats, values: Floats, rows: Sequence[str], columns: Sequence[str], epoch: int
) -> str:
    """The context of each step (m, d_v) beside what it is made of (n, d_v)."""
    mixed = _numbers(rows, contexts, f"Contexts <small>epoch {epoch:,}</small>", "q")
    states = _numbers(columns, values, "States, which they are made of", "k")
    return f'<div class="lb-pairs">{mixed}{states}</div>'


def _numbers(names: Sequence[str], values: Floats, caption: str, role: str) -> str:
    body = "".join(
        f'<tr><th scope="row" class="{role} lb-cut"{title(name)}>{escape(name)}</th>'
        + "".join(f"<td>{fixed(float(value))}</td>" for value in row)
        + "</tr>"
        for name, row in zip(names, values, strict=True)
    )
    table = f'<table class="lb-nums"><caption>{caption}</caption><tbody>{body}</tbody></table>'
    # On a phone, or with wide letters, it scrolls by itself; so it takes the focus.
    return f'<div class="lb-sideways" tabindex="0" role="group" aria-label="Numbers of the run">{table}</div>'


def spoken(run: Run, at: int, rows: Sequence[str], columns: Sequence[str]) -> str:
    """The moment in a sentence, for a screen reader."""
    best = ", ".join(
        f"{row}: {columns[int(values.argmax())]} {weight(values.max())}"
        for row, values in zip(rows, run.weights[at], strict=True)
    )
    return f"Epoch {run.epochs[at]}, loss {loss(run.losses[at])}. {best}."


def loss(value: float) -> str:
    """A loss with three digits that count: 1.097, .155, .0019; a right weight of exactly 0 makes it infinite."""
    if not isfinite(value):
        return "∞"
    places = 3 if value >= 0.1 else 4
    text = f"{value:.{places}f}"
    return text[1:] if text.startswith("0") else text
