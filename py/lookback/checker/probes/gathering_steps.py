"""A weighted sum taken apart: what may happen to the weights, to the rows, in adding up, and to the result, in pairs."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any

import numpy as np

from lookback.checker import words
from lookback.checker.compare import ATOL, RTOL, close
from lookback.checker.probes import sharing
from lookback.checker.probes.trials import Floats, Rule, Trial, explains, first_shown, said
from lookback.checker.said import Said

MOST = 100  # of the pairs that fit one call, how many are tried on the others
# (id, what was done, the formula); the first of each list is the right one.
Step = tuple[str, str, Callable[..., Any]]


def _mean_row(V: Floats) -> Any:
    return V.mean(axis=0)


# fmt: off
WEIGHTS: tuple[Step, ...] = (
    ("", "", lambda w: w),
    ("softmax", "The weights went through softmax once more", sharing.right),
    ("squared", "The weights were squared", lambda w: w**2),
    ("root", "The roots of the weights were taken", np.sqrt),
    ("exp", "The exponentials of the weights were taken", np.exp),
    ("log", "The logarithms of the weights were taken", np.log),
    ("log-safe", "The logarithms of the weights, moved a little off 0, were taken", lambda w: np.log(w + 1e-9)),
    ("log1p", "The logarithms of 1 plus the weights were taken", np.log1p),
    ("tanh", "The weights went through tanh", np.tanh),
    ("sigmoid", "The weights went through a sigmoid", lambda w: 1 / (1 + np.exp(-w))),
    ("reversed", "The weights were read from the back", lambda w: w[::-1]),
    ("sorted", "The weights were sorted", np.sort),
    ("sorted-down", "The weights were sorted from large to small", lambda w: -np.sort(-w)),
    ("moved", "Each row got the weight before its own", lambda w: np.roll(w, 1)),
    ("moved-left", "Each row got the weight after its own", lambda w: np.roll(w, -1)),
    ("complement", "1 minus the weights was taken", lambda w: 1 - w),
    ("over-largest", "The weights were divided by the largest", lambda w: w / w.max()),
    ("unit", "The weights were divided by their length", lambda w: w / np.linalg.norm(w)),
    ("over-n", "The weights were divided by their number", lambda w: w / len(w)),
    ("over-root-n", "The weights were divided by √n", lambda w: w / np.sqrt(len(w))),
    ("centred", "The mean weight was taken off", lambda w: w - w.mean()),
    ("largest-off", "The largest weight was taken off", lambda w: w - w.max()),
    ("lowest-off", "The smallest weight was taken off", lambda w: w - w.min()),
    ("standard", "The weights were standardised", lambda w: (w - w.mean()) / w.std()),
    ("rounded", "The weights were rounded to whole numbers", np.round),
    ("rounded-1", "The weights were rounded to one place", lambda w: np.round(w, 1)),
    ("rounded-2", "The weights were rounded to 2 places", lambda w: np.round(w, 2)),
    ("whole", "The weights were cut to whole numbers", np.trunc),
    ("without-least", "The smallest weight became 0", lambda w: np.where(w > w.min(), w, 0) if w.max() > w.min() else w),
    ("without-least-shared", "The smallest weight was left out and the rest shared out again", lambda w: np.where(w > w.min(), w, 0) / np.where(w > w.min(), w, 0).sum() if w.max() > w.min() else w),
    ("cut-1", "The weights were cut off after one place", lambda w: np.trunc(w * 10) / 10),
    ("cut-2", "The weights were cut off after 2 places", lambda w: np.trunc(w * 100) / 100),
    ("clipped", "The weights were cut to .1 … .5", lambda w: np.clip(w, 0.1, 0.5)),
    ("best", "Only the largest weight was kept, as 1", lambda w: (np.arange(len(w)) == np.argmax(w)).astype(float)),
    ("without-best", "The largest weight became 0", lambda w: np.where(np.arange(len(w)) == np.argmax(w), 0, w)),
    ("running", "The weights were added up along the way", np.cumsum),
    ("uniform", "Equal weights were used", lambda w: np.full(len(w), 1 / len(w))),
    ("ones", "The weights were not used", np.ones_like),
    ("plus-one", "1 was added to every weight", lambda w: 1 + w),
    ("negated", "The weights were negated", np.negative),
    ("ranks", "The ranks of the weights were used", lambda w: np.argsort(np.argsort(w)).astype(float)),
)
ROWS: tuple[Step, ...] = (
    ("", "", lambda V: V),
    ("reshaped", "reshape(d, n) was used for a transpose; it reads the numbers on in their old order", lambda V: V.reshape(V.shape[1], V.shape[0]).T),
    ("transposed", "The rows were transposed, which only a square array lets run", lambda V: V.T if V.shape[0] == V.shape[1] else V),
    ("unit", "The rows were scaled to length 1", lambda V: V / np.linalg.norm(V, axis=1, keepdims=True)),
    ("unit-columns", "The columns were scaled to length 1", lambda V: V / np.linalg.norm(V, axis=0)),
    ("centred", "The mean row was taken off", lambda V: V - _mean_row(V)),
    ("centred-within", "The mean of each row was taken off", lambda V: V - V.mean(axis=1, keepdims=True)),
    ("standard", "The columns were standardised", lambda V: (V - _mean_row(V)) / V.std(axis=0)),
    ("standard-safe", "The columns were standardised", lambda V: (V - _mean_row(V)) / (V.std(axis=0) + 1e-9)),
    ("shared-rows", "Each row was divided by its sum", lambda V: V / V.sum(axis=1, keepdims=True)),
    ("shared-columns", "Each column was divided by its sum", lambda V: V / V.sum(axis=0)),
    ("over-largest", "The rows were divided by the largest entry", lambda V: V / V.max()),
    ("size", "The signs of the rows were lost", np.abs),
    ("squared", "The rows were squared", lambda V: V**2),
    ("positive", "Negative entries of the rows were cut to 0", lambda V: np.maximum(V, 0)),
    ("tanh", "The rows went through tanh", np.tanh),
    ("sigmoid", "The rows went through a sigmoid", lambda V: 1 / (1 + np.exp(-V))),
    ("exp", "The exponentials of the rows were taken", np.exp),
    ("softmax-features", "Each row went through softmax", sharing.right),
    ("softmax-columns", "Each column went through softmax", lambda V: sharing.right(V.T).T),
    ("backwards", "The rows were read from the last to the first", lambda V: V[::-1]),
    ("mirrored", "The features of each row were reversed", lambda V: V[:, ::-1]),
    ("sorted", "Each column was sorted", lambda V: np.sort(V, axis=0)),
    ("sorted-features", "Each row was sorted", np.sort),
    ("moved", "Each weight met the row before its own", lambda V: np.roll(V, 1, axis=0)),
    ("moved-up", "Each weight met the row after its own", lambda V: np.roll(V, -1, axis=0)),
    ("moved-features", "The features were moved by one", lambda V: np.roll(V, 1, axis=1)),
    ("whole", "The rows were cut to whole numbers", np.trunc),
    ("rounded", "The rows were rounded to whole numbers", np.round),
    ("running", "The rows were added up along the way", lambda V: np.cumsum(V, axis=0)),
    ("running-features", "The features were added up along each row", lambda V: np.cumsum(V, axis=1)),
    ("first-twice", "The first row stood in for the second too", lambda V: V[np.maximum(np.arange(len(V)) - 1, 0)]),
    ("negated", "The rows were negated", np.negative),
)
# Sums take stacks too: many weights (…, n), or many rows (…, n, d).
SUMS: tuple[Step, ...] = (
    ("", "", lambda w, V: _gather(w, V)),
    ("mean", "The weighted rows were averaged", lambda w, V: _terms(w, V).mean(axis=-2)),
    ("largest", "The largest weighted entry was taken, not the sum", lambda w, V: _terms(w, V).max(axis=-2)),
    ("smallest", "The smallest weighted entry was taken, not the sum", lambda w, V: _terms(w, V).min(axis=-2)),
    ("without-last", "The last row was left out", lambda w, V: _gather(w[..., :-1], V[..., :-1, :])),
    ("without-first", "The first row was left out", lambda w, V: _gather(w[..., 1:], V[..., 1:, :])),
    ("without-ends", "The first and the last row were left out", lambda w, V: _gather(w[..., 1:-1], V[..., 1:-1, :])),
    ("every-other", "Every other row was left out", lambda w, V: _gather(w[..., ::2], V[..., ::2, :])),
    ("ahead", "weights[i] met row i − 1, and the last row nothing", lambda w, V: _gather(w[..., 1:], V[..., :-1, :])),
    ("behind", "weights[i] met row i + 1, and the first row nothing", lambda w, V: _gather(w[..., :-1], V[..., 1:, :])),
    ("ahead-round", "weights[i] met row i − 1, the first one the last row", lambda w, V: _gather(w, np.roll(V, 1, axis=-2))),
    ("first", "Only the first row was taken", lambda w, V: _terms(w, V)[..., 0, :]),
    ("last", "Only the last row was kept", lambda w, V: _terms(w, V)[..., -1, :]),
    ("first-two", "Only the first two rows were taken", lambda w, V: _gather(w[..., :2], V[..., :2, :])),
    ("length", "The root of the sum of squares was taken", lambda w, V: np.sqrt((_terms(w, V) ** 2).sum(axis=-2))),
    ("sizes", "The sizes of the weighted entries were added", lambda w, V: np.abs(_terms(w, V)).sum(axis=-2)),
    ("product", "The weighted rows were multiplied", lambda w, V: _terms(w, V).prod(axis=-2)),
    ("median", "The median of the weighted rows was taken", lambda w, V: np.median(_terms(w, V), axis=-2)),
    ("added", "Weights and rows were added, not multiplied", lambda w, V: (w[..., None] + V).sum(axis=-2)),
    ("subtracted", "The weights were subtracted from the rows", lambda w, V: (V - w[..., None]).sum(axis=-2)),
    ("divided", "The rows were divided by the weights", lambda w, V: (V / w[..., None]).sum(axis=-2)),
    ("alternating", "Every other weighted row was subtracted", lambda w, V: _gather(w * (-1.0) ** np.arange(w.shape[-1]), V)),
    ("totals", "The sum so far was added in every turn of the loop", lambda w, V: np.cumsum(_terms(w, V), axis=-2).sum(axis=-2)),
    ("moving", "Each turn blends the sum so far with the next row: (1 − w) · sum + w · row", lambda w, V: _moving(w, V)),
    ("halving", "Each turn halves the sum so far", lambda w, V: _gather(w * 0.5 ** np.arange(w.shape[-1] - 1, -1, -1), V)),
    ("best-row", "Only the row with the largest weight was taken, with it", lambda w, V: _gather(np.where(np.arange(w.shape[-1]) == w.argmax(-1)[..., None], w, 0), V)),
    ("row-of-columns", "The weights were lined up with the columns", lambda w, V: (w[..., None, :] * V).sum(axis=-2) if V.shape[-2] == V.shape[-1] else _gather(w, V)),
    ("features", "The features were added up, one number per row", lambda w, V: _terms(w, V).sum(axis=-1) if V.shape[-2] == V.shape[-1] else _gather(w, V)),
)
RESULTS: tuple[Step, ...] = (
    ("", "", lambda c, w, V: c),
    ("over-n", "The sum was divided by the number of rows", lambda c, w, V: c / len(w)),
    ("times-n", "The sum was multiplied by the number of rows", lambda c, w, V: c * len(w)),
    ("over-n-minus", "The sum was divided by the number of rows minus 1", lambda c, w, V: c / (len(w) - 1) if len(w) > 1 else c),
    ("over-root-n", "The sum was divided by √n", lambda c, w, V: c / np.sqrt(len(w))),
    ("over-root-d", "The sum was divided by the root of the width", lambda c, w, V: c / np.sqrt(c.shape[-1])),
    ("over-d", "The sum was divided by the number of features", lambda c, w, V: c / c.shape[-1]),
    ("over-size-of-rows", "The sum was divided by the length of all rows together", lambda c, w, V: c / np.linalg.norm(V)),
    ("over-length", "The sum was divided by the length of the weights", lambda c, w, V: c / np.linalg.norm(w)),
    ("over-squares", "The sum was divided by the sum of the squared weights", lambda c, w, V: c / (w @ w)),
    ("over-largest", "The sum was divided by the largest weight", lambda c, w, V: c / w.max()),
    ("times-largest", "The sum was multiplied by the largest weight", lambda c, w, V: c * w.max()),
    ("unit", "The sum was scaled to length 1", lambda c, w, V: c / np.linalg.norm(c, axis=-1, keepdims=True)),
    ("shared", "The sum was divided by the sum of its entries", lambda c, w, V: c / c.sum(-1, keepdims=True)),
    ("softmax", "The sum went through softmax", lambda c, w, V: sharing.right(c)),
    ("tanh", "The sum went through tanh", lambda c, w, V: np.tanh(c)),
    ("sigmoid", "The sum went through a sigmoid", lambda c, w, V: 1 / (1 + np.exp(-c))),
    ("exp", "The exponential of the sum was taken", lambda c, w, V: np.exp(c)),
    ("squared", "The sum was squared", lambda c, w, V: c**2),
    ("negated", "The sum has the opposite sign", lambda c, w, V: -c),
    ("size", "The signs of the sum were lost", lambda c, w, V: np.abs(c)),
    ("positive", "Negative entries of the sum were cut to 0", lambda c, w, V: np.maximum(c, 0)),
    ("whole", "The sum was cut to whole numbers", lambda c, w, V: np.trunc(c)),
    ("rounded", "The sum was rounded to whole numbers", lambda c, w, V: np.round(c)),
    ("rounded-1", "The sum was rounded to one place", lambda c, w, V: np.round(c, 1)),
    ("rounded-2", "The sum was rounded to 2 places", lambda c, w, V: np.round(c, 2)),
    ("centred", "The mean of its entries was taken off the sum", lambda c, w, V: c - c.mean(-1, keepdims=True)),
    ("standard", "The sum was standardised over its features", lambda c, w, V: (c - c.mean(-1, keepdims=True)) / c.std(-1, keepdims=True)),
    ("minus-mean", "The mean row was taken off the sum", lambda c, w, V: c - _mean_row(V)),
    ("plus-mean", "The mean row was added to the sum", lambda c, w, V: c + _mean_row(V)),
    ("with-mean", "The sum was averaged with the mean row", lambda c, w, V: (c + _mean_row(V)) / 2),
    ("plus-first", "The first row was added to the sum", lambda c, w, V: c + V[0]),
    ("plus-last", "The last row was added to the sum, without a weight", lambda c, w, V: c + V[-1]),
    ("with-best", "The sum was averaged with the row of the largest weight", lambda c, w, V: (c + V[np.argmax(w)]) / 2),
    ("with-last", "The sum was averaged with the last row", lambda c, w, V: (c + V[-1]) / 2),
    ("minus-last", "The last row was taken off the sum", lambda c, w, V: c - V[-1]),
    ("minus-first", "The first row was taken off the sum", lambda c, w, V: c - V[0]),
    ("plus-one", "1 was added to every entry of the sum", lambda c, w, V: c + 1),
    ("plus-weights", "The sum of the weights was added", lambda c, w, V: c + w.sum()),
    ("twice", "The sum is twice too large", lambda c, w, V: 2 * c),
    ("half", "The sum was halved", lambda c, w, V: c / 2),
    ("mirrored", "The features of the sum stand in reversed order", lambda c, w, V: c[..., ::-1]),
    ("sorted", "The features of the sum were sorted", lambda c, w, V: np.sort(c)),
    ("moved", "The features of the sum were moved by one", lambda c, w, V: np.roll(c, 1, axis=-1)),
    ("running", "The features of the sum were added up along the way", lambda c, w, V: np.cumsum(c, axis=-1)),
    ("same", "Every feature got the sum of all", lambda c, w, V: c.sum(-1, keepdims=True) + 0 * c),
    ("same-mean", "Every feature got the mean of all", lambda c, w, V: c.mean(-1, keepdims=True) + 0 * c),
)
# fmt: on
def _terms(w: Floats, V: Floats) -> Any:
    return w[..., None] * V


def _gather(w: Floats, V: Floats) -> Any:
    return (w[..., None, :] @ V)[..., 0, :]


def _moving(w: Floats, V: Floats) -> Any:
    context: Any = 0.0
    for i in range(w.shape[-1]):
        context = (1 - w[..., i, None]) * context + w[..., i, None] * V[..., i, :]
    return context


Chosen = tuple[int, int, int, int]  # a step of each list


def stepwise(
    tried: Sequence[Trial],
    part: int,
    name: str,
    weights: Callable[[Trial], Floats],
    rows: Callable[[Trial], Floats],
    extreme: Callable[[Trial], bool] = lambda _: False,
) -> Iterator[Said]:
    """One or two deviating steps that give the numbers of every call; one call screens all pairs."""
    screen = _screen(tried, part, extreme)
    got = None if screen is None else screen.got(part)
    if screen is None or got is None or got.ndim != 1:
        return
    if got.shape != rows(screen).shape[1:]:
        return
    with np.errstate(all="ignore"):
        fitting = sorted(
            _fitting(weights(screen), rows(screen), got), key=lambda chosen: (_deviating(chosen), chosen)
        )
    for chosen in fitting[:MOST]:

        def predict(trial: Trial, chosen: Chosen = chosen) -> Any:
            return _gathered(chosen, weights(trial), rows(trial))

        if explains(predict, tried, part, extreme):
            yield said(_rule(chosen, predict), first_shown(tried, part), part, name, "context")
            return


def _deviating(chosen: Chosen) -> int:
    return sum(bool(step) for step in chosen)


def _fitting(w: Floats, V: Floats, got: Floats) -> Iterator[Chosen]:
    """The pairs of steps that give the numbers of this one call."""
    known_weights = _stacked(WEIGHTS, w)
    known_rows = _stacked(ROWS, V)
    found = []
    for k in range(len(SUMS)):
        # Two steps deviate at most: in what is added up, one of the other two may.
        for i in range(len(WEIGHTS)) if k == 0 else (0,):
            found.append(_summed(k, known_weights[i], known_rows, got, [(i, j, k) for j in range(len(ROWS))]))
        if k:
            found.append(
                _summed(k, known_weights, known_rows[0], got, [(i, 0, k) for i in range(len(WEIGHTS))])
            )
    sums = np.concatenate([totals for totals, _ in found])
    places = [place for _, those in found for place in those]
    deviating = (np.array(places) > 0).sum(axis=1)
    for index, result in enumerate(RESULTS):
        few = np.flatnonzero(deviating <= (2 if index == 0 else 1))
        off = np.abs(result[2](sums[few], w, V) - got)
        for row in few[(off <= ATOL + RTOL * np.abs(got)).all(-1)]:
            yield (*places[row], index)


def _stacked(steps: Sequence[Step], given: Floats) -> Floats:
    """What each step gives, nan where it does not fit."""
    found = [_safe(partial(step[2], given)) for step in steps]
    return np.array(
        [x if x is not None and x.shape == given.shape else np.full(given.shape, np.nan) for x in found]
    )


def _summed(
    k: int, w: Floats, V: Floats, got: Floats, places: list[tuple[int, int, int]]
) -> tuple[Floats, list[tuple[int, int, int]]]:
    """One way of adding up, for a whole stack; nothing where it does not give a vector like the right one."""
    totals = _safe(partial(SUMS[k][2], w, V))
    if totals is None or totals.shape != (len(places), *got.shape):
        return np.zeros((0, *got.shape)), []
    return totals, places


def _safe(build: Callable[[], Any]) -> Any:
    """What a step gives; None where it does not fit."""
    try:
        return np.asarray(build(), dtype=float)
    except (ValueError, IndexError, TypeError):
        return None


def _gathered(chosen: Chosen, w: Floats, V: Floats) -> Any:
    i, j, k, last = chosen
    return RESULTS[last][2](SUMS[k][2](WEIGHTS[i][2](w), ROWS[j][2](V)), w, V)


def _rule(chosen: Chosen, predict: Callable[[Trial], Any]) -> Rule:
    """The deviating steps in words. They are named with their list: several know the same step."""
    steps = [steps[index] for steps, index in zip((WEIGHTS, ROWS, SUMS, RESULTS), chosen, strict=True)]
    told = [(place, step) for place, step in zip("wrsc", steps, strict=True) if step[0]]
    ending = " Only weight times row, added up, is asked for." if len(told) == 1 else ""
    why = ". ".join(words.first_upper(step[1]) for _, step in told) + "." + ending
    return Rule(
        "-".join(f"{place}-{step[0]}" for place, step in told), words.first_upper(told[0][1][1]), why, predict
    )


def _screen(tried: Sequence[Trial], part: int, extreme: Callable[[Trial], bool]) -> Trial | None:
    """The wrong call with most rows up to four."""
    wrong: list[tuple[int, int, Trial]] = []
    for trial in tried:
        got, want = trial.got(part), trial.want(part)
        if got is None or want is None or extreme(trial) or not np.isfinite(got).all():
            continue
        if got.shape != want.shape or not close(got, want):
            size = len(next(value for value in reversed(trial.arguments.values()) if np.ndim(value) == 2))
            wrong.append((size if size < 5 else -size, len(wrong), trial))
    return max(wrong)[2] if wrong else None
