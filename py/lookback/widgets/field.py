"""Where on the plane of all queries the weight on one position reaches a level.

With dot scores, the weight on position c is at least L exactly where
log Σ_(j≠c) exp((k_j − k_c)·q) ≤ log((1 − L)/L). The left side is convex in q (a log-sum-exp of linear
functions), so the region is convex, and a ray from any of its points leaves it once: its outline needs no
contour library.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from lookback import kernels

Floats = NDArray[np.float64]

#: The levels at which a field is drawn as bands.
LEVELS = (0.1, 0.3, 0.5, 0.7, 0.9)
_SIDE = 48  # rays per side of the square
_HALVINGS = 26  # of a ray: to 1e-7 of its length


def weights_at(points: Floats, keys: Floats, mask: Sequence[bool], position: int) -> Floats:
    """The weight on one position for many queries: points (..., 2) to weights (...)."""
    flat = points.reshape(-1, keys.shape[1])
    weights: Floats = kernels.masked_softmax(kernels.dot_scores(flat, keys), np.array(mask))[:, position]
    return weights.reshape(points.shape[:-1])


def regions(
    keys: Floats, mask: Sequence[bool], position: int, limit: float, levels: Sequence[float] = LEVELS
) -> list[Floats]:
    """Outlines of the regions where the weight is at least each level, within |q[i]| ≤ limit.

    Parameters
    ----------
    keys : (n, 2)
    mask : n booleans, True = allowed
    position : which of the n
    limit : half the side of the square of queries

    Returns
    -------
    list of ndarray (m, 2)
        One closed convex polygon per level, without its first point repeated; empty, shape (0, 2), where
        the level is not reached. A masked position reaches none.
    """
    if not mask[position]:
        return [np.empty((0, 2)) for _ in levels]
    rim = limit * _unit_rim()
    start = _best(keys, mask, position, limit)
    top = float(weights_at(start, keys, mask, position))
    reached = [level for level in levels if level <= top]
    outlines = _outlines(start, rim, keys, mask, position, np.array(reached)) if reached else []
    return [*outlines, *(np.empty((0, 2)) for _ in levels[len(reached) :])]


def curve(outline: Floats, limit: float) -> Floats:
    """The part of an outline inside the square, in order, shape (m, 2): the level curve itself."""
    if not len(outline):
        return outline
    inside = np.abs(outline).max(axis=1) < limit * (1 - 1e-6)
    if not inside.any():
        return np.empty((0, 2))
    if inside.all():
        return np.vstack([outline, outline[:1]])
    first = int(np.flatnonzero(inside & ~np.roll(inside, 1))[0])
    turned, kept = np.roll(outline, -first, axis=0), np.roll(inside, -first)
    length = int(np.flatnonzero(~kept)[0]) if not kept.all() else len(kept)
    # With the point before and the point after, which lie on the rim: the curve meets the frame.
    return np.vstack([turned[-1:], turned[: length + 1]])


def half_plane(key: Floats, other: Floats, level: float, limit: float) -> Floats:
    """Where ``other`` alone keeps the weight on ``key`` below ``level``, as a polygon (m, 2) in the square.

    The softmax over these two, 1/(1 + exp((other − key)·q)), bounds the weight from above, whatever else
    there is: below ``level`` where (other − key)·q > log((1 − level)/level).
    """
    normal, bound = other - key, np.log((1 - level) / level)
    corners = limit * np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]], dtype=np.float64)
    kept: list[Floats] = []
    for a, b in zip(corners, np.roll(corners, -1, axis=0), strict=True):
        da, db = float(a @ normal - bound), float(b @ normal - bound)
        if da >= 0:
            kept.append(a)
        if (da < 0) != (db < 0):
            kept.append(a + (b - a) * (da / (da - db)))
    return np.array(kept) if kept else np.empty((0, 2))


def _unit_rim() -> Floats:
    """Points around the square of half-side 1, counter-clockwise, corners included."""
    along = np.linspace(-1, 1, _SIDE, endpoint=False)
    one = np.ones_like(along)
    sides = [(along, -one), (one, along), (-along, one), (-one, -along)]
    return np.concatenate([np.stack(side, axis=1) for side in sides])


def _best(keys: Floats, mask: Sequence[bool], position: int, limit: float) -> Floats:
    """A query in the square, on a grid with its corners, where the weight is largest."""
    axis = np.linspace(-limit, limit, 25)
    grid = np.stack(np.meshgrid(axis, axis), axis=-1)
    weights = weights_at(grid, keys, mask, position)
    best: Floats = grid.reshape(-1, 2)[int(weights.argmax())]
    return best


def _outlines(
    start: Floats, rim: Floats, keys: Floats, mask: Sequence[bool], position: int, levels: Floats
) -> list[Floats]:
    """Follow each ray from ``start`` to where the weight falls below the level, and close along the rim."""

    def reached(points: Floats, at_least: Floats) -> NDArray[np.bool_]:
        return weights_at(points, keys, mask, position) >= at_least

    ends = np.broadcast_to(rim, (len(levels), *rim.shape))
    whole = reached(ends, levels[:, None])
    centre = np.broadcast_to(start, ends.shape)
    points = np.where(whole[..., None], ends, _halve(centre, ends, levels[:, None], reached))
    # Where the outline comes to the rim, between two rays, one point more: there the level curve ends.
    row, ray = np.nonzero(whole != np.roll(whole, -1, axis=1))
    a, b = rim[ray], rim[(ray + 1) % len(rim)]
    first = whole[row, ray][:, None]
    crossings = _halve(np.where(first, a, b), np.where(first, b, a), levels[row], reached)
    return [
        _thin(np.insert(points[i], ray[row == i] + 1, crossings[row == i], axis=0), np.abs(rim).max())
        for i in range(len(levels))
    ]


def _halve(
    low: Floats, high: Floats, at_least: Floats, reached: Callable[[Floats, Floats], NDArray[np.bool_]]
) -> Floats:
    """On each segment from a point that reaches its level to one that does not, the last that does."""
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        above = reached(middle, at_least)[..., None]
        low, high = np.where(above, middle, low), np.where(above, high, middle)
    return low


def _thin(outline: Floats, limit: float) -> Floats:
    """Leave out the points between two others on the same side of the square."""
    on = np.isclose(np.abs(outline), limit, rtol=0, atol=1e-9) * np.sign(outline)
    straight = ((on == np.roll(on, 1, axis=0)) & (on == np.roll(on, -1, axis=0)) & (on != 0)).any(axis=1)
    kept: Floats = outline[~straight]
    return kept
