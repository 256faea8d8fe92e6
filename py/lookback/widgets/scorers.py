"""Two scorers on the same vectors: the dot product grows with the query, the additive score does not."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from html import escape
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray
from panel.viewable import Viewable

from lookback import kernels
from lookback.widgets import heat
from lookback.widgets import own as whose
from lookback.widgets import state as checks
from lookback.widgets.additive_own import FUNCTIONS, query_plan
from lookback.widgets.base import State, Widget
from lookback.widgets.chart import Axis, Chart, Data, Layer
from lookback.widgets.controls import Number, NumberControl, notes
from lookback.widgets.frame import live_frame, still_frame
from lookback.widgets.names import title
from lookback.widgets.numbers import any_number, decimal, vector
from lookback.widgets.own import Own, Part, Picture, Plan
from lookback.widgets.parts import Box, Choice, Html, element, poster_checks

Floats = NDArray[np.float64]

#: Up to how many times the query is followed, in how many steps.
LONGEST, STEPS = 3, 60
#: Where it is followed by the reader's own scorer, which is called for each of them: between the ticks of the axis.
OWN_FACTORS = (np.arange(4 * LONGEST) + 0.5) / 4
NAMES = ("dot product", "additive")
_LAYERS = {
    "dot": Layer("line", "ink", 2.5),
    "additive": Layer("line", "ink", 2.5, "dashed"),
    "own": Layer("points", "ink", 1.5, size=7),
    "here": Layer("points", "query", 2, size=10),
}


class Scorers(Widget):
    """Scores and weights of both scorers for a query that can be moved, and their growth along the query.

    Parameters
    ----------
    words, keys : n names and (n, d) keys; d is the width of the query, too, or the dot product is not defined
    parameters : Wq, Wk (d_a, d), bias (d_a,), v (d_a,) of the additive scorer
    start : the query at the start; word : the position whose scores are followed
    own : whether the reader's own `additive_score` and `alignment_weights`, exercises of its lesson, can stand beside
        the two
    """

    settable: tuple[str, ...] = ("q", "word")
    reversible = True

    def __init__(
        self,
        words: Sequence[str],
        keys: ArrayLike,
        parameters: Mapping[str, ArrayLike],
        *,
        start: Sequence[float],
        word: str,
        title: str = "Two scorers on the same vectors",
        own: bool = False,
    ) -> None:
        super().__init__()
        self.title, self._words = title, tuple(words)
        self._keys = np.array(keys, dtype=np.float64)
        self._parameters = {name: np.array(value, dtype=np.float64) for name, value in parameters.items()}
        width = self._keys.shape[1]
        self._start: State = {
            "q": checks.numbers("start", start, width, -6, 6),
            "word": checks.one_of("word", word, self._words),
        }
        self._numbers = [
            Number(f"q[{i}]", f"query, coordinate {i}, q[{i}]", -6, 6, 0.1) for i in range(width)
        ]
        self._q, self._word = list(self._start["q"]), str(self._start["word"])
        if own:
            self.own = Own(FUNCTIONS[:2], self._plan, self._named)
            self.settable = (*self.settable, "whose")

    def get(self) -> State:
        """``q``, ``word``, and ``scores`` and ``weights`` of both scorers by name."""
        scores = self._scores(self._q)
        return {
            "q": list(self._q),
            "word": self._word,
            "scores": dict(zip(("dot", "additive"), scores.tolist(), strict=True)),
            "weights": dict(zip(("dot", "additive"), kernels.softmax(scores).tolist(), strict=True)),
            **({} if self.own is None else self.own.get()),
        }

    def _plan(self, written: Sequence[str]) -> Plan:
        """The query as it is, and along its length for the one word that is followed."""
        q, state = np.array(self._q), {"q": list(self._q), "word": self._word}
        along = OWN_FACTORS[:, None] * q
        followed = self._words.index(self._word)
        return query_plan(q, self._keys, along, followed, self._parameters, state, self._words, written)

    def _of(self, state: State | None) -> tuple[Sequence[float], str]:
        """Query and word of a picture's state, those of now without one."""
        return (self._q, self._word) if state is None else (state["q"], state["word"])

    def _named(self, state: State | None) -> str:
        q, word = self._of(state)
        return f"q = {vector(q)}, “{word}”"

    def _scores(self, queries: ArrayLike) -> Floats:
        """Scores (2, n) of one query, (2, m, n) of m queries: first dot product, then additive."""
        dot = kernels.dot_scores(queries, self._keys)
        return np.stack([dot, kernels.additive_scores(queries, self._keys, self._parameters)])

    def _check(self, state: State) -> State:
        values: State = {}
        if "q" in state:
            values["q"] = checks.numbers("q", state["q"], len(self._q), -6, 6)
        if "word" in state:
            values["word"] = checks.one_of("word", state["word"], self._words)
        return values

    def _apply(self, values: State) -> None:
        self._q = values.get("q", self._q)
        self._word = values.get("word", self._word)

    # live

    def _build(self) -> Viewable:
        self._controls = [
            NumberControl(number, self._q[i], partial(self._move, i), self._tell)
            for i, number in enumerate(self._numbers)
        ]
        self._legend = Html(part="lb-legend", attributes={"aria-live": "polite"})
        self._chart = Chart(*self._axes(), _LAYERS)
        self._choice = Choice(
            options=list(self._words),
            value=self._word,
            inline=True,
            part="lb-fields",
            attributes={"role": "radiogroup", "aria-label": "scores of"},
        )
        self._choice.param.watch(self._on_choice, "value")
        self._tables = Html(part="lb-powers")
        self._switch = whose.switch(self.own, lambda chosen: self._change(whose=chosen))
        self._paint()
        options = Box(Html("scores of", part="lb-oname"), self._choice, part="lb-options lb-close")
        left = Box(
            self._legend,
            Box(*[part for control in self._controls for part in control.parts()], part="lb-query"),
            self._chart.part(),
            options,
            part="lb-left",
        )
        right = Box(self._tables, part="lb-right")
        view, self._reset = live_frame(
            self.title,
            lambda: self._change(**self._start),
            left,
            right,
            wide=True,
            switch=whose.part_of(self._switch),
        )
        return view

    def _move(self, i: int, value: float) -> None:
        self._change(q=[*self._q[:i], value, *self._q[i + 1 :]])

    def _tell(self) -> None:
        self._legend.show(_legend(notes(self._controls)))

    def _on_choice(self, event: Any) -> None:
        if event.new and event.new != self._word:
            self._change(word=event.new)

    def _paint(self) -> None:
        for control, value in zip(self._controls, self._q, strict=True):
            control.show(value)
        self._tell()
        self._choice.show(self._word)
        picture = None if self.own is None else self.own.shown
        q, word = self._of(None if picture is None else picture.state)
        self._chart.paint({**self._data(q, word), "own": _points(picture)})
        self._tables.show(self._tables_html(q, picture))
        if self.own is not None and self._switch is not None:
            self._switch.paint(self.own)

    def _recolour(self) -> None:
        self._chart.recolour(self.theme)

    # drawing

    def _axes(self) -> tuple[Axis, Axis]:
        across = tuple((s, f"{s}·q") for s in range(LONGEST + 1))
        levels = tuple((e, decimal(e)) for e in (-12, -6, 0, 6, 12))
        return Axis("the query, from 0 to three times its length", 0, LONGEST, across), Axis(
            "score", -13, 13, levels
        )

    def _data(self, q: Sequence[float], word: str) -> Data:
        factors = np.linspace(0, LONGEST, STEPS + 1)
        position = self._words.index(word)
        dot, additive = self._scores(factors[:, None] * np.array(q))[:, :, position]
        here = self._scores(q)[:, position]
        return {
            "dot": (factors.tolist(), dot.tolist()),
            "additive": (factors.tolist(), additive.tolist()),
            "here": ([1, 1], here.tolist()),
        }

    def _tables_html(self, q: Sequence[float], picture: Picture | None = None) -> str:
        scores = self._scores(q)
        names, weights = list(NAMES), kernels.softmax(scores)
        own, differs = "" if picture is None else _own_row(picture), list[tuple[int, int]]()
        part = None if picture is None else picture.part("weights")
        if part is not None and part.yours is not None:
            names, weights = [*names, "yours"], np.vstack([weights, part.yours])
            differs = [(len(names) - 1, at[0]) for at in part.differs()]
        head = "".join(
            f'<th scope="col" class="k lb-cut"{title(word)}>{escape(word)}</th>' for word in self._words
        )
        rows = "".join(
            f'<tr><th scope="row">{name}</th>{"".join(f"<td>{decimal(s)}</td>" for s in row)}</tr>'
            for name, row in zip(NAMES, scores, strict=True)
        )
        most = float(np.abs(self._parameters["v"]).sum())
        return (
            f'<table class="lb-plain lb-scores"><caption>Scores</caption><thead><tr><td></td>{head}</tr></thead>'
            f"<tbody>{rows}{own}</tbody></table>"
            + heat.table(names, self._words, weights, "Weights", role="", differs=differs)
            + '<p class="two">Solid: dot product, it grows with the query. Dashed: additive, it stays between '
            f"{decimal(-most)} and {decimal(most)}, the sum of |v|."
            f"{'' if picture is None else ' Points: yours.'}</p>"
        )

    def poster(self) -> str:
        """The start state as script-free HTML."""
        q, word = self._start["q"], self._start["word"]
        controls = "".join(number.picture(value) for number, value in zip(self._numbers, q, strict=True))
        choice = element("div", "lb-fields", poster_checks(self._words, "radio", [self._words.index(word)]))
        left = (
            element("div", "lb-legend", _legend(""))
            + element("div", "lb-query", controls)
            + Chart(*self._axes(), _LAYERS).picture(self._data(q, word))
            + element("div", "lb-options lb-close", element("div", "lb-oname", "scores of") + choice)
        )
        right = element("div", "lb-right", element("div", "lb-powers", self._tables_html(q)))
        columns = element("div", "lb-left", left) + right
        return still_frame(self.title, columns, wide=True, switch=whose.poster(self.own))


def _own_row(picture: Picture) -> str:
    """The reader's scores as a row of the table."""
    part = picture.part("scores")
    if part is None or part.yours is None:
        return ""
    off = {at[0] for at in part.differs()}
    cells = "".join(
        f"<td{' class=lb-off' if i in off else ''}>{decimal(score) if abs(score) < 1000 else any_number(score)}</td>"
        for i, score in enumerate(part.yours.tolist())
    )
    return f'<tr><th scope="row">yours</th>{cells}</tr>'


def _points(picture: Picture | None) -> tuple[list[float], list[float]]:
    """The reader's scores along the query, as far as they are numbers near the axis."""
    part: Part | None = None if picture is None else picture.part("along")
    if part is None or part.yours is None:
        return [], []
    seen = np.isfinite(part.yours) & (np.abs(part.yours) < 100)
    return OWN_FACTORS[seen].tolist(), part.yours[seen].tolist()


def _legend(told: str) -> str:
    return f'<div class="lb-line"><strong class="q">Query q</strong>{told}</div>'
