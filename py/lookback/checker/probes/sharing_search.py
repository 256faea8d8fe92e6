"""Which scores, what was done to them and how they were shared out, all at once: rows of one array for one call.

What fits that call has to give the numbers of every other one as well.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from lookback.checker.compare import ATOL, RTOL, close
from lookback.checker.probes import sharing
from lookback.checker.probes.trials import Floats, Rule, Trial, explains

# What the scores may be: (id, title, why, the scores of a call); the right ones have no words.
Scores = tuple[str, str, str, Callable[[Trial], Any]]
MOST = 60  # of the combinations that fit one call, how many are tried on the others


def _scaled(measure: Callable[[Floats], float], power: int) -> sharing.Share:
    return lambda s: s * float(measure(s)) ** power


BEFORE: tuple[tuple[str, str, str, sharing.Share], ...] = (
    ("", "", "", np.asarray),
    ("negated", "The scores are negated", "The scores were negated first.", np.negative),
    *sharing.BEFORE,
    *(
        (
            f"times-{power}-{size}",
            "The scores are scaled",
            f"The scores were {verb} by {told}.",
            _scaled(measure, power),
        )
        for size, told, measure in (
            ("root-n", "√n", lambda s: np.sqrt(s.shape[-1])),
            ("n", "the number of positions", lambda s: s.shape[-1]),
            ("two", "2", lambda s: 2),
        )
        for power, verb in ((1, "multiplied"), (-1, "divided"))
    ),
)
SHARES: tuple[tuple[str, str, str, sharing.Share], ...] = (("", "", "", sharing.right), *sharing.SHARES)


def search(
    tried: Sequence[Trial], known: Sequence[Scores], part: int, extreme: Callable[[Trial], bool]
) -> Rule | None:
    """The fewest of three things to go wrong that together explain all numbers; None if there are none."""
    screen = next(iter(telling_calls(tried, part, extreme)), None)
    got = None if screen is None else screen.got(part)
    if screen is None or got is None:
        return None
    with np.errstate(all="ignore"):
        rows = _Rows.of(screen, known, got)
        for most in (2, 3):  # the fewer deviate, the likelier it is and the sooner found
            fitting = sorted(_fitting(rows, got, most), key=lambda places: (_deviating(places), places))
            for i, j, k in fitting[:MOST]:
                told = [step for step in (known[i], BEFORE[j], SHARES[k]) if step[0]]

                def predict(trial: Trial, i: int = i, j: int = j, k: int = k) -> Any:
                    scores = np.asarray(known[i][3](trial), dtype=float)
                    return SHARES[k][3](np.asarray(BEFORE[j][3](scores), dtype=float))

                if told and explains(predict, tried, part, extreme):
                    return Rule("-".join(step[0] for step in told), told[0][1], _why(known[i], j, k), predict)
    return None


def _deviating(places: tuple[int, int, int]) -> int:
    return sum(bool(place) for place in places)


def _why(scores: Scores, j: int, k: int) -> str:
    """What was done, in the order in which it was done; the last of it in full."""
    reasons = [scores[2]] if scores[0] else []
    if j:
        reasons.append(_taken(BEFORE[j][2]) if k else BEFORE[j][2])
    if k:
        reasons.append(SHARES[k][2])
    return " ".join([*(reason.split(". ")[0].rstrip(".") + "." for reason in reasons[:-1]), reasons[-1]])


def _taken(why: str) -> str:
    """What was done to the scores, where no softmax followed."""
    first = why.split(",")[0].rstrip(".")
    return first.replace(" went into softmax", " were taken").replace(" before softmax", " first") + "."


def telling_calls(tried: Sequence[Trial], part: int, extreme: Callable[[Trial], bool]) -> list[Trial]:
    """The wrong calls, first those with most numbers, up to a few: different formulas hardly ever agree there."""
    wrong: list[tuple[int, int, Trial]] = []
    for trial in tried:
        got, want = trial.got(part), trial.want(part)
        if got is None or want is None or got.ndim != 1 or extreme(trial) or not np.isfinite(got).all():
            continue
        if got.shape == want.shape and not close(got, want):
            wrong.append((got.size if got.size < 6 else -got.size, -len(wrong), trial))
    return [trial for _, _, trial in sorted(wrong, reverse=True)]


@dataclass(frozen=True)
class _Rows:
    """What may have gone into sharing out, for one call.

    numbers : as rows, each once. places : of each row, which scores (a list: some agree in this call) and which step before.
    """

    numbers: Floats
    places: list[tuple[list[int], int]]

    @classmethod
    def of(cls, screen: Trial, known: Sequence[Scores], got: Floats) -> _Rows:
        """All scores, each with all that may come before."""
        found: dict[bytes, tuple[Floats, list[int]]] = {}
        for i, entry in enumerate(known):
            try:
                scores = np.asarray(entry[3](screen), dtype=float)
            except (ValueError, IndexError):
                continue
            if scores.shape == got.shape:
                found.setdefault((scores + 0.0).tobytes(), (scores, []))[1].append(i)
        stack = np.array([scores for scores, _ in found.values()]).reshape(-1, *got.shape)
        numbers = np.concatenate([np.asarray(before[3](stack), dtype=float) for before in BEFORE])
        places = [(which, j) for j in range(len(BEFORE)) for _, which in found.values()]
        return cls(numbers, places)

    def some(self, deviating: int, exactly: bool) -> tuple[Floats, list[tuple[list[int], int]]]:
        """The rows with so many deviating steps at most, or exactly, without those that became nan."""
        pick = max if exactly else min  # of scores that agree, the right ones count as no deviation
        counts = np.array([bool(pick(which)) + bool(j) for which, j in self.places])
        fits = counts == deviating if exactly else counts <= deviating
        kept = np.flatnonzero(fits & ~np.isnan(self.numbers).any(axis=1))
        # In columns in memory: so it is quick to add up a few scores of thousands of rows.
        return np.asfortranarray(self.numbers[kept]), [self.places[row] for row in kept]


@cache
def _whole_shares() -> tuple[bool, ...]:
    """Of each way to share out whether what it gives always adds up to 1."""
    generic = np.array([[0.3, -1.1, 2.2, 0.7], [1.9, 0.4, -0.6, 3.1], [-2.3, 1.4, 0.9, -0.2]])
    with np.errstate(all="ignore"):
        shared = [np.asarray(share[3](generic), dtype=float) for share in SHARES]
    return tuple(x.shape == generic.shape and bool(np.abs(x.sum(-1) - 1).max() < 1e-9) for x in shared)


def _fitting(rows: _Rows, got: Floats, most: int) -> Iterator[tuple[int, int, int]]:
    """What gives the numbers of this one call, two steps deviating at most or three: places in the three lists."""
    allowed = ATOL + RTOL * np.abs(got)
    whole = abs(float(got.sum()) - 1) < 1e-6
    for other in (False, True) if most < 3 else (True,):
        stack, places = rows.some(most - other, most == 3)
        for k in range(1, len(SHARES)) if other else (0,):
            if most == 3 and _whole_shares()[k] != whole:
                continue
            shared = np.asarray(SHARES[k][3](stack), dtype=float)
            if shared.shape != stack.shape:
                continue
            # Most fail at the first number.
            few = np.flatnonzero(np.abs(shared[:, 0] - got[0]) <= allowed[0])
            for row in few[(np.abs(shared[few] - got) <= allowed).all(-1)].tolist() if few.size else ():
                which, j = places[row]
                yield from ((i, j, k) for i in which if bool(i) + bool(j) + other <= most)
