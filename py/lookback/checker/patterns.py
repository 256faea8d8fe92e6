"""Which kind of call goes wrong: when no formula explains the numbers, what the failing calls have in common."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np

from lookback.checker import words
from lookback.checker.compare import close
from lookback.checker.probes.trials import Trial, first_failing, numbers_of
from lookback.checker.said import Said, join, named


def _arrays(trial: Trial) -> list[Any]:
    found: list[Any] = []
    for value in trial.arguments.values():
        found += list(value.values()) if isinstance(value, dict) else [value]
    return [array for array in found if isinstance(array, np.ndarray)]


def _numeric(trial: Trial) -> list[Any]:
    return [array for array in _arrays(trial) if array.dtype.kind in "fi" and array.size]


def _whole(trial: Trial) -> bool:
    arrays = _numeric(trial)
    return bool(arrays) and all(array.dtype.kind == "i" for array in arrays)


def _some_whole(trial: Trial) -> bool:
    return any(array.dtype.kind == "i" for array in _numeric(trial))


def _first(trial: Trial) -> Any:
    return _numeric(trial)[0]


def _scores(trial: Trial) -> Any:
    """The scores, where they are what is given; an empty matrix elsewhere, of which nothing holds."""
    return _first(trial) if next(iter(trial.arguments)) in ("z", "scores") else np.zeros((0, 0))


def _positions(trial: Trial) -> int:
    """The number of positions; ValueError for one query and one key, which have none."""
    if _dict(trial) is not None:
        raise ValueError("a single key")
    arrays = [array for array in _numeric(trial) if array.ndim == 2]
    return int((arrays[-1] if arrays else _first(trial)).shape[0])


def _features(trial: Trial) -> int:
    return int(next(array.shape[1] for array in [*_numeric(trial), np.zeros((0, 0))] if array.ndim == 2))


def _dict(trial: Trial) -> Any:
    return next((value for value in trial.arguments.values() if isinstance(value, dict)), None)


def _square(trial: Trial) -> bool:
    matrices = [array for array in _numeric(trial) if array.ndim == 2]
    return bool(matrices) and any(array.shape[0] == array.shape[1] for array in matrices)


def _masked(trial: Trial) -> bool:
    mask = trial.arguments.get("mask")
    return mask is not None


def _hides(trial: Trial, where: int) -> bool:
    mask = trial.arguments.get("mask")
    return mask is not None and not bool(mask[where])


# (what the failing calls have in common, as "when …", test). The order is the order of preference.
# fmt: off
COMMON: tuple[tuple[str, Callable[[Trial], bool]], ...] = (
    ("the arguments are whole numbers", _whole),
    ("an argument holds whole numbers", _some_whole),
    ("there is a −inf among the scores", lambda t: bool(np.isneginf(_scores(t)).any())),
    ("the first score is −inf", lambda t: _scores(t).ndim == 1 and bool(np.isneginf(_scores(t)[0]))),
    ("more than one score is −inf", lambda t: int(np.isneginf(_scores(t)).sum()) > 1),
    ("a mask is given", _masked),
    ("the first position is masked", lambda t: _hides(t, 0)),
    ("the last position is masked", lambda t: _hides(t, -1)),
    ("more than one position is masked", lambda t: _masked(t) and int((~t["mask"]).sum()) > 1),
    ("no mask is given", lambda t: "mask" in t.arguments and t["mask"] is None),
    ("there is a single position", lambda t: _positions(t) == 1),
    ("there is a single query", lambda t: _first(t).ndim == 2 and _first(t).shape[0] == 1),
    ("there are other than 3 positions", lambda t: _positions(t) != 3),
    ("there are more than 3 positions", lambda t: _positions(t) > 3),
    ("there are more than 2 positions", lambda t: _positions(t) > 2),
    ("there are fewer than 3 positions", lambda t: _positions(t) < 3),
    ("there are other than 2 positions", lambda t: _positions(t) != 2),
    ("there are 3 positions", lambda t: _positions(t) == 3),
    ("an array is square", _square),
    ("no array is square", lambda t: not _square(t)),
    ("all numbers of the first argument are negative", lambda t: bool((_first(t) < 0).all())),
    ("the largest number of the first argument is negative", lambda t: bool(_first(t).max() < 0)),
    ("the first argument holds negative numbers", lambda t: bool((_first(t) < 0).any())),
    ("the first argument holds no negative numbers", lambda t: not (_first(t) < 0).any()),
    ("two scores are equal", lambda t: _scores(t).ndim == 1 and len(np.unique(_scores(t))) < _scores(t).size),
    ("all scores are equal", lambda t: _scores(t).ndim == 1 and len(np.unique(_scores(t))) == 1 and _scores(t).size > 1),
    ("the first score is not the largest", lambda t: _scores(t).ndim == 1 and _scores(t)[0] < _scores(t).max()),
    ("the last score is not the largest", lambda t: _scores(t).ndim == 1 and _scores(t)[-1] < _scores(t).max()),
    ("a number beyond 100 takes part", lambda t: any(bool(np.abs(a[np.isfinite(a)]).max(initial=0) > 100) for a in _numeric(t))),
    ("a number of the first argument is 0", lambda t: bool((_first(t) == 0).any())),
    ("there are other than 2 features", lambda t: _features(t) != 2),
    ("there are more than 2 features", lambda t: _features(t) > 2),
    ("there are other than 3 features", lambda t: _features(t) != 3),
    ("there is a single feature", lambda t: any(a.ndim == 2 and a.shape[1] == 1 for a in _numeric(t))),
)
# fmt: on


def common_trait(tried: Sequence[Trial]) -> Iterator[Said]:
    """If the failing calls are exactly those of one kind, say which. One call alone has no kind."""
    failing = {trial.case.id for trial in tried if trial.rung.step}
    if len(failing) < 2 or len(tried) - len(failing) < 2:
        return
    for trait, test in COMMON:
        if all(_holds(test, trial) == (trial.case.id in failing) for trial in tried):
            shown = first_failing(tried)
            part = shown.rung.part
            what = numbers_of(shown, part, "")
            why = f"The other {len(tried) - len(failing)} cases come out right: of these cases exactly those fail where {trait}."
            yield Said(
                "pattern/" + trait.replace(" ", "-").replace("−", "")[:40],
                f"Wrong when {trait}",
                join(what, why),
                shown.case.id,
            )
            return


def _holds(test: Callable[[Trial], bool], trial: Trial) -> bool:
    with np.errstate(all="ignore"):
        try:
            return bool(test(trial))
        except (IndexError, ValueError, TypeError, KeyError, AttributeError):
            return False


def _same_but_mask(trial: Trial, other: Trial) -> bool:
    """Whether two calls differ in their masks alone: then one answer for both says that the mask has no effect."""
    names = [name for name in trial.arguments if name != "mask"]
    return bool("mask" in trial.arguments and all(np.array_equal(trial[name], other[name]) for name in names))


def stale_answer(tried: Sequence[Trial]) -> Iterator[Said]:
    """The answer to an earlier call came back for another one."""
    answers: list[tuple[Trial, Any]] = []
    stale: list[tuple[Trial, Trial]] = []
    for trial in tried:
        part = trial.rung.part
        got, want = trial.got(part), trial.want(part)
        if got is None or want is None:
            continue
        if trial.rung.step == "values":
            stale += [
                (trial, earlier)
                for earlier, right in answers
                if right.shape == got.shape and close(got, right) and not _same_but_mask(trial, earlier)
            ][:1]
        answers.append((trial, trial.want(part)))
    failing = [trial for trial in tried if trial.rung.step]
    if len(stale) >= 2 and len({earlier.case.id for _, earlier in stale}) > 1 and stale[0][0] is failing[0]:
        trial, earlier = stale[0]
        why = f"That is the answer to the case “{earlier.case.title}”, an earlier call: something is kept between calls."
        what = numbers_of(trial, trial.rung.part, "")
        yield Said("pattern/stale", "The answer to an earlier call", join(what, why), trial.case.id)


def cut_to_whole(tried: Sequence[Trial]) -> Iterator[Said]:
    """Right for floats; for whole numbers the result holds whole numbers too."""
    failing = [trial for trial in tried if trial.rung.step]
    if not failing or not all(_some_whole(trial) and trial.rung.step == "values" for trial in failing):
        return
    shown = failing[0]
    got, want = shown.got(shown.rung.part), shown.want(shown.rung.part)
    if got is None or want is None or got.shape != want.shape or (got != np.trunc(got)).any():
        return
    why = "With floats it is right. An array made like an integer argument (zeros_like, copy, dtype=int) holds whole numbers and cuts what follows the point."
    yield Said(
        "pattern/integer-array",
        "An integer array cuts the numbers",
        join(numbers_of(shown, shown.rung.part, ""), why),
        shown.case.id,
    )


def _shape(array: Any) -> tuple[int, ...]:
    return () if array is None else array.shape


def exchanged_pair(tried: Sequence[Trial]) -> Iterator[Said]:
    """The two results stand in each other's place, whatever else may be wrong with them: their shapes tell."""
    telling: list[Trial] = []
    for trial in tried:
        got, want = (trial.got(0), trial.got(1)), (trial.want(0), trial.want(1))
        if any(array is None for array in (*got, *want)):
            continue
        shapes = [array.shape for array in (*got, *want) if array is not None]
        if shapes[0] != shapes[3] or shapes[1] != shapes[2]:
            return
        if shapes[2] != shapes[3]:
            telling.append(trial)
    if not telling:
        return
    sizes = [words.shape(_shape(telling[0].want(part))) for part in (1, 0)]
    what = f"{named(telling[0].case)} gave first an array of shape {sizes[0]}, then one of {sizes[1]}."
    why = "These are the shapes of context and weights: the two came back in the wrong order. What the numbers are is the next question."
    yield Said("pair/exchanged", "The two results are exchanged", join(what, why), telling[0].case.id)


