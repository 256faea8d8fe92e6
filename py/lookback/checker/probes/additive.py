"""Why an additive score is wrong: every step of the formula with its usual deviations, and how they combine."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from lookback.checker import words
from lookback.checker.probes.additive_facts import facts
from lookback.checker.probes.additive_forms import WHOLES
from lookback.checker.probes.additive_search import search
from lookback.checker.probes.additive_steps import Parts
from lookback.checker.probes.digits import rounding, shortened
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

Whole = tuple[str, str, str, Callable[[Parts], Any]]


def probe(tried: Sequence[Trial]) -> Iterator[Said]:
    """Explanations of a wrong score, the most specific first."""
    parts = {_key(trial): Parts.of(trial) for trial in tried}
    if not any(trial.rung.step and not extreme(trial) for trial in tried):
        yield from _limits(tried)
        return
    found = (
        _first_that_explains(WHOLES, tried, parts)
        or search(tried, lambda trial: parts[_key(trial)], extreme)
        or _first_that_explains(_exchanged(parts), tried, parts)
    )
    if found is not None:
        yield said(found, first_shown(tried), 0, "", "score")
        return
    yield from rounding(tried, "", 0)
    yield from shortened(tried, "", 0, "the score is rounded, or tanh is missing")
    yield from facts(tried)


def _first_that_explains(
    formulas: Iterable[Whole], tried: Sequence[Trial], parts: dict[str, Parts]
) -> Rule | None:
    for name, title, why, formula in formulas:
        rule = Rule(name, title, why, _whole(formula, parts))
        if explains(rule.predict, tried, 0, extreme):
            return rule
    return None


def _key(trial: Trial) -> str:
    """The call, and which of several scores in it."""
    return f"{trial.case.id} {trial.label}"


def extreme(trial: Trial) -> bool:
    """Whether this call is about tanh far from 0, where exponentials overflow."""
    p = Parts.of(trial)
    return bool(np.abs(p.Wq @ p.q + p.Wk @ p.k + p.bias).max(initial=0) > EXTREME)


def _limits(tried: Sequence[Trial]) -> Iterator[Said]:
    """Right on ordinary sums, wrong where tanh is 1 or −1 to the last digit."""
    shown = first_shown(tried)
    got, p = shown.got(), Parts.of(shown)
    sums = p.Wq @ p.q + p.Wk @ p.k + p.bias
    furthest = words.number(float(sums[np.argmax(np.abs(sums))]))
    what = numbers_of(shown, 0, "")
    if got is not None and np.isnan(got).any():
        why = f"A hidden unit gets {furthest} to squash: e^x is inf beyond 709, and inf / inf is nan. np.tanh is 1 or −1 there."
        yield Said("score/overflow", "nan from an overflow", join(what, why), shown.case.id)
    else:
        why = f"A hidden unit gets {furthest} to squash, and ordinary sums come out right. tanh is 1 or −1 that far from 0."
        yield Said("score/extreme", "Wrong for large sums", join(what, why), shown.case.id)


def _whole(formula: Callable[[Parts], Any], parts: dict[str, Parts]) -> Predict:
    return lambda trial: formula(parts[_key(trial)])


def _exchanged(parts: dict[str, Parts]) -> Iterator[Whole]:
    """The right formula with some of its arguments changed on the way in, or kept from the first call."""
    first = next(iter(parts.values()))
    names = ("Wq", "Wk", "bias", "v", "q", "k")
    changes: tuple[tuple[str, str, Callable[[str, Floats], Any]], ...] = (
        ("kept", "stay those of the first call, whatever is given", lambda name, _: getattr(first, name)),
        ("whole", "were cut to whole numbers", lambda _, array: np.trunc(array)),
        ("rounded-one", "were rounded to one place", lambda _, array: np.round(array, 1)),
        ("rounded-two", "were rounded to 2 places", lambda _, array: np.round(array, 2)),
        (
            "half-precision",
            "went through float16, which keeps 3 digits",
            lambda _, array: array.astype(np.float16).astype(float),
        ),
        ("size", "lost their signs", lambda _, array: np.abs(array)),
        ("negated", "were negated", lambda _, array: -array),
        (
            "softmax",
            "went through softmax",
            lambda _, array: np.exp(array - array.max()) / np.exp(array - array.max()).sum(),
        ),
    )
    for change, told, build in changes:
        for chosen in (
            *((name,) for name in names),
            *itertools.combinations(names[:4], 2),
            names[:4],
            names[4:],
            names,
        ):
            listed = words.listed([{"q": "query", "k": "key"}.get(name, name) for name in chosen])
            subject = listed if len(chosen) > 1 else f"The entries of {listed}"
            why = f"{subject} {told}. The rest of the formula is right."

            def formula(p: Parts, chosen: tuple[str, ...] = chosen, build: Any = build) -> Any:
                p = replace(p, **{name: build(name, getattr(p, name)) for name in chosen})
                return p.v @ np.tanh(p.Wq @ p.q + p.Wk @ p.k + p.bias)

            yield (
                f"{change}-{'-'.join(chosen)}",
                f"{words.first_upper(listed)} changed on the way in",
                why,
                formula,
            )
