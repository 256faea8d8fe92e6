"""Weight fields: outlines against the kernels, curves that end at the frame, and the hint's half-plane."""

import numpy as np
import pytest

from lookback.widgets import field

KEYS = np.array([[1.0, 0], [0, 1], [1, 1]])
ALL = [True] * 3


@pytest.mark.parametrize("position", range(3))
@pytest.mark.parametrize("limit", [3.0, 6.0])
def test_along_a_curve_the_weight_is_the_level(position, limit):
    for outline, level in zip(field.regions(KEYS, ALL, position, limit), field.LEVELS, strict=True):
        curve = field.curve(outline, limit)
        assert len(curve) > 20
        assert np.allclose(field.weights_at(curve, KEYS, ALL, position), level, atol=1e-6)
        assert np.isclose(np.abs(curve[[0, -1]]).max(axis=1), limit).all()


def inside(points, polygon):
    """Whether points lie in a convex, counter-clockwise polygon."""
    a, b = polygon, np.roll(polygon, -1, axis=0)
    edge = b - a
    to = points[:, None, :] - a
    return (edge[:, 0] * to[..., 1] - edge[:, 1] * to[..., 0] >= -1e-9).all(axis=1)


@pytest.mark.parametrize("seed", range(8))
def test_a_region_holds_just_the_queries_that_reach_the_level(seed):
    rng = np.random.default_rng(seed)
    keys = rng.normal(size=(4, 2)).round(1)
    mask = [True, True, True, bool(seed % 2)]
    points = rng.uniform(-6, 6, size=(400, 2))
    weights = field.weights_at(points, keys, mask, 0)
    for outline, level in zip(field.regions(keys, mask, 0, 6.0), field.LEVELS, strict=True):
        clear = np.abs(weights - level) > 0.03  # a polygon cuts the corners of a curve
        reached = inside(points, outline) if len(outline) else np.zeros(len(points), dtype=bool)
        assert (reached == (weights >= level))[clear].all()


def test_a_masked_position_has_no_field_and_a_lone_one_has_all():
    masked = field.regions(KEYS, [True, False, True], 1, 6.0)
    assert [len(outline) for outline in masked] == [0] * 5
    alone = field.regions(KEYS, [False, True, False], 1, 6.0)
    assert all(sorted(map(tuple, o)) == [(-6, -6), (-6, 6), (6, -6), (6, 6)] for o in alone)
    assert not len(field.curve(alone[0], 6.0))


def test_the_half_plane_of_a_rival_starts_where_the_two_alone_give_the_level():
    outline = field.half_plane(KEYS[1], KEYS[2], 0.7, 6.0)
    assert outline[:, 0].min() == pytest.approx(np.log(3 / 7))
    assert outline[:, 0].max() == 6
    far = np.array([[np.log(3 / 7) + 0.01, 300.0]])
    assert field.weights_at(far, KEYS, ALL, 1)[0] < 0.7


def test_a_rival_with_the_same_key_shares_half_everywhere():
    assert len(field.half_plane(KEYS[1], KEYS[1], 0.7, 6.0)) == 4
    assert len(field.half_plane(KEYS[1], KEYS[1], 0.3, 6.0)) == 0
