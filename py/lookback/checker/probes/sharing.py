"""Ways to make "weights" of scores that are not softmax: what each does, and why it is not what is asked for."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

Floats = np.ndarray[Any, np.dtype[np.float64]]
Share = Callable[[Floats], Any]


def right(s: Floats) -> Floats:
    """Softmax along the last axis; nan where a slice holds nothing to share, as unguarded code has it."""
    e = np.exp(s - s.max(axis=-1, keepdims=True))
    return np.asarray(e / e.sum(axis=-1, keepdims=True))


def _sum(x: Any) -> Any:
    return np.sum(x, axis=-1, keepdims=True)


def _top(s: Floats) -> Any:
    return np.max(s, axis=-1, keepdims=True)


def _low(s: Floats) -> Any:
    return np.min(s, axis=-1, keepdims=True)


def _e(s: Floats) -> Any:
    return np.exp(s - _top(s))


def _n(s: Floats) -> int:
    return int(s.shape[-1])


def _one_hot(s: Floats) -> Any:
    return (np.arange(_n(s)) == np.argmax(s, axis=-1)[..., None]).astype(float)


def _blended(w: Floats, own: float) -> Any:
    """Each entry with its neighbours on both sides, nothing beyond the ends."""
    wide = np.pad(w, [(0, 0)] * (w.ndim - 1) + [(1, 1)])
    return own * w + (1 - own) / 2 * (wide[..., :-2] + wide[..., 2:])


def _stable(values: Any) -> Any:
    return right(np.asarray(values, dtype=float))


def _while_dividing(s: Floats) -> Any:
    shares = _e(s)
    for i in range(_n(s)):
        shares[..., i] = shares[..., i] / shares.sum(axis=-1)
    return shares


# (id, title, why, formula); "it" is the result. The order is the order of preference where several fit.
# fmt: off
SHARES: tuple[tuple[str, str, str, Share], ...] = (
    ("exponentials", "The exponentials are not shared out", "These are the exponentials themselves; a weight is an exponential divided by the sum of all.", np.exp),
    ("shifted-exponentials", "The exponentials are not shared out", "These are the shifted exponentials, the largest of them 1; each still has to be divided by their sum.", _e),
    ("mean-of-exponentials", "Divided by the number of positions", "The exponentials were divided by how many there are, not by their sum.", lambda s: _e(s) / _n(s)),
    ("mean-of-plain", "Divided by the number of positions", "The exponentials were divided by how many there are, not by their sum.", lambda s: np.exp(s) / _n(s)),
    ("divided-by-mean", "Divided by the mean of the exponentials", "The exponentials were divided by their mean, so together they are the number of positions, not 1.", lambda s: _e(s) / (_sum(_e(s)) / _n(s))),
    ("numerator-shift", "Shifted above the line only", "The numerator is shifted by the maximum and the denominator is not, so the shift does not cancel.", lambda s: _e(s) / _sum(np.exp(s))),
    ("denominator-shift", "Shifted below the line only", "The denominator is shifted by the maximum and the numerator is not, so the shift does not cancel.", lambda s: np.exp(s) / _sum(_e(s))),
    ("length", "Divided by the length, not by the sum", "The exponentials were divided by the root of the sum of their squares. Their squares add up to 1, and the weights do not.", lambda s: _e(s) / np.sqrt(_sum(_e(s) ** 2))),
    ("plus-one", "1 is added to the denominator", "The denominator is 1 plus the sum of the exponentials, so part of the weight goes to nobody.", lambda s: np.exp(s) / (1 + _sum(np.exp(s)))),
    ("plus-one-shifted", "1 is added to the denominator", "The denominator is 1 plus the sum of the shifted exponentials, so part of the weight goes to nobody.", lambda s: _e(s) / (1 + _sum(_e(s)))),
    ("others", "The own exponential is missing below the line", "Each exponential was divided by the sum of the others. The sum runs over all positions, the own one too.", lambda s: _e(s) / (_sum(_e(s)) - _e(s))),
    ("sum-of-scores", "Divided by the sum of the scores", "The exponentials were divided by the sum of the scores, not by the sum of the exponentials.", lambda s: np.exp(s) / _sum(s)),
    ("sum-of-scores-shifted", "Divided by the sum of the scores", "The exponentials were divided by the sum of the scores, not by the sum of the exponentials.", lambda s: _e(s) / _sum(s)),
    ("sum-of-shifted", "Divided by the sum of the shifted scores", "The exponentials were divided by the sum of the shifted scores, not by the sum of the exponentials.", lambda s: _e(s) / _sum(s - _top(s))),
    ("times-score", "Each exponential is multiplied by its score", "Each exponential was multiplied by its score before sharing out, so a score of 0 gets nothing.", lambda s: _e(s) * s / _sum(_e(s) * s)),
    ("exp-of-sum", "Divided by the exponential of the sum", "e^(sum of the scores) is below the line. The exponentials have to be added, not the exponents.", lambda s: np.exp(s) / np.exp(_sum(s))),
    ("exp-of-sum-shifted", "Divided by the exponential of the sum", "e^(sum of the shifted scores) is below the line. The exponentials have to be added, not the exponents.", lambda s: _e(s) / np.exp(_sum(s - _top(s)))),
    ("scores-shared", "The scores themselves are shared out", "Each score was divided by the sum of the scores. It is the exponentials that are shared out.", lambda s: s / _sum(s)),
    ("sizes-shared", "The absolute scores are shared out", "Each absolute score was divided by their sum, so −3 counts as much as 3. It is the exponentials that are shared out.", lambda s: np.abs(s) / _sum(np.abs(s))),
    ("from-lowest-shared", "Distances from the lowest score are shared out", "The score minus the lowest one was divided by the sum of these. It is the exponentials that are shared out.", lambda s: (s - _low(s)) / _sum(s - _low(s))),
    ("from-highest-shared", "Distances from the highest score are shared out", "The shifted scores were divided by their sum, with no exponential, so the best position gets 0.", lambda s: (s - _top(s)) / _sum(s - _top(s))),
    ("range", "Scores stretched to 0 … 1", "The scores were stretched so that the lowest is 0 and the highest 1. Weights have to add up to 1.", lambda s: (s - _low(s)) / (_top(s) - _low(s))),
    ("range-shared", "Stretched scores are shared out", "Scores stretched to 0 … 1 were divided by their sum. It is the exponentials that are shared out.", lambda s: (s - _low(s)) / (_top(s) - _low(s)) / _sum((s - _low(s)) / (_top(s) - _low(s)))),
    ("positive-shared", "Negative scores are cut to 0", "Scores below 0 were cut to 0 and the rest shared out, with no exponential.", lambda s: np.maximum(s, 0) / _sum(np.maximum(s, 0))),
    ("squares-shared", "The squared scores are shared out", "The squared scores were divided by their sum; the square loses the sign. It is the exponentials that are shared out.", lambda s: s**2 / _sum(s**2)),
    ("over-max", "Divided by the largest score", "The scores were divided by the largest one. Weights come from exponentials that share one sum.", lambda s: s / _top(s)),
    ("scores", "The scores came back", "These are the scores themselves, without exponential and without sharing out.", lambda s: s),
    ("shifted", "The shifted scores came back", "These are the scores minus the largest one; exponential and division are missing.", lambda s: s - _top(s)),
    ("minus-mean", "The centred scores came back", "These are the scores minus their mean; exponential and division are missing.", lambda s: s - _sum(s) / _n(s)),
    ("standardised", "Standardised scores", "These are the scores minus their mean over their deviation. There is no exponential, and they add up to 0.", lambda s: (s - s.mean(-1, keepdims=True)) / s.std(-1, keepdims=True)),
    ("unit-length", "The scores scaled to length 1", "The scores were divided by their length. Weights come from exponentials that share one sum.", lambda s: s / np.sqrt(_sum(s**2))),
    ("sigmoid", "A sigmoid for each position", "1/(1 + e^−x) judges each position alone. Positions have to compete, with one denominator for all.", lambda s: 1 / (1 + np.exp(-s))),
    ("sigmoid-shifted", "A sigmoid for each position", "1/(1 + e^−x) of the shifted score judges each position alone. Positions have to share one denominator.", lambda s: 1 / (1 + np.exp(-(s - _top(s))))),
    ("sigmoid-shared", "Sigmoids are shared out", "Sigmoids were divided by their sum. The exponentials are what is shared out: a sigmoid flattens large scores.", lambda s: (1 / (1 + np.exp(-s))) / _sum(1 / (1 + np.exp(-s)))),
    ("tanh", "tanh of the scores", "This is tanh of each score, which can be negative and shares nothing out.", np.tanh),
    ("softplus-shared", "log(1 + e^x) is shared out", "log(1 + e^x) was divided by its sum; the exponential alone is what is shared out.", lambda s: np.log1p(np.exp(s)) / _sum(np.log1p(np.exp(s)))),
    ("expm1-shared", "e^x − 1 is shared out", "e^x − 1 was divided by its sum, so a score of 0 gets nothing. The exponential alone is what is shared out.", lambda s: np.expm1(s) / _sum(np.expm1(s))),
    ("exp-plus-one", "1 is added to every exponential", "1 was added to every exponential before sharing out, which flattens the weights.", lambda s: (np.exp(s) + 1) / _sum(np.exp(s) + 1)),
    ("argmax", "All weight on the largest score", "The best position took everything. Softmax is soft: every finite score gets a share.", _one_hot),
    ("argmax-all", "All weight on the largest scores", "The best positions took everything. Softmax is soft: every finite score gets a share.", lambda s: (s == _top(s)).astype(float)),
    ("argmax-ties", "All weight on the largest scores", "The best positions share everything. Softmax is soft: every finite score gets a share.", lambda s: (s == _top(s)) / _sum(s == _top(s))),
    ("argmin", "All weight on the smallest score", "The lowest score took everything; softmax gives every finite score a share, the highest the most.", lambda s: _one_hot(-s)),
    ("logarithms", "The logarithms of the weights", "These are the logarithms of the weights; the last exponential is missing.", lambda s: np.log(right(s))),
    ("twice", "Softmax is applied twice", "The weights went through softmax once more, which flattens them.", lambda s: right(right(s))),
    ("exp-twice", "The exponential is taken twice", "The exponential was taken of the exponentials before sharing out.", lambda s: _stable(np.exp(s))),
    ("exp-of-shares", "An exponential after sharing out", "The weights went through np.exp again, and no longer add up to 1.", lambda s: np.exp(right(s))),
    ("squared-weights", "The weights are squared", "These are the squares of the weights, which no longer add up to 1.", lambda s: right(s) ** 2),
    ("root-weights", "The roots of the weights", "These are the square roots of the weights: their squares add up to 1, and they do not.", lambda s: np.sqrt(right(s))),
    ("complement", "1 minus the weight", "These are 1 minus the weights, so the best position has the least.", lambda s: 1 - right(s)),
    ("complement-shared", "1 minus the weight, shared out", "1 minus each weight was shared out, so the best position has the least.", lambda s: (1 - right(s)) / (_n(s) - 1)),
    ("uniform", "Equal weights", "Every position got the same weight: the scores are not used.", lambda s: np.full(s.shape, 1 / _n(s))),
    ("zeros", "Only zeros", "Only zeros came back: what was computed did not reach the result.", lambda s: np.zeros(s.shape)),
    ("ones", "Only ones", "Only ones came back: each entry was divided by itself, or nothing was computed.", lambda s: np.ones(s.shape)),
    ("running", "Running sums of the weights", "These are running sums: each entry adds up all weights before it, so the last one is 1.", lambda s: np.cumsum(right(s), axis=-1)),
    ("running-denominator", "A denominator that grows along the way", "Each exponential was divided by the sum up to its own position, not by the sum of all.", lambda s: _e(s) / np.cumsum(_e(s), axis=-1)),
    ("while-dividing", "The sum changes while it divides", "Each weight was divided by a sum that already holds the weights before it: entries were overwritten while the sum was still needed.", _while_dividing),
    ("sorted", "The weights are sorted", "The weights are right but stand in order of size. Each belongs at the position of its score.", lambda s: np.sort(right(s), axis=-1)),
    ("sorted-down", "The weights are sorted", "The weights are right but stand from large to small. Each belongs at the position of its score.", lambda s: -np.sort(-right(s), axis=-1)),
    ("reversed", "The weights are reversed", "The weights are right but stand in reversed order. Each belongs at the position of its score.", lambda s: right(s)[..., ::-1]),
    ("moved-right", "The weights are moved by one", "The weights are right but moved by one position.", lambda s: np.roll(right(s), 1, axis=-1)),
    ("moved-left", "The weights are moved by one", "The weights are right but moved by one position.", lambda s: np.roll(right(s), -1, axis=-1)),
    ("last-not-in-sum", "The last position is missing from the sum", "The sum below the line leaves out the last exponential: a loop that ends one too early.", lambda s: _e(s) / _sum(_e(s)[..., :-1])),
    ("first-not-in-sum", "The first position is missing from the sum", "The sum below the line leaves out the first exponential: a loop that starts one too late.", lambda s: _e(s) / _sum(_e(s)[..., 1:])),
    ("first-three-in-sum", "Only three positions are in the sum", "The sum below the line holds the first three exponentials only, whatever their number.", lambda s: _e(s) / _sum(_e(s)[..., :3])),
    ("first-two-in-sum", "Only two positions are in the sum", "The sum below the line holds the first two exponentials only, whatever their number.", lambda s: _e(s) / _sum(_e(s)[..., :2])),
    ("last-left-out", "The last position is left out", "The last position got nothing: a loop ends one too early.", lambda s: np.concatenate([right(s[..., :-1]), np.zeros((*s.shape[:-1], 1))], -1)),
    ("last-not-computed", "The last position is not computed", "The last weight stayed 0: a loop ends one too early. The others are right.", lambda s: right(s) * (np.arange(_n(s)) < _n(s) - 1)),
    ("first-not-computed", "The first position is not computed", "The first weight stayed 0: a loop starts one too late. The others are right.", lambda s: right(s) * (np.arange(_n(s)) > 0)),
    ("sum-of-squares", "Divided by the sum of squares", "The exponentials were divided by the sum of their squares, not by their sum.", lambda s: _e(s) / _sum(_e(s) ** 2)),
    ("product", "Divided by the product", "The exponentials were divided by their product, not by their sum.", lambda s: np.exp(s) / np.prod(np.exp(s), axis=-1, keepdims=True)),
    ("times-n", "The weights are too large by the number of positions", "The weights were multiplied by the number of positions.", lambda s: right(s) * _n(s)),
    ("first-repeated", "Every weight is the first one", "Every position got the weight of the first: an index in the loop stays at 0.", lambda s: np.broadcast_to(right(s)[..., :1], s.shape)),
    ("inverse", "The fraction is upside down", "The sum was divided by each exponential, not the other way round.", lambda s: 1 / right(s)),
    ("over-n", "The weights are divided by the number of positions", "The weights were divided by the number of positions once more.", lambda s: right(s) / _n(s)),
    ("over-largest", "Scaled so that the largest weight is 1", "Dividing by the largest exponential makes the best weight 1; dividing by the sum makes all together 1.", lambda s: np.exp(s) / np.exp(_top(s))),
    ("first-order", "1 + x in place of e^x", "1 + x was shared out, a straight line in place of the exponential.", lambda s: (1 + s) / _sum(1 + s)),
    ("second-order", "A short series in place of e^x", "1 + x + x²/2 was shared out, the first terms of the exponential only.", lambda s: (1 + s + s**2 / 2) / _sum(1 + s + s**2 / 2)),
    ("second-order-shifted", "A short series in place of e^x", "The first terms of the series stand in for the exponential, which is only right near 0.", lambda s: ((1 + (s - _top(s)) + (s - _top(s)) ** 2 / 2) / _sum(1 + (s - _top(s)) + (s - _top(s)) ** 2 / 2))),
    ("reciprocals-shared", "The reciprocals are shared out", "1/x was shared out, so a larger score gets less. It is the exponentials that are shared out.", lambda s: (1 / s) / _sum(1 / s)),
    ("shift-counted-twice", "The shift is undone", "The shifted exponentials were multiplied by e^max again after sharing out.", lambda s: right(s) * np.exp(_top(s))),
    ("minus-one", "A minus sign in front", "The weights came back with a minus sign.", lambda s: -right(s)),
    ("whole", "The weights are cut to whole numbers", "The weights were cut to whole numbers: an integer array or int() drops everything after the point.", lambda s: np.trunc(right(s))),
    ("rounded-whole", "The weights are rounded to whole numbers", "The weights were rounded to whole numbers, and what is left is a choice, not a share.", lambda s: np.round(right(s))),
    ("percent", "Percent in place of shares", "The weights came back in percent, together 100.", lambda s: right(s) * 100),
    ("sum-instead", "Only the sum came back", "This is the sum of the exponentials, one number. Each exponential still has to be divided by it.", lambda s: np.exp(s).sum(-1)),
    ("sum-instead-shifted", "Only the sum came back", "This is the sum of the shifted exponentials, one number. Each exponential still has to be divided by it.", lambda s: _e(s).sum(-1)),
    ("one-total", "The weights are added up", "The weights were added up to one number. Every position keeps its own.", lambda s: right(s).sum(-1)),
    ("largest-only", "Only the largest weight came back", "This is the largest weight, one number. Every position keeps its own.", lambda s: right(s).max(-1)),
    ("with-best", "Averaged with all weight on the best", "The weights were averaged with 1 at the best position and 0 elsewhere.", lambda s: (right(s) + _one_hot(s)) / 2),
    ("smoothed", "The weights are blended with their neighbours", "Each weight is half of the right one and a quarter of each neighbour. Every position keeps its own share.", lambda s: _blended(right(s), 0.5)),
    ("smoothed-evenly", "The weights are blended with their neighbours", "Each weight is the mean of the right one and its neighbours. Every position keeps its own share.", lambda s: _blended(right(s), 1 / 3)),
    ("sum-while-rising", "The sum is not rescaled", "Each exponential was added with the largest score so far taken off, and the sum not rescaled when a larger one came.", lambda s: _e(s) / _sum(np.exp(s - np.maximum.accumulate(s, axis=-1)))),
    ("with-mirror", "Averaged with the reversed weights", "The weights were averaged with the same weights read from the back.", lambda s: (right(s) + right(s)[..., ::-1]) / 2),
    ("which", "The index of the best position", "This is the index of the largest score, not a weight.", lambda s: np.argmax(s, -1)),
)
# fmt: on

# What may have been done to the scores before a right softmax: (id, title, why, formula).
# fmt: off
BEFORE: tuple[tuple[str, str, str, Share], ...] = (
    ("absolute", "The sign of the scores is lost", "The absolute values of the scores went into softmax, so −3 counts like 3.", np.abs),
    ("squared", "The scores are squared", "The squares of the scores went into softmax.", lambda s: s**2),
    ("root", "The roots of the scores", "The square roots of the scores went into softmax.", np.sqrt),
    ("cut-positive", "Negative scores are cut to 0", "Scores below 0 went into softmax as 0, so different negative scores got the same weight.", lambda s: np.maximum(s, 0)),
    ("cut-negative", "Positive scores are cut to 0", "Scores above 0 went into softmax as 0.", lambda s: np.minimum(s, 0)),
    ("clipped-one", "The scores are clipped to −1 … 1", "The scores were clipped to −1 … 1 before softmax, so larger differences are lost.", lambda s: np.clip(s, -1, 1)),
    ("tanh", "tanh comes before softmax", "The scores went through tanh first, which flattens large ones.", np.tanh),
    ("sigmoid", "A sigmoid comes before softmax", "The scores went through a sigmoid first, which squeezes them between 0 and 1.", lambda s: 1 / (1 + np.exp(-s))),
    ("log", "The logarithm comes before softmax", "The logarithms of the scores went in, so the exponential only undoes them.", np.log),
    ("log-size", "The logarithm comes before softmax", "The logarithms of the absolute scores went in, so the exponential only undoes them.", lambda s: np.log(np.abs(s))),
    ("log1p", "A logarithm comes before softmax", "log(1 + x) of the scores went into softmax.", np.log1p),
    ("whole", "The scores are cut to whole numbers", "The scores were cut to whole numbers before softmax.", np.trunc),
    ("floored", "The scores are rounded down", "The scores were rounded down before softmax.", np.floor),
    ("rounded", "The scores are rounded", "The scores were rounded to whole numbers before softmax.", np.round),
    ("sorted", "The scores are sorted first", "The scores were sorted before softmax, so the weights no longer stand at their positions.", lambda s: np.sort(s, axis=-1)),
    ("range", "The scores are stretched to 0 … 1 first", "The scores were stretched to 0 … 1 before softmax, which changes their differences.", lambda s: (s - _low(s)) / (_top(s) - _low(s))),
    ("standardised", "The scores are standardised first", "The scores were divided by their deviation before softmax, which changes their differences.", lambda s: (s - s.mean(-1, keepdims=True)) / s.std(-1, keepdims=True)),
    ("unit", "The scores are scaled to length 1 first", "The scores were divided by their length before softmax, which changes their differences.", lambda s: s / np.sqrt(_sum(s**2))),
    ("shared", "The scores are divided by their sum first", "The scores were divided by their sum before softmax, which changes their differences.", lambda s: s / _sum(s)),
    ("over-top", "The scores are divided by the largest first", "The scores were divided by the largest one before softmax. Subtracting it keeps the differences, dividing does not.", lambda s: s / _top(s)),
    ("over-size", "The scores are divided by the largest size first", "The scores were divided by the largest absolute score before softmax, which changes their differences.", lambda s: s / np.max(np.abs(s), axis=-1, keepdims=True)),
    ("running", "Running sums of the scores", "Running sums of the scores went into softmax.", lambda s: np.cumsum(s, axis=-1)),
    ("minus-size", "The sign of the scores is lost", "Minus the absolute values of the scores went into softmax, so the scores nearest to 0 win.", lambda s: -np.abs(s)),
    ("half-precision", "The scores lose digits", "The scores went through float16 before softmax, which keeps 3 digits.", lambda s: s.astype(np.float16).astype(float)),
    ("half-precision-shifted", "The scores lose digits", "The shifted scores went through float16 before the exponential, which keeps 3 digits.", lambda s: (s - _top(s)).astype(np.float16).astype(float)),
    ("exp-half", "The exponentials lose digits", "The exponentials went through float16 before they were shared out, which keeps 3 digits.", lambda s: np.log(_e(s).astype(np.float16).astype(float))),
    ("one-place", "The scores are rounded", "The scores were rounded to one place before softmax.", lambda s: np.round(s, 1)),
    ("two-places", "The scores are rounded", "The scores were rounded to two places before softmax.", lambda s: np.round(s, 2)),
    ("cubed", "The scores are cubed", "The third powers of the scores went into softmax.", lambda s: s**3),
    ("sine", "A sine comes before softmax", "The sine of the scores went into softmax.", np.sin),
    ("ranks", "The ranks of the scores", "The ranks of the scores went into softmax, so how far apart they are is lost.", lambda s: np.argsort(np.argsort(s, axis=-1), axis=-1).astype(float)),
    ("gauss", "The squares of the shifted scores", "Minus half the squared distances to the largest score went into softmax.", lambda s: -((s - _top(s)) ** 2) / 2),
    ("gauss-whole", "The squares of the shifted scores", "Minus the squared distances to the largest score went into softmax.", lambda s: -((s - _top(s)) ** 2)),
    ("gauss-plain", "The squares of the scores", "Minus half the squared scores went into softmax, so the scores nearest to 0 win.", lambda s: -(s**2) / 2),
    ("minus-squared", "The squares of the scores", "Minus the squared scores went into softmax, so the scores nearest to 0 win.", lambda s: -(s**2)),
    ("softplus", "log(1 + e^x) comes before softmax", "log(1 + e^x) of the scores went into softmax.", lambda s: np.log1p(np.exp(s))),
    ("leaky", "Negative scores are scaled down", "Negative scores were scaled by .01 before softmax.", lambda s: np.where(s > 0, s, 0.01 * s)),
    ("running-top", "The largest score so far is taken off", "The largest score up to each position was taken off, so the shift differs from position to position and does not cancel.", lambda s: s - np.maximum.accumulate(s, axis=-1)),
    ("neighbours", "Differences of neighbours", "The differences of neighbouring scores went into softmax.", lambda s: s - np.roll(s, 1, axis=-1)),
    ("doubly-shifted", "The best score moves", "The score of the best position was changed before softmax: it went in as 0, the others as they are.", lambda s: np.where(s == _top(s), 0, s)),
    ("signed-log", "A logarithm comes before softmax", "sign(x)·log(1 + |x|) of the scores went into softmax.", lambda s: np.sign(s) * np.log1p(np.abs(s))),
)
# fmt: on
