"""What can be said of any wrong weights, when no formula explains them: which entries, by how much, as if what."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import numpy as np

from lookback.checker import words
from lookback.checker.compare import close
from lookback.checker.probes import sharing
from lookback.checker.probes.trials import Floats, Trial, first_shown, numbers_of
from lookback.checker.said import Said, join

Scores = Callable[[Trial], Floats]
Data = list[tuple[Floats, Floats, Floats]]  # what came back, what is right, the scores


def leftover(tried: Sequence[Trial], scores: Scores, name: str, part: int) -> Iterator[Said]:
    """The most specific true sentence about wrong weights."""
    shown = _finite_shown(tried, part)
    got, want, s = shown.got(part), shown.want(part), scores(shown)
    if got is None or want is None or got.shape != want.shape or got.ndim != 1:
        return
    what = numbers_of(shown, part, name)
    if not np.isfinite(got).all():
        yield Said(
            "weights/nan", "nan among the weights", join(what, _not_finite(got, s)), shown.case.id, weak=True
        )
        return
    data = _data(tried, scores, part)
    for said in (
        _straight(data, got, s),
        _floor(data),
        _hidden(got, s),
        _zeros(data, got, want),
        _moved_by(data),
        _order(got, want),
        _total(got, want),
        _negative(got),
    ):
        if said is not None:
            yield Said(
                f"weights/{said[0]}",
                said[1],
                join(what, said[2]),
                shown.case.id,
                weak=said[0] not in ("left-out", "line", "floor"),
            )
            return
    yield from _as_if(got, want, s, what, shown)


def _finite_shown(tried: Sequence[Trial], part: int) -> Trial:
    """The first wrong call with plain numbers; nan says less."""
    for trial in tried:
        got, want = trial.got(part), trial.want(part)
        if got is None or want is None or got.shape != want.shape or close(got, want):
            continue
        if np.isfinite(got).all():
            return trial
    return first_shown(tried, part)


def _data(tried: Sequence[Trial], scores: Scores, part: int) -> Data:
    found = []
    for trial in tried:
        got, want, s = trial.got(part), trial.want(part), scores(trial)
        if (
            got is not None
            and want is not None
            and got.shape == want.shape == s.shape
            and np.isfinite(got).all()
        ):
            found.append((got, want, s))
    return found


def _not_finite(got: Floats, s: Floats) -> str:
    where = int(np.argmin(np.isfinite(got)))
    kind = words.number(float(got[where]))
    if np.abs(s).max() < 500:
        return f"Position {where} is {kind}, though no score is beyond {words.number(float(np.abs(s).max()))}: nan comes of inf − inf, 0 / 0 or 0 · inf, so something became inf or every exponential 0 on the way."
    span = f"{words.number(float(s.min()))} to {words.number(float(s.max()))}"
    return f"Position {where} is {kind}: with scores from {span} an exponential or their sum became inf or 0. The largest exponent would be 0 if the largest score were taken off."


def _zeros(data: Data, got: Floats, want: Floats) -> tuple[str, str, str] | None:
    """Positions with a finite score that got exactly 0: which ones, in all calls."""
    empty = (got == 0) & (want > 1e-12)
    if not empty.any():
        return None
    where = words.listed([str(i) for i in np.flatnonzero(empty)[:3]])
    total = words.number(float(got.sum()))
    others = "" if abs(float(got.sum()) - 1) < 1e-9 else f"; the others together {total}"
    start = f"Position{'s' * (int(empty.sum()) > 1)} {where} got exactly 0{others}."
    return "left-out", "A position is left out", f"{start} {_which_zeros(data)}"


def _which_zeros(data: Data) -> str:
    """What the positions that got 0 have in common."""
    cut = [(g == 0) & (w > 1e-12) for g, w, _ in data]
    dropped = [float(w[c].max()) for (g, w, _), c in zip(data, cut, strict=True) if c.any()]
    kept = [
        float(w[~c & (g > 0)].min()) for (g, w, _), c in zip(data, cut, strict=True) if (~c & (g > 0)).any()
    ]
    most = max(int((g > 0).sum()) for g, _, _ in data)
    where = [(s, c) for (_, _, s), c in zip(data, cut, strict=True) if c.any()]
    if all((s[c] == 0).all() for s, c in where):
        return "A score of exactly 0 gets nothing; e^0 is 1, and every finite score gets a share."
    if dropped and kept and max(dropped) < min(kept):
        return (
            f"Weights up to {words.small(max(dropped))} were dropped, from {words.small(min(kept))} on kept."
        )
    if all((s[c] < 0).all() and (s[g > 0] >= 0).all() for (g, _, s), c in zip(data, cut, strict=True)):
        return "Scores below 0 get nothing; softmax gives every finite score a share."
    if all((s[c] <= 0).all() and (s[g > 0] > 0).all() for (g, _, s), c in zip(data, cut, strict=True)):
        return "Scores of 0 and below get nothing; softmax gives every finite score a share."
    if any((w > 1e-12).sum() > most for _, w, _ in data) and all(
        (g > 0).sum() >= min(most, (w > 1e-12).sum()) for g, w, _ in data
    ):
        top = all(not c.any() or s[c].max() <= s[g > 0].min() for (g, _, s), c in zip(data, cut, strict=True))
        best = f"Only the {most} largest scores" if top else f"Only {most} positions"
        return f"{best} ever get weight. Every finite score gets a share, however many there are."
    if all(c.size < 2 or bool(c[-1]) for c in cut):
        return "The last position never gets weight: a loop ends one too early."
    if all(c.size < 2 or bool(c[0]) for c in cut):
        return "The first position never gets weight: a loop starts one too late."
    if all(not c.any() or s[c].max() < s[~c].max() for (_, _, s), c in zip(data, cut, strict=True)):
        return "Only positions below the best one are left out; every finite score gets a share."
    return "Every finite score gets a share."


def _floor(data: Data) -> tuple[str, str, str] | None:
    """Weights of finite scores that never fall below a limit, of their own or beside the largest one."""
    finite = [(g[np.isfinite(s)], w[np.isfinite(s)]) for g, w, s in data if np.isfinite(s).any()]
    for beside, told in ((False, ""), (True, " of the largest one")):
        found = [
            [float(x.min()) / (float(x.max()) if beside else 1.0) for x in pair]
            for pair in finite
            if min(float(x.max()) for x in pair) > 0
        ]
        lifted = [g for g, w in found if g > w * (1 + 1e-6) and g > 1e-9]
        if len(lifted) < 2 or np.ptp(lifted) > 1e-4 * lifted[0]:
            continue
        if all(g > lifted[0] * (1 - 1e-4) for g, _ in found):
            why = f"No weight is below {words.small(lifted[0])}{told}, however low its score: exponents or weights are cut off from below."
            return "floor", "Small weights are lifted", why
    return None


def _hidden(got: Floats, s: Floats) -> tuple[str, str, str] | None:
    """A score of −inf with a weight."""
    where = np.flatnonzero(np.isneginf(s) & (got > 0))
    if not where.size:
        return None
    i = int(where[0])
    why = f"Position {i} has the score −inf and got {words.small(float(got[i]))}; exp(−inf) is exactly 0."
    return "hidden", "A weight for a score of −inf", why


def _moved_by(data: Data) -> tuple[str, str, str] | None:
    """The right weights plus a constant, or times a constant; the same in every call, or by position."""
    if len(data) < 3:
        return None
    offsets = [float((g - w)[0]) for g, w, _ in data]
    if all(close(g - w, np.full(g.shape, offsets[0])) for g, w, _ in data) and abs(offsets[0]) > 1e-9:
        return (
            "offset",
            "A constant is added to the weights",
            f"Every weight is {words.small(offsets[0])} away from the right one, in every call: a constant was added after sharing out.",
        )
    with np.errstate(all="ignore"):
        ratios = [g[w > 0] / w[w > 0] for g, w, _ in data]
    if all(r.size and np.isfinite(r).all() and np.ptp(r) < 1e-6 * abs(r[0]) for r in ratios):
        first = [float(r[0]) for r in ratios]
        if np.ptp(first) < 1e-6 * abs(first[0]):
            return (
                "factor",
                "The weights are scaled",
                f"Every weight is {words.number(first[0])} times the right one, in every call, so together they are {words.number(first[0])} and not 1.",
            )
    return None


def _straight(data: Data, got: Floats, s: Floats) -> tuple[str, str, str] | None:
    """Weights that grow with the scores along a straight line: no exponential is at work."""
    telling = 0
    for g, _, scores in data:
        spread = np.ptp(scores)
        if scores.size < 3 or not np.isfinite(spread) or spread < 1e-9:
            continue
        slope, start = np.polyfit(scores, g, 1)
        if slope <= 0 or not close(slope * scores + start, g):
            return None
        telling += len(np.unique(scores)) > 2
    if telling < 2:
        return None
    best, least = int(np.argmax(s)), int(np.argmin(s))
    ratio = words.number(float(got[best] - got[least]) / float(s[best] - s[least]))
    why = f"The weights grow with the scores along a straight line, {ratio} for each 1 of score: no exponential is at work."
    return "line", "A straight line in place of the exponential", why


def _order(got: Floats, want: Floats) -> tuple[str, str, str] | None:
    if not close(np.sort(got), np.sort(want)):
        return None
    why = "The right weights stand at the wrong positions; each belongs where its score is."
    return "order", "The weights stand in another order", why


def _negative(got: Floats) -> tuple[str, str, str] | None:
    if not (got < 0).any():
        return None
    where = int(np.argmin(got))
    why = f"Position {where} has the negative weight {words.number(float(got[where]))}. Exponentials and their shares never are: something else was shared out."
    return "negative", "A negative weight", why


def _total(got: Floats, want: Floats) -> tuple[str, str, str] | None:
    total = float(got.sum())
    if abs(total - 1) < 1e-6 or (got < 0).any():
        return None
    with np.errstate(all="ignore"):
        ratios = got[want > 0] / want[want > 0]
    sums = f"together they are {words.number(total, 4)}, not 1"
    if ratios.size > 1 and np.ptp(ratios) < 1e-6 * abs(ratios[0]):
        why = f"The proportions are right, but {sums}: the denominator is {words.number(1 / total, 4)} times the sum of the exponentials."
        return "sum", "The weights do not add up to 1", why
    right = [str(i) for i in range(got.size) if close(got[i : i + 1], want[i : i + 1])]
    if right:
        few = "is" if len(right) == 1 else "are"
        why = f"Position{'s' * (len(right) > 1)} {words.listed(right[:3])} {few} right and the others not, so {sums}: the denominator, or a position's own score, changed on the way."
        return "sum", "Some weights are right", why
    low, high = float(ratios.min()), float(ratios.max())
    why = f"{words.first_upper(sums)}: the entries are {words.number(low)} to {words.number(high)} times the right ones, so they are no shares of one sum."
    return "sum", "The weights do not add up to 1", why


def _as_if(got: Floats, want: Floats, s: Floats, what: str, shown: Trial) -> Iterator[Said]:
    """Weights that add up to 1: the softmax of other scores than these; say of which."""
    if got[int(np.argmax(s))] < got.max() - 1e-9 and s[int(np.argmax(got))] < s.max():
        why = f"They add up to 1, but position {int(np.argmax(got))} has the most weight, and the largest score, {words.number(float(s.max()))}, is at {int(np.argmax(s))}."
        yield Said(
            "weights/best", "The largest score does not win", join(what, why), shown.case.id, weak=True
        )
        return
    if got.size < 2 or not (got > 0).all():
        return
    best = int(np.argmax(s))
    with np.errstate(all="ignore"):
        implied = np.log(got) - np.log(got[best]) + s[best]
    worst = int(np.argmax(np.where(np.isfinite(s), np.abs(implied - s), 0)))
    if np.abs(sharing.right(implied) - got).max() > 1e-6:
        return
    a, b = words.apart(float(implied[worst]), float(s[worst]))
    why = f"They add up to 1, and next to position {best} the weight at {worst} is that of the score {a}; the score there is {b}. The scores were changed before the exponential."
    yield Said(
        "weights/shape", "Not the exponentials of the scores", join(what, why), shown.case.id, weak=True
    )
