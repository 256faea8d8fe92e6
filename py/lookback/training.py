"""Training the additive scorer: its data, its gradients, its loop as a generator of progress. Pure NumPy.

The forward pass can call functions from outside, so that a learner's own scorer and softmax make the weights;
the gradients are then those of the additive scorer at these weights. Shapes: T output steps (queries),
n source positions, d_q and d_k the widths of a query and a key, d_a the width of the scorer.

Source: Bahdanau, Cho, Bengio 2014 (arXiv:1409.0473), equation 6 and appendix A.1.2; the alignment is trained
here on labelled positions, with loss = -mean log alpha[t, y_t], and on emitted values in `train_unlabelled`.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from lookback.kernels import softmax

Floats = NDArray[np.float64]
Parameters = dict[str, Floats]
Score = Callable[[Floats, Floats, Parameters], float]
Weights = Callable[[Floats], Floats]

ROLES = ("day", "month", "year")
OUTPUT_ORDER = ("year", "month", "day")
EPOCHS = 2000
LEARNING_RATE = 0.1
PARAMETER_SEED = 7
WIDTH = 8
SOLVED = 0.95


@dataclass(frozen=True)
class Problem:
    """Queries [T, d_q] in output order, states [n, d_k] in source order, targets [T]: the right positions."""

    queries: Floats
    states: Floats
    targets: NDArray[np.int64]


@dataclass(frozen=True)
class Progress:
    """A moment of training: the epoch (updates made so far), the loss, the weights [T, n] there."""

    epoch: int
    loss: float
    weights: Floats
    parameters: Parameters


def date_alignment() -> Problem:
    """The course's data set: three states [3, 5], three queries [3, 4], one right position for each query."""
    rng = np.random.default_rng(0)
    states = rng.normal(size=(3, 5)).round(1)
    queries = rng.normal(size=(3, 4)).round(1)[::-1]
    queries = np.ascontiguousarray(queries)
    for array in (states, queries):
        array.flags.writeable = False
    return Problem(queries, states, np.array([2, 1, 0]))


def initial_parameters(
    *,
    seed: int = PARAMETER_SEED,
    d_q: int = 4,
    d_k: int = 5,
    d_a: int = WIDTH,
    zero_projections: bool = False,
) -> Parameters:
    """Wq [d_a, d_q], Wk [d_a, d_k], v [d_a] drawn in this order as normal * 0.3; bias [d_a] is zero."""
    rng = np.random.default_rng(seed)
    Wq, Wk, v = (rng.normal(size=shape) * 0.3 for shape in ((d_a, d_q), (d_a, d_k), (d_a,)))
    scale = 0.0 if zero_projections else 1.0
    return {"Wq": Wq * scale, "Wk": Wk * scale, "bias": np.zeros(d_a), "v": v}


def hidden(problem: Problem, parameters: Parameters, *, tanh: bool = True) -> Floats:
    """u[t, i] = tanh(Wq q_t + Wk h_i + bias), shape [T, n, d_a]; without the tanh on request.

    Parameters with leading axes, one entry for each of several scorers, give u with the same leading axes.
    """
    inside = (
        (problem.queries @ parameters["Wq"].swapaxes(-1, -2))[..., :, None, :]
        + (problem.states @ parameters["Wk"].swapaxes(-1, -2))[..., None, :, :]
        + parameters["bias"][..., None, None, :]
    )
    return np.tanh(inside) if tanh else inside


def loss_of(weights: Floats, targets: NDArray[np.int64]) -> float:
    """-mean over t of log weights[t, targets[t]]; infinite where a right weight is not above 0.

    Number by number: for so few, asking NumPy takes longer than the rest of an epoch's own arithmetic.
    """
    chosen = weights[np.arange(len(targets)), targets].tolist()
    return -sum(math.log(weight) if weight > 0 else -math.inf for weight in chosen) / len(chosen)