def constant_answer(tried: Sequence[Trial]) -> Iterator[Said]:
    """The same numbers come back whatever the arguments are."""
    values = [(trial, trial.got(trial.rung.part)) for trial in tried]
    shown = first_failing(tried)
    first = shown.got(shown.rung.part)
    if first is None or len(values) < 3:
        return
    same = [
        got is not None and got.shape == first.shape and bool(np.array_equal(got, first, equal_nan=True))
        for _, got in values
    ]
    if all(same):
        why = "The same numbers come back for every call: the result does not follow the arguments."
        yield Said(
            "pattern/constant",
            "The result does not follow the arguments",
            join(numbers_of(shown, shown.rung.part, ""), why),
            shown.case.id,
        )


def plain_difference(tried: Sequence[Trial]) -> Iterator[Said]:
    """The last resort: where the numbers differ first, by how much, and how many cases are right."""
    shown = first_failing(tried)
    right = sum(not trial.rung.step for trial in tried)
    part = shown.rung.part
    got, want = shown.got(part), shown.want(part)
    what = numbers_of(shown, part, "")
    if right == len(tried) - 1 and right > 1:
        why = f"It is the only one of {len(tried)} cases that goes wrong: “{shown.case.title}”."
        yield Said("values/only-here", "One case goes wrong", join(what, why), shown.case.id)
        return
    if got is not None and want is not None and got.shape == want.shape and got.size > 1:
        why = f"{_where_wrong(got, want)}, and {right} of {len(tried)} cases come out right."
    else:
        why = f"{right} of {len(tried)} cases come out right."
    yield Said("values/differ", "The numbers differ", join(what, why), shown.case.id)


