"""The right numbers with digits missing."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import numpy as np

from lookback.checker.probes.trials import Trial, first_shown, numbers_of
from lookback.checker.said import Said, join


def rounding(
    tried: Sequence[Trial], name: str, part: int, extreme: Callable[[Trial], bool] = lambda _: False
) -> Iterator[Said]:
    """The right numbers with digits missing, or with the precision of a smaller float.

    Calls with extreme scores may be wrong in another way too, if others show the digits.
    """
    shown = first_shown(tried, part)
    pairs_of = [(trial.got(part), trial.want(part)) for trial in tried if not extreme(trial)]
    both = [(got, want) for got, want in pairs_of if got is not None and want is not None]
    if not both or any(got.shape != want.shape for got, want in both):
        return
    with np.errstate(all="ignore"):
        for digits in range(1, 9):
            if all(np.abs(got - np.round(want, digits)).max(initial=0) < 1e-9 for got, want in both):
                why = f"The numbers are the right ones, rounded to {digits} place{'s' * (digits > 1)}. Rounding belongs to printing; what is computed goes on unrounded."
                yield _said("weights/rounded", "The result is rounded", shown, part, name, why)
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
                yield _said("weights/precision", "Too few digits", shown, part, name, why)
                return


def shortened(tried: Sequence[Trial], name: str, part: int, why: str) -> Iterator[Said]:
    """Wrong numbers that all end after a few places, where the right ones have no end of digits."""
    both = [(trial.got(part), trial.want(part)) for trial in tried]
    finite = [(a, b) for a, b in both if a is not None and b is not None and np.isfinite(a).all()]
    for digits in range(1, 5):
        if any(np.abs(got - np.round(got, digits)).max(initial=0) > 1e-12 for got, _ in finite):
            continue
        endless = sum(np.abs(want - np.round(want, 6)).max(initial=0) > 1e-9 for _, want in finite)
        ending = sum(np.abs(got - np.round(got, digits - 1)).max(initial=0) > 1e-9 for got, _ in finite)
        if digits > 1 and endless > 3 and ending > 3:
            shown = first_shown(tried, part)
            told = f"No number that came back has more than {digits} places: {why}."
            yield _said("weights/short", "Digits are missing", shown, part, name, told)
        return


def _said(id_: str, title: str, shown: Trial, part: int, name: str, why: str) -> Said:
    return Said(id_, title, join(numbers_of(shown, part, name), why), shown.case.id)
