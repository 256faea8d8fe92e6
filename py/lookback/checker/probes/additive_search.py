"""Which deviating steps together give a wrong additive score: thousands of combinations at once, as rows of one array.

One call screens them; what fits there has to give the numbers of every other call as well.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np

from lookback.checker import words
from lookback.checker.compare import ATOL, RTOL, close
from lookback.checker.probes.additive_forms import FORMS
from lookback.checker.probes.additive_steps import (
    AFTERS,
    BIASES,
    PROJECTIONS,
    READOUTS,
    SQUASHES,
    VECTORS,
    Parts,
    Step,
)
from lookback.checker.probes.trials import Floats, Rule, Trial, explains

MOST = 300  # of the combinations that fit one call, how many are tried on the others
ENOUGH = 60  # numbers in a call, to tell formulas apart
# Steps that so often go wrong that three of them together are tried as well.
COMMON = {
    *("", "key-unused", "query-unused", "both-transposed", "swapped", "wq-twice", "wk-twice", "subtracted"),
    *("multiplied", "halved", "no-bias", "bias-subtracted", "bias-twice", "no-tanh", "sigmoid", "relu"),
}
# What stands in for tanh where the hidden units are built in another way.
STAND_INS = {
    *("sigmoid", "relu", "leaky", "sine", "sinh", "arctan", "softsign", "hard", "softplus"),
    *("softmax", "exp", "half-argument"),
}


Code = tuple[int, int | None]
# A combination that fits: its place in the order of preference, the row, the readout, the last step.
Fit = tuple[tuple[int, int, int, int], Code, Step, Step]


@dataclass(frozen=True)
class Source:
    """A way to the hidden units: which steps deviate, in words, and the formula."""

    told: tuple[Step, ...]
    hidden: Callable[[Parts], Any]


def search(
    tried: Sequence[Trial], parts_of: Callable[[Trial], Parts], extreme: Callable[[Trial], bool]
) -> Rule | None:
    """The combination of the fewest deviating steps that explains all numbers, at most three; None if there is none."""
    screen = _screen(tried, extreme)
    if screen is None:
        return None
    for most in (1, 3):  # a single deviation is the rule, and quickly found
        found = _fitting(screen, parts_of(screen), most)
        for _, code, readout, after in found[:MOST]:
            chosen = source(code)
            told = [step for step in (*chosen.told, readout, after) if step[0]]

            def predict(
                trial: Trial, chosen: Source = chosen, readout: Step = readout, after: Step = after
            ) -> Any:
                p = parts_of(trial)
                return after[3](readout[3](p.v, chosen.hidden(p)), p)

            if told and explains(predict, tried, 0, extreme):
                return Rule("-".join(step[0] for step in told), told[0][1], _why(told), predict)
    return None


def _fitting(screen: Trial, p: Parts, most: int) -> list[Fit]:
    """The combinations that give the numbers of this one call, those with the fewest deviations first."""
    got = screen.got()
    if got is None:
        return []
    with np.errstate(all="ignore"):
        rows = Rows.of(p, most)
        fits = _scalars(rows, p, float(got), most) if got.ndim == 0 else _vectors(rows, p, got)
        return sorted(fits, key=lambda fit: fit[0])


def _why(told: list[Step]) -> str:
    """The reasons one after the other, each its first sentence where all would be too long."""
    whole = " ".join(step[2] for step in told)
    short = " ".join(step[2].split(". ")[0].rstrip(".") + "." for step in told)
    return whole if len(whole) <= 160 else short


def _screen(tried: Sequence[Trial], extreme: Callable[[Trial], bool]) -> Trial | None:
    """The wrong call with most numbers in it up to a limit: different formulas hardly ever agree there."""
    wrong: list[tuple[int, int, Trial]] = []
    for trial in tried:
        got, want = trial.got(), trial.want()
        if got is None or want is None or extreme(trial) or not np.isfinite(got).all():
            continue
        if got.shape != want.shape or not close(got, want):
            size = sum(np.size(array) for array in Parts.of(trial).arrays())
            wrong.append((size if size <= ENOUGH else -size, len(wrong), trial))
    return max(wrong)[2] if wrong else None


@dataclass(frozen=True)
class Rows:
    """Many ways to the hidden units: their numbers, how many steps deviate in each, and which steps these are."""

    units: Floats
    deviations: Any
    codes: list[Code]

    @classmethod
    def of(cls, p: Parts, most: int) -> Rows:
        """All single deviations; with ``most`` above 1 all pairs too, and three of the common ones."""
        pairs = [
            (i, j) for i in range(len(PROJECTIONS)) for j in range(len(BIASES)) if most > 1 or not i or not j
        ]
        built = [_safe(partial(project[3], p), p) for project in PROJECTIONS]
        sums = np.array([_safe(partial(BIASES[j][3], built[i], p.bias), p) for i, j in pairs])
        deviating = np.array([bool(i) + bool(j) for i, j in pairs])
        common = np.array([PROJECTIONS[i][0] in COMMON and BIASES[j][0] in COMMON for i, j in pairs])
        units, deviations, codes = [], [], []
        for k, squash in enumerate(SQUASHES):
            few = deviating <= min(most, 2) - bool(k)
            kept = np.flatnonzero(few | (common & (most > 1) & (squash[0] in COMMON)))
            units.append(squash[3](sums[kept]))
            deviations.append(deviating[kept] + bool(k))
            codes += [(k, pairs[index][0] * len(BIASES) + pairs[index][1]) for index in kept]
        forms: list[Code] = [
            (index, None) for index, (_, squash) in enumerate(OTHERS) if most > 1 or not squash[0]
        ]
        units.append(np.array([_safe(partial(source(code).hidden, p), p) for code in forms]))
        deviations.append(np.array([len(source(code).told) for code in forms]))
        return cls(np.concatenate(units), np.concatenate(deviations), codes + forms)


OTHERS = [(form, squash) for squash in SQUASHES if not squash[0] or squash[0] in STAND_INS for form in FORMS]


def source(code: Code) -> Source:
    """The way to the hidden units that a row stands for."""
    which, sums = code
    if sums is None:
        return _formed(*OTHERS[which])
    return _stepwise(PROJECTIONS[sums // len(BIASES)], BIASES[sums % len(BIASES)], SQUASHES[which])


def _safe(build: Callable[[], Any], p: Parts) -> Any:
    """What a formula gives, or nan where it does not fit these shapes."""
    try:
        found = np.asarray(build(), dtype=float)
    except (ValueError, IndexError, TypeError):
        return np.full(len(p.v), np.nan)
    return found if found.shape == p.v.shape else np.full(len(p.v), np.nan)


def _stepwise(project: Step, bias: Step, squash: Step) -> Source:
    told = tuple(step for step in (project, bias, squash) if step[0])
    return Source(told, lambda p: squash[3](bias[3](project[3](p), p.bias)))


def _formed(form: tuple[str, str, str, Callable[..., Any]], squash: Step) -> Source:
    name, title, why, build = form
    function = squash[1].split(" in place")[0] if squash[0] else "tanh"
    function = {"half-argument": "tanh of a half"}.get(squash[0], function)
    if function[:1].isupper() and function[1:2].islower():
        function = function[0].lower() + function[1:]
    kind = squash[0] or "tanh"
    full = f"{kind}-{name}" if name.startswith("of-") else name + (f"-{squash[0]}" if squash[0] else "")
    step: Step = (full, _filled(title, function), _filled(why, function), build)
    # Two steps deviate where tanh is not tanh either, though one sentence says both.
    told = (step, ("", "", "", build)) if squash[0] else (step,)
    return Source(told, lambda p: build(p, squash[3]))


def _filled(text: str, function: str) -> str:
    filled = text.format(f=function)
    return filled if filled.startswith(("tanh", "v ")) else words.first_upper(filled)


def _scalars(rows: Rows, p: Parts, got: float, most: int) -> Iterator[Fit]:
    """The rows, readouts and last steps that give this number."""
    allowed = ATOL + RTOL * abs(got)
    with_at_most = [np.flatnonzero(rows.deviations <= deviations) for deviations in range(most + 1)]
    for i, readout in enumerate(READOUTS):
        for j, after in enumerate(AFTERS if most > 1 or not i else AFTERS[:1]):
            if j < 2:  # the scores of fewer rows, when one more step deviates
                chosen = with_at_most[most - bool(i) - bool(j)]
                scores = readout[3](p.v, rows.units[chosen])
            for index in np.flatnonzero(np.abs(after[3](scores, p) - got) <= allowed):
                row = int(chosen[index])
                order = (int(rows.deviations[row]) + bool(i) + bool(j), row, i, j)
                yield order, rows.codes[row], readout, after


def _vectors(rows: Rows, p: Parts, got: Floats) -> Iterator[Fit]:
    """The rows that give these numbers, one per hidden unit."""
    if got.shape != p.v.shape:
        return
    for i, readout in enumerate(VECTORS):
        apart = np.abs(readout[3](p.v, rows.units) - got)
        for row in np.flatnonzero((apart <= ATOL + RTOL * np.abs(got)).all(-1)).tolist():
            yield (int(rows.deviations[row]) + 1, row, i, 0), rows.codes[row], readout, AFTERS[0]


def fits(trial: Trial, p: Parts) -> list[str]:
    """What one deviating step gives the number of this one call, in words, the likeliest first."""
    found = []
    for _, code, readout, after in _fitting(trial, p, 1):
        told = [step for step in (*source(code).told, readout, after) if step[0]]
        if len(told) == 1 and told[0][2] not in found:
            found.append(told[0][2])
    return found
