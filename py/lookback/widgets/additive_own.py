"""The additive scorer by the reader's own functions: scores, weights and context, each by theirs where it is written.

`moment_plan` is for the beams: all output steps on parameters of a run, which shows a bug as the pattern it makes.
`query_plan` is for the two scorers: one query, and the scores along its length.
"""

from __future__ import annotations

from collections.abc import Generator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from lookback import kernels
from lookback.widgets import heat
from lookback.widgets.base import State
from lookback.widgets.calls import Answers, Ask, Asks, Floats, Handed, Odd, Plain, arrays, manners
from lookback.widgets.own import Part, Picture, Plan

#: The reader's functions that can draw it, in the order in which they are called.
FUNCTIONS = ("additive_score", "alignment_weights", "context_vector")

Parameters = Mapping[str, Floats]


@dataclass(frozen=True)
class Moment:
    """Parameters at one moment of a run, with what they are asked about.

    queries (m, d_q), states (n, d_k), parameters Wq (d_a, d_q), Wk (d_a, d_k), bias and v (d_a,).
    steps, positions : the names of both. step : the output step whose context is built. state : the widget's.
    """

    queries: Floats
    states: Floats
    parameters: Parameters | None
    steps: Sequence[str]
    positions: Sequence[str]
    step: int
    state: State


@dataclass
class _Line:
    """What goes through the three functions, and what has come of it.

    pairs : of query and key, for a score each. shape : (m, n) of the weights, made from the first m n scores.
    states : (n, d_k), whose context is built with the row ``step`` of the weights; without states there is none.
    """

    pairs: Sequence[tuple[Floats, Floats]]
    shape: tuple[int, int]
    parameters: Parameters
    states: Floats | None = None
    step: int = 0
    scores: Floats | None = None
    weights: Floats | None = None
    context: Floats | None = None
    remark: str = ""

    def go(self, written: Sequence[str]) -> Generator[Asks, Answers, None]:
        """Take it through, by the reader's functions where they are written; what is odd ends it with a remark.

        Written functions that follow each other are one round: the sandbox hands on what they return.
        """
        waiting: list[str] = []
        try:
            for name in FUNCTIONS if self.states is not None else FUNCTIONS[:2]:
                if name in written:
                    waiting.append(name)
                else:
                    yield from self._round(waiting)
                    waiting = []
                    self._by_reference(name)
            yield from self._round(waiting)
        except Odd as odd:
            self.remark = str(odd)

    def _round(self, names: Sequence[str]) -> Generator[Asks, Answers, None]:
        if not names:
            return
        answers = yield tuple(self._ask(name, handed=i > 0) for i, name in enumerate(names))
        for name, records in zip(names, answers, strict=True):
            self._read(name, records)

    def _ask(self, name: str, *, handed: bool) -> Ask:
        """Calls of one function; ``handed``: on what the one before returns in the same round."""
        m, n = self.shape
        if name == FUNCTIONS[0]:
            calls = [(query, key, dict(self.parameters)) for query, key in self.pairs]
            return Ask(name, ("query", "key", "parameters"), calls)
        if name == FUNCTIONS[1]:
            rows = [Handed(range(i * n, (i + 1) * n)) for i in range(m)] if handed else self._rows()
            return Ask(name, ("scores",), [(row,) for row in rows])
        row = Handed(self.step, (n,)) if handed else _known(self.weights)[self.step]
        return Ask(name, ("weights", "states"), [(row, _known(self.states))])

    def _read(self, name: str, records: Sequence[Plain]) -> None:
        if name == FUNCTIONS[0]:
            self.scores = arrays(name, "the score", records, ())
        elif name == FUNCTIONS[1]:
            self.weights = arrays(name, "weights", records, self.shape[1:])
        else:
            self.context = arrays(name, "the context", records, _known(self.states).shape[1:])[0]
        self.remark = self.remark or manners(name, records)

    def _by_reference(self, name: str) -> None:
        if name == FUNCTIONS[0]:
            scores = [kernels.additive_scores(q, k[None], self.parameters)[0] for q, k in self.pairs]
            self.scores = np.array(scores)
        elif name == FUNCTIONS[1]:
            try:
                self.weights = kernels.softmax(self._rows())
            except ValueError as error:
                raise Odd("Scores of nan or inf cannot be shared out.") from error
        else:
            with np.errstate(all="ignore"):
                self.context = _known(self.weights)[self.step] @ _known(self.states)

    def _rows(self) -> Floats:
        """The scores of each query."""
        return _known(self.scores)[: self.shape[0] * self.shape[1]].reshape(self.shape)


