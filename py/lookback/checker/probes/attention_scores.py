"""The scores of one query: the right ones, and what stands in for them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from lookback.checker.probes import sharing, softmax
from lookback.checker.probes.trials import EXTREME, Floats, Trial

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
    ("first-half", "Only half of the features are used", "The scores use the first half of the features. A dot product adds up all of them.", lambda q, K, V: K[:, : max(1, len(q) // 2)] @ q[: max(1, len(q) // 2)]),
    ("last-half", "Only half of the features are used", "The scores use the last half of the features. A dot product adds up all of them.", lambda q, K, V: K[:, len(q) // 2 :] @ q[len(q) // 2 :]),
    ("every-other-feature", "Only every other feature is used", "The scores use every other feature. A dot product adds up all of them.", lambda q, K, V: K[:, ::2] @ q[::2]),
    ("without-last-feature", "The last feature is left out", "The scores leave out the last feature: a loop ends one too early.", lambda q, K, V: K[:, :-1] @ q[:-1]),
    ("without-first-feature", "The first feature is left out", "The scores leave out the first feature: a loop starts one too late.", lambda q, K, V: K[:, 1:] @ q[1:]),
    ("reversed-query", "The query is reversed", "The query was read from the back, so features meet the wrong partners.", lambda q, K, V: K @ q[::-1]),
    ("squared-query", "The query is squared", "The query was squared before the dot product, which loses its sign.", lambda q, K, V: K @ q**2),
    ("softmax-query", "The query goes through softmax", "The query went through softmax before the dot product. Only scores do.", lambda q, K, V: K @ sharing.right(q)),
    ("query-added", "The query is added", "The query was added to the keys; a dot product multiplies.", lambda q, K, V: (K + q).sum(axis=1)),
    ("largest-entry", "Only the largest product counts", "Each score is the product of the largest entries, not the sum of all products.", lambda q, K, V: K.max(axis=1) * q.max()),
    ("keys-centred-within", "Query or keys are centred", "The mean over the features was taken off the query, or off each key, first. Plain dot products are asked for.", lambda q, K, V: (K - K.mean(axis=1, keepdims=True)) @ q),
    ("centred-keys", "The keys are centred", "The keys were centred feature by feature and scaled. Plain dot products are asked for.", lambda q, K, V: ((K - K.mean(axis=0)) / K.std(axis=0)) @ q),
    ("key-key", "The keys are scored with each other", "The scores come from the first key, not from the query.", lambda q, K, V: K @ K[0]),
    ("product-of-features", "Products are multiplied, not added", "The products of a row were multiplied with each other. A dot product adds them.", lambda q, K, V: (K * q).prod(axis=1)),
    ("mean-product", "The mean of the products", "The products of a row were averaged, so the scores are divided by d. A dot product adds them.", lambda q, K, V: (K * q).mean(axis=1)),
    ("squared-keys", "The keys are squared", "The keys were squared before the dot product, which loses their signs.", lambda q, K, V: K**2 @ q),
    ("squared-products", "The products are squared", "The products of a row were squared before they were added.", lambda q, K, V: ((K * q) ** 2).sum(axis=1)),
    ("absolute-keys", "The signs of the keys are lost", "The absolute values of the keys were used.", lambda q, K, V: np.abs(K) @ q),
    ("absolute-query", "The signs of the query are lost", "The absolute values of the query were used.", lambda q, K, V: K @ np.abs(q)),
    ("tanh-keys", "The keys go through tanh", "The keys went through tanh before the dot product.", lambda q, K, V: np.tanh(K) @ q),
    ("tanh-query", "The query goes through tanh", "The query went through tanh before the dot product.", lambda q, K, V: K @ np.tanh(q)),
    ("tanh-both", "Query and keys go through tanh", "Query and keys went through tanh before the dot product.", lambda q, K, V: np.tanh(K) @ np.tanh(q)),
    ("softmax-keys", "The keys go through softmax", "Each key went through softmax before the dot product. Only scores do.", lambda q, K, V: sharing.right(K) @ q),
    ("softmax-both", "Query and keys go through softmax", "Query and keys went through softmax before the dot product. Only scores do.", lambda q, K, V: sharing.right(K) @ sharing.right(q)),
    ("positive-keys", "Negative entries of the keys are cut to 0", "Negative entries of the keys were cut to 0.", lambda q, K, V: np.maximum(K, 0) @ q),
    ("positive-query", "Negative entries of the query are cut to 0", "Negative entries of the query were cut to 0.", lambda q, K, V: K @ np.maximum(q, 0)),
    ("both-centred", "Query and keys are centred", "Query and keys were centred over their features, as in a correlation.", lambda q, K, V: (K - K.mean(axis=1, keepdims=True)) @ (q - q.mean())),
    ("rounded-query", "The query is rounded", "The query was rounded to whole numbers.", lambda q, K, V: K @ np.round(q)),
    ("whole-query", "The query is cut to whole numbers", "The query was cut to whole numbers.", lambda q, K, V: K @ np.trunc(q)),
    ("whole-keys", "The keys are cut to whole numbers", "The keys were cut to whole numbers.", lambda q, K, V: np.trunc(K) @ q),
    ("sums-multiplied", "Sums are multiplied", "The sum of each key was multiplied by the sum of the query. A dot product pairs the features one by one.", lambda q, K, V: K.sum(axis=1) * q.sum()),
    ("smallest-of-pair", "The smaller entry in place of the product", "Of key and query the smaller entry was added up. A dot product multiplies them.", lambda q, K, V: np.minimum(K, q).sum(axis=1)),
    ("manhattan", "Distances in place of dot products", "The scores are minus the sums of absolute differences. The statement takes dot products.", lambda q, K, V: -np.abs(K - q).sum(axis=1)),
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
