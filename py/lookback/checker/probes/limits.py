"""Weights that are right for ordinary scores and wrong for huge, low, far apart or masked ones: which limit was met."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np

from lookback.checker import words
from lookback.checker.compare import ATOL, RTOL, close
from lookback.checker.probes import sharing
from lookback.checker.probes.trials import Floats, Trial, numbers_of
from lookback.checker.said import Said, join

Scores = Callable[[Trial], Floats]
Shifts = tuple[tuple[str, sharing.Share], ...]


def _along(reduce: Callable[..., Any]) -> sharing.Share:
    return lambda s: reduce(s, axis=-1, keepdims=True)


def _where_nan(w: Floats, value: float) -> Floats:
    return np.where(np.isnan(w), value, w)


def _second(s: Floats) -> Any:
    return np.sort(s, axis=-1)[..., -2:-1] if s.shape[-1] > 1 else s


def _from(limit: float, largest: bool) -> sharing.Share:
    """A shift that only large scores get, as under an if: by the largest score, or by the limit itself."""

    def shift(s: Floats) -> Any:
        top = s.max(axis=-1, keepdims=True)
        return np.where(top > limit, top if largest else limit, 0.0)

    return shift


# (name, what is subtracted). The maximum itself is right; those of one name are one claim.
# fmt: off
SHIFTS: Shifts = (
    ("nothing", lambda s: np.zeros((1,) * s.ndim)),
    ("the first score", lambda s: s[..., :1]),
    ("the last score", lambda s: s[..., -1:]),
    ("the mean", _along(np.mean)),
    ("the median", _along(np.median)),
    ("the smallest score", _along(np.min)),
    ("the sum of the scores", _along(np.sum)),
    ("the largest absolute value", lambda s: np.max(np.abs(s), axis=-1, keepdims=True)),
    ("the second largest score", _second),
    ("the middle between smallest and largest", lambda s: (s.max(-1, keepdims=True) + s.min(-1, keepdims=True)) / 2),
    ("the score in the middle place", lambda s: s[..., s.shape[-1] // 2, None]),
    ("minus the largest score", lambda s: -s.max(-1, keepdims=True)),
    ("minus the largest absolute value", lambda s: -np.max(np.abs(s), axis=-1, keepdims=True)),
    ("twice the largest score", lambda s: 2 * s.max(-1, keepdims=True)),
    ("half the largest score", lambda s: s.max(-1, keepdims=True) / 2),
    ("the larger of the first two scores", lambda s: s[..., :2].max(-1, keepdims=True)),
    ("the largest score of the first half", lambda s: s[..., : max(1, s.shape[-1] // 2)].max(-1, keepdims=True)),
    ("the number 700", lambda s: np.full((1,) * s.ndim, 700.0)),
    ("the number 100", lambda s: np.full((1,) * s.ndim, 100.0)),
    ("the largest of the first three scores", lambda s: s[..., :3].max(-1, keepdims=True)),
    ("the largest of all scores but the last", lambda s: s[..., :-1].max(-1, keepdims=True) if s.shape[-1] > 1 else s),
    ("the largest of all scores but the first", lambda s: s[..., 1:].max(-1, keepdims=True) if s.shape[-1] > 1 else s),
    ("the length of the scores", lambda s: np.sqrt((s**2).sum(-1, keepdims=True))),
    ("the range of the scores", lambda s: s.max(-1, keepdims=True) - s.min(-1, keepdims=True)),
    ("the larger of the largest score and 0", lambda s: np.maximum(s.max(-1, keepdims=True), 0)),
    *(("the largest score (if it is large)", _from(limit, largest=True)) for limit in (20, 50, 100, 500, 700)),
    *(("a fixed number (from large scores)", _from(limit, largest=False)) for limit in (50, 100, 500, 600, 700)),
)
# How the exponentials may have been shared out, and what was done with nan afterwards.
AFTER: tuple[tuple[str, sharing.Share], ...] = (
    ("", lambda e: e / e.sum(axis=-1, keepdims=True)),
    ("; nan was replaced by 0 afterwards", lambda e: np.nan_to_num(e / e.sum(axis=-1, keepdims=True), nan=0.0)),
    ("; nan was replaced by 1 afterwards", lambda e: _where_nan(e / e.sum(axis=-1, keepdims=True), 1.0)),
    ("; nan was replaced by equal weights afterwards", lambda e: _where_nan(e / e.sum(axis=-1, keepdims=True), 1 / e.shape[-1])),
    ("; a small number was added to the sum, which avoids 0 / 0 only", lambda e: e / (e.sum(axis=-1, keepdims=True) + 1e-12)),
)
# fmt: on
# What a branch for large scores may do in place of softmax.
BRANCHES = ("argmax", "argmax-all", "argmax-ties", "ones", "scores", "shifted", "scores-shared")
# fmt: off
CLIPS = (
    1, 5, 10, 15, 20, 25, 30, 35, 40, 50, 60, 64, 70, 80, 88, 90, 100, 128, 150, 200, 250, 300, 350, 400, 500, 600, 650,
    700, 705, 708, 709, 745, 1000,
)
# fmt: on


def shares_after(s: Floats, shift: sharing.Share) -> Floats:
    """Exponentials of the scores minus something, shared out: with inf and nan where unguarded code has them."""
    return np.asarray(AFTER[0][1](np.exp(s - shift(s))))


def fits_all(predict: Callable[[Floats], Any], tried: Sequence[Trial], scores: Scores, part: int) -> bool:
    """Whether a formula gives these very numbers on every call: the same inf and nan, and 0 exactly where it does."""
    return bool(_which_fit(lambda s: np.asarray(predict(s), dtype=float)[None], 1, tried, scores, part))


def _which_fit(
    predict: Callable[[Floats], Any], count: int, tried: Sequence[Trial], scores: Scores, part: int
) -> list[int]:
    """Which of several formulas give these very numbers on every call; ``predict`` gives all, one after the other."""
    fitting = np.ones(count, dtype=bool)
    telling = False
    with np.errstate(all="ignore"):
        for trial in sorted(tried, key=lambda trial: not trial.rung.step):  # most fail at once at a wrong one
            got, want = trial.got(part), trial.want(part)
            if got is None or want is None:
                continue
            try:
                predicted = np.asarray(predict(scores(trial)), dtype=float)
            except (ValueError, IndexError):
                return []
            if predicted.shape[1:] != got.shape:
                return []
            fitting &= _same(predicted, got).reshape(count, -1).all(axis=1)
            telling = telling or bool(trial.rung.step)
            if not fitting.any():
                return []
    return np.flatnonzero(fitting).tolist() if telling else []


def _same(predicted: Floats, got: Floats) -> Any:
    """Where numbers agree, the tiny ones too, which no tolerance around 0 can tell."""
    off = np.abs(predicted - got)
    equal = (predicted == got) | (np.isnan(predicted) & np.isnan(got))
    near = np.isfinite(got) & (off <= ATOL + RTOL * np.abs(got)) & ((predicted == 0) == (got == 0))
    tiny = (np.abs(got) < 1e-6) & (np.abs(got) > 1e-290)
    return equal | (near & (~tiny | (off < 1e-6 * np.abs(got))))


def shifts(
    tried: Sequence[Trial], scores: Scores, name: str, part: int, shown: Trial, more: Shifts = ()
) -> Iterator[Said]:
    """Name what was subtracted, by doing the same; where several explain all numbers, name them all."""
    subtracted = (*SHIFTS, *more)

    def predict(s: Floats) -> Any:
        e = np.exp(np.array([np.broadcast_to(s - shift(s), s.shape) for _, shift in subtracted]))
        return np.array([after(e) for _, after in AFTER]).reshape(-1, *s.shape)

    fitting: dict[int, str] = {}
    for index in _which_fit(predict, len(AFTER) * len(subtracted), tried, scores, part):
        fitting.setdefault(index % len(subtracted), AFTER[index // len(subtracted)][0])
    if fitting:
        found = [(subtracted[index][0], fitting[index], subtracted[index][1]) for index in sorted(fitting)]
        yield _shift_said(found, scores(shown), numbers_of(shown, part, name), shown)


def _shift_said(found: list[tuple[str, str, sharing.Share]], s: Floats, numbers: str, shown: Trial) -> Said:
    names = list(dict.fromkeys(what for what, _, _ in found))
    title = "The maximum is not what was subtracted"
    if "nothing" in names and len(names) > 1:
        found, names = [entry for entry in found if entry[0] == "nothing"], ["nothing"]
    if len(names) > 1:
        either = words.listed(names[: 3 if sum(map(len, names[:3])) < 70 else 2], "or")
        why = f"Exactly these numbers come of taking off {either}. It has to be the largest score."
        return Said("weights/overflow", title, join(numbers, why), shown.case.id)
    what, then, shift = found[0]
    subject = (
        "Nothing was taken off"
        if what == "nothing"
        else f"{words.first_upper(what)} was taken off, not the largest"
    )
    return Said(
        "weights/overflow", title, join(numbers, f"{subject}: {_reason(s, shift)}{then}."), shown.case.id
    )


def _reason(s: Floats, shift: sharing.Share) -> str:
    """What became of the exponent furthest from where it should be."""
    with np.errstate(all="ignore"):
        left = np.ravel(s - shift(s))
    if np.isnan(left).any():
        return "−inf minus −inf is nan"
    top = float(left.max())
    if top > 709:
        return f"e^{words.number(top, 0)} is inf, and inf / inf is nan"
    if top < -745:
        return f"even e^{words.number(top, 0)} is 0, and 0 / 0 is nan"
    return f"the largest exponent is {words.number(top, 1)}, not 0"


def clips(tried: Sequence[Trial], scores: Scores, name: str, part: int, shown: Trial) -> Iterator[Said]:
    """Scores cut at a limit before the exponential, as it stands or after the shift."""
    got = shown.got(part)
    if got is None or not got.any():
        return
    cuts: tuple[tuple[str, Callable[[Floats, Floats], Any]], ...] = (
        (
            "The scores were cut to −{0} … {0} before the exponential, so larger differences are lost.",
            lambda s, c: sharing.right(np.clip(s, -c, c)),
        ),
        (
            "The scores were cut at {0} before the exponential, so larger differences are lost.",
            lambda s, c: shares_after(np.minimum(s, c), lambda _: np.zeros(())),
        ),
        (
            "Scores more than {0} below the largest were raised to that limit. exp of a low score is small by itself, and exp(−inf) is 0.",
            lambda s, c: sharing.right(np.maximum(s - s.max(-1, keepdims=True), -c)),
        ),
        (
            "Scores below −{0} were raised to it before the exponential. exp of a low score is small by itself.",
            lambda s, c: sharing.right(np.maximum(s, -c)),
        ),
    )
    for told, cut in cuts:

        def predict(s: Floats, cut: Callable[[Floats, Floats], Any] = cut) -> Any:
            return cut(s, np.array(CLIPS, dtype=float).reshape(-1, *(1,) * s.ndim))

        found = [CLIPS[index] for index in _which_fit(predict, len(CLIPS), tried, scores, part)]
        if found:
            # Where several limits give these numbers, none of them is known to be the one.
            size = words.number(found[0], 2) if len(found) == 1 else "a limit"
            why = (
                told.format(size)
                .replace("−a limit … a limit", "a limit on both sides")
                .replace("−a limit", "a limit")
            )
            yield Said(
                "weights/clipped",
                "The scores are clipped",
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
    yield from shifts(tried, scores, name, part, shown)
    yield from clips(tried, scores, name, part, shown)
    what = numbers_of(shown, part, name)
    failing = [trial for trial in tried if trial.rung.step]
    for kind, title, why, share in sharing.SHARES:
        if (
            kind in BRANCHES
            and len(failing) > 1
            and fits_all(share, failing, scores, part)
            and np.isfinite(got).all()
        ):
            yield Said(
                "weights/branch",
                title,
                join(what, f"Only some calls come out like this: {why[0].lower()}{why[1:]}"),
                shown.case.id,
            )
            return
    hidden = np.isneginf(s)
    if hidden.any():
        yield from _masked_edge(tried, scores, part, what, shown)
    elif np.isnan(got).any() or np.isinf(got).any():
        yield _overflow(s, what, shown)
    elif np.abs(got).max() == 0:
        why = "Every weight became 0: exponentials ran over or under, or nan was replaced by 0 afterwards."
        yield Said("weights/underflow", "Every weight is 0", join(what, why), shown.case.id)
    elif np.ptp(got) < 1e-9:
        why = "Different scores got equal weights: they were clipped or lost their differences before the exponential."
        yield Said("weights/clipped", "Large scores lose their differences", join(what, why), shown.case.id)
    else:
        yield Said("weights/extreme", "Wrong for large scores", join(what, as_if(got, s)), shown.case.id)


def as_if(got: Floats, s: Floats) -> str:
    """How far apart the scores seem to have been, where weights are positive."""
    best = int(np.argmax(s))
    other = next((i for i in np.argsort(-s).tolist() if i != best and got[i] > 0), None)
    total = float(got.sum())
    if other is None or got[best] <= 0:
        return f"Ordinary scores come out right. Here position {best} has the largest score and the weights add up to {words.number(total)}: large scores were changed on the way."
    implied = float(np.log(got[best] / got[other]))
    apart = float(s[best] - s[other])
    return f"Ordinary scores come out right. Here positions {best} and {other} are {words.number(apart, 1)} apart, and their weights fit {words.number(implied, 2)}: large scores were changed first."


def _masked_edge(
    tried: Sequence[Trial], scores: Scores, part: int, what: str, shown: Trial
) -> Iterator[Said]:
    got, s = shown.got(part), scores(shown)
    if got is None:
        return
    hidden = np.isneginf(s)
    right = sharing.right(s)
    if s.size > 2 and not close(got, right) and close(np.sort(got), np.sort(right)):
        why = "The right weights stand at the wrong positions: the place of the masked position was lost."
        yield Said("weights/order", "The weights stand in another order", join(what, why), shown.case.id)
    elif np.isnan(got).any():
        why = "With a −inf among the scores something became −inf minus −inf, 0 times inf or 0/0, which is nan. exp(−inf) itself is 0."
        yield Said("weights/masked-nan", "−inf turns into nan", join(what, why), shown.case.id)
    elif (got[hidden] != 0).any():
        yield Said(
            "weights/masked-weight",
            "A masked position gets weight",
            join(what, _stand_in(tried, scores, part, shown)),
            shown.case.id,
        )
    else:
        total = words.number(float(got.sum()))
        ratio = got[~hidden] / right[~hidden]
        if np.isfinite(ratio).all() and np.ptp(ratio) < 1e-6:
            why = f"The masked weight is 0, and the others, in the right proportions, add up to {total}: the sum below the line still holds something for the masked position."
        else:
            why = f"The masked weight is 0, and the others add up to {total}, in other proportions than their exponentials."
        yield Said("weights/masked-rest", "Wrong next to a masked position", join(what, why), shown.case.id)


def _stand_in(tried: Sequence[Trial], scores: Scores, part: int, shown: Trial) -> str:
    """Which number stood in for −inf: the same in every call, or the same distance below the largest score."""
    fixed, below, lowest = [], [], []
    with np.errstate(all="ignore"):
        for trial in tried:
            got, s = trial.got(part), scores(trial)
            if got is None or got.shape != s.shape or not np.isneginf(s).any() or not np.isfinite(got).all():
                continue
            free, hidden = int(np.argmax(s)), got[np.isneginf(s)]
            if hidden[0] > 0 and got[free] > 0:
                implied = float(np.log(hidden[0] / got[free]))
                fixed.append(implied + float(s[free]))
                below.append(implied)
                lowest.append(fixed[-1] - float(s[np.isfinite(s)].min()))
    got, s = shown.got(part), scores(shown)
    size = words.small(float(got[np.isneginf(s)].max())) if got is not None else ""
    start = f"The masked position has the weight {size}, not exactly 0"
    if len(lowest) > 1 and np.abs(lowest).max() < 1e-6:
        return f"{start}, as if its score were the lowest of the others: e^x of that is not 0."
    for values, told in (
        (fixed, "as if its score were {}"),
        (below, "as if its score were {} below the largest"),
    ):
        if values and np.isfinite(values).all() and np.ptp(values) < 1e-6 * max(1, abs(values[0])):
            number = abs(values[0]) if values is below else values[0]
            return f"{start}, {told.format(words.number(round(number, 4), 1))}: a finite number stands in for −inf."
    if not fixed:
        return f"{start}: what stands in for −inf is a number, and not below the score {words.number(float(s.max()))}."
    return f"{start}: −inf was replaced by a finite number, or something was added."


def _overflow(s: Floats, what: str, shown: Trial) -> Said:
    top, low = float(s.max()), float(s.min())
    if top > 700:
        why = f"The largest score is {words.number(top)}: e^x is inf beyond 709, and inf / inf is nan. What was taken off is not the largest score, or was not taken off everywhere."
    elif top < -700:
        why = f"The largest score is {words.number(top)}: e^x is 0 below −745, and 0 / 0 is nan. No shift brought the top one to 0."
    else:
        why = f"The scores reach from {words.number(low)} to {words.number(top)}: what was subtracted is not the maximum, so an exponent stayed far from 0."
    return Said("weights/overflow", "nan from an overflow", join(what, why), shown.case.id)
