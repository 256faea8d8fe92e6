"""Which deviating steps together give a wrong additive score: thousands of combinations at once, as rows of one array.

One call screens them; what fits there has to give the numbers of every other call as well.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache, partial
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
Fit = tuple[Code, Step, Step]  # a combination that fits: the row, the readout, the last step
Found = Any  # the same as three lines of numbers, each column one combination


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
    with np.errstate(all="ignore"):
        return _found(tried, screen, parts_of, extreme)


def _found(
    tried: Sequence[Trial],
    screen: Trial,
    parts_of: Callable[[Trial], Parts],
    extreme: Callable[[Trial], bool],
) -> Rule | None:
    p = parts_of(screen)
    rows = Rows.of(p, 1)
    for most in (1, 2, 3):  # the fewer deviate, the likelier it is and the sooner found
        rows = Rows.of(p, 2) if most == 2 else rows
        fewest = most if most > 1 else 0  # what deviates less was tried before
        for code, readout, after in _fitting(screen, p, most, rows, fewest):
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


def _fitting(screen: Trial, p: Parts, most: int, rows: Rows, fewest: int = 0) -> list[Fit]:
    """The combinations that give the numbers of this one call, those with the fewest deviations first."""
    got = screen.got()
    if got is None:
        return []
    found = list(_scalars(rows, p, float(got), most) if got.ndim == 0 else _vectors(rows, p, got))
    # A score of 0 or 1 may come of thousands of combinations: they are sorted as arrays.
    row, i, j = np.concatenate([np.zeros((3, 0), dtype=int), *found], axis=1)
    deviating = rows.deviations[row] + (i > 0) + (j > 0) + (np.ndim(got) > 0)
    order = np.lexsort((j, i, row, deviating))
    order = order[deviating[order] >= fewest][:MOST]
    readouts = READOUTS if np.ndim(got) == 0 else VECTORS
    chosen = zip(row[order].tolist(), i[order].tolist(), j[order].tolist(), strict=True)
    return [(rows.codes[a], readouts[b], AFTERS[c]) for a, b, c in chosen]


def _why(told: list[Step]) -> str:
    """The reasons one after the other, each its first sentence where all would be too long."""
    whole = " ".join(step[2] for step in told)
    short = " ".join(step[2].split(". ")[0].rstrip(".") + "." for step in told)
    return whole if len(whole) <= 160 else short


def _screen(tried: Sequence[Trial], extreme: Callable[[Trial], bool]) -> Trial | None:
    """The wrong call with most numbers in it up to a limit: different formulas hardly ever agree there."""
    wrong: list[tuple[bool, int, int, Trial]] = []
    for trial in tried:
        got, want = trial.got(), trial.want()
        if got is None or want is None or extreme(trial) or not np.isfinite(got).all():
            continue
        if got.shape != want.shape or not close(got, want):
            size = sum(np.size(array) for array in Parts.of(trial).arrays())
            tells = bool((got != np.round(got)).any())  # a plain 0 or 1 comes of thousands of combinations
            wrong.append((tells, size if size <= ENOUGH else -size, len(wrong), trial))
    return max(wrong)[3] if wrong else None


@dataclass(frozen=True)
class Rows:
    """Many ways to the hidden units: their numbers, how many steps deviate in each, and which steps these are."""

    units: Floats
    deviations: Any
    codes: list[Code]
    _some: dict[int, Floats] = field(default_factory=dict)

    @classmethod
    def of(cls, p: Parts, most: int) -> Rows:
        """All single deviations; with ``most`` above 1 all pairs too, and three of the common ones."""
        layout = _Layout.of(most)
        projected = np.array([_safe(partial(project[3], p), p) for project in PROJECTIONS])
        met = np.stack([bias[3](projected, p.bias) for bias in BIASES], axis=1)
        sums = met.reshape(-1, len(p.v))[layout.pairs]
        units = [squash[3](sums[kept]) for squash, kept in zip(SQUASHES, layout.kept, strict=True)]
        units.append(_formed_units(p, most))
        return cls(np.concatenate(units), layout.deviations, layout.codes)

    def some(self, chosen: Any) -> Floats:
        """The units of these rows, in columns in memory: so it is quick to add up a few units of thousands of rows."""
        if len(chosen) not in self._some:
            self._some[len(chosen)] = np.asfortranarray(self.units[chosen])
        return self._some[len(chosen)]


@dataclass(frozen=True)
class _Layout:
    """Which combinations are tried, the same for every call.

    pairs : which projection meets which bias, one number for both. kept : for each squash the pairs it takes.
    """

    pairs: Any
    kept: list[Any]
    deviations: Any
    codes: list[Code]

    @classmethod
    @cache
    def of(cls, most: int) -> _Layout:
        pairs = [
            (i, j) for i in range(len(PROJECTIONS)) for j in range(len(BIASES)) if most > 1 or not i or not j
        ]
        places = np.array([i * len(BIASES) + j for i, j in pairs])
        deviating = np.array([bool(i) + bool(j) for i, j in pairs])
        common = np.array([PROJECTIONS[i][0] in COMMON and BIASES[j][0] in COMMON for i, j in pairs])
        kept, deviations = [], []
        codes: list[Code] = []
        for k, squash in enumerate(SQUASHES):
            few = deviating <= min(most, 2) - bool(k)
            rows = np.flatnonzero(few | (common & (most > 1) & (squash[0] in COMMON)))
            kept.append(rows)
            deviations += (deviating[rows] + bool(k)).tolist()
            codes += [(k, place) for place in places[rows].tolist()]
        for index in range(len(OTHERS) if most > 1 else len(FORMS)):
            deviations.append(len(source((index, None)).told))
            codes.append((index, None))
        return cls(places, kept, np.array(deviations), codes)


SQUASHED = [squash for squash in SQUASHES if not squash[0] or squash[0] in STAND_INS]
OTHERS = [(form, squash) for squash in SQUASHED for form in FORMS]


class _Each:
    """Several squashes as one function: what goes in comes out once for each of them, as rows."""

    def __init__(self, squashes: Sequence[Step]) -> None:
        self._squashes = [squash[3] for squash in squashes]
        self._known: dict[tuple[bytes, tuple[int, ...]], Floats] = {}

    def __call__(self, x: Any) -> Floats:
        if x.ndim > 1 and len(x) == len(self._squashes):  # rows that came from here: each goes on by itself
            return np.array([squash(row) for squash, row in zip(self._squashes, x, strict=True)])
        key = (x.tobytes(), x.shape)
        if key not in self._known:
            self._known[key] = np.array([squash(x) for squash in self._squashes])
        return self._known[key]


def _formed_units(p: Parts, most: int) -> Floats:
    """The hidden units of another build, in the order of ``OTHERS``; at first those with tanh alone."""
    if most == 1 or len(p.v) == len(SQUASHED):  # as many rows as units: which are which could not be told
        entries = [(index, None) for index in range(len(FORMS) if most == 1 else len(OTHERS))]
        return np.array([_safe(partial(source(code).hidden, p), p) for code in entries])
    each = _Each(SQUASHED)
    shape = (len(SQUASHED), len(p.v))
    found = [_safe(partial(form[3], p, each), p, shape) for form in FORMS]
    return np.stack(found, axis=1).reshape(-1, len(p.v))


@cache
def source(code: Code) -> Source:
    """The way to the hidden units that a row stands for."""
    which, sums = code
    if sums is None:
        return _formed(*OTHERS[which])
    return _stepwise(PROJECTIONS[sums // len(BIASES)], BIASES[sums % len(BIASES)], SQUASHES[which])


def _safe(build: Callable[[], Any], p: Parts, shape: tuple[int, ...] = ()) -> Any:
    """What a formula gives, or nan where it does not fit these shapes."""
    shape = shape or p.v.shape
    try:
        found = np.asarray(build(), dtype=float)
    except (ValueError, IndexError, TypeError):
        return np.full(shape, np.nan)
    return found if found.shape == shape else np.full(shape, np.nan)


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


def _scalars(rows: Rows, p: Parts, got: float, most: int) -> Iterator[Found]:
    """The rows, readouts and last steps that give this number, ``most`` of them deviating at most."""
    allowed = ATOL + RTOL * abs(got)
    with_at_most = [np.flatnonzero(rows.deviations <= deviations) for deviations in range(most + 1)]
    scores = []
    for i, readout in enumerate(READOUTS):
        chosen = with_at_most[most - bool(i)]
        found = readout[3](p.v, rows.some(chosen))
        fewer = with_at_most[max(most - bool(i) - 1, 0)]  # where one more step deviates
        scores.append(found[np.searchsorted(chosen, fewer)])
        fitting = chosen[np.flatnonzero(np.abs(found - got) <= allowed)]
        yield np.array([fitting, np.full_like(fitting, i), np.zeros_like(fitting)])
    # The right readout by itself: more rows go on from it than from the others.
    for start, together in ((0, np.array(scores[:1])), (1, np.array(scores[1:]))):
        fewer = with_at_most[max(most - bool(start) - 1, 0)]
        for j in range(1, len(AFTERS) if most > bool(start) else 0):
            which, place = np.nonzero(np.abs(AFTERS[j][3](together, p) - got) <= allowed)
            yield np.array([fewer[place], start + which, np.full_like(which, j)])


def _vectors(rows: Rows, p: Parts, got: Floats) -> Iterator[Found]:
    """The rows that give these numbers, one per hidden unit."""
    if got.shape != p.v.shape:
        return
    for i, readout in enumerate(VECTORS):
        apart = np.abs(readout[3](p.v, rows.units) - got)
        fitting = np.flatnonzero((apart <= ATOL + RTOL * np.abs(got)).all(-1))
        yield np.array([fitting, np.full_like(fitting, i), np.zeros_like(fitting)])


def fits(trial: Trial, p: Parts) -> list[str]:
    """What one deviating step gives the number of this one call, in words, the likeliest first."""
    found = []
    with np.errstate(all="ignore"):
        fitting = _fitting(trial, p, 1, Rows.of(p, 1))
    for code, readout, after in fitting:
        told = [step for step in (*source(code).told, readout, after) if step[0]]
        if len(told) == 1 and told[0][2] not in found:
            found.append(told[0][2])
    return found
