"""Why weights are not the softmax of these scores."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np

from lookback.checker import words
from lookback.checker.compare import ATOL, RTOL, close
from lookback.checker.probes import sharing
from lookback.checker.probes.digits import rounding, shortened
from lookback.checker.probes.leftover import leftover
from lookback.checker.probes.limits import clips, edges
from lookback.checker.probes.sharing_search import search, telling_calls
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

Scores = Callable[[Trial], Floats]
Sizes = Callable[[Trial, Floats], dict[str, float]]


def own_scores(trial: Trial) -> Floats:
    """The scores are the only argument."""
    return np.asarray(next(iter(trial.arguments.values())), dtype=float)


def sizes_of_scores(trial: Trial, s: Floats) -> dict[str, float]:
    """What scores are known to be divided by, and its value in this call."""
    return {
        "√n": float(np.sqrt(s.shape[-1])),
        "n (the number of positions)": float(s.shape[-1]),
        "the largest score": float(s.max()),
        "the largest absolute score": float(np.abs(s).max()),
        "their sum": float(s.sum()),
        "their length": float(np.sqrt((s**2).sum())),
        "their standard deviation": float(s.std()),
        "their range": float(s.max() - s.min()),
        "their mean": float(s.mean()),
    }


def probe(
    tried: Sequence[Trial],
    scores: Scores = own_scores,
    name: str = "",
    part: int = 0,
    sizes: Sizes = sizes_of_scores,
) -> Iterator[Said]:
    """Explanations of wrong weights, the most specific first."""

    def extreme(trial: Trial) -> bool:
        s = scores(trial)
        return bool((~np.isfinite(s)).any() or np.abs(s).max(initial=0) > EXTREME)

    if not any(trial.rung.step and not extreme(trial) for trial in tried):
        # Right on ordinary scores: no other formula is at work, only its limits show.
        yield from edges(tried, scores, extreme, name, part)
        yield from leftover(tried, scores, name, part)
        return
    for rule in rules(scores):
        if explains(rule.predict, tried, part, extreme):
            yield said(rule, first_shown(tried, part), part, name, "weights")
            return
    yield from temperature(tried, scores, name, part, sizes)
    befores = [(lambda trial, before=before: before(scores(trial))) for _, _, _, before in sharing.BEFORE]
    for index in in_proportion(tried, befores, part, extreme):
        yield from _scaled_before(tried, scores, sharing.BEFORE[index], name, part, sizes)
    yield from rounding(tried, name, part, extreme)
    yield from clips(tried, scores, name, part, first_shown(tried, part))
    yield from added(tried, scores, name, part)
    yield from mixed(tried, name, part)
    yield from pairs(tried, scores, extreme, name, part)
    yield from shortened(tried, name, part, "the result is rounded, or no exponential was taken")
    yield from leftover(tried, scores, name, part)


def _scaled_before(
    tried: Sequence[Trial],
    scores: Scores,
    entry: tuple[str, str, str, sharing.Share],
    name: str,
    part: int,
    sizes: Sizes,
) -> Iterator[Said]:
    """Something done to the scores, and then a factor that has a name."""
    kind, title, why, before = entry

    def changed(trial: Trial) -> Floats:
        return np.asarray(before(scores(trial)), dtype=float)

    with np.errstate(all="ignore"):
        found = next(temperature(tried, changed, name, part, sizes), None)
    if found is not None and "differs from call" not in found.message:
        shown = first_shown(tried, part)
        both = f"{why.split(',')[0].rstrip('.')}. {reason(found.message)}"
        yield Said(
            f"weights/before-{kind}-scaled", title, join(numbers_of(shown, part, name), both), shown.case.id
        )


def reason(message: str) -> str:
    """What a message says after the numbers, its first sentence."""
    return message.rsplit(" is right. ", 1)[-1].split(". ")[0].rstrip(".") + "."


def rules(scores: Scores) -> Iterator[Rule]:
    """Every single deviation from softmax."""
    for name, title, why, share in sharing.SHARES:
        yield Rule(name, title, why, _shared(share, scores))
    for name, title, why, before in sharing.BEFORE:
        yield Rule(f"before-{name}", title, why, _prepared(before, scores))


def _shared(share: sharing.Share, scores: Scores) -> Predict:
    return lambda trial: share(scores(trial))


def _prepared(before: sharing.Share, scores: Scores) -> Predict:
    return lambda trial: sharing.right(np.asarray(before(scores(trial)), dtype=float))


def pairs(
    tried: Sequence[Trial], scores: Scores, extreme: Callable[[Trial], bool], name: str, part: int
) -> Iterator[Said]:
    """Two deviations at once: something before, and another way of sharing out."""
    rule = search(tried, [("", "", "", scores)], part, extreme)
    if rule is not None:
        yield said(rule, first_shown(tried, part), part, name, "weights")


def slopes(tried: Sequence[Trial], scores: Scores, part: int) -> list[tuple[Trial, float]]:
    """For each call the factor c for which the weights are the softmax of c times the scores; [] if one has none."""
    found = []
    with np.errstate(all="ignore"):
        for trial in tried:
            got, s = trial.got(part), scores(trial)
            if got is None or not np.isfinite(s).all() or np.abs(s).max(initial=0) > EXTREME:
                continue
            if got.shape != s.shape or not (got > 0).all() or np.abs(got.sum(axis=-1) - 1).max() > 1e-6:
                return []
            centred = s - s.mean(axis=-1, keepdims=True)
            size = float((centred**2).sum())
            if size < 1e-9:
                continue
            logs = np.log(got)
            logs = logs - logs.mean(axis=-1, keepdims=True)
            factor = float((logs * centred).sum() / size)
            if not close(sharing.right(factor * s), got):
                return []
            found.append((trial, factor))
    return found


def in_proportion(
    tried: Sequence[Trial],
    several: Sequence[Callable[[Trial], Any]],
    part: int,
    extreme: Callable[[Trial], bool],
) -> list[int]:
    """Which of several scores can be those whose multiples went into softmax, judged by a few calls that are wrong."""
    left = list(range(len(several)))
    with np.errstate(all="ignore"):
        for trial in telling_calls(tried, part, extreme)[:12]:
            got = trial.got(part)
            if got is not None and left:
                left = _in_proportion(trial, got, left, several)
    return left


def _in_proportion(
    trial: Trial, got: Floats, left: list[int], several: Sequence[Callable[[Trial], Any]]
) -> list[int]:
    found = []
    for index in left:
        try:
            s = np.asarray(several[index](trial), dtype=float)
        except (ValueError, IndexError):
            continue
        if s.shape == got.shape:
            found.append((index, s))
    stack = np.array([s for _, s in found]).reshape(-1, *got.shape)
    fits = ~np.isfinite(stack).all(-1) | (np.abs(stack).max(-1, initial=0) > EXTREME)  # these say nothing
    if (got > 0).all() and abs(got.sum() - 1) <= 1e-6:
        logs, centred = np.log(got), stack - stack.mean(-1, keepdims=True)
        size = (centred**2).sum(-1, keepdims=True)
        factors = (centred * (logs - logs.mean())).sum(-1, keepdims=True) / size
        fits |= (np.abs(sharing.right(factors * stack) - got) <= ATOL + RTOL * np.abs(got)).all(-1)
        fits |= size[:, 0] < 1e-9
    return [index for (index, _), fit in zip(found, fits, strict=True) if fit]


def temperature(
    tried: Sequence[Trial], scores: Scores, name: str, part: int, sizes: Sizes = sizes_of_scores
) -> Iterator[Said]:
    """The scores were multiplied by something before softmax."""
    found = slopes(tried, scores, part)
    factors = [factor for _, factor in found]
    if len(factors) < 2 or all(abs(factor - 1) < 1e-6 for factor in factors):
        return
    shown = next(trial for trial, factor in found if abs(factor - 1) > 1e-6)
    what = numbers_of(shown, part, name)
    if max(factors) - min(factors) < 1e-6:
        title, why = _constant(factors[0])
        yield Said("weights/temperature", title, join(what, why), shown.case.id)
        return
    # A few calls exclude most names, so all are asked for the rest only.
    named = None
    for some in (found[:4], found):
        named = _named_factor(some, [sizes(trial, scores(trial)) for trial, _ in some])
        if named is None:
            break
    if named is not None:
        verb, what_by = named
        why = f"The scores were {verb} by {what_by} before softmax. They go in as they are."
        yield Said("weights/scaled", f"The scores are {verb} by {what_by}", join(what, why), shown.case.id)
        return
    factor = words.number(next(factor for trial, factor in found if trial is shown))
    why = f"The weights are those of the scores times {factor}, a factor that differs from call to call. Softmax takes the scores as they are."
    yield Said("weights/scaled", "The scores are scaled", join(what, why), shown.case.id)


def _named_factor(found: list[tuple[Trial, float]], known: list[dict[str, float]]) -> tuple[str, str] | None:
    """The size of each call that its factor is, with what was done with it; None if it is none of them."""
    values = np.array([list(entry.values()) for entry in known]).T
    with np.errstate(all="ignore"):
        inverse = np.where(values == 0, np.nan, 1 / values)
        # By size first, then by what was done with it.
        targets = np.stack([inverse, values, -inverse], axis=1)
        fits = (
            np.abs(np.array([factor for _, factor in found]) - targets) <= 1e-8 + 1e-6 * np.abs(targets)
        ).all(axis=-1)
    if not fits.any():
        return None
    size, verb = np.argwhere(fits)[0].tolist()
    return ("divided", "multiplied", "negated and divided")[verb], list(known[0])[size]


BASES = (2, 10, 3, 4, np.pi, 5, 1.5, 2.5, 2.7, 2.71, 2.718, 2.7183, 2.71828, 2.72, 100)


def _constant(factor: float) -> tuple[str, str]:
    if abs(factor + 1) < 1e-6:
        return (
            "The sign of the scores is turned round",
            "The lowest score got the most weight: the exponent is the negative score.",
        )
    for base in BASES:
        if abs(factor - np.log(base)) < 1e-8:
            told = words.number(base, 5)
            return (
                f"Powers of {told} in place of e",
                f"These are shares of powers of {told}. Softmax takes powers of e, np.exp.",
            )
    if abs(factor) < 1e-9:
        return "Equal weights", "Every position got the same weight: the scores are not used."
    if factor < 0:
        return (
            "The sign of the scores is turned round",
            f"The scores were multiplied by {words.number(round(factor, 6))}, so the lowest got the most weight.",
        )
    times = (
        f"multiplied by {words.number(round(factor, 6))}"
        if factor > 1
        else f"divided by {words.number(round(1 / factor, 6))}"
    )
    sharper = "sharper" if factor > 1 else "flatter"
    return (
        f"The scores are {times}",
        f"The scores were {times} before softmax, which makes the weights {sharper}. They go in as they are.",
    )


def added(tried: Sequence[Trial], scores: Scores, name: str, part: int) -> Iterator[Said]:
    """A constant was added to every exponential, or to the denominator."""
    above: list[float] = []
    below: list[float] = []
    with np.errstate(all="ignore"):
        for trial in tried:
            got, s = trial.got(part), scores(trial)
            if got is None or got.shape != s.shape or got.ndim != 1 or np.abs(s).max(initial=0) > EXTREME:
                continue
            e = np.exp(s - s.max())
            total = float(got.sum())
            below.append(float(e.sum() / total - e.sum()) if close(got / total, e / e.sum()) else np.nan)
            best, least = int(np.argmax(e)), int(np.argmin(e))
            if best != least:
                above.append(float((got[least] * e[best] - got[best] * e[least]) / (got[best] - got[least])))
    shown = first_shown(tried, part)
    for values, where in ((below, "the denominator"), (above, "every exponential")):
        typical = float(np.median(values)) if values else np.nan
        if np.isfinite(values).all() and len(values) > 2 and typical and np.ptp(values) < 1e-3 * abs(typical):
            why = f"The numbers fit {words.small(typical)} added to {where}, too much to be lost in rounding."
            if where == "every exponential" and abs(typical + 1) < 1e-6:
                why = "The largest exponential was taken off every one, as with np.expm1 of shifted scores, so the best position gets 0. Only the score is shifted."
            yield Said(
                "weights/added",
                f"A constant is added to {where}",
                join(numbers_of(shown, part, name), why),
                shown.case.id,
            )
            return


def mixed(tried: Sequence[Trial], name: str, part: int) -> Iterator[Said]:
    """The right weights, blended with equal ones."""
    kept: list[float] = []
    for trial in tried:
        got, want = trial.got(part), trial.want(part)
        if got is None or want is None or got.shape != want.shape or got.ndim != 1:
            return
        if np.ptp(want) > 1e-6:
            share = float(np.ptp(got) / np.ptp(want))
            if not close(got, share * want + (1 - share) / want.size):
                return
            kept.append(share)
    if len(kept) > 2 and np.ptp(kept) < 1e-6 and abs(kept[0] - 1) > 1e-6:
        shown = first_shown(tried, part)
        why = f"The numbers are {words.number(round(kept[0], 6))} of the right weights and the rest shared equally. Nothing is blended in."
        yield Said(
            "weights/mixed",
            "Blended with equal weights",
            join(numbers_of(shown, part, name), why),
            shown.case.id,
        )