def gradients(problem: Problem, parameters: Parameters, weights: Floats, *, tanh: bool = True) -> Parameters:
    """Gradients of the loss, from the weights [T, n] of the forward pass; leading axes as in `hidden`.

    With delta_ti = (alpha_ti - [i = y_t]) / T and g_ti = delta_ti v (1 - u_ti^2):
    dv = sum delta u, dWq = sum g q^T, dWk = sum g h^T, dbias = sum g.
    """
    steps = len(problem.targets)
    u = hidden(problem, parameters, tanh=tanh)
    delta = weights.copy()
    delta[..., np.arange(steps), problem.targets] -= 1
    delta /= steps
    delta = delta[..., None]
    g = delta * parameters["v"][..., None, None, :]
    if tanh:
        g *= 1 - u * u
    of_queries, of_states = g.sum(axis=-2), g.sum(axis=-3)
    return {
        "Wq": of_queries.swapaxes(-1, -2) @ problem.queries,
        "Wk": of_states.swapaxes(-1, -2) @ problem.states,
        "bias": of_queries.sum(axis=-2),
        "v": (delta * u).sum(axis=(-3, -2)),
    }


def forward(
    problem: Problem,
    parameters: Parameters,
    *,
    score: Score | None = None,
    normalise: Weights | None = None,
    tanh: bool = True,
) -> Floats:
    """Weights [T, n]. `score(q, h, parameters)` and `normalise(scores)` may be a learner's own functions.

    Without them, parameters may have leading axes as in `hidden`; so have the weights then.
    """
    if score is None:
        scores = (hidden(problem, parameters, tanh=tanh) * parameters["v"][..., None, None, :]).sum(axis=-1)
    else:
        scores = np.array([[score(q, h, parameters) for h in problem.states] for q in problem.queries], float)
        scores.flags.writeable = False
    if normalise is None:
        return softmax(scores)
    return np.array([normalise(row) for row in scores], float)


def train(
    problem: Problem,
    parameters: Parameters,
    *,
    epochs: int = EPOCHS,
    learning_rate: float = LEARNING_RATE,
    score: Score | None = None,
    normalise: Weights | None = None,
    tanh: bool = True,
) -> Iterator[Progress]:
    """Full-batch gradient descent. Yields the state before the first update and after each one.

    `parameters` is left as it is; every yielded record has arrays of its own. Functions from outside get arrays
    that cannot be written to.
    """
    now = _fixed({name: value.copy() for name, value in parameters.items()})
    for epoch in range(epochs + 1):
        weights = forward(problem, now, score=score, normalise=normalise, tanh=tanh)
        yield Progress(epoch, loss_of(weights, problem.targets), weights, now)
        step = gradients(problem, now, weights, tanh=tanh)
        now = _fixed({name: value - learning_rate * step[name] for name, value in now.items()})


def train_many(
    problem: Problem,
    seeds: Sequence[int],
    *,
    epochs: int = EPOCHS,
    learning_rate: float = LEARNING_RATE,
    d_a: int = WIDTH,
) -> Iterator[Floats]:
    """Train one scorer for each seed, all at once. Yields their weights [seeds, T, n] as `train` yields records."""
    starts = [initial_parameters(seed=seed, d_a=d_a) for seed in seeds]
    now = {name: np.stack([start[name] for start in starts]) for name in starts[0]}
    for _ in range(epochs + 1):
        weights = forward(problem, now)
        yield weights
        step = gradients(problem, now, weights)
        now = {name: value - learning_rate * step[name] for name, value in now.items()}


def solved(problem: Problem, weights: Floats) -> NDArray[np.bool_]:
    """Whether every right weight is above .95, for weights [T, n] or, one answer each, [..., T, n]."""
    right = weights[..., np.arange(len(problem.targets)), problem.targets]
    return np.asarray((right > SOLVED).all(axis=-1))


def _fixed(parameters: Parameters) -> Parameters:
    for value in parameters.values():
        value.flags.writeable = False
    return parameters


# ---- labels off: only the emitted value is scored


@dataclass(frozen=True)
class Dates:
    """A batch of dates: states [B, 3, 9] in shuffled source order, the right position [B, 3] of each output
    step (which the loss never sees), the value [B, 3] to emit at each step."""

    states: Floats
    positions: NDArray[np.int64]
    values: NDArray[np.int64]


