"""Ways to make a "context" of weights and values that are not the weighted sum of the rows."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from typing import Any

import numpy as np

from lookback.checker import words
from lookback.checker.compare import close
from lookback.checker.probes import sharing
from lookback.checker.probes.digits import rounding
from lookback.checker.probes.gathering_steps import stepwise
from lookback.checker.probes.trials import Floats, Rule, Trial, explains, first_shown, numbers_of, said
from lookback.checker.said import Said, join

Gather = Callable[[Floats, Floats], Any]


def _shared(w: Floats) -> Floats:
    return np.asarray(w / w.sum())


def _square(w: Floats, V: Floats) -> bool:
    return bool(V.shape[0] == V.shape[1])


def _lines_up(w: Floats, V: Floats) -> bool:
    """Whether the weights can stand over the columns at all, as NumPy repeats a single one of either."""
    return V.shape[1] in (1, len(w)) or len(w) == 1


def _whole_sums(w: Floats, V: Floats) -> Floats:
    """A sum kept in an integer array."""
    total = np.zeros(V.shape[1])
    for term in w[:, None] * V:
        total = np.trunc(total + term)
    return total


# (id, title, why, formula of weights and rows); for code that only runs on square arrays, the right sum elsewhere.
# fmt: off
GATHERS: tuple[tuple[str, str, str, Gather], ...] = (
    ("mean", "The plain mean", "This is the plain mean of the rows: the weights are not used.", lambda w, V: V.mean(axis=0)),
    ("sum", "The plain sum", "This is the plain sum of the rows: the weights are not used.", lambda w, V: V.sum(axis=0)),
    ("best", "The best row alone", "This is the row with the largest weight. A context mixes in every row, as much as its weight says.", lambda w, V: V[np.argmax(w)]),
    ("best-weighted", "The best row alone", "This is the row with the largest weight, times that weight. The other rows are missing.", lambda w, V: V[np.argmax(w)] * w.max()),
    ("worst", "The row with the least weight", "This is the row with the smallest weight. A context mixes in every row.", lambda w, V: V[np.argmin(w)]),
    ("columns", "The columns are weighted", "Each weight met a column. Positions are rows, each with its own weight; only a square array lets both run.", lambda w, V: V @ w if _square(w, V) else w @ V),
    ("columns-broadcast", "The columns are weighted", "The weights were lined up with the columns. Each row has its own weight; only a square array lets both run.", lambda w, V: (w * V).sum(axis=0) if _lines_up(w, V) else w @ V),
    ("columns-always", "The columns are weighted", "The weights met the columns. Positions are rows, and each row has its own weight.", lambda w, V: (w * V).sum(axis=0)),
    ("column-sums", "Columns weighted, then rows", "The weights were lined up with the columns and each row added up. Rows have the weights, and are added.", lambda w, V: (w * V).sum(axis=1) if _lines_up(w, V) else w @ V),
    ("columns-partly", "The columns are weighted", "The weights met the columns, states[:, i]. Positions are rows, and each row has its own weight.", lambda w, V: V[:, : len(w)] @ w if V.shape[1] >= len(w) else None),
    ("features", "Added within each row", "The features of each row were added up, one number per position. The rows have to be added.", lambda w, V: (w[:, None] * V).sum(axis=1)),
    ("features-square", "Added within each row", "The features of each row were added up. Added are the rows, one number per feature.", lambda w, V: (w[:, None] * V).sum(axis=1) if _square(w, V) else w @ V),
    ("feature-means", "Averaged within each row", "The features of each row were averaged. Added are the rows, one number per feature.", lambda w, V: (w[:, None] * V).mean(axis=1) if _square(w, V) else w @ V),
    ("feature-means-always", "Averaged within each row", "The features of each row were averaged, one number per position. The rows have to be added.", lambda w, V: (w[:, None] * V).mean(axis=1)),
    ("everything", "Everything is added up", "Everything was added up to one number. A context has one number per feature.", lambda w, V: (w[:, None] * V).sum()),
    ("not-added", "The weighted rows are not added", "Every row was multiplied by its weight; they still have to be added up over the positions.", lambda w, V: w[:, None] * V),
    ("averaged", "The weighted rows are averaged", "The sum was divided by the number of positions. The weights add up to 1 already.", lambda w, V: (w[:, None] * V).mean(axis=0)),
    ("last", "Only the last row is kept", "This is the last row times its weight: = where += is meant forgets the rows before.", lambda w, V: w[-1] * V[-1]),
    ("first", "Only the first row is kept", "This is the first row times its weight: a return inside the loop ends it at once.", lambda w, V: w[0] * V[0]),
    ("last-row", "Only the last row is kept", "This is the last row itself, the fixed summary. A context mixes in every row.", lambda w, V: V[-1]),
    ("first-row", "Only the first row is kept", "This is the first row itself. A context mixes in every row.", lambda w, V: V[0]),
    ("without-last", "The last position is left out", "The last row is missing from the sum: a loop ends one too early.", lambda w, V: w[:-1] @ V[:-1]),
    ("without-last-of-more", "The last position is left out", "The last row is missing from the sum wherever there are more than one: a loop ends one too early.", lambda w, V: w[:-1] @ V[:-1] if len(w) > 1 else w @ V),
    ("without-first", "The first position is left out", "The first row is missing from the sum: a loop starts one too late.", lambda w, V: w[1:] @ V[1:]),
    ("first-two", "Only two rows are used", "Only the first two rows were added up; further ones are missing.", lambda w, V: w[:2] @ V[:2]),
    ("first-three", "Only three rows are used", "Only the first three rows were added up; further ones are missing.", lambda w, V: w[:3] @ V[:3]),
    ("first-and-last", "Only the first and the last row count", "The first row got its weight and the last row all the rest. Every row has a weight of its own.", lambda w, V: w[0] * V[0] + (1 - w[0]) * V[-1]),
    ("first-twice", "The first row counts too much", "The sum starts from the first row itself and adds all weighted rows to it. It has to start from zero.", lambda w, V: V[0] + w @ V),
    ("first-whole", "The first row has no weight of its own", "The sum starts from the first row without its weight, and adds the others with theirs.", lambda w, V: V[0] + w[1:] @ V[1:]),
    ("starts-at-one", "The sum starts from ones", "Every entry is 1 too large: the sum starts from ones where it has to start from zeros.", lambda w, V: 1 + w @ V),
    ("softmax-again", "Softmax is applied again", "The weights went through softmax once more, which flattens them. They are weights already.", lambda w, V: sharing.right(w) @ V),
    ("squared", "The weights are squared", "The rows were multiplied by the squares of the weights, or by the weights twice.", lambda w, V: w**2 @ V),
    ("squared-shared", "The weights are squared", "The squares of the weights were shared out again and used.", lambda w, V: (w**2 / (w**2).sum()) @ V),
    ("root", "The roots of the weights", "The square roots of the weights were used.", lambda w, V: np.sqrt(w) @ V),
    ("exponentials", "The exponential comes again", "The exponentials of the weights were used. They are weights already.", lambda w, V: np.exp(w) @ V),
    ("reversed", "The weights are reversed", "The weights were read from the back, so rows got the weights of others.", lambda w, V: w[::-1] @ V),
    ("sorted", "The weights are sorted", "The weights were sorted, so rows got the weights of others.", lambda w, V: np.sort(w) @ V),
    ("sorted-down", "The weights are sorted", "The weights were sorted, so rows got the weights of others.", lambda w, V: -np.sort(-w) @ V),
    ("moved", "The weights are moved by one", "Each row got the weight of its neighbour.", lambda w, V: np.roll(w, 1) @ V),
    ("moved-left", "The weights are moved by one", "Each row got the weight of its neighbour.", lambda w, V: np.roll(w, -1) @ V),
    ("complement", "1 minus the weight", "The rows were multiplied by 1 minus their weight.", lambda w, V: (1 - w) @ V),
    ("largest", "The largest in place of the sum", "For each feature the largest weighted entry was taken. The context adds them up.", lambda w, V: (w[:, None] * V).max(axis=0)),
    ("products", "Multiplied instead of added", "The weighted rows were multiplied with each other. The context adds them up.", lambda w, V: (w[:, None] * V).prod(axis=0)),
    ("weights-added", "The weights are added to the rows", "The weights were added to the rows, not multiplied with them.", lambda w, V: (w[:, None] + V).sum(axis=0)),
    ("divided", "The rows are divided by the weights", "The rows were divided by their weights, not multiplied.", lambda w, V: (V / w[:, None]).sum(axis=0)),
    ("unit", "The context is scaled to length 1", "The context was scaled to length 1 afterwards. The weighted sum stays as it is.", lambda w, V: (w @ V) / np.linalg.norm(w @ V)),
    ("unit-rows", "The rows are scaled to length 1", "The rows were scaled to length 1 before they were added up.", lambda w, V: w @ (V / np.linalg.norm(V, axis=1, keepdims=True))),
    ("shared", "The context is divided by its sum", "The context was divided by its own sum. Only weights add up to 1.", lambda w, V: (w @ V) / (w @ V).sum()),
    ("softmax-after", "The context goes through softmax", "The context went through softmax. Only scores do; the context is the weighted sum.", lambda w, V: sharing.right(w @ V)),
    ("tanh", "The context goes through tanh", "The context went through tanh, which is not part of the sum.", lambda w, V: np.tanh(w @ V)),
    ("positive", "Negative entries are cut to 0", "Negative entries of the context were cut to 0.", lambda w, V: np.maximum(w @ V, 0)),
    ("positive-rows", "Negative entries are cut to 0", "Negative entries of the rows were cut to 0 before they were added up.", lambda w, V: w @ np.maximum(V, 0)),
    ("absolute", "The signs are lost", "Absolute values were used, so negative entries count as positive ones.", lambda w, V: w @ np.abs(V)),
    ("absolute-after", "The signs are lost", "The absolute value of the context came back.", lambda w, V: np.abs(w @ V)),
    ("negated", "A minus sign in front", "The context came back with a minus sign.", lambda w, V: -(w @ V)),
    ("whole", "Cut to whole numbers", "The context was cut to whole numbers: an integer array or int() drops everything after the point.", lambda w, V: np.trunc(w @ V)),
    ("rounded", "Rounded to whole numbers", "The context was rounded to whole numbers.", lambda w, V: np.round(w @ V)),
    ("whole-terms", "Each term is cut to whole numbers", "Each weighted row was cut to whole numbers before it was added: an integer array drops what follows the point.", lambda w, V: np.trunc(w[:, None] * V).sum(axis=0)),
    ("whole-sums", "Each sum so far is cut to whole numbers", "After every row the sum was cut to whole numbers: an integer array drops what follows the point.", _whole_sums),
    ("hard-choice", "Small weights are dropped", "Only rows with a weight of at least a half count. A context mixes in every row.", lambda w, V: np.where(w >= 0.5, w, 0) @ V),
    ("first-counted-twice", "The first row counts twice", "The first row was added twice with its weight: the sum starts from it, and the loop adds it again.", lambda w, V: w[0] * V[0] + w @ V),
    ("last-counted-twice", "The last row counts twice", "The last row was added twice with its weight.", lambda w, V: w[-1] * V[-1] + w @ V),
    ("half-precision-weights", "The weights lose digits", "The weights went through float16, which keeps 3 digits.", lambda w, V: w.astype(np.float16).astype(float) @ V),
    ("half-precision-rows", "The rows lose digits", "The rows went through float16, which keeps 3 digits.", lambda w, V: w @ V.astype(np.float16).astype(float)),
    ("half-precision", "The numbers lose digits", "Weights and rows went through float16, which keeps 3 digits.", lambda w, V: (w.astype(np.float16) @ V.astype(np.float16)).astype(float)),
    ("whole-rows", "The rows are cut to whole numbers", "The rows were cut to whole numbers before they were weighted.", lambda w, V: w @ np.trunc(V)),
    ("rounded-rows", "The rows are rounded", "The rows were rounded to whole numbers before they were weighted.", lambda w, V: w @ np.round(V)),
    ("top-two", "Only two rows count", "Only the two rows with the largest weights count. A context mixes in every row.", lambda w, V: np.where(w >= np.sort(w)[-2:][0], w, 0) @ V),
    ("top-two-shared", "Only two rows count", "Only the two rows with the largest weights count, shared out again. A context mixes in every row.", lambda w, V: _shared(np.where(w >= np.sort(w)[-2:][0], w, 0)) @ V),
    ("top-three", "Only three rows count", "Only the three rows with the largest weights count. A context mixes in every row.", lambda w, V: np.where(w >= np.sort(w)[-3:][0], w, 0) @ V),
    ("over-largest", "The weights are divided by the largest", "The weights were divided by the largest one first. They add up to 1 as they are.", lambda w, V: (w / w.max()) @ V),
    ("unit-weights", "The weights are scaled to length 1", "The weights were divided by their length first. They add up to 1 as they are.", lambda w, V: (w / np.linalg.norm(w)) @ V),
    ("centred-weights", "A mean is taken off", "The mean was taken off first, of the weights or of the rows: both give these numbers.", lambda w, V: (w - w.mean()) @ V),
    ("pairs", "Weights and entries all paired", "Every weight was paired with every entry, not with the entries of its own row.", lambda w, V: np.outer(w, V)),
    ("median", "The median in place of the sum", "The median of the weighted rows was taken. The context adds them up.", lambda w, V: np.median(w[:, None] * V, axis=0)),
    ("smallest", "The smallest in place of the sum", "For each feature the smallest weighted entry was taken. The context adds them up.", lambda w, V: (w[:, None] * V).min(axis=0)),
    ("largest-plain", "The largest in place of the sum", "For each feature the largest entry of the rows was taken: the weights are not used.", lambda w, V: V.max(axis=0)),
    ("geometric", "A geometric mean", "The weights became exponents and the rows were multiplied. The context adds weighted rows.", lambda w, V: np.prod(V ** w[:, None], axis=0)),
    ("squared-rows", "The rows are squared", "The entries of the rows were squared first.", lambda w, V: w @ V**2),
    ("first-weight", "One weight for every row", "Every row was multiplied by the first weight: an index in the loop stays at 0.", lambda w, V: w[0] * V.sum(axis=0)),
    ("last-weight", "One weight for every row", "Every row was multiplied by the last weight.", lambda w, V: w[-1] * V.sum(axis=0)),
    ("first-row-always", "One row for every weight", "Every weight met the first row: an index in the loop stays at 0.", lambda w, V: w.sum() * V[0]),
    ("centred", "The mean is taken off", "The mean of the rows is missing from the result: weights or rows were centred first.", lambda w, V: w @ (V - V.mean(axis=0))),
    ("plus-mean", "The mean is added", "The plain mean of the rows was added to the weighted sum.", lambda w, V: w @ V + V.mean(axis=0)),
    ("softmax-states", "The rows go through softmax", "The columns of the rows went through softmax first. Only scores do.", lambda w, V: w @ sharing.right(V.T).T),
    ("softmax-features", "The rows go through softmax", "Each row went through softmax first. Only scores do.", lambda w, V: w @ sharing.right(V)),
    ("largest-row", "The row with the largest sum", "This is the row with the largest sum: the weights are not used.", lambda w, V: V[np.argmax(V.sum(axis=1))]),
    ("times-n", "Multiplied by the number of positions", "The context is too large by the number of positions.", lambda w, V: len(w) * (w @ V)),
    ("twice", "Counted twice", "The context is twice too large: the terms were added twice.", lambda w, V: 2 * (w @ V)),
    ("half", "Half of it", "The context is half of what is right: it was averaged with nothing.", lambda w, V: (w @ V) / 2),
    ("reversed-features", "The features are reversed", "The features of the context stand in reversed order.", lambda w, V: (w @ V)[::-1]),
    ("running", "Running sums over the features", "These are running sums over the features. Each feature is added up over the positions only.", lambda w, V: np.cumsum(w @ V)),
    ("weights", "The weights came back", "These are the weights themselves; the rows were not gathered.", lambda w, V: w),
    ("zeros", "Only zeros", "Only zeros came back: what was computed did not reach the result.", lambda w, V: np.zeros(V.shape[1])),
)
# fmt: on


@cache
def gather_rules() -> tuple[tuple[str, str, str, Gather], ...]:
    """Every other way to gather, those with a limit or a number of digits included."""
    return (*GATHERS, *_with_limits())


def _with_limits() -> Iterator[tuple[str, str, str, Gather]]:
    for digits in (1, 2, 3, 4):
        places = f"{digits} place{'s' * (digits > 1)}"
        why = f"The weights were rounded to {places} before they gathered the rows."
        yield f"weights-rounded-{digits}", "The weights are rounded", why, _with_rounded(digits)
    for limit in LIMITS:
        size = words.number(limit)
        for named, told, again, build in (
            (f"above-{limit}", f"below {size} were left out", False, np.greater_equal),
            (f"over-{limit}", f"up to {size} were left out", False, np.greater),
            (
                f"above-{limit}-shared",
                f"below {size} were left out and the rest shared out again",
                True,
                np.greater_equal,
            ),
            (
                f"over-{limit}-shared",
                f"up to {size} were left out and the rest shared out again",
                True,
                np.greater,
            ),
        ):
            why = f"Rows with a weight {told}. A context mixes in every row, as much as its weight says."
            yield named, "Small weights are dropped", why, _with_kept(limit, build, again)


LIMITS = (0.001, 0.01, 0.02, 0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.4)


def _with_rounded(digits: int) -> Gather:
    return lambda w, V: np.round(w, digits) @ V


def _with_kept(limit: float, compare: Callable[..., Any], again: bool) -> Gather:
    def gather(w: Floats, V: Floats) -> Any:
        kept = np.where(compare(w, limit), w, 0)
        return (_shared(kept) if again else kept) @ V

    return gather


def implied(got: Floats, V: Floats) -> Floats | None:
    """The weights with which these rows give this vector; None where the rows do not determine them."""
    if got.shape != V.shape[1:] or not np.isfinite(got).all() or np.linalg.matrix_rank(V) < len(V):
        return None
    found: Floats = np.linalg.lstsq(V.T, got, rcond=None)[0].astype(np.float64)
    return found if np.abs(found @ V - got).max() < 1e-6 * max(1.0, float(np.abs(got).max())) else None


def as_if(
    tried: Sequence[Trial],
    part: int,
    name: str,
    weights: Callable[[Trial], Floats],
    rows: Callable[[Trial], Floats],
) -> Iterator[Said]:
    """The weights that the context seems to have been gathered with, read off the numbers of one call."""
    for trial in tried:
        got, want = trial.got(part), trial.want(part)
        if got is None or want is None or got.shape != want.shape or close(got, want):
            continue
        w, V = weights(trial), rows(trial)
        found = implied(got, V)
        if found is None or found.shape != w.shape:
            continue
        yield Said(
            "context/as-if",
            "Gathered with other weights",
            join(numbers_of(trial, part, name), _difference(found, w)),
            trial.case.id,
            weak=True,
        )
        return


def _difference(found: Floats, w: Floats) -> str:
    """How the weights that fit differ from those that count."""
    found = np.round(found, 9) + 0.0
    bad = np.flatnonzero(np.abs(found - w) > 1e-6)
    fit = words.array(found)
    if len(bad) == 1:
        i = int(bad[0])
        a, b = words.apart(float(found[i]), float(w[i]))
        return f"Row {i} counts with {a}, and its weight is {b}; the other rows count as they should."
    if np.abs(found - found[0]).max() < 1e-6:
        return f"Every row counts with {words.number(float(found[0]))}; the weights are {words.array(w)}."
    return f"That is what the weights {fit} would gather; the weights are {words.array(w)}, each for its own row."


def context_rules(weights: Callable[[Trial], Floats]) -> Iterator[Rule]:
    """Wrong contexts of attention, given the weights that came back with them."""
    for name, title, why, gather in gather_rules():

        def predict(trial: Trial, gather: Gather = gather) -> Any:
            return gather(weights(trial), np.asarray(trial["V"], dtype=float))

        yield Rule(name, title, why, predict)
    yield Rule(
        "keys",
        "The keys are gathered, not the values",
        "This is weights @ K. The keys say where to look, the values what to bring back.",
        lambda t: weights(t) @ np.asarray(t["K"], float),
    )
    yield Rule(
        "scores",
        "The scores gather the values",
        "The values were multiplied by the scores, not by the weights.",
        lambda t: _scores(t) @ np.asarray(t["V"], float),
    )
    yield Rule(
        "scores-masked",
        "The scores gather the values",
        "The values were multiplied by the allowed scores, not by the weights.",
        lambda t: (_scores(t) * (True if t["mask"] is None else t["mask"])) @ np.asarray(t["V"], float),
    )
    yield Rule(
        "unmasked",
        "The context ignores the mask",
        "The context was gathered with the weights from before the mask.",
        lambda t: sharing.right(_scores(t)) @ np.asarray(t["V"], float),
    )
    yield Rule(
        "true-weights",
        "Context and weights do not belong together",
        "The context is right, and the weights that came back are not the ones it was gathered with.",
        lambda t: _true(t) @ np.asarray(t["V"], float),
    )
    yield Rule(
        "unscaled-exponentials",
        "The exponentials gather the values",
        "The values were multiplied by the shifted exponentials, before these were shared out.",
        lambda t: np.exp(_scores(t) - _scores(t).max()) @ np.asarray(t["V"], float),
    )
    yield Rule(
        "exponentials-plain",
        "The exponentials gather the values",
        "The values were multiplied by the exponentials, before these were shared out.",
        lambda t: np.exp(_scores(t)) @ np.asarray(t["V"], float),
    )
    yield Rule(
        "query-added",
        "The query is added",
        "The query was added to the context. The context is the weighted sum of the values alone.",
        lambda t: _plus_query(weights(t) @ np.asarray(t["V"], float), np.asarray(t["q"], float)),
    )
    yield Rule(
        "query",
        "The query came back",
        "This is the query itself; the values were not gathered.",
        lambda t: np.asarray(t["q"], float),
    )


def _plus_query(context: Floats, q: Floats) -> Floats:
    """The sum where it fits, as code that only adds then has it."""
    return np.asarray(context + q if q.shape == context.shape else context)


def _scores(trial: Trial) -> Floats:
    return np.asarray(np.asarray(trial["K"], float) @ np.asarray(trial["q"], float), dtype=float)


def _true(trial: Trial) -> Floats:
    want = trial.want(0)
    return np.zeros(0) if want is None else want


def probe(tried: Sequence[Trial]) -> Iterator[Said]:
    """Why a weighted sum is wrong (an exercise of its own: weights and rows are the arguments)."""
    names = list(tried[0].arguments)
    for name, title, why, gather in gather_rules():

        def predict(trial: Trial, gather: Gather = gather) -> Any:
            return gather(np.asarray(trial[names[0]], float), np.asarray(trial[names[1]], float))

        rule = Rule(name, title, why, predict)
        if explains(predict, tried):
            yield said(rule, first_shown(tried), 0, "", "context")
            return
    yield from rounding(tried, "", 0)
    weights, rows = (lambda trial, name=name: np.asarray(trial[name], float) for name in names)
    yield from stepwise(tried, 0, "", weights, rows)
    yield from _facts(tried, names)


def _is_multiple(trial: Trial) -> bool:
    got, want = trial.got(), trial.want()
    if got is None or want is None or got.shape != want.shape:
        return False
    used = want != 0
    ratio = got[used] / want[used]
    return bool(np.isfinite(ratio).all()) and (
        ratio.size == 0 or float(np.ptp(ratio)) < 1e-6 * abs(float(ratio[0]))
    )


def _is_moved(trial: Trial) -> bool:
    got, want = trial.got(), trial.want()
    if got is None or want is None or got.shape != want.shape or not got.size:
        return False
    return bool(np.isfinite(got).all()) and float(np.ptp(got - want)) < 1e-9


def _facts(tried: Sequence[Trial], names: list[str]) -> Iterator[Said]:
    """What can be said of any wrong context."""
    shown = first_shown(tried)
    got, want = shown.got(), shown.want()
    if got is None or want is None or got.shape != want.shape or not got.size:
        return
    what = numbers_of(shown, 0, "")
    rows = np.asarray(shown[names[1]], float)
    with np.errstate(all="ignore"):
        ratio = got / want
        if all(_is_multiple(trial) for trial in tried):
            why = f"Every entry is {words.number(float(ratio[0]))} times what is right: a factor too much, or one too few."
            yield Said("context/factor", "A constant factor", join(what, why), shown.case.id, weak=True)
            return
        difference = got - want
        if all(_is_moved(trial) for trial in tried) and got.size > 1:
            why = f"Every entry is off by {words.number(float(difference[0]))}: a constant was added."
            yield Said("context/offset", "A constant is added", join(what, why), shown.case.id, weak=True)
            return
    if close(np.sort(got), np.sort(want)):
        why = "The right numbers stand at the wrong features."
        yield Said("context/other", "The features are exchanged", join(what, why), shown.case.id, weak=True)
        return
    yield from as_if(
        tried, 0, "", lambda t: np.asarray(t[names[0]], float), lambda t: np.asarray(t[names[1]], float)
    )
    index = int(np.argmax(~np.isclose(got, want)))
    low, high = words.number(float(rows[:, index].min())), words.number(float(rows[:, index].max()))
    if got[index] > rows[:, index].max() + 1e-9 or got[index] < rows[:, index].min() - 1e-9:
        why = f"Entry {index} lies outside of what the rows hold there, {low} to {high}; a weighted mean cannot."
    else:
        why = f"Entry {index} lies within column {index} of the rows, {low} to {high}, but is not its sum with these weights."
    yield Said("context/other", "Not the weighted sum of the rows", join(what, why), shown.case.id, weak=True)