def _known(numbers: Floats | None) -> Floats:
    if numbers is None:
        raise LookupError("a later function was asked for before the one that it follows")
    return numbers


def moment_plan(moment: Moment, written: Sequence[str]) -> Plan:
    """Weights (m, n) of all output steps, and the context (d_k,) of one."""
    used = tuple(name for name in FUNCTIONS if name in written)
    if moment.parameters is None:
        remark = "This run has kept no parameters, so there is nothing to run the code on."
        return Picture(moment.state, used, remark=remark, agrees=True)
    pairs = [(query, state) for query in moment.queries for state in moment.states]
    shape = len(moment.queries), len(moment.states)
    line = _Line(pairs, shape, moment.parameters, moment.states, moment.step)
    yield from line.go(written)
    right = kernels.softmax(kernels.additive_scores(moment.queries, moment.states, moment.parameters))
    if line.weights is not None and not line.remark:
        line.remark = pattern(line.weights, right)
    step, where = moment.steps[moment.step], moment.positions
    parts = (
        Part(
            "weights",
            line.weights,
            right,
            lambda at: f"the weight of “emit {moment.steps[at[0]]}” on “{where[at[1]]}”",
        ),
        Part(
            "context",
            line.context,
            right[moment.step] @ moment.states,
            lambda at: f"context[{at[0]}] of “emit {step}”",
        ),
    )
    return Picture(moment.state, used, parts, line.remark)


def query_plan(
    q: Floats,
    keys: Floats,
    along: Floats,
    followed: int,
    parameters: Parameters,
    state: State,
    words: Sequence[str],
    written: Sequence[str],
) -> Plan:
    """Scores and weights (n,) of a query, and the scores (s,) of queries along it on the key that is followed."""
    used = tuple(name for name in FUNCTIONS[:2] if name in written)
    right = kernels.additive_scores(q, keys, parameters)
    right_along = kernels.additive_scores(along, keys[followed : followed + 1], parameters)[:, 0]
    pairs = [*((q, key) for key in keys), *((longer, keys[followed]) for longer in along)]
    line = _Line(pairs, (1, len(keys)), parameters)
    yield from line.go(written)
    scores = None if line.scores is None else line.scores[: len(keys)]
    points = None if line.scores is None else line.scores[len(keys) :]
    weights = None if line.weights is None else line.weights[0]
    parts = (
        Part("scores", scores, right, lambda at: f"the score of “{words[at[0]]}”"),
        Part("weights", weights, kernels.softmax(right), lambda at: f"the weight on “{words[at[0]]}”"),
        Part("along", points, right_along, lambda at: f"point {at[0]} of the curve"),
    )
    return Picture(state, used, parts, line.remark)


def pair(
    steps: Sequence[str], positions: Sequence[str], right: Floats, own: Part | None, caption: str
) -> str:
    """Two heat tables: the reference's weights (m, n), and the reader's with what differs marked."""
    rows = [f"emit {step}" for step in steps]
    yours, differs = (None, []) if own is None else (own.yours, own.differs())
    tables = heat.table(rows, positions, right, "Reference", caption)
    tables += heat.table(rows, positions, yours, "Yours", caption, differs=differs)
    return f'<div class="lb-heats">{tables}</div>'


def pattern(weights: Floats, right: Floats) -> str:
    """What the weights (m, n) of a wrong scorer have in common, where that says what it does not look at."""
    with np.errstate(all="ignore"):
        if not np.isfinite(weights).all() or np.allclose(weights, right, rtol=1e-6, atol=1e-9):
            return ""
        if np.allclose(weights, 1 / weights.shape[1], atol=1e-9):
            return "All weights are equal: these scores do not tell positions apart."
        if len(weights) > 1 and np.allclose(weights, weights[0], atol=1e-9):
            return "All rows are the same: these weights do not depend on the query."
    return ""
