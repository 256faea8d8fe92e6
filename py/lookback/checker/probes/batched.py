"""The families of the variations, a batch at once: the mistakes of axes first, then each row as the smaller exercise."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import chain
from typing import Any

import numpy as np

from lookback.checker.probes import additive, attention, gathering, limits, softmax
from lookback.checker.probes.matrix import SHIFTS
from lookback.checker.probes.slices import Slice, same_everywhere, slices
from lookback.checker.probes.trials import EXTREME, Floats, Rule, Trial, explains, first_shown, said
from lookback.checker.said import Said

Build = Callable[..., Any]


def _along(z: Floats, axis: Any) -> Floats:
    """Softmax along an axis, or along several at once."""
    e = np.exp(z - z.max(axis=axis, keepdims=True))
    return np.asarray(e / e.sum(axis=axis, keepdims=True))


def _mixed(z: Floats, top: Any, total: Any) -> Floats:
    """The maximum along one axis, the sum along another."""
    e = np.exp(z - z.max(axis=top, keepdims=True))
    return np.asarray(e / e.sum(axis=total, keepdims=True))


def _flat(z: Floats, axis: int, maxima: bool, sums: bool) -> Floats:
    """Reductions without keepdims, which line up with the wrong axis where they fit at all."""
    e = np.exp(z - z.max(axis=axis, keepdims=not maxima))
    return np.asarray(e / e.sum(axis=axis, keepdims=not sums))


def _or_right(build: Build) -> Build:
    """What only runs on some shapes is right elsewhere: code for those shapes raises, and is no call to compare."""

    def built(z: Floats, axis: int) -> Any:
        try:
            return build(z, axis)
        except ValueError:
            return _along(z, axis)

    return built


# (id, title, why, formula of the scores and the axis).
# fmt: off
AXES: tuple[tuple[str, str, str, Build], ...] = (
    ("other-axis", "Softmax along the other axis", "The entries compete along the other axis: there they add up to 1, and along the axis asked for they do not.", lambda z, axis: _along(z, 1 - axis if axis in (0, 1) and z.ndim > 1 else axis)),
    ("first-axis", "Always along axis 0", "The entries compete along axis 0 in every call, whichever axis is asked for.", lambda z, axis: _along(z, 0)),
    ("last-axis", "Always along the last axis", "The entries compete along the last axis in every call, whichever axis is asked for.", lambda z, axis: _along(z, -1)),
    ("axis-one", "Always along axis 1", "The entries compete along axis 1 in every call, whichever axis is asked for.", lambda z, axis: _along(z, min(1, z.ndim - 1))),
    ("whole", "Softmax over everything", "One softmax ran over everything, and all entries together are 1. Each slice along the axis has to be 1.", lambda z, axis: _along(z, None)),
    ("whole-sum", "One sum for everything", "Every exponential was divided by the sum of all, not by that of its own slice.", lambda z, axis: _mixed(z, axis, None)),
    ("other-sum", "The sums run along the other axis", "The maxima ran along the axis asked for, and the sums along the other one.", lambda z, axis: _mixed(z, axis, 1 - axis % 2) if z.ndim == 2 else _along(z, axis)),
    ("flat-sum", "The sums lie flat", "Without keepdims the sums lie flat and line up with the wrong axis where the shapes allow it.", _or_right(lambda z, axis: _flat(z, axis, False, True))),
    ("flat-max", "The maxima lie flat", "Without keepdims the maxima lie flat and line up with the wrong axis where the shapes allow it.", _or_right(lambda z, axis: _flat(z, axis, True, False))),
    ("flat-both", "Maxima and sums lie flat", "Without keepdims maxima and sums lie flat and line up with the wrong axis where the shapes allow it.", _or_right(lambda z, axis: _flat(z, axis, True, True))),
    ("exponentials", "The exponentials are not shared out", "These are the shifted exponentials; each still has to be divided by the sum of its slice.", lambda z, axis: np.exp(z - z.max(axis=axis, keepdims=True))),
    ("first-slice", "Every row is the first one", "Every row holds the weights of the first: an index stays at 0.", lambda z, axis: np.broadcast_to(_along(z, axis)[:1], z.shape)),
    ("transposed", "Rows and columns are exchanged", "The weights are right, but rows and columns are exchanged.", lambda z, axis: _along(z, axis).T),
    ("reversed-rows", "The rows are in reversed order", "The rows stand in reversed order.", lambda z, axis: _along(z, axis)[::-1]),
    ("last-row-missing", "The last row is not computed", "The last row stayed 0: a loop ends one too early.", lambda z, axis: np.concatenate([_along(z, axis)[:-1], np.zeros((1, *z.shape[1:]))])),
    ("first-row-missing", "The first row is not computed", "The first row stayed 0: a loop starts one too late.", lambda z, axis: np.concatenate([np.zeros((1, *z.shape[1:])), _along(z, axis)[1:]])),
    ("only-first-row", "Only the first row is computed", "Only row 0 was filled: the loop ends after its first turn.", lambda z, axis: np.concatenate([_along(z, axis)[:1], np.zeros((len(z) - 1, *z.shape[1:]))])),
)
# fmt: on


def _axis_of(trial: Trial) -> int:
    return int(trial.arguments.get("axis", -1))


def _whole(trial: Trial) -> Slice | None:
    """The call with the axis moved to the end, the other axes as rows."""
    got, want, z = trial.got(), trial.want(), softmax.own_scores(trial)
    if got is None or want is None or got.shape != z.shape:
        return None
    turned = [
        np.moveaxis(array, _axis_of(trial), -1).reshape(-1, z.shape[_axis_of(trial)])
        for array in (got, want, z)
    ]
    return Slice(trial.case, trial.outcome, trial.rung, {"z": turned[2]}, (turned[0],), (turned[1],), "")


def softmax_rows(tried: Sequence[Trial]) -> Iterator[Said]:
    """Softmax along an axis of any array."""
    for name, title, why, build in AXES:

        def predict(trial: Trial, build: Build = build) -> Any:
            return build(softmax.own_scores(trial), _axis_of(trial))

        rule = Rule(name, title, why, predict)
        if explains(predict, tried, 0, _extreme_scores):
            yield said(rule, first_shown(tried), 0, "", "axes")
            return
    wholes = [whole for trial in tried if (whole := _whole(trial)) is not None]
    if len(wholes) < len(tried):
        return
    wrong = [whole for whole in wholes if whole.rung.step]
    if wrong and all(_extreme_scores(whole) for whole in wrong):
        yield from limits.shifts(wholes, softmax.own_scores, "", 0, wrong[0], SHIFTS)
    yield from same_everywhere(tried, 0, "", "row", "its scores are")
    rows = [row for whole in wholes for row in slices(whole, {"z": whole["z"]}, {})]
    if any(row.rung.step for row in rows):
        yield from softmax.probe(rows)


def _extreme_scores(trial: Trial) -> bool:
    z = softmax.own_scores(trial)
    return bool((~np.isfinite(z)).any() or np.abs(z).max(initial=0) > EXTREME)


def weighted_sums(tried: Sequence[Trial]) -> Iterator[Said]:
    """One weighted sum of the rows for each row of weights."""
    names = list(tried[0].arguments)[:2]
    for name, title, why, build in SUMS:

        def predict(trial: Trial, build: Build = build) -> Any:
            return build(*(np.asarray(trial[key], float) for key in names))

        rule = Rule(name, title, why, predict)
        if explains(predict, tried):
            yield said(rule, first_shown(tried), 0, "", "contexts")
            return
    yield from same_everywhere(tried, 0, "", "row", "its weights are")
    rows = [
        row
        for trial in tried
        for row in slices(trial, {"weights": trial[names[0]]}, {"values": trial[names[1]]})
    ]
    if any(row.rung.step for row in rows):
        yield from gathering.probe(rows)


# fmt: off
SUMS: tuple[tuple[str, str, str, Build], ...] = (
    ("transposed-weights", "The weights are transposed", "The columns of the weights gathered the values, weights.T @ values. Row t belongs to step t; only a square matrix lets both run.", lambda W, V: W.T @ V if W.shape[0] == W.shape[1] else W @ V),
    ("positions-kept", "The steps are added, not the positions", "Each value met its weights of all steps: the steps were added up, not the positions.", lambda W, V: W.sum(0)[:, None] * V),
    ("features-added", "Added within each value", "The features of each value were added up, and the positions kept. Row t has one number per feature, added over the positions.", lambda W, V: W * V.sum(1)),
    ("one-number", "One number for each step", "The features of each context were added up too. A context has one number per feature.", lambda W, V: (W @ V).sum(1)),
    ("steps-added", "The contexts are added up", "The contexts of all steps were added up. Row t is the context of step t alone.", lambda W, V: (W @ V).sum(0)),
    ("transposed-values", "The values are transposed", "The weights met the features, values.T. Positions are rows; only square values let both run.", lambda W, V: W @ V.T if V.shape[0] == V.shape[1] else W @ V),
    ("mean-weights", "One context for all steps", "Every step got the context of the mean weights.", lambda W, V: np.tile(W.mean(0) @ V, (len(W), 1))),
    ("first-step", "One context for all steps", "Every step got the context of the first one.", lambda W, V: np.tile(W[0] @ V, (len(W), 1))),
    ("last-step", "One context for all steps", "Every step got the context of the last one.", lambda W, V: np.tile(W[-1] @ V, (len(W), 1))),
    ("reversed", "The steps are in reversed order", "The rows stand in reversed order.", lambda W, V: (W @ V)[::-1]),
    ("last-missing", "The last step is missing", "The last row stayed 0: a loop ends one too early.", lambda W, V: (W @ V) * (np.arange(len(W)) < len(W) - 1)[:, None]),
    ("elementwise", "Entry by entry in place of the product", "Weights and values were multiplied entry by entry; a product of matrices adds over the positions.", lambda W, V: W * V),
    ("running-steps", "The steps add up", "Each row holds the contexts of all steps before it too: the sum is not set back to 0.", lambda W, V: np.cumsum(W @ V, axis=0)),
)
# fmt: on


def attend_causal(tried: Sequence[Trial]) -> Iterator[Said]:
    """Attention of each position to itself and those before."""
    yield from _attended(
        tried, _causal_rows, CAUSAL, lambda trial: np.tri(len(np.asarray(trial["Q"])), dtype=bool)
    )


def attention_batch(tried: Sequence[Trial]) -> Iterator[Said]:
    """One query for each sequence, with padding."""
    yield from _attended(tried, _batch_rows, BATCH, lambda trial: np.asarray(trial["mask"], dtype=bool))


def _attended(
    tried: Sequence[Trial],
    rows_of: Callable[[Trial], list[Slice]],
    table: tuple[tuple[str, str, str, Build], ...],
    allowed: Callable[[Trial], Any],
) -> Iterator[Said]:
    def scores(trial: Trial) -> Floats:
        names = [name for name in trial.arguments if name in ("q", "Q", "K")]
        q, K = (np.asarray(trial[name], float) for name in names)
        return np.asarray(np.einsum("bd,bnd->bn", q, K) if K.ndim == 3 else q @ K.T)

    def extreme(trial: Trial) -> bool:
        return bool(np.abs(scores(trial)).max(initial=0) > EXTREME)

    for name, title, why, build in table:

        def predict(trial: Trial, build: Build = build) -> Any:
            return build(scores(trial), allowed(trial))

        rule = Rule(name, title, why, predict)
        if explains(predict, tried, 0, extreme):
            yield said(rule, first_shown(tried), 0, "weights", "axes")
            return
    plain = [trial for trial in tried if not extreme(trial)]
    if not any(attention.is_wrong(trial, 0) for trial in plain):
        wrong = [trial for trial in tried if attention.is_wrong(trial, 0)]
        masked = lambda trial: np.where(allowed(trial), scores(trial), -np.inf)  # noqa: E731
        if wrong:
            yield from limits.shifts(tried, masked, "weights", 0, wrong[0], SHIFTS)
    yield from same_everywhere(tried, 0, "weights", "row", "its query is")
    rows = list(chain.from_iterable(rows_of(trial) for trial in tried))
    if any(row.rung.step for row in rows):
        yield from attention.probe(rows)


def _causal_rows(trial: Trial) -> list[Slice]:
    Q, K, V = (np.asarray(trial[name], dtype=float) for name in ("Q", "K", "V"))
    masks = [None if t == len(Q) - 1 else np.arange(len(Q)) <= t for t in range(len(Q))]
    return slices(trial, {"q": Q, "mask": masks}, {"K": K, "V": V}, (0, 1))


def _batch_rows(trial: Trial) -> list[Slice]:
    q, K, V = (np.asarray(trial[name], dtype=float) for name in ("q", "K", "V"))
    masks = [None if row.all() else row for row in np.asarray(trial["mask"], dtype=bool)]
    return slices(trial, {"q": q, "K": K, "V": V, "mask": masks}, {}, (0, 1))


def _under(S: Floats, allowed: Any) -> Floats:
    return np.where(allowed, S, -np.inf)


# (id, title, why, formula of the scores and of what is allowed).
# fmt: off
SHARED: tuple[tuple[str, str, str, Build], ...] = (
    ("no-mask", "Nothing is hidden", "These are the weights without any mask: hidden positions take part as before.", lambda S, m: _along(S, -1)),
    ("inverted", "The mask is read the other way round", "The allowed positions were hidden and the hidden ones kept. True means allowed.", lambda S, m: _along(_under(S, ~m), -1)),
    ("columns", "Softmax down the columns", "Softmax ran down the columns, so rows compete with each other. Each row is one query and has to be 1.", lambda S, m: _along(_under(S, m), 0)),
    ("whole", "Softmax over the whole matrix", "All entries together are 1. Each row, one query, has to be 1 by itself.", lambda S, m: _along(_under(S, m), None)),
    ("column-sums", "The column sums divide", "Each exponential was divided by the sum of its column. A row has its own sum.", lambda S, m: _mixed(_under(S, m), 1, 0)),
    ("whole-sum", "One sum for everything", "Every exponential was divided by the sum of all, not by that of its own row.", lambda S, m: _mixed(_under(S, m), 1, None)),
    ("first-query", "Every row is that of the first query", "All rows use the scores of the first query.", lambda S, m: _along(_under(np.broadcast_to(S[:1], S.shape), m), -1)),
    ("unmasked-sum", "The hidden exponentials stay in the sum", "Hidden weights are 0, but their exponentials are still in the sum below the line.", lambda S, m: _along(S, -1) * m),
)
CAUSAL: tuple[tuple[str, str, str, Build], ...] = (
    ("own-hidden", "The own position is hidden too", "Row t leaves out position t itself; it may see the positions 0 to t, its own included.", lambda S, m: _along(_under(S, np.tri(len(S), k=-1, dtype=bool)), -1)),
    ("own-hidden-zero", "The own position is hidden too", "Row t leaves out position t itself, so row 0 has nothing; it may see the positions 0 to t.", lambda S, m: np.nan_to_num(_along(_under(S, np.tri(len(S), k=-1, dtype=bool)), -1))),
    ("own-hidden-finite", "The own position is hidden too", "Row t leaves out position t itself, so row 0 has nothing to share; it may see the positions 0 to t.", lambda S, m: _along(np.where(np.tri(len(S), k=-1, dtype=bool), S, -1e9), -1)),
    ("one-ahead", "One position too many is seen", "Row t sees position t + 1 as well; the triangle starts one place too far to the right.", lambda S, m: _along(_under(S, np.tri(len(S), k=1, dtype=bool)), -1)),
    ("future", "The past is hidden, not the future", "Row t sees position t and what comes later: the triangle is turned over.", lambda S, m: _along(_under(S, ~np.tri(len(S), k=-1, dtype=bool)), -1)),
    ("strict-future", "The past is hidden, not the future", "Row t sees only what comes later: the mask is read the other way round.", lambda S, m: _along(_under(S, ~m), -1)),
    ("own-only", "Only the own position is seen", "Each row puts everything on its own position: the identity is not a triangle.", lambda S, m: np.eye(len(S))),
    ("only-future-kept", "The last row for every row", "Every row uses the mask of the last one.", lambda S, m: _along(_under(S, m[-1:]), -1)),
    ("two-back", "Only two positions are seen", "Row t sees positions t − 1 and t only; it may see all from 0 on.", lambda S, m: _along(_under(S, m & ~np.tri(len(S), k=-2, dtype=bool)), -1)),
    ("uniform", "Equal weights for the past", "Row t shares equally over 0 to t: the scores are not used.", lambda S, m: m / m.sum(1, keepdims=True)),
    ("transposed-scores", "The scores are transposed", "Row t holds the scores of key t with every query: K @ Q.T in place of Q @ K.T.", lambda S, m: _along(_under(S.T, m), -1)),
    ("zeroed", "The hidden scores become 0", "Hidden scores became 0, and 0 is a real score; only −inf takes no part.", lambda S, m: _along(np.where(m, S, 0), -1)),
    *SHARED,
)
BATCH: tuple[tuple[str, str, str, Build], ...] = (
    ("first-mask", "One mask for every sequence", "Every sequence was masked like the first one. Each has padding of its own.", lambda S, m: _along(_under(S, np.broadcast_to(m[:1], m.shape)), -1)),
    ("any-mask", "One mask for every sequence", "A position was hidden only where all sequences have padding. Each has padding of its own.", lambda S, m: _along(_under(S, np.broadcast_to(m.any(0), m.shape)), -1)),
    ("all-mask", "One mask for every sequence", "A position was hidden where any sequence has padding. Each has padding of its own.", lambda S, m: _along(_under(S, np.broadcast_to(m.all(0), m.shape)), -1)),
    *SHARED,
)
# fmt: on


# (id, title, why, what the right scores became).
# fmt: off
SCORES: tuple[tuple[str, str, str, Build], ...] = (
    ("softmax", "The scores go through softmax", "These are weights, together 1: the scores went through softmax, which is a later step.", lambda e: _along(e, -1)),
    ("first-key", "Every score is that of the first key", "Every position got the score of the first key: an index stays at 0.", lambda e: np.full(len(e), e[0])),
    ("last-key", "Every score is that of the last key", "Every position got the score of the last key.", lambda e: np.full(len(e), e[-1])),
    ("reversed", "The scores are reversed", "The scores are right but stand in reversed order.", lambda e: e[::-1]),
    ("sorted", "The scores are sorted", "The scores are right but stand in order of size. Each belongs at the position of its key.", np.sort),
    ("running", "The scores add up", "Each score holds all before it too: the sum is not set back to 0.", np.cumsum),
    ("last-missing", "The last score is missing", "The last score stayed 0: a loop ends one too early.", lambda e: e * (np.arange(len(e)) < len(e) - 1)),
    ("first-missing", "The first score is missing", "The first score stayed 0: a loop starts one too late.", lambda e: e * (np.arange(len(e)) > 0)),
    ("centred", "The mean is taken off", "The mean of the scores was taken off.", lambda e: e - e.mean()),
    ("shifted", "The largest is taken off", "The largest score was taken off, which belongs to a later step.", lambda e: e - e.max()),
)
# fmt: on


def additive_scores(tried: Sequence[Trial]) -> Iterator[Said]:
    """One additive score for each key."""
    for name, title, why, build in SCORES:

        def predict(trial: Trial, build: Build = build) -> Any:
            return build(trial.want())

        rule = Rule(name, title, why, predict)
        if explains(predict, tried):
            yield said(rule, first_shown(tried), 0, "", "scores")
            return
    yield from same_everywhere(tried, 0, "", "position", "its key is")
    rows = list(
        chain.from_iterable(
            slices(
                trial,
                {"key": np.asarray(trial["keys"], dtype=float)},
                {"query": trial["query"], "parameters": trial["parameters"]},
            )
            for trial in tried
        )
    )
    if any(row.rung.step for row in rows):
        yield from additive.probe([_ordered(row) for row in rows])


def _ordered(row: Slice) -> Slice:
    """Query, key, parameters, in the order of the smaller exercise."""
    arguments = {name: row.arguments[name] for name in ("query", "key", "parameters")}
    return Slice(
        row.case, row.outcome, row.rung, arguments, row.mine, row.right, row.row.replace("row", "key")
    )
