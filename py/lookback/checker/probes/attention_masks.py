"""Why the weights are wrong with a mask, when they are right without one."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from lookback.checker import words
from lookback.checker.compare import close
from lookback.checker.probes import sharing
from lookback.checker.probes.attention_scores import extreme, true_scores
from lookback.checker.probes.trials import Floats, Rule, Trial, explains, first_shown, numbers_of, said
from lookback.checker.said import Said, join


def wrong_mask(masked: Sequence[Trial]) -> Iterator[Said]:
    """The weights are right without a mask and wrong with one."""
    shown = first_shown(masked)
    for rule in MASKS:
        if explains(rule.predict, masked, 0, extreme):
            yield said(rule, shown, 0, "weights", "mask")
            return
    for rule in MASKS:

        def turned(trial: Trial, rule: Rule = rule) -> Any:
            mask = ~np.asarray(trial["mask"], dtype=bool)
            return rule.predict(replace(trial, arguments=trial.arguments | {"mask": mask}))

        if explains(turned, masked, 0, extreme):
            why = f"The mask is read the other way round: True means allowed. Besides, with the exchanged positions: {rule.why[0].lower()}{rule.why[1:]}"
            yield said(
                Rule(f"turned-{rule.id}", "The mask is read the other way round", why, turned),
                shown,
                0,
                "weights",
                "mask",
            )
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


def _keys_filled(value: float) -> Callable[[Trial], Any]:
    def predict(trial: Trial) -> Any:
        K, mask = np.asarray(trial["K"], dtype=float), np.asarray(trial["mask"], dtype=bool)
        return sharing.right(np.where(mask[:, None], K, value) @ np.asarray(trial["q"], dtype=float))

    return predict


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
    Rule("hidden-and-before", "The positions before are hidden too", "With a hidden position all before it were hidden as well.", _masked(lambda s, m: _with(s, m & (np.arange(len(s)) > np.flatnonzero(~m).max(initial=-1)), -np.inf))),
    Rule("hidden-and-after", "The positions after are hidden too", "With a hidden position all after it were hidden as well, as a break in the loop does.", _masked(lambda s, m: _with(s, np.logical_and.accumulate(m), -np.inf))),
    Rule("only-first-allowed", "Only one position is left", "Only the first allowed position was kept.", _masked(lambda s, m: _with(s, np.arange(len(s)) == np.argmax(m), -np.inf))),
    Rule("over-largest", "Divided by the largest weight", "After masking the weights were divided by the largest one, not by what they add up to.", _masked(lambda s, m: np.where(m, sharing.right(s), 0) / np.where(m, sharing.right(s), 0).max())),
    Rule("equal-share", "A hidden position gets an equal share", "The hidden weight became 1/n, and all were shared out again. It has to be 0.", _masked(lambda s, m: np.where(m, sharing.right(s), 1 / len(s)) / np.where(m, sharing.right(s), 1 / len(s)).sum())),
    Rule("half-score", "A masked score is halved", "The hidden score was halved and takes part. Only −inf takes no part.", _masked(lambda s, m: _with(s, m, s / 2))),
    Rule("mean-score", "A masked score becomes the mean", "The hidden score became the mean of the scores, so it still takes part. Only −inf is below all.", _masked(lambda s, m: _with(s, m, s.mean()))),
    Rule("mean-allowed", "A masked score becomes the mean", "The hidden score became the mean of the allowed ones, so it still takes part. Only −inf is below all.", _masked(lambda s, m: _with(s, m, s[m].sum() / max(1, m.sum())))),
    Rule("largest", "A masked score becomes the largest", "The hidden score became the largest one. Only −inf is below all.", _masked(lambda s, m: _with(s, m, s.max()))),
    Rule("times-large", "A masked score is multiplied by −1e9", "The hidden score was multiplied by −1e9: 0 stays 0, and a negative score becomes the largest. A hidden score has to become −inf.", _masked(lambda s, m: _with(s, m, s * -1e9))),
    Rule("times-large-positive", "A masked score is multiplied by 1e9", "The hidden score was multiplied by 1e9: 0 stays 0, and a positive score becomes the largest. A hidden score has to become −inf.", _masked(lambda s, m: _with(s, m, s * 1e9))),
    Rule("minus-one-weight", "A masked weight becomes a marker", "The hidden weight was replaced by −1 after softmax; a masked weight is 0, and the others share the whole 1.", _masked(lambda s, m: np.where(m, sharing.right(s), -1))),
    *(Rule("keys-filled", "The masked keys are filled, not the scores", "The masked keys were filled with a large negative number, and where q is negative their scores become huge. It is the score that has to become −inf.", _keys_filled(value)) for value in (-1e9, -1e10, -1e6, -1e4, -1000.0, -100.0)),
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
        as_if_score = _hidden_score(shown, got, m)
        if as_if_score:
            why = f"The hidden position has the weight {size}, {as_if_score}. Only −inf takes a position out."
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


def _hidden_score(shown: Trial, got: Floats, m: Any) -> str:
    """Which score the one hidden position with weight seems to have, if the allowed ones share as they should."""
    s, where = true_scores(shown), np.flatnonzero(~m & (got > 0))
    if len(where) != 1 or not (got[m] > 0).all():
        return ""
    offsets = np.log(got[m]) - s[m]
    if np.ptp(offsets) > 1e-6:
        return ""
    score, own = words.apart(float(np.log(got[where[0]]) - offsets[0]), float(s[where[0]]))
    return f"as if its score were {score}; K @ q gives {own} there"
