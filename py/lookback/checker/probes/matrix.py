"""Why the weights and contexts of all queries are wrong: the axes first, then each row as one query."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np

from lookback.checker import words
from lookback.checker.compare import close
from lookback.checker.probes import attention, attention_scores, limits, sharing
from lookback.checker.probes.digits import rounding
from lookback.checker.probes.gathering import as_if, gather_rules
from lookback.checker.probes.gathering_steps import stepwise
from lookback.checker.probes.leftover import leftover
from lookback.checker.probes.slices import slices
from lookback.checker.probes.softmax import own_scores, sizes_of_scores, temperature
from lookback.checker.probes.trials import (
    EXTREME,
    Floats,
    Predict,
    Rule,
    Trial,
    explains,
    first_shown,
    numbers_of,
    said,
)
from lookback.checker.said import Said, join

Build = Callable[[Floats, Floats, Floats], Any]


def _e(S: Floats, axis: int | None) -> Floats:
    return np.asarray(np.exp(S - S.max(axis=axis, keepdims=True)))


def _square(S: Floats) -> bool:
    return bool(S.shape[0] == S.shape[1])


def _unit(M: Floats) -> Floats:
    """Rows of length 1; a row of zeros stays."""
    return np.asarray(M / np.maximum(np.linalg.norm(M, axis=1, keepdims=True), 1e-300))


def _flat_sum(S: Floats) -> Floats:
    e = _e(S, 1)
    return e / e.sum(axis=1) if _square(S) else sharing.right(S)


def _flat_max(S: Floats) -> Floats:
    return sharing.right(S - S.max(axis=1)) if _square(S) else sharing.right(S)


# (id, title, why, formula of Q, K, V) for the weights; what only runs on square arrays is right elsewhere.
# fmt: off
WEIGHTS: tuple[tuple[str, str, str, Build], ...] = (
    ("columns", "Softmax down the columns", "Every column is 1, so the queries compete for a key. The keys should compete for a query: axis 1.", lambda Q, K, V: _e(Q @ K.T, 0) / _e(Q @ K.T, 0).sum(0)),
    ("whole", "Softmax over the whole matrix", "All entries together are 1. Each row, one query, has to be 1 by itself.", lambda Q, K, V: _e(Q @ K.T, None) / _e(Q @ K.T, None).sum()),
    ("column-sums", "The column sums divide", "Each exponential was divided by the sum of its column. A row is a query and has its own sum.", lambda Q, K, V: _e(Q @ K.T, 1) / _e(Q @ K.T, 1).sum(0)),
    ("row-sums-of-columns", "Maximum and sum run along different axes", "The maximum of the columns was taken off and the rows were shared out, or the other way round.", lambda Q, K, V: _e(Q @ K.T, 0) / _e(Q @ K.T, 0).sum(1, keepdims=True)),
    ("flat-sum", "The row sums divide the columns", "sum(axis=1) without keepdims lies flat, so the sum of query j divided column j. Only a square matrix lets that run.", lambda Q, K, V: _flat_sum(Q @ K.T)),
    ("flat-max", "The row maxima are taken off the columns", "max(axis=1) without keepdims lies flat, so the maximum of query j was taken off column j.", lambda Q, K, V: _flat_max(Q @ K.T)),
    ("flat-both", "Row maxima and sums meet the columns", "max and sum without keepdims lie flat, so those of query j met column j. Only a square matrix lets that run.", lambda Q, K, V: (np.exp(Q @ K.T - (Q @ K.T).max(1)) / np.exp(Q @ K.T - (Q @ K.T).max(1)).sum(1) if len(Q) == len(K) else sharing.right(Q @ K.T))),
    ("transposed", "Rows and columns are exchanged", "Row t should belong to query t. Here the rows are positions and the columns queries.", lambda Q, K, V: sharing.right(Q @ K.T).T),
    ("transposed-scores", "The scores are transposed", "Row t should hold the scores of query t. K @ Q.T has them in columns.", lambda Q, K, V: sharing.right(K @ Q.T)),
    ("features-of-Q", "The columns of Q are taken for queries", "Q.T hands out features. A query is a row of Q; only a square Q lets both run.", lambda Q, K, V: sharing.right(Q.T @ K.T) if _square(Q) else sharing.right(Q @ K.T)),
    ("features-of-K", "The columns of K are scored", "The columns of K were paired with the queries. A key is a row; only a square K lets both run.", lambda Q, K, V: sharing.right(Q @ K) if _square(K) else sharing.right(Q @ K.T)),
    ("first-query", "Every row is that of the first query", "All rows are those of query 0. Each row has its own query.", lambda Q, K, V: np.tile(sharing.right(K @ Q[0]), (len(Q), 1))),
    ("last-query", "Every row is that of the last query", "All rows are those of the last query. Each row has its own query.", lambda Q, K, V: np.tile(sharing.right(K @ Q[-1]), (len(Q), 1))),
    ("mean-query", "Every row is that of the mean query", "All rows are those of the mean of the queries. Each row has its own query.", lambda Q, K, V: np.tile(sharing.right(K @ Q.mean(0)), (len(Q), 1))),
    ("mean-row", "Every row is the mean of the rows", "All rows are the mean of the weights. Each query has its own row.", lambda Q, K, V: np.tile(sharing.right(Q @ K.T).mean(0), (len(Q), 1))),
    ("reversed-queries", "The queries are in reversed order", "The rows stand in reversed order. Row t belongs to query t.", lambda Q, K, V: sharing.right(Q @ K.T)[::-1]),
    ("reversed-positions", "The positions are in reversed order", "The positions of each row stand in reversed order.", lambda Q, K, V: sharing.right(Q @ K.T)[:, ::-1]),
    ("moved-queries", "The rows are moved by one", "Each row is that of the next or the previous query.", lambda Q, K, V: np.roll(sharing.right(Q @ K.T), 1, axis=0)),
    ("moved-queries-up", "The rows are moved by one", "Each row is that of the next or the previous query.", lambda Q, K, V: np.roll(sharing.right(Q @ K.T), -1, axis=0)),
    ("last-row-missing", "The last query is not answered", "The last row stayed 0: a loop ends one too early.", lambda Q, K, V: sharing.right(Q @ K.T) * (np.arange(len(Q)) < len(Q) - 1)[:, None]),
    ("first-row-missing", "The first query is not answered", "The first row stayed 0: a loop starts one too late.", lambda Q, K, V: sharing.right(Q @ K.T) * (np.arange(len(Q)) > 0)[:, None]),
    ("only-first-row", "Only the first query is answered", "Only row 0 was filled: the loop stops after the first query.", lambda Q, K, V: sharing.right(Q @ K.T) * (np.arange(len(Q)) == 0)[:, None]),
    ("only-last-row", "Only the last query is answered", "Only the last row was filled.", lambda Q, K, V: sharing.right(Q @ K.T) * (np.arange(len(Q)) == len(Q) - 1)[:, None]),
    ("last-in-first-row", "Every query is written into row 0", "Row 0 holds the last query, and the other rows stayed 0: the loop writes every query into the same row.", lambda Q, K, V: np.where(np.arange(len(Q))[:, None] == 0, sharing.right(K @ Q[-1]), 0)),
    ("keys-with-keys", "The keys are scored with each other", "Keys were paired with keys; the queries are not used.", lambda Q, K, V: sharing.right(K @ K.T)),
    ("queries-with-queries", "The queries are scored with each other", "Queries were paired with queries; the keys are not used.", lambda Q, K, V: sharing.right(Q @ Q.T)),
    ("values-scored", "The values are scored", "The queries were paired with the values. Scores come from the keys: Q @ K.T.", lambda Q, K, V: sharing.right(Q @ V.T) if Q.shape[1] == V.shape[1] else sharing.right(Q @ K.T)),
    ("cosine", "Cosine in place of the dot product", "The scores were divided by the lengths of query and key. The statement takes plain dot products.", lambda Q, K, V: sharing.right(_unit(Q) @ _unit(K).T)),
    ("unit-keys", "The keys are scaled to length 1", "The keys were scaled to length 1 first. The statement takes plain dot products.", lambda Q, K, V: sharing.right(Q @ _unit(K).T)),
    ("unit-queries", "The queries are scaled to length 1", "The queries were scaled to length 1 first. The statement takes plain dot products.", lambda Q, K, V: sharing.right(_unit(Q) @ K.T)),
    ("unit-queries-nan", "The queries are scaled to length 1", "The queries were scaled to length 1 first, and a query of zeros became nan. The statement takes plain dot products.", lambda Q, K, V: sharing.right((Q / np.linalg.norm(Q, axis=1, keepdims=True)) @ K.T)),
    ("cosine-nan", "Cosine in place of the dot product", "The scores were divided by the lengths of query and key, and a query of zeros became nan.", lambda Q, K, V: sharing.right((Q / np.linalg.norm(Q, axis=1, keepdims=True)) @ (K / np.linalg.norm(K, axis=1, keepdims=True)).T)),
    ("distance", "Distances in place of dot products", "The scores are negative distances between queries and keys. The statement takes dot products.", lambda Q, K, V: sharing.right(-np.linalg.norm(Q[:, None] - K[None], axis=2))),
    ("squared-distance", "Distances in place of dot products", "The scores are negative squared distances. The statement takes dot products.", lambda Q, K, V: sharing.right(-((Q[:, None] - K[None]) ** 2).sum(2))),
    ("centred-queries", "The queries are centred", "The mean query was taken off every query. The statement takes plain dot products.", lambda Q, K, V: sharing.right((Q - Q.mean(0)) @ K.T)),
    ("standard-queries", "The queries are standardised", "The queries were standardised feature by feature. The statement takes plain dot products.", lambda Q, K, V: sharing.right(((Q - Q.mean(0)) / (Q.std(0) + 1e-9)) @ K.T)),
    ("mean-blended", "Each row is blended with the mean", "Each row was averaged with the mean of all rows. Each query has its own row.", lambda Q, K, V: (sharing.right(Q @ K.T) + sharing.right(Q @ K.T).mean(0)) / 2),
    ("running-rows", "The rows add up", "Each row holds the weights of the queries before it too.", lambda Q, K, V: np.cumsum(sharing.right(Q @ K.T), axis=0)),
    ("running-scores", "The scores add up", "Each row holds the scores of the queries before it too: a sum is not set back to 0.", lambda Q, K, V: sharing.right(np.cumsum(Q @ K.T, axis=0))),
    ("causal", "Later positions are hidden", "Positions after t got nothing. There is no mask here: every query sees all positions.", lambda Q, K, V: sharing.right(np.where(np.tri(len(Q), len(K), dtype=bool), Q @ K.T, -np.inf))),
    ("diagonal-only", "Only query t and key t are paired", "Each query was scored with the key of its own row, and the other scores stayed 0. Every query meets every key.", lambda Q, K, V: sharing.right(np.where(np.eye(len(Q), len(K), dtype=bool), Q @ K.T, 0))),
    ("diagonal-hidden", "The own position is hidden", "Position t got nothing in row t. There is no mask here: every query sees all positions.", lambda Q, K, V: sharing.right(np.where(np.eye(len(Q), len(K), dtype=bool), -np.inf, Q @ K.T))),
    ("diagonal-raised", "1 is added on the diagonal", "1 was added to the score of query t and position t, as an identity matrix does. Scores are plain dot products.", lambda Q, K, V: sharing.right(Q @ K.T + np.eye(len(Q), len(K)))),
    ("diagonal-zero", "The scores on the diagonal become 0", "The score of query t and position t became 0 before softmax.", lambda Q, K, V: sharing.right(np.where(np.eye(len(Q), len(K), dtype=bool), 0, Q @ K.T))),
    ("unit-key-columns", "The columns of K are scaled to length 1", "The columns of K were scaled to length 1 first. The statement takes plain dot products.", lambda Q, K, V: sharing.right(Q @ (K / (np.linalg.norm(K, axis=0) + 1e-12)).T)),
    ("zeros-left", "Zeros", "Only zeros came back: what was computed did not reach the result.", lambda Q, K, V: np.zeros((len(Q), len(K)))),
    ("both-axes", "Softmax along both axes", "The weights were shared out along the rows and then along the columns. Each row has to stay 1.", lambda Q, K, V: sharing.right(Q @ K.T) / sharing.right(Q @ K.T).sum(0)),
    ("mean-of-rows", "Each row is divided by its mean", "Each exponential was divided by the mean of its row, so a row is n, not 1.", lambda Q, K, V: _e(Q @ K.T, 1) / _e(Q @ K.T, 1).mean(1, keepdims=True)),
    ("over-queries", "Divided by the number of queries", "The weights were divided by the number of queries, so all rows together are 1.", lambda Q, K, V: sharing.right(Q @ K.T) / len(Q)),
)
# fmt: on

# (id, title, why, formula of weights, Q, K, V) for the contexts.
# fmt: off
CONTEXTS: tuple[tuple[str, str, str, Callable[..., Any]], ...] = (
    ("transposed-weights", "The weights are transposed", "The columns of the weights gathered the values. Row t of the weights belongs to query t; only a square matrix lets both run.", lambda W, Q, K, V: W.T @ V if _square(W) else W @ V),
    ("value-columns", "The columns of V are weighted", "The weights met the features of V. Positions are the rows of V; only a square V lets both run.", lambda W, Q, K, V: W @ V.T if _square(V) else W @ V),
    ("mean-weights", "One context for all queries", "Every query got the context of the mean weights. Each row gathers its own.", lambda W, Q, K, V: np.tile(W.mean(0) @ V, (len(Q), 1))),
    ("first-context", "One context for all queries", "Every query got the context of the first one.", lambda W, Q, K, V: np.tile(W[0] @ V, (len(Q), 1))),
    ("last-context", "One context for all queries", "Every query got the context of the last one.", lambda W, Q, K, V: np.tile(W[-1] @ V, (len(Q), 1))),
    ("summed", "One context for all queries", "The contexts of all queries were added up.", lambda W, Q, K, V: (W @ V).sum(0)),
    ("mean", "One context for all queries", "The contexts of all queries were averaged.", lambda W, Q, K, V: (W @ V).mean(0)),
    ("positions-kept", "The queries are added, not the positions", "Each value met its weights of all queries: the queries were added up, not the positions.", lambda W, Q, K, V: W.sum(0)[:, None] * V),
    ("features-added", "Added within each value", "The features of each value were added up, and the positions kept. Row t has one number per feature.", lambda W, Q, K, V: W * V.sum(1)),
    ("one-number", "One number for each query", "The features of each context were added up too. A context has one number per feature.", lambda W, Q, K, V: (W @ V).sum(1)),
    ("keys", "The keys are gathered, not the values", "This is weights @ K. The keys say where to look, the values what to bring back.", lambda W, Q, K, V: W @ K),
    ("queries", "The queries are gathered, not the values", "This is weights @ Q. The values are what a context is made of.", lambda W, Q, K, V: W @ Q if len(Q) == W.shape[1] else W @ V),
    ("scores", "The scores gather the values", "The values were multiplied by the scores, not by the weights.", lambda W, Q, K, V: Q @ K.T @ V),
    ("exponentials", "The exponentials gather the values", "The values were multiplied by the exponentials, before these were shared out.", lambda W, Q, K, V: _e(Q @ K.T, 1) @ V),
    ("true", "Contexts and weights do not belong together", "The contexts are right, and the weights that came back are not the ones they were gathered with.", lambda W, Q, K, V: sharing.right(Q @ K.T) @ V),
    ("transposed", "The contexts are transposed", "Rows and columns of the contexts are exchanged. Row t is the context of query t.", lambda W, Q, K, V: (W @ V).T),
    ("reversed", "The contexts stand in reversed order", "The rows of the contexts stand in reversed order. Row t belongs to query t.", lambda W, Q, K, V: (W @ V)[::-1]),
    ("moved", "The contexts are moved by one row", "Each row is the context of the query before it. Row t belongs to query t.", lambda W, Q, K, V: np.roll(W @ V, 1, axis=0)),
    ("moved-up", "The contexts are moved by one row", "Each row is the context of the next query. Row t belongs to query t.", lambda W, Q, K, V: np.roll(W @ V, -1, axis=0)),
    ("running", "The contexts add up", "Each row holds the contexts of the queries before it too: the sum is not set back to 0.", lambda W, Q, K, V: np.cumsum(W @ V, axis=0)),
    ("last-missing", "The last context is missing", "The last row stayed 0: a loop ends one too early.", lambda W, Q, K, V: (W @ V) * (np.arange(len(Q)) < len(Q) - 1)[:, None]),
    ("query-added", "The query is added", "The query was added to its context. The context is the weighted sum of the values alone.", lambda W, Q, K, V: W @ V + Q if Q.shape == (W @ V).shape else W @ V),
)
# fmt: on


def _arrays(trial: Trial) -> tuple[Floats, Floats, Floats]:
    Q, K, V = (np.asarray(trial[name], dtype=float) for name in ("Q", "K", "V"))
    return Q, K, V


def _scores(trial: Trial) -> Floats:
    Q, K, _ = _arrays(trial)
    return np.asarray(Q @ K.T)


def extreme(trial: Trial) -> bool:
    """Whether this call is about overflow or underflow."""
    return bool(np.abs(_scores(trial)).max(initial=0) > EXTREME)


def _wrong(trial: Trial, part: int) -> bool:
    got, want = trial.got(part), trial.want(part)
    return got is not None and want is not None and (got.shape != want.shape or not close(got, want))


def _sizes(trial: Trial, S: Floats) -> dict[str, float]:
    Q, K, V = _arrays(trial)
    width = float(Q.shape[1])
    return {
        "√d": np.sqrt(width),
        "d (the number of features)": width,
        "√n": float(np.sqrt(len(K))),
        "n (the number of positions)": float(len(K)),
        "√m": float(np.sqrt(len(Q))),
        "m (the number of queries)": float(len(Q)),
        "√d_v": float(np.sqrt(V.shape[1])),
        "the largest absolute entry of Q": float(np.abs(Q).max()),
        "the largest absolute entry of K": float(np.abs(K).max()),
        "the length of all of Q": float(np.linalg.norm(Q)),
        "the length of all of K": float(np.linalg.norm(K)),
    } | sizes_of_scores(trial, S)


def _built(build: Build) -> Predict:
    return lambda trial: build(*_arrays(trial))


def _of_scores(share: sharing.Share) -> Predict:
    return lambda trial: share(_scores(trial))


def _then_softmax(before: sharing.Share) -> sharing.Share:
    return lambda s: sharing.right(np.asarray(before(s), dtype=float))


def _gathered(build: Callable[..., Any], weights: Callable[[Trial], Floats]) -> Predict:
    return lambda trial: build(weights(trial), *_arrays(trial))


def probe(tried: Sequence[Trial]) -> Iterator[Said]:
    """Explanations of a wrong pair, the most specific first."""
    if any(_wrong(trial, 0) for trial in tried if not extreme(trial)):
        yield from _weights(tried)
    if any(_wrong(trial, 1) for trial in tried):
        yield from _contexts(tried)
    plain = [trial for trial in tried if not extreme(trial)]
    if any(_wrong(trial, 0) for trial in tried) and not any(_wrong(trial, 0) for trial in plain):
        yield from _extremes(tried)


def _weights(tried: Sequence[Trial]) -> Iterator[Said]:
    for name, title, why, build in WEIGHTS:
        rule = Rule(name, title, why, _built(build))
        if explains(rule.predict, tried, 0, extreme):
            yield said(rule, first_shown(tried), 0, "weights", "matrix")
            return
    yield from _reordered(tried)
    yield from temperature(tried, _scores, "weights", 0, _sizes)
    yield from _rowwise(tried)
    yield from rounding(tried, "weights", 0, extreme)
    yield from limits.clips(tried, _scores, "weights", 0, first_shown(tried))
    yield from _columns(first_shown(tried))
    yield from _each_query(tried)
    rows = [row for trial in tried for row in slices(trial, {"z": _scores(trial)}, {})]
    if any(row.rung.step for row in rows):
        yield from leftover(rows, own_scores, "weights", 0)
    yield from _sums(first_shown(tried))


def _reordered(tried: Sequence[Trial]) -> Iterator[Said]:
    """The right rows at the wrong places, however they were sorted."""
    plain = [trial for trial in tried if not extreme(trial)]
    if not all(_places(trial) for trial in plain):
        return
    shown = first_shown(plain)
    t, own = next(((t, own) for t, own in enumerate(_places(shown)) if t not in own), (0, []))
    if not own:
        return
    why = f"Row {t} holds the weights of query {own[0]}. Row t belongs to query t, in the order in which Q has them."
    yield Said(
        "matrix/order",
        "The rows stand in another order",
        join(numbers_of(shown, 0, "weights"), why),
        shown.case.id,
    )


def _places(trial: Trial) -> list[list[int]]:
    """For each row the queries whose weights it holds; nothing unless each query has its row."""
    got, want = trial.got(0), trial.want(0)
    if got is None or want is None or got.shape != want.shape:
        return []
    places = [[t for t, right in enumerate(want) if close(row, right)] for row in got]
    every = {t for own in places for t in own} == set(range(len(want)))
    return places if every and all(places) else []


def _rowwise(tried: Sequence[Trial]) -> Iterator[Said]:
    """Each row as another way of sharing out its scores."""
    steps = [(name, title, why, share) for name, title, why, share in sharing.SHARES]
    steps += [
        (f"before-{name}", title, why, _then_softmax(before)) for name, title, why, before in sharing.BEFORE
    ]
    for name, title, why, share in steps:
        rule = Rule(name, title, why, _of_scores(share))
        if explains(rule.predict, tried, 0, extreme):
            yield said(rule, first_shown(tried), 0, "weights", "rows")
            return


def _each_query(tried: Sequence[Trial]) -> Iterator[Said]:
    """Each row as the answer to one query: what may be wrong with its scores, and with them and sharing out at once."""
    rows = []
    for trial in tried:
        Q, K, V = _arrays(trial)
        rows += slices(trial, {"q": Q, "mask": [None] * len(Q)}, {"K": K, "V": V})
    if any(row.rung.step and not attention_scores.extreme(row) for row in rows):
        yield from attention.of_each_query(rows)


def _columns(shown: Trial) -> Iterator[Said]:
    got = shown.got(0)
    if got is None or got.shape != _scores(shown).shape or not np.isfinite(got).all():
        return
    rows, cols = got.sum(axis=1), got.sum(axis=0)
    if np.allclose(cols, 1) and not np.allclose(rows, 1):
        why = f"Every column adds up to 1, the rows to {_totals(rows)}. The words should compete for a query, so rows have to be 1."
        what = numbers_of(shown, 0, "weights")
        yield Said("matrix/columns", "The columns add up to 1", join(what, why), shown.case.id, weak=True)


def _totals(rows: Floats) -> str:
    return words.listed(
        [words.apart(float(total), 1.0)[0] if abs(total - 1) > 1e-9 else "1" for total in rows[:4]]
    )


def _sums(shown: Trial) -> Iterator[Said]:
    got, want = shown.got(0), shown.want(0)
    if got is None or want is None or got.shape != want.shape or not np.isfinite(got).all():
        return
    what = numbers_of(shown, 0, "weights")
    rows = got.sum(axis=1)
    if not np.allclose(rows, 1):
        why = f"The rows add up to {_totals(rows)}. Each row, one query, has to be 1."
        yield Said("matrix/rows", "The rows do not add up to 1", join(what, why), shown.case.id, weak=True)
        return
    bad = [str(index) for index in range(len(got)) if not close(got[index], want[index])]
    why = f"The rows add up to 1, but row {words.listed(bad[:3])} is not the softmax of the scores of its own query."
    yield Said("matrix/scores", "Not the scores of these queries", join(what, why), shown.case.id, weak=True)


def _contexts(tried: Sequence[Trial]) -> Iterator[Said]:
    def weights(trial: Trial) -> Floats:
        got, want = trial.got(0), trial.want(0)
        return np.asarray(got if got is not None and want is not None and got.shape == want.shape else want)

    with np.errstate(all="ignore"):
        if all(
            _follows(trial, weights(trial))
            for trial in tried
            if not extreme(trial) and trial.got(1) is not None
        ):
            return
    for name, title, why, build in CONTEXTS:
        rule = Rule(name, title, why, _gathered(build, weights))
        if explains(rule.predict, tried, 1, extreme):
            yield said(rule, first_shown(tried, 1), 1, "contexts", "contexts")
            return
    for name, title, why, gather in gather_rules():

        def predict(trial: Trial, gather: Callable[..., Any] = gather) -> Any:
            V = _arrays(trial)[2]
            return np.array([gather(row, V) for row in weights(trial)])

        if explains(predict, tried, 1, extreme):
            yield said(Rule(name, title, why, predict), first_shown(tried, 1), 1, "contexts", "contexts")
            return
    rows = [
        row for trial in tried for row in slices(trial, {"w": weights(trial)}, {"V": _arrays(trial)[2]}, (1,))
    ]
    yield from stepwise(
        rows, 0, "contexts", lambda row: np.asarray(row["w"], float), lambda row: np.asarray(row["V"], float)
    )
    yield from as_if(
        rows, 0, "contexts", lambda row: np.asarray(row["w"], float), lambda row: np.asarray(row["V"], float)
    )
    shown = first_shown(tried, 1)
    if not _wrong(shown, 0):
        why = "The weights are right; row t of the contexts has to be the rows of V, each times the weight query t gives it, added up."
        yield Said(
            "contexts/other",
            "The contexts do not follow from the weights",
            join(numbers_of(shown, 1, "contexts"), why),
            shown.case.id,
            weak=True,
        )


def _follows(trial: Trial, weights: Floats) -> bool:
    got = trial.got(1)
    return got is not None and close(np.asarray(weights @ _arrays(trial)[2]), got)


# What may be taken off a whole matrix of scores, besides what may be taken off each row.
SHIFTS: tuple[tuple[str, sharing.Share], ...] = (
    ("the largest score of the whole matrix", lambda S: S.max(axis=(-2, -1), keepdims=True)),
    ("the largest score of each column", lambda S: S.max(axis=-2, keepdims=True)),
    ("the largest score of the first row", lambda S: S[..., :1, :].max(axis=-1, keepdims=True)),
    ("the largest score of the last row", lambda S: S[..., -1:, :].max(axis=-1, keepdims=True)),
    ("the mean of the whole matrix", lambda S: S.mean(axis=(-2, -1), keepdims=True)),
    ("the smallest score of the whole matrix", lambda S: S.min(axis=(-2, -1), keepdims=True)),
    ("the first score of the whole matrix", lambda S: S[..., :1, :1]),
)


def _extremes(tried: Sequence[Trial]) -> Iterator[Said]:
    shown = next(trial for trial in tried if extreme(trial) and _wrong(trial, 0))
    got = shown.got(0)
    if got is None or got.shape != _scores(shown).shape:
        return
    yield from limits.shifts(tried, _scores, "weights", 0, shown, SHIFTS)
    yield from limits.clips(tried, _scores, "weights", 0, shown)
    what = numbers_of(shown, 0, "weights")
    if np.isnan(got).any() or np.isinf(got).any():
        row = int(np.argmin(np.isfinite(got).reshape(len(got), -1).all(axis=1)))
        scores = _scores(shown)[row]
        reach = f"{words.number(float(scores.min()))} to {words.number(float(scores.max()))}"
        why = f"Row {row} has scores from {reach}: its largest was not taken off, so exponentials became inf or all 0, and inf/inf and 0/0 are nan."
        yield Said("weights/overflow", "nan from an overflow", join(what, why), shown.case.id)
    else:
        row = int(
            np.argmax([not close(a, b) for a, b in zip(got, sharing.right(_scores(shown)), strict=True)])
        )
        told = limits.as_if(got[row], _scores(shown)[row])
        yield Said(
            "weights/extreme", "Wrong for large scores", join(what, f"Row {row}: {told}"), shown.case.id
        )
