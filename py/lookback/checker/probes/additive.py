"""Why an additive score is wrong: every step of the formula with its usual deviations, and how they combine."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from lookback.checker import words
from lookback.checker.compare import close
from lookback.checker.probes.additive_steps import (
    AFTERS,
    BIASES,
    PROJECTIONS,
    READOUTS,
    SQUASHES,
    WHOLES,
    Parts,
    Step,
)
from lookback.checker.probes.digits import rounding
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
    found = _first_that_explains((*WHOLES, *_of_each()), tried, parts) or _combined(tried, parts)
    found = found or _first_that_explains(_exchanged(parts), tried, parts)
    if found is not None:
        yield said(found, first_shown(tried), 0, "", "score")
        return
    yield from rounding(tried, "", 0)
    yield from _facts(tried)


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


def _formed(form: Callable[..., Any], squash: Callable[..., Any]) -> Callable[[Parts], Any]:
    return lambda p: form(p, squash)


def _of_each() -> Iterator[Whole]:
    """Another function of each term, in place of tanh of the sum."""
    for name, title, _, squash in SQUASHES[2:]:
        where = title.split(" in place")[0]
        why = f"{where} was taken of query and key apart. The formula has one tanh of their sum."
        forms: tuple[Callable[..., Any], ...] = (
            lambda p, f: p.v @ (f(p.Wq @ p.q) + f(p.Wk @ p.k + p.bias)),
            lambda p, f: p.v @ (f(p.Wq @ p.q + p.bias) + f(p.Wk @ p.k)),
            lambda p, f: p.v @ (f(p.Wq @ p.q) + f(p.Wk @ p.k)),
            lambda p, f: p.v @ (f(p.Wq @ p.q) + f(p.Wk @ p.k) + p.bias),
        )
        for form in forms:
            yield (
                f"{name}-of-each",
                f"{where}, of each term",
                why,
                _formed(form, squash),
            )


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
        for chosen in (*((name,) for name in names), *itertools.combinations(names[:4], 2), names[:4], names):
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


def _combined(tried: Sequence[Trial], parts: dict[str, Parts]) -> Rule | None:
    """The combination of at most two deviating steps that explains the numbers, if there is one."""
    lists = (PROJECTIONS, BIASES, SQUASHES, READOUTS, AFTERS)
    first = first_shown(tried)
    got = first.got()
    for deviations in (1, 2):
        for chosen in _choices(lists, deviations):

            def predict(trial: Trial, chosen: tuple[Step, ...] = chosen) -> Any:
                return _score(parts[_key(trial)], chosen)

            try:
                with np.errstate(all="ignore"):
                    fits = got is not None and close(np.asarray(predict(first), dtype=float), got)
            except (ValueError, IndexError):
                continue
            if fits and explains(predict, tried, 0, extreme):
                wrong = [step for step in chosen if step[0]]
                why = " ".join(step[2] for step in wrong)
                return Rule("-".join(step[0] for step in wrong), wrong[0][1], why, predict)
    return None


def _choices(lists: Sequence[Sequence[Step]], deviations: int) -> Iterator[tuple[Step, ...]]:
    for places in itertools.combinations(range(len(lists)), deviations):
        options = [entry[1:] if index in places else entry[:1] for index, entry in enumerate(lists)]
        yield from itertools.product(*options)


def _score(p: Parts, chosen: tuple[Step, ...]) -> Any:
    projection, bias, squash, readout, after = (step[3] for step in chosen)
    return after(readout(p.v, squash(bias(projection(p), p.bias))))


def _facts(tried: Sequence[Trial]) -> Iterator[Said]:
    """What can be said of any wrong score: which arguments it does not follow."""
    shown = first_shown(tried)
    got, want = shown.got(), shown.want()
    if got is None or want is None or got.shape != want.shape:
        return
    what = numbers_of(shown, 0, "")
    same = {"other-key": "key", "other-query": "query", "other-bias": "bias", "other-v": "v"}
    by_id = {trial.case.id: trial.got() for trial in tried}
    base = by_id.get("small")
    for case, name in same.items():
        other = by_id.get(case)
        if base is not None and other is not None and close(base, other):
            why = f"The score stays the same when only the {name} changes; it has to follow it."
            yield Said(
                f"score/{name}-unused",
                f"The score does not follow the {name}",
                join(what, why),
                shown.case.id,
                weak=True,
            )
            return
    limit = float(np.abs(np.asarray(list(shown.arguments.values())[2]["v"], float)).sum())
    if abs(float(got)) > limit + 1e-9:
        why = f"Units between −1 and 1 cannot give more than the sum of |v|, {words.number(limit)}: something is not inside the tanh."
        yield Said("score/too-large", "Larger than tanh allows", join(what, why), shown.case.id, weak=True)
        return
    yield from _everywhere(tried, what, shown)
    yield from _scaled(tried, what, shown)
    yield from _single_unit(tried)
    yield from _step_by_step(shown)


def _scaled(tried: Sequence[Trial], what: str, shown: Trial) -> Iterator[Said]:
    """The right score, divided or multiplied by a size of the call."""
    sizes: tuple[tuple[str, Callable[[Parts], float]], ...] = (
        ("√d_k", lambda p: np.sqrt(len(p.k))),
        ("√d_q", lambda p: np.sqrt(len(p.q))),
        ("√d_a", lambda p: np.sqrt(len(p.v))),
        ("d_k", lambda p: len(p.k)),
        ("d_q", lambda p: len(p.q)),
        ("the length of v", lambda p: float(np.linalg.norm(p.v))),
        ("the length of the query", lambda p: float(np.linalg.norm(p.q))),
        ("the length of the key", lambda p: float(np.linalg.norm(p.k))),
        ("the sum of |v|", lambda p: float(np.abs(p.v).sum())),
    )
    for name, size in sizes:
        for verb, power in (("divided", -1), ("multiplied", 1)):

            def predict(trial: Trial, size: Callable[[Parts], float] = size, power: int = power) -> Any:
                want = trial.want()
                return None if want is None else want * size(Parts.of(trial)) ** power

            if explains(predict, tried):
                why = f"The score was {verb} by {name}. The additive score has no scaling."
                yield Said(
                    "score/scaled",
                    f"The score is {verb} by {name}",
                    join(what, why),
                    shown.case.id,
                    weak=True,
                )
                return


def _step_by_step(shown: Trial) -> Iterator[Said]:
    """The right steps with the numbers of one call, to find by hand where the code leaves them."""
    p = Parts.of(shown)
    if len(p.v) > 2:
        return
    x = p.Wq @ p.q + p.Wk @ p.k + p.bias
    steps = (words.array(p.Wq @ p.q), words.array(p.Wk @ p.k), words.array(x), words.array(np.tanh(x)))
    why = "Step by step: Wq @ query is {}, Wk @ key {}, with the bias together {}, tanh of that {}; then v.".format(
        *steps
    )
    yield Said(
        "score/steps",
        "The score leaves the formula",
        join(numbers_of(shown, 0, ""), why),
        shown.case.id,
        weak=True,
    )


def _everywhere(tried: Sequence[Trial], what: str, shown: Trial) -> Iterator[Said]:
    """The right scores plus a constant or times one, in every call."""
    both = [(trial.got(), trial.want()) for trial in tried]
    pairs = [
        (float(got), float(want))
        for got, want in both
        if got is not None and want is not None and got.ndim == 0
    ]
    offsets = [got - want for got, want in pairs]
    factors = [got / want for got, want in pairs if abs(want) > 1e-9]
    if len(pairs) > 3 and np.ptp(offsets) < 1e-9:
        why = f"Every score is {words.number(offsets[0])} away from the right one: a constant was added."
        yield Said("score/offset", "A constant is added", join(what, why), shown.case.id, weak=True)
    elif len(factors) > 3 and np.ptp(factors) < 1e-6 * abs(factors[0]):
        why = (
            f"Every score is {words.number(factors[0])} times the right one: a constant factor is left over."
        )
        yield Said("score/factor", "A constant factor", join(what, why), shown.case.id, weak=True)


def _single_unit(tried: Sequence[Trial]) -> Iterator[Said]:
    """With one hidden unit, the score gives away what the unit was."""
    for trial in tried:
        got, p = trial.got(), Parts.of(trial)
        if got is None or got.ndim or len(p.v) != 1 or not trial.rung.step or not np.isfinite(got):
            continue
        a, b, c = float((p.Wq @ p.q)[0]), float((p.Wk @ p.k)[0]), float(p.bias[0])
        sums = " + ".join(f"({words.number(x)})" if x < 0 else words.number(x) for x in (a, b, c))
        unit, right = words.apart(float(got) / float(p.v[0]), float(np.tanh(a + b + c)))
        why = f"With one hidden unit and v = {words.number(float(p.v[0]))} the unit was {unit}; tanh({sums}) is {right}. So the sum, its parts or tanh differ."
        yield Said(
            "score/unit",
            "The hidden unit differs",
            join(numbers_of(trial, 0, ""), why),
            trial.case.id,
            weak=True,
        )
        return
