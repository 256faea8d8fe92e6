"""Attention kernels in plain NumPy: softmax, masking, dot and additive scores, attention.

Notation is that of the lessons: n source positions, m queries, d_q and d_k the widths of query and key,
d_a the attention width, d_v the value width. Row = position. Every function works on any number of leading
(batch) axes, which broadcast against each other, computes in float64, takes anything ``numpy.asarray`` takes
(integers too) and never changes its arguments.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from numpy.typing import ArrayLike, NDArray

Floats = NDArray[np.float64]

PARAMETER_NAMES = ("Wq", "Wk", "bias", "v")


def softmax(z: ArrayLike, axis: int = -1) -> Floats:
    """Turn scores into weights that are never negative and sum to 1 along one axis.

    The largest score of each slice is subtracted first: the weights stay the same, and ``exp`` cannot
    overflow.

    Parameters
    ----------
    z : array_like, any shape (...)
        Scores. An entry of −inf gets the weight 0 exactly.
    axis : int
        The axis along which the entries compete.

    Returns
    -------
    ndarray of float64, shape of ``z``

    Raises
    ------
    ValueError
        If ``z`` has no such axis, if the axis is empty, if an entry is NaN or +inf, or if a whole slice is
        −inf: then there is nothing to share the weight among.

    References
    ----------
    Bridle, "Probabilistic Interpretation of Feedforward Classification Network Outputs", 1990.
    """
    scores = _floats(z, "z", at_least=1)
    if not -scores.ndim <= axis < scores.ndim:
        raise ValueError(f"z has shape {scores.shape} and no axis {axis}")
    if scores.shape[axis] == 0:
        raise ValueError(
            f"z has shape {scores.shape}: axis {axis} is empty, and softmax needs at least one entry"
        )
    largest = scores.max(axis=axis, keepdims=True)
    if not np.isfinite(largest).all():
        reason = "a slice of −inf only" if np.isneginf(largest).any() else "NaN or +inf"
        raise ValueError(
            f"z of shape {scores.shape} holds {reason} along axis {axis}; softmax needs a finite maximum"
        )
    exponentials = np.exp(scores - largest)
    weights: Floats = exponentials / exponentials.sum(axis=axis, keepdims=True)
    return weights


def masked_softmax(scores: ArrayLike, mask: ArrayLike | None, axis: int = -1) -> Floats:
    """Softmax over the allowed positions; a masked position gets the weight 0 exactly, whatever its score.

    Parameters
    ----------
    scores : array_like, any shape (...)
    mask : array_like of bool (or of the integers 0 and 1), broadcastable to the shape of ``scores``, or None
        True means allowed. A padding mask has shape (n,) or (batch, 1, n), a causal mask (m, n).
        None allows all.
    axis : int
        The axis along which the entries compete.

    Returns
    -------
    ndarray of float64, shape of ``scores``

    Raises
    ------
    ValueError
        If the mask is not boolean or does not fit, or if all positions of a slice are masked; and as in
        `softmax`.
    """
    values = _floats(scores, "scores", at_least=1)
    if mask is None:
        return softmax(values, axis)
    allowed = _allowed(mask, values.shape)
    if not -values.ndim <= axis < values.ndim:
        raise ValueError(f"scores has shape {values.shape} and no axis {axis}")
    if values.size and not allowed.any(axis=axis).all():
        raise ValueError(
            f"mask of shape {np.shape(mask)} allows no position in a slice of scores of shape {values.shape} "
            f"along axis {axis}"
        )
    return softmax(np.where(allowed, values, -np.inf), axis)


def dot_scores(Q: ArrayLike, K: ArrayLike) -> Floats:
    """Score every query against every key with their dot product, without scaling.

    Parameters
    ----------
    Q : array_like, shape (..., m, d), or (d,) for a single query
    K : array_like, shape (..., n, d)

    Returns
    -------
    ndarray of float64, shape (..., m, n), or (..., n) for a single query

    Raises
    ------
    ValueError
        If the shapes do not fit; the message gives both.

    References
    ----------
    Luong, Pham, Manning, "Effective Approaches to Attention-based Neural Machine Translation", 2015
    (arXiv:1508.04025), section 3.1, "dot".
    """
    queries, keys, single = _queries_and_keys(Q, K)
    if queries.shape[-1] != keys.shape[-1]:
        raise ValueError(f"Q {np.shape(Q)} and K {np.shape(K)} must agree in their last axis, the width d")
    scores: Floats = queries @ np.swapaxes(keys, -1, -2)
    return scores[..., 0, :] if single else scores


def additive_scores(Q: ArrayLike, K: ArrayLike, parameters: Mapping[str, ArrayLike]) -> Floats:
    """Score every query against every key with the additive scorer, v · tanh(Wq q + Wk k + bias).

    Parameters
    ----------
    Q : array_like, shape (..., m, d_q), or (d_q,) for a single query
    K : array_like, shape (..., n, d_k)
    parameters : mapping with ``Wq`` (d_a, d_q), ``Wk`` (d_a, d_k), ``bias`` (d_a,), ``v`` (d_a,)

    Returns
    -------
    ndarray of float64, shape (..., m, n), or (..., n) for a single query

    Raises
    ------
    ValueError
        If a parameter is missing or the shapes do not fit; the message gives them.

    References
    ----------
    Bahdanau, Cho, Bengio, "Neural Machine Translation by Jointly Learning to Align and Translate", 2014
    (arXiv:1409.0473), appendix A.1.2, with a bias inside the tanh.
    """
    queries, keys, single = _queries_and_keys(Q, K)
    Wq, Wk, bias, v = _scorer(parameters, queries.shape[-1], keys.shape[-1])
    from_queries = (queries @ Wq.T)[..., :, None, :]
    from_keys = (keys @ Wk.T)[..., None, :, :]
    scores: Floats = np.tanh(from_queries + from_keys + bias) @ v
    return scores[..., 0, :] if single else scores


def attention(
    q: ArrayLike, K: ArrayLike, V: ArrayLike, mask: ArrayLike | None = None
) -> tuple[Floats, Floats]:
    """Let one query look back at all positions: dot scores, masked softmax, weighted sum of the values.

    Parameters
    ----------
    q : array_like, shape (..., d)
        One query (for every index of the leading axes).
    K : array_like, shape (..., n, d)
    V : array_like, shape (..., n, d_v)
    mask : array_like of bool, broadcastable to (..., n), or None
        True means allowed.

    Returns
    -------
    weights : ndarray of float64, shape (..., n)
    context : ndarray of float64, shape (..., d_v)

    Raises
    ------
    ValueError
        If the shapes do not fit, or if every position of a query is masked.

    References
    ----------
    Luong, Pham, Manning 2015 (arXiv:1508.04025), section 3.1; the context is equation 5 of arXiv:1409.0473.
    """
    query = _floats(q, "q", at_least=1)
    allowed = None if mask is None else np.asarray(mask)
    if allowed is not None and allowed.ndim > 0:
        allowed = allowed[..., None, :]
    weights, contexts = attend_all(query[..., None, :], K, V, allowed)
    return weights[..., 0, :], contexts[..., 0, :]


def attend_all(
    Q: ArrayLike, K: ArrayLike, V: ArrayLike, mask: ArrayLike | None = None
) -> tuple[Floats, Floats]:
    """Attention for every query at once: each row of ``Q`` gets its own weights and its own context.

    Parameters
    ----------
    Q : array_like, shape (..., m, d)
    K : array_like, shape (..., n, d)
    V : array_like, shape (..., n, d_v)
    mask : array_like of bool, broadcastable to (..., m, n), or None
        True means allowed: (n,) hides padding from all queries, ``numpy.tri(m, n, dtype=bool)`` hides the
        future.

    Returns
    -------
    weights : ndarray of float64, shape (..., m, n); each row sums to 1
    contexts : ndarray of float64, shape (..., m, d_v)

    Raises
    ------
    ValueError
        If the shapes do not fit, or if every position of a query is masked.
    """
    if np.ndim(Q) < 2:
        raise ValueError(f"Q has shape {np.shape(Q)}; attend_all needs (..., m, d), one row per query")
    return _contexts(dot_scores(Q, K), V, mask)


def additive_attention(
    Q: ArrayLike,
    K: ArrayLike,
    V: ArrayLike,
    parameters: Mapping[str, ArrayLike],
    mask: ArrayLike | None = None,
) -> tuple[Floats, Floats]:
    """Attention with the additive scorer in place of the dot product.

    Parameters
    ----------
    Q : array_like, shape (..., m, d_q), or (d_q,) for a single query
    K : array_like, shape (..., n, d_k)
    V : array_like, shape (..., n, d_v)
    parameters : mapping, as in `additive_scores`
    mask : array_like of bool, broadcastable to the scores, or None
        True means allowed.

    Returns
    -------
    weights : ndarray of float64, shape (..., m, n), or (..., n) for a single query
    contexts : ndarray of float64, shape (..., m, d_v), or (..., d_v) for a single query

    Raises
    ------
    ValueError
        If a parameter is missing, the shapes do not fit, or every position of a query is masked.

    References
    ----------
    Bahdanau, Cho, Bengio 2014 (arXiv:1409.0473), equations 5 and 6.
    """
    if np.ndim(Q) == 1:
        weights, contexts = additive_attention(np.asarray(Q)[None, :], K, V, parameters, mask)
        return weights[..., 0, :], contexts[..., 0, :]
    return _contexts(additive_scores(Q, K, parameters), V, mask)


def _contexts(scores: Floats, V: ArrayLike, mask: ArrayLike | None) -> tuple[Floats, Floats]:
    """Weights of scores (..., m, n) and the values (..., n, d_v) they gather."""
    values = _floats(V, "V", at_least=2)
    if values.shape[-2] != scores.shape[-1]:
        raise ValueError(f"V {values.shape} must have one row for each of the {scores.shape[-1]} rows of K")
    weights = masked_softmax(scores, mask)
    contexts: Floats = weights @ values
    return weights, contexts


def _floats(value: ArrayLike, name: str, at_least: int) -> Floats:
    """``value`` as float64 with enough axes, or a ValueError that names it."""
    array = np.asarray(value)
    if array.dtype.kind not in "fiub":
        raise ValueError(
            f"{name} must hold real numbers, and has shape {array.shape} and dtype {array.dtype}"
        )
    if array.ndim < at_least:
        raise ValueError(f"{name} has shape {array.shape}; at least {at_least} axes are needed")
    return array.astype(np.float64, copy=False)


def _allowed(mask: ArrayLike, shape: tuple[int, ...]) -> NDArray[np.bool_]:
    """The mask as booleans of the given shape."""
    array = np.asarray(mask)
    # A float mask is nearly always an additive one (0 and −inf), whose truth values would mean the opposite.
    if array.dtype.kind not in "biu" or (array.dtype.kind != "b" and not np.isin(array, (0, 1)).all()):
        raise ValueError(
            f"mask of shape {array.shape} must be boolean, True = allowed, and has dtype {array.dtype}"
        )
    try:
        return np.broadcast_to(array.astype(bool), shape)
    except ValueError:
        raise ValueError(f"mask {array.shape} does not fit scores {shape}") from None


def _queries_and_keys(Q: ArrayLike, K: ArrayLike) -> tuple[Floats, Floats, bool]:
    """Both as float64 with at least two axes, and whether Q was a single query."""
    queries, keys = _floats(Q, "Q", at_least=1), _floats(K, "K", at_least=2)
    single = queries.ndim == 1
    if single:
        queries = queries[None, :]
    try:
        np.broadcast_shapes(queries.shape[:-2], keys.shape[:-2])
    except ValueError:
        raise ValueError(
            f"the leading axes of Q {queries.shape} and K {keys.shape} do not fit together"
        ) from None
    return queries, keys, single


def _scorer(parameters: Mapping[str, ArrayLike], d_q: int, d_k: int) -> tuple[Floats, Floats, Floats, Floats]:
    """The four parameters of the additive scorer, their shapes checked against the widths.""" ""
    missing = [name for name in PARAMETER_NAMES if name not in parameters]
    if missing:
        raise ValueError(f"parameters lack {', '.join(missing)}; needed are {', '.join(PARAMETER_NAMES)}")
    v = _floats(parameters["v"], "v", at_least=1)
    wanted = {"Wq": (v.size, d_q), "Wk": (v.size, d_k), "bias": (v.size,), "v": (v.size,)}
    arrays = {name: _floats(parameters[name], name, at_least=0) for name in PARAMETER_NAMES}
    for name, shape in wanted.items():
        if arrays[name].shape != shape:
            raise ValueError(f"{name} has shape {arrays[name].shape}, and {shape} is needed (d_a = {v.size})")
    return arrays["Wq"], arrays["Wk"], arrays["bias"], arrays["v"]
