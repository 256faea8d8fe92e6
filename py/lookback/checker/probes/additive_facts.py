"""What can be said of a wrong additive score that no formula explains: where on its way it goes wrong."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np

from lookback.checker import words
from lookback.checker.compare import close
from lookback.checker.probes.additive_search import fits
from lookback.checker.probes.additive_steps import Parts
from lookback.checker.probes.trials import Trial, explains, first_shown, numbers_of
from lookback.checker.said import Said, join


def facts(tried: Sequence[Trial]) -> Iterator[Said]:
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
    yield from _alone(tried)
    limit = float(np.abs(np.asarray(list(shown.arguments.values())[2]["v"], float)).sum())
    if abs(float(got)) > limit + 1e-9:
        why = f"Units between −1 and 1 cannot give more than the sum of |v|, {words.number(limit)}: something is not inside the tanh."
        yield Said("score/too-large", "Larger than tanh allows", join(what, why), shown.case.id, weak=True)
        return
    yield from _everywhere(tried, what, shown)
    yield from _scaled(tried, what, shown)
    yield from _single_unit(tried)
    yield from _step_by_step(shown)


# The calls in which one of the three is left alone, the others being 0: (case, what is left, its sum as the code has it).
ALONE: tuple[tuple[str, str, str], ...] = (
    ("only-bias", "bias", "bias"),
    ("only-query", "query", "Wq @ query"),
    ("only-key", "key", "Wk @ key"),
)


def _alone(tried: Sequence[Trial]) -> Iterator[Said]:
    """Whether the score goes wrong already where query, key or bias is alone, or only where they meet."""
    by_id = {trial.case.id: trial for trial in tried}
    calls = [(by_id[case], left, formula) for case, left, formula in ALONE if case in by_id]
    wrong = [call for call in calls if call[0].rung.step]
    if len(calls) < len(ALONE) or any(call[0].got() is None for call in calls):
        return
    if not wrong and 2 * sum(bool(trial.rung.step) for trial in tried) < len(tried):
        return  # most calls are right: something rarer is at work than how the three are put together
    if not wrong:
        shown = first_shown(tried)
        p = Parts.of(shown)
        why = "With the query, the key or the bias alone, the others 0, the score is right: it goes wrong where they are put together, before tanh."
        if len(p.v) < 3 and not _is_apart(p):
            why = f"Alone, with the others 0, query, key and bias come out right. Together they make {words.array(p.Wq @ p.q + p.Wk @ p.k + p.bias)} before tanh: there it goes wrong."
        yield Said(
            "score/together",
            "Wrong where query, key and bias meet",
            join(numbers_of(shown, 0, ""), why),
            shown.case.id,
            weak=True,
        )
        return
    trial, left, formula = wrong[0]
    p = Parts.of(trial)
    x = words.array(p.Wq @ p.q + p.Wk @ p.k + p.bias)
    others = words.listed([name for _, name, _ in ALONE if name != left])
    right = [name for _, name, _ in ALONE if all(name != call[1] for call in wrong)]
    what = numbers_of(trial, 0, "")
    fit = _simplest([call[0] for call in wrong])
    if fit:
        why = f"With {others} 0 only v · tanh({formula}) is left, with {formula} = {x}, and the score fits this: {fit}"
    elif right:
        why = f"Here {others} are 0, and v · tanh({formula}) is left, with {formula} = {x}; {words.listed(right)} alone {'come' if len(right) > 1 else 'comes'} out right."
    else:
        why = f"Here {others} are 0, and v · tanh({formula}) is left, with {formula} = {x}; its sign, tanh, v or adding up differs."
    yield Said(
        f"score/{left}-alone", f"Wrong with the {left} alone", join(what, why), trial.case.id, weak=True
    )


def _simplest(wrong: Sequence[Trial]) -> str:
    """The one deviation that explains all these calls, its first sentence; "" if there is none."""
    found = [fits(trial, Parts.of(trial)) for trial in wrong]
    common = [told for told in found[0] if all(told in other for other in found[1:])]
    # On calls where they are not alone, the same steps may run at any widths: only what was done is said.
    return re.split(r"\. |; only ", common[0])[0].rstrip(".") + "." if common else ""


def _is_apart(p: Parts) -> bool:
    """Whether two of the three are 0 in this call."""
    return sum(bool(part.any()) for part in (p.Wq @ p.q, p.Wk @ p.k, p.bias)) < 2


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