def _where_wrong(got: Any, want: Any) -> str:
    """Which rows or entries are wrong; all of them by the same amount or factor, if so."""
    with np.errstate(all="ignore"):
        bad = ~(np.abs(got - want) <= 1e-9 + 1e-6 * np.abs(want))
        difference, ratio = (got - want)[bad], (got / want)[bad]
    if bad.sum() > 1 and np.isfinite(difference).all() and np.ptp(difference) < 1e-9:
        return f"The wrong entries are all off by {words.number(float(difference[0]))}"
    if bad.sum() > 1 and np.isfinite(ratio).all() and np.ptp(ratio) < 1e-6:
        return f"The wrong entries are all {words.number(float(ratio[0]))} times the right ones"
    if got.ndim == 2 and not bad.any(axis=1).all():
        rows = [str(row) for row in np.flatnonzero(bad.any(axis=1))[:3]]
        return f"Only row{'s' * (len(rows) > 1)} {words.listed(rows)} of {len(got)} {'differ' if len(rows) > 1 else 'differs'}"
    if got.ndim == 2 and not bad.any(axis=0).all():
        columns = [str(column) for column in np.flatnonzero(bad.any(axis=0))[:3]]
        return f"Only column{'s' * (len(columns) > 1)} {words.listed(columns)} of {got.shape[1]} {'differ' if len(columns) > 1 else 'differs'}"
    return f"{int(bad.sum())} of {got.size} entries differ here"
