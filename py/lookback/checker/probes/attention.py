"""Why the weights and the context of one query are wrong."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np

from lookback.checker import words
from lookback.checker.compare import close
from lookback.checker.probes import limits, sharing, softmax
from lookback.checker.probes.digits import rounding
from lookback.checker.probes.gathering import as_if, context_rules
from lookback.checker.probes.trials import (
    EXTREME,
    Floats,
    Rule,
    Trial,
    explains,
    first_shown,
    numbers_of,
    said,
)
from lookback.checker.said import Said, join

Score = Callable[[Floats, Floats, Floats], Any]


def _square(M: Floats) -> Floats:
    if M.shape[0] != M.shape[1]:
        raise ValueError("not square")
    return M


def _unit(M: Floats) -> Floats:
    return np.asarray(M / np.maximum(np.linalg.norm(M, axis=-1, keepdims=True), 1e-300))


# (id, title, why, formula of q, K, V) in place of K @ q. Where a formula only runs on square arrays, the right one
# stands in elsewhere: that is how such code behaves.
# fmt: off
SCORES: tuple[tuple[str, str, str, Score], ...] = (
    ("columns", "The columns of K are scored", "The columns of K were paired with q. A position is a row; only a square K lets both run.", lambda q, K, V: q @ K if K.shape[0] == K.shape[1] else K @ q),
    ("cosine", "Cosine in place of the dot product", "The scores were divided by the lengths of query and key. The statement takes plain dot products.", lambda q, K, V: _unit(K) @ _unit(q)),
    ("unit-keys", "The keys are scaled to length 1", "The keys were scaled to length 1 first. The statement takes plain dot products.", lambda q, K, V: _unit(K) @ q),
    ("unit-query", "The query is scaled to length 1", "The query was scaled to length 1 first. The statement takes plain dot products.", lambda q, K, V: K @ _unit(q)),
    ("values", "The values are scored", "The query was paired with the values. The scores come from the keys: K @ q.", lambda q, K, V: V @ q if V.shape[1] == q.shape[0] else K @ q),
    ("values-columns", "The values are scored", "The columns of V were paired with q. The scores come from the rows of K.", lambda q, K, V: q @ V if V.shape[0] == q.shape[0] and V.shape[1] == K.shape[0] else K @ q),
    ("distance", "Distances in place of dot products", "The scores are the negative distances between query and keys. The statement takes dot products.", lambda q, K, V: -np.linalg.norm(K - q, axis=1)),
    ("squared-distance", "Distances in place of dot products", "The scores are negative squared distances between query and keys. The statement takes dot products.", lambda q, K, V: -((K - q) ** 2).sum(axis=1)),
    ("half-squared-distance", "Distances in place of dot products", "The scores are minus half the squared distances. The statement takes dot products.", lambda q, K, V: -((K - q) ** 2).sum(axis=1) / 2),
    ("plus-distance", "Distances in place of dot products", "The scores are the distances between query and keys, so the farthest key wins. The statement takes dot products.", lambda q, K, V: np.linalg.norm(K - q, axis=1)),
    ("sums-of-keys", "The query is not used", "The weights fit the plain sums of the rows of K: the query takes no part, or was added instead of multiplied.", lambda q, K, V: K.sum(axis=1)),
    ("differences", "The query is subtracted", "The scores are sums of differences between key and query. A dot product multiplies them.", lambda q, K, V: (K - q).sum(axis=1)),
    ("largest-product", "The largest product in place of the sum", "Each score is the largest product of a row, not the sum of all.", lambda q, K, V: (K * q).max(axis=1)),
    ("absolute-products", "The signs of the products are lost", "Each score adds up absolute products, so opposite signs no longer cancel.", lambda q, K, V: np.abs(K * q).sum(axis=1)),
    ("first-feature", "Only the first feature is used", "The scores use the first feature alone. A dot product adds up all of them.", lambda q, K, V: K[:, 0] * q[0]),
    ("last-feature", "Only the last feature is used", "The scores use the last feature alone: = where += is meant. A dot product adds up all of them.", lambda q, K, V: K[:, -1] * q[-1]),
    ("first-two-features", "Only two features are used", "The scores use the first two features alone. A dot product adds up all of them.", lambda q, K, V: K[:, :2] @ q[:2]),
    ("without-last-feature", "The last feature is left out", "The scores leave out the last feature: a loop ends one too early.", lambda q, K, V: K[:, :-1] @ q[:-1]),
    ("without-first-feature", "The first feature is left out", "The scores leave out the first feature: a loop starts one too late.", lambda q, K, V: K[:, 1:] @ q[1:]),
    ("reversed-query", "The query is reversed", "The query was read from the back, so features meet the wrong partners.", lambda q, K, V: K @ q[::-1]),
    ("squared-query", "The query is squared", "The query was squared before the dot product, which loses its sign.", lambda q, K, V: K @ q**2),
    ("softmax-query", "The query goes through softmax", "The query went through softmax before the dot product. Only scores do.", lambda q, K, V: K @ sharing.right(q)),
    ("query-added", "The query is added", "The query was added to the keys; a dot product multiplies.", lambda q, K, V: (K + q).sum(axis=1)),
    ("largest-entry", "Only the largest product counts", "Each score is the product of the largest entries, not the sum of all products.", lambda q, K, V: K.max(axis=1) * q.max()),
    ("keys-centred-within", "The keys are centred", "Each key was centred over its own features first. Plain dot products are asked for.", lambda q, K, V: (K - K.mean(axis=1, keepdims=True)) @ q),
    ("centred-keys", "The keys are centred", "The keys were centred feature by feature and scaled. Plain dot products are asked for.", lambda q, K, V: ((K - K.mean(axis=0)) / K.std(axis=0)) @ q),
    ("key-key", "The keys are scored with each other", "The scores come from the first key, not from the query.", lambda q, K, V: K @ K[0]),
    ("product-of-features", "Products are multiplied, not added", "The products of a row were multiplied with each other. A dot product adds them.", lambda q, K, V: (K * q).prod(axis=1)),
    ("mean-product", "The mean of the products", "The products of a row were averaged, so the scores are divided by d. A dot product adds them.", lambda q, K, V: (K * q).mean(axis=1)),
    ("zero", "All scores are equal", "Every position got the same weight: the scores take no part.", lambda q, K, V: np.zeros(len(K))),
)
# fmt: on


def true_scores(trial: Trial) -> Floats:
    """K @ q."""
    return np.asarray(np.asarray(trial["K"], float) @ np.asarray(trial["q"], float), dtype=float)


def extreme(trial: Trial) -> bool:
    """Whether this call is about overflow or underflow."""
    return bool(np.abs(true_scores(trial)).max(initial=0) > EXTREME)


def is_masked(trial: Trial) -> bool:
    """Whether a position is hidden."""
    return trial["mask"] is not None and not bool(np.all(trial["mask"]))


def sizes(trial: Trial, s: Floats) -> dict[str, float]:
    """What scores are known to be divided by, named as this lesson does."""
    q, K = np.asarray(trial["q"], float), np.asarray(trial["K"], float)
    own = {"√d": float(np.sqrt(len(q))), "d (the number of features)": float(len(q))}
    more = {
        "√d_v": float(np.sqrt(np.shape(trial["V"])[1])),
        "the length of q": float(np.linalg.norm(q)),
        "the length of K": float(np.linalg.norm(K)),
        "√√d": float(len(q) ** 0.25),
    }
    return own | softmax.sizes_of_scores(trial, s) | more


def probe(tried: Sequence[Trial]) -> Iterator[Said]:
    """Explanations of a wrong pair, the most specific first."""
    answered = [trial for trial in tried if not trial.case.expected.raises]
    free = [trial for trial in answered if trial["mask"] is None]
    masked = [trial for trial in answered if trial["mask"] is not None]
    plain = [trial for trial in answered if not extreme(trial)]
    if any(is_wrong(trial, 0) for trial in free if not extreme(trial)):
        yield from wrong_scores(free)
    elif any(is_wrong(trial, 0) for trial in masked if not extreme(trial)):
        yield from wrong_mask(masked)
    if any(is_wrong(trial, 1) for trial in answered):
        yield from wrong_context(answered)
    if any(is_wrong(trial, 0) for trial in answered) and not any(is_wrong(trial, 0) for trial in plain):
        yield from wrong_extremes(answered)


def is_wrong(trial: Trial, part: int) -> bool:
    """Whether the numbers of this part are there and not the right ones."""
    got, want = trial.got(part), trial.want(part)
    return got is not None and want is not None and (got.shape != want.shape or not close(got, want))


CONTEXT_FIRST = Rule(
    "context-first",
    "The context stands where the weights belong",
    "This is the context, weights @ V. The first result has to be the weights, one number per position.",
    lambda trial: sharing.right(true_scores(trial)) @ np.asarray(trial["V"], dtype=float),
)


def wrong_scores(free: Sequence[Trial]) -> Iterator[Said]:
    """The weights are wrong without any mask."""
    found = list(softmax.temperature(free, true_scores, "weights", 0, sizes))
    yield from found
    for rule in (CONTEXT_FIRST, *_score_rules(sharing.right)):
        if explains(rule.predict, free, 0, extreme):
            yield said(rule, first_shown(free), 0, "weights", "scores")
            return
    yield from softmax.probe(free, true_scores, "weights", 0, sizes)
    for _, _, share_why, share in sharing.SHARES:
        for rule in _score_rules(share):
            if explains(rule.predict, free, 0, extreme):
                both = Rule(rule.id, rule.title, f"{rule.why.split('.')[0]}. {share_why}", rule.predict)
                yield said(both, first_shown(free), 0, "weights", "scores")
                return


def _score_rules(share: sharing.Share) -> Iterator[Rule]:
    for name, title, why, score in SCORES:

        def predict(trial: Trial, score: Score = score) -> Any:
            q, K, V = (np.asarray(trial[key], dtype=float) for key in ("q", "K", "V"))
            return share(np.asarray(score(q, K, V), dtype=float))

        yield Rule(name, title, why, predict)


def wrong_mask(masked: Sequence[Trial]) -> Iterator[Said]:
    """The weights are right without a mask and wrong with one."""
    shown = first_shown(masked)
    for rule in MASKS:
        if explains(rule.predict, masked, 0, extreme):
            yield said(rule, shown, 0, "weights", "mask")
            return
    yield from _implied_score(masked, shown)
    yield from _mask_facts(shown)


def _masked(share_of: Callable[[Floats, Any], Any]) -> Callable[[Trial], Any]:
    def predict(trial: Trial) -> Any:
        s, mask = true_scores(trial), np.asarray(trial["mask"], dtype=bool)
        try:
            return share_of(s, mask)
        except (ValueError, IndexError):
            # Nothing is hidden, so that the rule has nothing to act on.
            return sharing.right(s)

    return predict


def _with(s: Floats, mask: Any, value: Any) -> Floats:
    return sharing.right(np.where(mask, s, value))


# fmt: off
MASKS: tuple[Rule, ...] = (
    Rule("ignored", "The mask has no effect", "These are the weights without a mask: the hidden position takes part as before.", _masked(lambda s, m: sharing.right(s))),
    Rule("inverted", "The mask is read the other way round", "The allowed positions were hidden and the hidden ones kept. True means allowed.", _masked(lambda s, m: _with(s, ~m, -np.inf))),
    Rule("inverted-finite", "The mask is read the other way round", "The allowed scores were pushed far down and the hidden ones kept. True means allowed.", _masked(lambda s, m: sharing.right(np.where(m, s - 1e9, s)))),
    Rule("after", "Masked after softmax, not shared out again", "The mask came after softmax, so the weight taken away went to nobody.", _masked(lambda s, m: np.where(m, sharing.right(s), 0))),
    Rule("after-inverted", "Masked after softmax, the other way round", "After softmax the allowed weights were set to 0 and the hidden ones kept.", _masked(lambda s, m: np.where(m, 0, sharing.right(s)))),
    Rule("zero-score", "A masked score becomes 0", "The hidden score became 0, a real score; only −inf is below all others.", _masked(lambda s, m: _with(s, m, 0.0))),
    Rule("multiplied-inverted", "The allowed scores become 0", "The allowed scores were multiplied by 0. True means allowed, and hidden scores become −inf.", _masked(lambda s, m: _with(s, ~m, 0.0))),
    Rule("lowest", "A masked score becomes the lowest one", "The hidden score became the lowest of the others, so it ties with that one. Only −inf is below all.", _masked(lambda s, m: _with(s, m, s.min()))),
    Rule("lowest-allowed", "A masked score becomes the lowest one", "The hidden score became the lowest allowed one, so it ties with that. Only −inf is below all.", _masked(lambda s, m: _with(s, m, s[m].min()))),
    Rule("negated", "A masked score is negated", "The hidden score was negated and takes part. Only −inf takes no part.", _masked(lambda s, m: _with(s, m, -s))),
    Rule("mask-added", "The mask is added to the scores", "True was added to the allowed scores as 1, and the hidden ones take part as before. A hidden score has to become −inf.", _masked(lambda s, m: sharing.right(s + m))),
    Rule("plus-infinity", "A masked score becomes +inf", "The hidden score became larger than all others instead of smaller: the sign of infinity is turned round.", _masked(lambda s, m: (~m) / (~m).sum())),
    Rule("nan", "Every weight is nan", "0 times inf, −inf minus −inf or 0/0 came up on the way, and is nan. np.where chooses without arithmetic.", _masked(lambda s, m: np.full(len(s), np.nan))),
    Rule("moved", "The mask is moved by one", "The mask acts one position beside where it stands.", _masked(lambda s, m: _with(s, np.roll(m, 1), -np.inf))),
    Rule("moved-left", "The mask is moved by one", "The mask acts one position beside where it stands.", _masked(lambda s, m: _with(s, np.roll(m, -1), -np.inf))),
    Rule("reversed", "The mask is reversed", "The mask was read from the back.", _masked(lambda s, m: _with(s, m[::-1], -np.inf))),
    Rule("as-index", "The mask is used as positions", "Turned into 0 and 1 the mask was read as the positions 0 and 1, not as yes and no.", _masked(lambda s, m: _with(s, ~np.isin(np.arange(len(s)), (1 - m).astype(int)), -np.inf))),
    Rule("as-index-true", "The mask is used as positions", "Turned into 0 and 1 the mask was read as the positions 0 and 1, not as yes and no.", _masked(lambda s, m: _with(s, np.isin(np.arange(len(s)), m.astype(int)), -np.inf))),
    Rule("first-hidden-only", "Only one position is hidden", "Only the first hidden position was masked, the others take part.", _masked(lambda s, m: _with(s, np.arange(len(s)) != np.argmin(m), -np.inf))),
    Rule("last-hidden-only", "Only one position is hidden", "Only the last hidden position was masked, the others take part.", _masked(lambda s, m: _with(s, np.arange(len(s)) != np.flatnonzero(~m)[-1], -np.inf))),
    Rule("uniform-rest", "Equal weights for the allowed positions", "The allowed positions share equally: with a mask their scores are not used.", _masked(lambda s, m: m / m.sum())),
    Rule("half-kept", "The allowed positions keep too little", "Zeros were put in for hidden exponentials, but the sum below the line still holds other ones, such as e^0 = 1.", _masked(lambda s, m: np.where(m, np.exp(s), 0) / (np.where(m, np.exp(s), 1)).sum())),
    Rule("divided-by-count", "Divided by the number of allowed positions", "After masking the weights were divided by how many are allowed, not by what they add up to.", _masked(lambda s, m: np.where(m, sharing.right(s), 0) / m.sum())),
    Rule("spread-equally", "The hidden weight is spread equally", "The weight of the hidden positions was added to the others in equal parts. Softmax over the rest keeps their proportions.", _masked(lambda s, m: np.where(m, sharing.right(s) + sharing.right(s)[~m].sum() / m.sum(), 0))),
    Rule("softmax-again", "Softmax after the mask once more", "Masked weights went through softmax once more, where 0 is a real score.", _masked(lambda s, m: sharing.right(np.where(m, sharing.right(s), 0)))),
    Rule("softmax-again-inf", "Softmax once more over the weights", "The weights, not the scores, were masked and went through softmax once more.", _masked(lambda s, m: _with(sharing.right(s), m, -np.inf))),
    Rule("one-hot", "All weight on one position", "With a mask the best allowed position takes everything.", _masked(lambda s, m: (np.arange(len(s)) == np.argmax(np.where(m, s, -np.inf))).astype(float))),
    Rule("minus-one-weight", "A masked weight becomes a marker", "The hidden weight was replaced by −1 after softmax; a masked weight is 0, and the others share the whole 1.", _masked(lambda s, m: np.where(m, sharing.right(s), -1))),
    Rule("minus-inf-weight", "−inf stands among the weights", "The weights, not the scores, were set to −inf. The mask acts before softmax.", _masked(lambda s, m: np.where(m, sharing.right(s), -np.inf))),
)
# fmt: on


def _implied_score(masked: Sequence[Trial], shown: Trial) -> Iterator[Said]:
    """Read off which score the hidden positions seem to have had."""
    fixed, added = [], []
    with np.errstate(all="ignore"):
        for trial in masked:
            got, s, m = trial.got(0), true_scores(trial), np.asarray(trial["mask"], dtype=bool)
            if got is None or got.shape != s.shape or extreme(trial) or m.all():
                continue
            offset = np.log(got[m]) - s[m]
            if not np.isfinite(offset).all() or np.ptp(offset) > 1e-6 or not (got[~m] > 0).all():
                return
            implied = np.log(got[~m]) - offset[0]
            fixed += implied.tolist()
            added += (implied - s[~m]).tolist()
    if not fixed:
        return
    what = numbers_of(shown, 0, "weights")
    if np.ptp(fixed) < 1e-5:
        why = f"The hidden position still has weight, as if its score were {words.number(fixed[0])}. Only −inf is below every score."
        yield Said("mask/finite", "A finite number stands in for −inf", join(what, why), shown.case.id)
    elif np.ptp(added) < 1e-5:
        change = f"{words.number(abs(added[0]))} was {'added to' if added[0] > 0 else 'taken off'}"
        why = f"{change} the hidden score, so it still takes part. Only −inf takes a position out, whatever its score."
        yield Said("mask/finite", "The masked score is only moved", join(what, why), shown.case.id)


def _mask_facts(shown: Trial) -> Iterator[Said]:
    """What can be said of any wrong masked weights."""
    got, m = shown.got(0), np.asarray(shown["mask"], dtype=bool)
    what = numbers_of(shown, 0, "weights")
    if got is None or got.shape != m.shape:
        return
    want = shown.want(0)
    if want is not None and want.shape == got.shape and close(np.sort(got), np.sort(want)):
        why = "The right weights stand at the wrong positions: the place of the hidden position was lost."
        yield Said("mask/order", "The weights stand in another order", join(what, why), shown.case.id)
    elif np.isnan(got).any():
        why = "nan comes from −inf minus −inf, 0 times inf or 0/0; without a mask the weights are right."
        yield Said("mask/nan", "The mask leads to nan", join(what, why), shown.case.id, weak=True)
    elif (got[~m] != 0).any():
        size = words.small(float(got[~m][got[~m] != 0][0]))
        why = f"A hidden position has the weight {size}, not 0. Without a mask the weights are right."
        yield Said("mask/weight", "A hidden position gets weight", join(what, why), shown.case.id, weak=True)
    elif m.all():
        zero = (got == 0).any()
        why = f"Nothing is hidden here, {'and an allowed position got the weight 0' if zero else 'and the weights differ from those without a mask'}."
        yield Said(
            "mask/all-allowed", "Wrong where nothing is hidden", join(what, why), shown.case.id, weak=True
        )
    else:
        why = f"The hidden weight is 0, and the allowed ones add up to {words.number(float(got.sum()))}. They have to be the softmax of their own scores, together 1."
        yield Said(
            "mask/rest", "The allowed positions share wrongly", join(what, why), shown.case.id, weak=True
        )


def wrong_context(answered: Sequence[Trial]) -> Iterator[Said]:
    """The context does not follow from the weights that came back."""

    def weights(trial: Trial) -> Floats:
        got = trial.got(0)
        want = trial.want(0)
        return np.asarray(got if got is not None and want is not None and got.shape == want.shape else want)

    consistent = all(
        _close_product(weights(trial), trial)
        for trial in answered
        if trial.got(1) is not None and not extreme(trial)
    )
    if consistent:
        return
    for rule in context_rules(weights):
        if explains(rule.predict, answered, 1, extreme):
            yield said(rule, first_shown(answered, 1), 1, "the context", "context")
            return
    yield from rounding(answered, "the context", 1)
    yield from as_if(answered, 1, "the context", weights, lambda trial: np.asarray(trial["V"], float))
    shown = first_shown(answered, 1)
    if not is_wrong(shown, 0):
        why = "The weights are right; the context has to be the rows of V, each times its weight, added up."
        yield Said(
            "context/other",
            "The context does not follow from the weights",
            join(numbers_of(shown, 1, "the context"), why),
            shown.case.id,
            weak=True,
        )


def _close_product(weights: Floats, trial: Trial) -> bool:
    got = trial.got(1)
    with np.errstate(all="ignore"):
        product = weights @ np.asarray(trial["V"], dtype=float)
    return got is not None and close(product, got)


def wrong_extremes(answered: Sequence[Trial]) -> Iterator[Said]:
    """Right on ordinary scores, wrong on huge or low ones."""
    shown = next(trial for trial in answered if extreme(trial) and is_wrong(trial, 0))
    got, s = shown.got(0), true_scores(shown)
    what = numbers_of(shown, 0, "weights")
    if got is None or got.shape != s.shape:
        return
    if is_masked(shown):
        m = np.asarray(shown["mask"], dtype=bool)
        if np.isnan(got).any() or not (got > 0).any():
            why = f"The hidden score is {words.number(float(s[~m].max()))}, far from the allowed ones: beside it their exponentials overflow or become 0, and 0/0 is nan."
            yield Said("mask/late", "The mask comes after the exponentials", join(what, why), shown.case.id)
        elif (got[~m] != 0).any():
            why = f"The allowed scores are about {words.number(float(s[m].max()))}, and the hidden one got weight: the number that stands in for −inf is not below them."
            yield Said("mask/finite", "A finite number stands in for −inf", join(what, why), shown.case.id)
        else:
            why = "The hidden weight is 0, and ordinary scores come out right: the allowed ones lost their differences on the way."
            yield Said("mask/extreme", "Wrong for large scores", join(what, why), shown.case.id)
        return
    free = [trial for trial in answered if trial["mask"] is None]
    yield from limits.edges(free, true_scores, extreme, "weights", 0)