@dataclass(frozen=True)
class ValueProgress:
    """A moment of training without labels: batches seen, value loss, mean weight on the right position."""

    batch: int
    loss: float
    right_weight: float
    parameters: Parameters


VALUES = 6


def draw_dates(rng: np.random.Generator, count: int) -> Dates:
    """`count` dates; a state is [one-hot role (3), one-hot value (6)], the source order is shuffled."""
    roles = rng.permuted(np.tile(np.arange(3), (count, 1)), axis=1)
    values = rng.integers(VALUES, size=(count, 3))
    states = np.concatenate([np.eye(3)[roles], np.eye(VALUES)[values]], axis=-1)
    positions = np.argsort(roles, axis=1)
    return Dates(states, positions, np.take_along_axis(values, positions, axis=1))


def value_parameters(*, seed: int = PARAMETER_SEED, d_a: int = 16) -> Parameters:
    """Wq [d_a, 3], Wk [d_a, 9], v [d_a], Wo [6, 9] in this order, normal * 0.3; bias [d_a] is zero."""
    rng = np.random.default_rng(seed)
    shapes = {"Wq": (d_a, 3), "Wk": (d_a, 9), "v": (d_a,), "Wo": (VALUES, 9)}
    drawn: Parameters = {name: rng.normal(size=shape) * 0.3 for name, shape in shapes.items()}
    return drawn | {"bias": np.zeros(d_a)}


def value_pass(parameters: Parameters, dates: Dates) -> tuple[float, Floats, Parameters]:
    """Loss on the emitted values, weights [B, 3, 3], gradients of the loss. A query is one-hot."""
    q = np.eye(3)
    batch, steps = dates.values.shape
    inside = (q @ parameters["Wq"].T)[None, :, None, :] + (dates.states @ parameters["Wk"].T)[:, None, :, :]
    u = np.tanh(inside + parameters["bias"])
    weights = softmax(u @ parameters["v"])
    contexts = weights @ dates.states
    chances = softmax(contexts @ parameters["Wo"].T)
    chosen = np.take_along_axis(chances, dates.values[..., None], axis=-1)
    loss = float(-np.mean(np.log(chosen)))

    d_logits = (chances - np.eye(VALUES)[dates.values]) / (batch * steps)
    d_contexts = d_logits @ parameters["Wo"]
    d_weights = d_contexts @ dates.states.swapaxes(1, 2)
    delta = weights * (d_weights - (weights * d_weights).sum(axis=-1, keepdims=True))
    g = delta[..., None] * parameters["v"] * (1 - u**2)
    return (
        loss,
        weights,
        {
            "Wq": np.einsum("btia,tq->aq", g, q),
            "Wk": np.einsum("btia,bik->ak", g, dates.states),
            "bias": g.sum(axis=(0, 1, 2)),
            "v": np.einsum("bti,btia->a", delta, u),
            "Wo": np.einsum("btv,bth->vh", d_logits, contexts),
        },
    )


def right_weight(weights: Floats, dates: Dates) -> float:
    """Mean weight on the right position, over all dates and output steps."""
    return float(np.take_along_axis(weights, dates.positions[..., None], axis=-1).mean())


def train_unlabelled(
    *,
    batches: int = EPOCHS,
    size: int = 32,
    learning_rate: float = 0.5,
    seed: int = PARAMETER_SEED,
    d_a: int = 16,
) -> Iterator[ValueProgress]:
    """Stochastic gradient descent on fresh dates with the loss on emitted values only; yields before each
    update and once after the last."""
    rng = np.random.default_rng(seed + 1)
    now = value_parameters(seed=seed, d_a=d_a)
    for batch in range(batches + 1):
        dates = draw_dates(rng, size)
        loss, weights, step = value_pass(now, dates)
        yield ValueProgress(batch, loss, right_weight(weights, dates), now)
        now = {name: value - learning_rate * step[name] for name, value in now.items()}
