"""Why the weights and the context of one query are wrong."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np

from lookback.checker import words
from lookback.checker.compare import close
from lookback.checker.probes import limits, sharing, softmax
from lookback.checker.probes.attention_masks import wrong_mask
from lookback.checker.probes.attention_scores import SCORES, Score, extreme, is_masked, sizes, true_scores
from lookback.checker.probes.digits import rounding
from lookback.checker.probes.gathering import as_if, context_rules
from lookback.checker.probes.gathering_steps import stepwise
from lookback.checker.probes.sharing_search import search
from lookback.checker.probes.trials import (
    Floats,
    Rule,
    Trial,
    explains,
    first_shown,
    numbers_of,
    said,
)
from lookback.checker.said import Said, join


def probe(tried: Sequence[Trial]) -> Iterator[Said]:
    """Explanations of a wrong pair, the most specific first."""
    answered = [trial for trial in tried if not trial.case.expected.raises]
    free = [trial for trial in answered if trial["mask"] is None]
    masked = [trial for trial in answered if trial["mask"] is not None]
    plain = [trial for trial in answered if not extreme(trial)]
    if any(is_wrong(trial, 0) for trial in free if not extreme(trial)):
        yield from wrong_scores(free)
    elif any(is_wrong(trial, 0) for trial in masked if not extreme(trial)):
        yield from wrong_mask(masked)
    if any(is_wrong(trial, 1) for trial in answered):
        yield from wrong_context(answered)
    if any(is_wrong(trial, 0) for trial in answered) and not any(is_wrong(trial, 0) for trial in plain):
        yield from wrong_extremes(answered)


def is_wrong(trial: Trial, part: int) -> bool:
    """Whether the numbers of this part are there and not the right ones."""
    got, want = trial.got(part), trial.want(part)
    return got is not None and want is not None and (got.shape != want.shape or not close(got, want))


CONTEXT_FIRST = Rule(
    "context-first",
    "The context stands where the weights belong",
    "This is the context, weights @ V. The first result has to be the weights, one number per position.",
    lambda trial: sharing.right(true_scores(trial)) @ np.asarray(trial["V"], dtype=float),
)


def wrong_scores(free: Sequence[Trial]) -> Iterator[Said]:
    """The weights are wrong without any mask."""
    found = list(softmax.temperature(free, true_scores, "weights", 0, sizes))
    yield from found
    for rule in (CONTEXT_FIRST, *_score_rules(sharing.right)):
        if explains(rule.predict, free, 0, extreme):
            yield said(rule, first_shown(free), 0, "weights", "scores")
            return
    yield from _scaled_scores(free)
    yield from softmax.probe(free, true_scores, "weights", 0, sizes)
    yield from _combined(free)


def of_each_query(rows: Sequence[Trial]) -> Iterator[Said]:
    """The rows of a matrix of weights, each as the answer to one query."""
    for rule in _score_rules(sharing.right):
        if explains(rule.predict, rows, 0, extreme):
            yield said(rule, first_shown(rows), 0, "weights", "scores")
            return
    yield from _scaled_scores(rows)
    yield from _combined(rows)


def _combined(free: Sequence[Trial]) -> Iterator[Said]:
    """Other scores, something done to them, and another way of sharing out."""
    known = [
        ("", "", "", true_scores),
        *((name, title, why, _of(score)) for name, title, why, score in SCORES),
    ]
    rule = search(free, known, 0, extreme)
    if rule is not None:
        yield said(rule, first_shown(free), 0, "weights", "scores")


def _of(score: Score) -> Callable[[Trial], Floats]:
    def scores(trial: Trial) -> Floats:
        q, K, V = (np.asarray(trial[key], dtype=float) for key in ("q", "K", "V"))
        return np.asarray(score(q, K, V), dtype=float)

    return scores


def _scaled_scores(free: Sequence[Trial]) -> Iterator[Said]:
    """Other scores, multiplied by something as well: by a size with a name, or else by whatever fits."""
    free = [trial for trial in free if not extreme(trial)]
    several = [_of(score) for _, _, _, score in SCORES]
    for index in softmax.in_proportion(free, several, 0, extreme):
        name, title, why, score = SCORES[index]
        try:
            found = next(softmax.temperature(free, _of(score), "weights", 0, sizes), None)
        except (ValueError, IndexError):
            continue
        if found is not None and "differs from call" not in found.message:
            shown = first_shown(free)
            both = f"{why.split('. ')[0].rstrip('.')}. {softmax.reason(found.message)}"
            yield Said(
                f"scores/{name}-scaled", title, join(numbers_of(shown, 0, "weights"), both), shown.case.id
            )
            return


def _score_rules(share: sharing.Share) -> Iterator[Rule]:
    for name, title, why, score in SCORES:

        def predict(trial: Trial, score: Score = score) -> Any:
            return share(_of(score)(trial))

        yield Rule(name, title, why, predict)


def wrong_context(answered: Sequence[Trial]) -> Iterator[Said]:
    """The context does not follow from the weights that came back."""

    def weights(trial: Trial) -> Floats:
        got = trial.got(0)
        want = trial.want(0)
        return np.asarray(got if got is not None and want is not None and got.shape == want.shape else want)

    consistent = all(
        _close_product(weights(trial), trial)
        for trial in answered
        if trial.got(1) is not None and not extreme(trial)
    )
    if consistent:
        return
    for rule in context_rules(weights):
        if explains(rule.predict, answered, 1, extreme):
            yield said(rule, first_shown(answered, 1), 1, "the context", "context")
            return
    yield from rounding(answered, "the context", 1, extreme)
    yield from stepwise(
        answered, 1, "the context", weights, lambda trial: np.asarray(trial["V"], float), extreme
    )
    yield from as_if(answered, 1, "the context", weights, lambda trial: np.asarray(trial["V"], float))
    shown = first_shown(answered, 1)
    if not is_wrong(shown, 0):
        why = "The weights are right; the context has to be the rows of V, each times its weight, added up."
        yield Said(
            "context/other",
            "The context does not follow from the weights",
            join(numbers_of(shown, 1, "the context"), why),
            shown.case.id,
            weak=True,
        )


def _close_product(weights: Floats, trial: Trial) -> bool:
    got = trial.got(1)
    with np.errstate(all="ignore"):
        product = weights @ np.asarray(trial["V"], dtype=float)
    return got is not None and close(product, got)


def wrong_extremes(answered: Sequence[Trial]) -> Iterator[Said]:
    """Right on ordinary scores, wrong on huge or low ones."""
    shown = next(trial for trial in answered if extreme(trial) and is_wrong(trial, 0))
    got, s = shown.got(0), true_scores(shown)
    what = numbers_of(shown, 0, "weights")
    if got is None or got.shape != s.shape:
        return
    if is_masked(shown):
        m = np.asarray(shown["mask"], dtype=bool)
        if np.isnan(got).any() or not (got > 0).any():
            why = f"The hidden score is {words.number(float(s[~m].max()))}, far from the allowed ones: beside it their exponentials overflow or become 0, and 0/0 is nan."
            yield Said("mask/late", "The mask comes after the exponentials", join(what, why), shown.case.id)
        elif (got[~m] != 0).any():
            why = f"The allowed scores are about {words.number(float(s[m].max()))}, and the hidden one got weight: the number that stands in for −inf is not below them."
            yield Said("mask/finite", "A finite number stands in for −inf", join(what, why), shown.case.id)
        else:
            why = "The hidden weight is 0, and ordinary scores come out right: the allowed ones lost their differences on the way."
            yield Said("mask/extreme", "Wrong for large scores", join(what, why), shown.case.id)
        return
    free = [trial for trial in answered if trial["mask"] is None]
    yield from limits.edges(free, true_scores, extreme, "weights", 0)
