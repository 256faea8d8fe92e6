"""A submission's calls as the probes see them, and the test whether a supposed formula explains them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from lookback.checker import words
from lookback.checker.bundle import Answers, JudgedCase
from lookback.checker.compare import Outcome, Rung, close
from lookback.checker.said import Said, join, named
from lookback.checker.values import Seen

Floats = np.ndarray[Any, np.dtype[np.float64]]
Predict = Callable[["Trial"], Any]

EXTREME = 100.0  # scores beyond this are there for overflow and underflow, not for the formula


@dataclass(frozen=True)
class Trial:
    """One call: its arguments by name, what came back, what is right."""

    case: JudgedCase
    outcome: Outcome
    rung: Rung
    arguments: dict[str, Any]

    def got(self, part: int = 0) -> Floats | None:
        """The numbers of a result, or None if there are none."""
        return _numbers(self.outcome.value, part)

    def want(self, part: int = 0) -> Floats | None:
        """The right numbers of a result."""
        return _numbers(self.case.expected.value, part)

    @property
    def label(self) -> str:
        """Which part of the result is meant, where it is not the whole."""
        return ""

    def __getitem__(self, name: str) -> Any:
        return self.arguments[name]


@dataclass(frozen=True)
class Rule:
    """A supposed formula: its name, what to say when it explains the numbers, and what it predicts."""

    id: str
    title: str
    why: str
    predict: Predict


def trials(
    cases: Iterable[JudgedCase], outcomes: Sequence[Outcome | None], rungs: Sequence[Rung], answers: Answers
) -> list[Trial]:
    """The promised calls that were made."""
    made = []
    for case, outcome, rung in zip(cases, outcomes, rungs, strict=False):
        if outcome is not None and case.note is None:
            arguments = {name: case.argument(answers.names, name) for name in answers.names}
            made.append(Trial(case, outcome, rung, arguments))
    return made


Extreme = Callable[[Trial], bool]


def never(_: Trial) -> bool:
    """No call has extreme scores."""
    return False


@dataclass(frozen=True)
class Evidence:
    """The calls with numbers, each with what came back, whether that tells and whether its scores are extreme.

    The wrong ones stand first: there most formulas fail at once. ``first_wrong`` is False when the first ordinary call
    that failed did so in another part.
    """

    calls: list[tuple[Trial, Floats, bool, bool]]
    first_wrong: bool

    @classmethod
    def of(cls, tried: Sequence[Trial], part: int, extreme: Extreme) -> Evidence:
        """Read once for all formulas that are tried on the same calls."""
        for calls, about, which, known in _read:
            if calls is tried and about == part and which is extreme:
                return known
        found = cls._of(tried, part, extreme)
        del _read[5:]
        _read.insert(0, (tried, part, extreme, found))
        return found

    @classmethod
    def _of(cls, tried: Sequence[Trial], part: int, extreme: Extreme) -> Evidence:
        wrong: list[tuple[Trial, Floats, bool, bool]] = []
        right: list[tuple[Trial, Floats, bool, bool]] = []
        first = None
        for trial in tried:
            got, want = trial.got(part), trial.want(part)
            if got is None or want is None:
                continue
            is_wrong = got.shape != want.shape or not close(got, want)
            # nan comes about in many ways: alone it says nothing of the formula.
            call = (trial, got, is_wrong and bool(np.isfinite(got).any()), bool(extreme(trial)))
            (wrong if is_wrong and not call[3] else right).append(call)
            first = is_wrong if first is None and trial.rung.step and not call[3] else first
        return cls(wrong + right, first is not False)


_read: list[
    tuple[Sequence[Trial], int, Extreme, Evidence]
] = []  # the last few, held so that none is mistaken


def explains(rule: Predict, tried: Sequence[Trial], part: int = 0, extreme: Extreme = never) -> bool:
    """Whether a formula gives the submission's numbers on every call that can tell, and is wrong where they are.

    Calls with extreme scores may differ: overflow hides what the formula is.
    """
    with np.errstate(all="ignore"):
        evidence = Evidence.of(tried, part, extreme)
        telling = 0
        for trial, got, tells, far in evidence.calls if evidence.first_wrong else ():
            predicted = _predict(rule, trial)
            if predicted is not None and close(predicted, got):
                telling += tells
            elif not far:
                return False
    return telling >= 2


def _predict(rule: Predict, trial: Trial) -> Floats | None:
    try:
        predicted = np.asarray(rule(trial), dtype=float)
    except (ValueError, IndexError, TypeError, ZeroDivisionError, KeyError, np.linalg.LinAlgError):
        return None
    return predicted


def first_failing(tried: Sequence[Trial], part: int | None = None) -> Trial:
    """The first call that went wrong, in this part if one did."""
    failing = [trial for trial in tried if trial.rung.step]
    here = [trial for trial in failing if part is None or trial.rung.part == part]
    return (here or failing)[0]


def first_shown(tried: Sequence[Trial], part: int = 0) -> Trial:
    """The first call whose numbers of this part are wrong, to show them."""
    for trial in tried:
        got, want = trial.got(part), trial.want(part)
        if got is not None and want is not None and (got.shape != want.shape or not close(got, want)):
            return trial
    return first_failing(tried)


def said(rule: Rule, trial: Trial, part: int, name: str, prefix: str = "probe") -> Said:
    """The rule in words, with the numbers of one call in front."""
    return Said(
        f"{prefix}/{rule.id}", rule.title, join(numbers_of(trial, part, name), rule.why), trial.case.id
    )


def numbers_of(trial: Trial, part: int, name: str) -> str:
    """What came back and what is right: "softmax([2, 0, 2]) gave weights [.5, 0, .5]; [.468, .063, .468] is right." """
    got, want = trial.got(part), trial.want(part)
    call = named(trial.case, 46)
    if got is None or want is None:
        return f"{call} gave no numbers."
    shown, right = _short_pair(got, want)
    of = " of ".join(part for part in (trial.label, name) if part)
    of = f"{of} " if of else ""
    return f"{call} gave {of}{shown}; {right} is right."


def _short_pair(got: Floats, want: Floats) -> tuple[str, str]:
    """Both as text; of long arrays the first wrong entry alone."""
    if got.shape != want.shape:
        return words.array(got, longest=40), words.array(want, longest=40)
    for digits in range(3, 10):
        a, b = words.array(got, digits, 200), words.array(want, digits, 200)
        if not np.array_equal(np.round(got, digits), np.round(want, digits)) and len(a) + len(b) <= 64:
            return a, b
    if got.ndim == 0:
        return words.apart(float(got), float(want))
    with np.errstate(all="ignore"):
        wrong = np.argwhere(~(np.abs(got - want) <= 1e-9 + 1e-6 * np.abs(want)))
    if not len(wrong):
        wrong = np.argwhere((want == 0) & (got != 0))
    index = tuple(int(i) for i in wrong[0]) if len(wrong) else (0,) * got.ndim
    a, b = words.apart(float(got[index]), float(want[index]))
    return f"{a} at {list(index)}", b


def _numbers(value: Seen | None, part: int) -> Floats | None:
    if value is None:
        return None
    if value.kind == "sequence" and part < len(value.items) and value.items[part].kind != "number":
        return value.items[part].numbers()
    return value.numbers() if part == 0 else None
