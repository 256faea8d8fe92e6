"""Why weights are not the softmax of these scores."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np

from lookback.checker import words
from lookback.checker.compare import close
from lookback.checker.ladder_words import Said, join
from lookback.checker.probes import sharing
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
        yield from sums(tried, scores, name, part)
        return
    for rule in rules(scores):
        if explains(rule.predict, tried, part, extreme):
            yield said(rule, first_shown(tried, part), part, name, "weights")
            return
    yield from temperature(tried, scores, name, part, sizes)
    yield from rounding(tried, name, part)
    yield from added(tried, scores, name, part)
    yield from mixed(tried, name, part)
    yield from pairs(tried, scores, extreme, name, part)
    yield from sums(tried, scores, name, part)


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
    probe_on = [
        trial for trial in tried if not extreme(trial) and trial.got(part) is not None and trial.rung.step
    ][:1]
    for before_name, _, before_why, before in (
        ("negated", "", "The scores were negated first.", np.negative),
        *sharing.BEFORE,
    ):
        for share_name, title, why, share in sharing.SHARES:

            def predict(trial: Trial, before: Any = before, share: Any = share) -> Any:
                return share(np.asarray(before(scores(trial)), dtype=float))

            if all(_fits(predict, trial, part) for trial in probe_on) and explains(
                predict, tried, part, extreme
            ):
                first = before_why if before_name == "negated" else _taken(before_why)
                rule = Rule(f"{before_name}-{share_name}", title, f"{first} {why}", predict)
                yield said(rule, first_shown(tried, part), part, name, "weights")
                return


def _taken(why: str) -> str:
    """What was done to the scores, where no softmax followed."""
    first = why.split(",")[0].rstrip(".")
    return first.replace(" went into softmax", " were taken").replace(" before softmax", " first") + "."


def _fits(predict: Callable[[Trial], Any], trial: Trial, part: int) -> bool:
    got = trial.got(part)
    with np.errstate(all="ignore"):
        try:
            return got is not None and close(np.asarray(predict(trial), dtype=float), got)
        except (ValueError, IndexError, TypeError):
            return False


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
    known = [sizes(trial, scores(trial)) for trial, _ in found]
    for what_by in known[0]:
        values = [entry[what_by] for entry in known]
        for verb, target in (
            ("divided", [1 / value if value else np.nan for value in values]),
            ("multiplied", values),
        ):
            if np.allclose(factors, target, rtol=1e-6):
                why = f"The scores were {verb} by {what_by} before softmax. They go in as they are."
                yield Said(
                    "weights/scaled", f"The scores are {verb} by {what_by}", join(what, why), shown.case.id
                )
                return
    factor = words.number(next(factor for trial, factor in found if trial is shown))
    why = f"The weights are those of the scores times {factor}, a factor that differs from call to call. Softmax takes the scores as they are."
    yield Said("weights/scaled", "The scores are scaled", join(what, why), shown.case.id)


def _constant(factor: float) -> tuple[str, str]:
    if abs(factor + 1) < 1e-6:
        return (
            "The sign of the scores is turned round",
            "The lowest score got the most weight: the exponent is the negative score.",
        )
    for base in (2, 10, 3, 4):
        if abs(factor - np.log(base)) < 1e-6:
            return (
                f"Powers of {base} in place of e",
                f"These are shares of powers of {base}. Softmax takes powers of e, np.exp.",
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


def rounding(tried: Sequence[Trial], name: str, part: int) -> Iterator[Said]:
    """The right numbers with digits missing, or with the precision of a smaller float."""
    shown = first_shown(tried, part)
    pairs_of = [(trial.got(part), trial.want(part)) for trial in tried]
    both = [(got, want) for got, want in pairs_of if got is not None and want is not None]
    if not both or any(got.shape != want.shape for got, want in both):
        return
    with np.errstate(all="ignore"):
        for digits in range(1, 9):
            if all(np.abs(got - np.round(want, digits)).max(initial=0) < 1e-9 for got, want in both):
                why = f"The numbers are the right ones, rounded to {digits} place{'s' * (digits > 1)}. Rounding belongs to printing; what is computed goes on unrounded."
                yield Said(
                    "weights/rounded",
                    "The result is rounded",
                    join(numbers_of(shown, part, name), why),
                    shown.case.id,
                )
                return
        for kind, words_for in (
            (np.float16, "half precision (float16, 3 digits)"),
            (np.float32, "single precision (float32, 7 digits)"),
        ):
            tolerance = 3e-3 if kind is np.float16 else 3e-6
            if all(
                np.abs(got - want).max(initial=0) < tolerance * np.abs(want).max(initial=1)
                for got, want in both
            ) and all(np.array_equal(got.astype(kind).astype(float), got) for got, _ in both):
                why = f"The numbers are right up to {words_for}. The statement asks for floats of full precision."
                yield Said(
                    "weights/precision",
                    "Too few digits",
                    join(numbers_of(shown, part, name), why),
                    shown.case.id,
                )
                return


def edges(
    tried: Sequence[Trial], scores: Scores, extreme: Callable[[Trial], bool], name: str, part: int
) -> Iterator[Said]:
    """Right on ordinary scores, wrong on huge, low, far apart or masked ones."""
    shown = next((trial for trial in tried if trial.rung.step and extreme(trial)), None)
    if shown is None:
        return
    got, s = shown.got(part), scores(shown)
    if got is None or got.shape != s.shape:
        return
    hidden = np.isneginf(s)
    what = numbers_of(shown, part, name)
    if hidden.any():
        yield from _masked_edge(got, s, hidden, what, shown)
    elif np.isnan(got).any() or np.isinf(got).any():
        yield _overflow(s, what, shown)
    elif np.abs(got).max() == 0:
        why = "Every weight became 0: exponentials ran over or under, or nan was replaced by 0 afterwards."
        yield Said("weights/underflow", "Every weight is 0", join(what, why), shown.case.id)
    elif np.ptp(got) < 1e-9:
        why = "Different scores got equal weights: they were clipped or lost their differences before the exponential."
        yield Said("weights/clipped", "Large scores lose their differences", join(what, why), shown.case.id)
    else:
        why = "Ordinary scores come out right, these do not: clipping, nan replaced afterwards, or another shift than the maximum changes large ones."
        yield Said("weights/extreme", "Wrong for large scores", join(what, why), shown.case.id)


def _masked_edge(got: Floats, s: Floats, hidden: Any, what: str, shown: Trial) -> Iterator[Said]:
    right = sharing.right(s)
    if s.size > 2 and not close(got, right) and close(np.sort(got), np.sort(right)):
        why = "The right weights stand at the wrong positions: the place of the masked position was lost."
        yield Said("weights/order", "The weights stand in another order", join(what, why), shown.case.id)
    elif np.isnan(got).any():
        why = "With a −inf among the scores something became −inf minus −inf, 0 times inf or 0/0, which is nan. exp(−inf) itself is 0."
        yield Said("weights/masked-nan", "−inf turns into nan", join(what, why), shown.case.id)
    elif (got[hidden] != 0).any():
        size = words.small(float(got[hidden][got[hidden] != 0][0]))
        why = f"The masked position has the weight {size}, not exactly 0: −inf was replaced by a finite number, or something was added."
        yield Said("weights/masked-weight", "A masked position gets weight", join(what, why), shown.case.id)
    else:
        why = f"The masked weights are 0, and the others add up to {words.number(float(got.sum()))} in other proportions than their exponentials."
        yield Said("weights/masked-rest", "Wrong next to a masked position", join(what, why), shown.case.id)


def _overflow(s: Floats, what: str, shown: Trial) -> Said:
    top, low = float(s.max()), float(s.min())
    if top > 700:
        why = "np.exp is inf above 709 and 0 below −746, and inf / inf and 0 / 0 are nan. The largest score was not taken off, or another number was."
    elif top < -700:
        why = "Every exponential of scores this low is 0, and 0 / 0 is nan: no shift by the largest score brought the top one to 0."
    else:
        why = f"The scores reach from {words.number(low)} to {words.number(top)}: what was subtracted is not the maximum, so an exponent stayed far from 0."
    return Said("weights/overflow", "nan from an overflow", join(what, why), shown.case.id)


def sums(tried: Sequence[Trial], scores: Scores, name: str, part: int) -> Iterator[Said]:
    """What can be said of any wrong weights: their sum, their signs, their order."""
    shown = first_shown(tried, part)
    got, want, s = shown.got(part), shown.want(part), scores(shown)
    if got is None or want is None or got.shape != want.shape or got.ndim != 1:
        return
    what = numbers_of(shown, part, name)
    if not np.isfinite(got).all():
        why = "nan comes of 0/0 or inf/inf: all exponentials became 0, or one ran over. What was subtracted is not the largest score of this call."
        yield Said("weights/nan", "nan among the weights", join(what, why), shown.case.id, weak=True)
        return
    total = float(got.sum())
    ratios = got[want > 0] / want[want > 0]
    if ratios.size > 1 and np.ptp(ratios) < 1e-6 * abs(ratios[0]) and abs(total - 1) > 1e-6:
        why = f"The proportions are right, but together they are {words.number(total, 4)}, not 1: the denominator is not the sum of the same exponentials."
        yield Said("weights/sum", "The weights do not add up to 1", join(what, why), shown.case.id, weak=True)
    elif (got < 0).any():
        why = f"A weight is negative ({words.number(float(got.min()))}). Shares of exponentials never are: something other than exponentials was shared out."
        yield Said("weights/negative", "A negative weight", join(what, why), shown.case.id, weak=True)
    elif abs(total - 1) > 1e-6:
        why = f"Together they are {words.number(total, 4)}, not 1, so they are no shares of one sum."
        yield Said("weights/sum", "The weights do not add up to 1", join(what, why), shown.case.id, weak=True)
    elif close(np.sort(got), np.sort(want)):
        why = "The right weights stand at the wrong positions; each belongs where its score is."
        yield Said(
            "weights/order", "The weights stand in another order", join(what, why), shown.case.id, weak=True
        )
    elif s[np.argmax(got)] < s.max():
        why = f"They add up to 1, but position {int(np.argmax(got))} has the most weight, and the largest score is at {int(np.argmax(s))}."
        yield Said(
            "weights/best", "The largest score does not win", join(what, why), shown.case.id, weak=True
        )
    elif got.size > 1:
        flatter = "flatter" if got.max() < want.max() else "sharper"
        why = f"They add up to 1, but are {flatter} than shares of e^score: the exponentials are not those of the scores as they are."
        yield Said(
            "weights/shape", "Not the exponentials of the scores", join(what, why), shown.case.id, weak=True
        )
