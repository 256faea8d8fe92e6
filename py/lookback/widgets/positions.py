"""What a live table shows: positions with their keys and values, and what follows from a query and a mask."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from lookback import kernels

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Positions:
    """What a query looks back at: n words with their keys, shape (n, d_k), and values, shape (n, d_v)."""

    words: tuple[str, ...]
    keys: Floats
    values: Floats

    @classmethod
    def of(cls, words: Sequence[str], keys: ArrayLike, values: ArrayLike) -> Positions:
        """Check that the three belong together."""
        K, V = np.array(keys, dtype=np.float64), np.array(values, dtype=np.float64)
        if not words or K.ndim != 2 or V.ndim != 2 or len(K) != len(words) or len(V) != len(words):
            raise ValueError(
                f"{len(words)} words, keys {K.shape} and values {V.shape}; "
                "wanted at least one word and one row of keys and of values for each"
            )
        return cls(tuple(words), K, V)


@dataclass(frozen=True)
class Reading:
    """What follows from a query and a mask: scores (n,), weights (n,) and context (d_v,).

    The latter two are None when every position is masked.
    """

    scores: Floats
    weights: Floats | None
    context: Floats | None

    @classmethod
    def of(cls, q: Sequence[float], mask: Sequence[bool], positions: Positions) -> Reading:
        """Compute it with the kernels."""
        allowed = np.array(mask)
        scores = np.where(allowed, kernels.dot_scores(q, positions.keys), -np.inf)
        if not allowed.any():
            return cls(scores, None, None)
        weights, context = kernels.attention(q, positions.keys, positions.values, allowed)
        return cls(scores, weights, context)
