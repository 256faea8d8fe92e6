"""The searches compute all formulas as stacks: every formula gives for a stack what it gives one by one."""

from __future__ import annotations

from functools import partial

import numpy as np
import pytest

from lookback.checker.probes import additive_search, gathering_steps, limits, sharing_search
from lookback.checker.probes.additive_steps import READOUTS, Parts


@pytest.fixture(autouse=True)
def _quiet():
    with np.errstate(all="ignore"):
        yield


@pytest.mark.parametrize("width", [3, 4])
def test_the_rows_of_an_additive_score_are_those_of_their_own_steps(width):
    rng = np.random.default_rng(width)
    sizes = (width, 3, (3, width), (3, 3), 3, 3)
    p = Parts(*(rng.normal(size=size) for size in sizes))
    for most in (1, 2):
        rows = additive_search.Rows.of(p, most)
        assert len(rows.codes) == len(rows.units) == len(rows.deviations)
        for index in range(0, len(rows.codes), 1 if most == 1 else 7):
            alone = additive_search._safe(partial(additive_search.source(rows.codes[index]).hidden, p), p)
            np.testing.assert_allclose(
                rows.units[index], alone, rtol=1e-9, atol=1e-12, err_msg=rows.codes[index]
            )


@pytest.mark.parametrize("readout", READOUTS, ids=[step[0] for step in READOUTS])
def test_a_readout_takes_many_rows(readout):
    rng = np.random.default_rng(5)
    v, units = rng.normal(size=4), np.asfortranarray(rng.normal(size=(6, 4)))
    np.testing.assert_allclose(readout[3](v, units), [readout[3](v, row) for row in units])


@pytest.mark.parametrize("step", gathering_steps.SUMS, ids=[step[0] for step in gathering_steps.SUMS])
@pytest.mark.parametrize("shape", [(3, 2), (3, 3)])
def test_a_sum_takes_many_weights_and_many_rows(step, shape):
    rng = np.random.default_rng(6)
    w, V = rng.uniform(0.1, 1, size=(5, shape[0])), rng.normal(size=(5, *shape))
    np.testing.assert_allclose(step[2](w, V[0]), [step[2](one, V[0]) for one in w])
    np.testing.assert_allclose(step[2](w[0], V), [step[2](w[0], one) for one in V])


@pytest.mark.parametrize(
    "step", sharing_search.BEFORE + sharing_search.SHARES, ids=lambda step: step[0] or "right"
)
def test_what_is_done_to_scores_takes_many_rows(step):
    scores = np.random.default_rng(7).normal(size=(6, 4)) * 2
    together = step[3](np.asfortranarray(scores))
    np.testing.assert_allclose(together, [step[3](row) for row in scores], rtol=1e-9, atol=1e-12)


@pytest.mark.parametrize("shift", limits.SHIFTS, ids=[what for what, _ in limits.SHIFTS])
def test_a_shift_takes_many_rows(shift):
    scores = np.random.default_rng(8).normal(size=(6, 4)) * 300
    together = np.broadcast_to(scores - shift[1](scores), scores.shape)
    np.testing.assert_allclose(together, [row - shift[1](row) for row in scores])
