"""The additive scorer by the reader's own functions: scores, weights and context, each by theirs where it is written.

`moment_plan` is for the beams: all output steps on parameters of a run, which shows a bug as the pattern it makes.
`query_plan` is for the two scorers: one query, and the scores along its length.
"""

from __future__ import annotations

from collections.abc import Generator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from lookback import kernels
from lookback.widgets import heat
from lookback.widgets.base import State
from lookback.widgets.calls import Ask, Floats, Odd, Plain, array, manners, returned
from lookback.widgets.own import Part, Picture, Plan

#: The reader's functions that can draw it, in the order in which they are called.
FUNCTIONS = ("additive_score", "alignment_weights", "context_vector")

Parameters = Mapping[str, Floats]
Step = Generator[Ask, list[Plain], tuple[Floats, str]]


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


def moment_plan(moment: Moment, written: Sequence[str]) -> Plan:
    """Weights (m, n) of all output steps, and the context (d_k,) of one."""
    used = tuple(name for name in FUNCTIONS if name in written)
    if moment.parameters is None:
        remark = "This run has kept no parameters, so there is nothing to run the code on."
        return Picture(moment.state, used, remark=remark, agrees=True)
    remark, weights, context = "", None, None
    try:
        pairs = [(query, state) for query in moment.queries for state in moment.states]
        flat, first = yield from _scored(pairs, moment.parameters, written)
        scores = flat.reshape(len(moment.queries), len(moment.states))
        weights, second = yield from _weights(scores, written)
        remark = first or second
        context, third = yield from _context(weights[moment.step], moment.states, written)
        remark = remark or third
    except Odd as odd:
        remark = str(odd)
    right = kernels.softmax(kernels.additive_scores(moment.queries, moment.states, moment.parameters))
    if weights is not None and not remark:
        remark = pattern(weights, right)
    step, where = moment.steps[moment.step], moment.positions
    parts = (
        Part(
            "weights",
            weights,
            right,
            lambda at: f"the weight of “emit {moment.steps[at[0]]}” on “{where[at[1]]}”",
        ),
        Part(
            "context",
            context,
            right[moment.step] @ moment.states,
            lambda at: f"context[{at[0]}] of “emit {step}”",
        ),
    )
    return Picture(moment.state, used, parts, remark)


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
    remark, scores, weights, points = "", None, None, None
    try:
        pairs = [*((q, key) for key in keys), *((longer, keys[followed]) for longer in along)]
        everything, first = yield from _scored(pairs, parameters, written)
        scores, points = everything[: len(keys)], everything[len(keys) :]
        rows, second = yield from _weights(scores[None], written)
        weights, remark = rows[0], first or second
    except Odd as odd:
        remark = str(odd)
    parts = (
        Part("scores", scores, right, lambda at: f"the score of “{words[at[0]]}”"),
        Part("weights", weights, kernels.softmax(right), lambda at: f"the weight on “{words[at[0]]}”"),
        Part("along", points, right_along, lambda at: f"point {at[0]} of the curve"),
    )
    return Picture(state, used, parts, remark)


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
            return "Every weight is the same: these scores do not tell the positions apart."
        if len(weights) > 1 and np.allclose(weights, weights[0], atol=1e-9):
            return "All rows are the same: these weights do not depend on the query."
    return ""


def _scored(pairs: Sequence[tuple[Floats, Floats]], parameters: Parameters, written: Sequence[str]) -> Step:
    """A score for each pair of query and key: one call for each."""
    name = FUNCTIONS[0]
    if name not in written:
        return np.array([kernels.additive_scores(q, k[None], parameters)[0] for q, k in pairs]), ""
    calls: list[tuple[Any, ...]] = [(query, key, dict(parameters)) for query, key in pairs]
    records = yield Ask(name, ("query", "key", "parameters"), calls)
    numbers = [array(name, "the score", returned(name, record), ()) for record in records]
    return np.array(numbers), manners(name, records)


def _weights(scores: Floats, written: Sequence[str]) -> Step:
    """Weights (m, n): one call for each query."""
    name = FUNCTIONS[1]
    if name not in written:
        try:
            return kernels.softmax(scores), ""
        except ValueError as error:
            raise Odd("Scores of nan or inf cannot be shared out.") from error
    records = yield Ask(name, ("scores",), [(row,) for row in scores])
    rows = [array(name, "weights", returned(name, record), scores.shape[1:]) for record in records]
    return np.array(rows), manners(name, records)


def _context(weights: Floats, states: Floats, written: Sequence[str]) -> Step:
    """The context (d_k,) of one output step."""
    name = FUNCTIONS[2]
    if name not in written:
        with np.errstate(all="ignore"):
            return weights @ states, ""
    [record] = records = yield Ask(name, ("weights", "states"), [(weights, states)])
    return array(name, "the context", returned(name, record), states.shape[1:]), manners(name, records)
