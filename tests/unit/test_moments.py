"""Runs as data: what is taken from outside, and what is refused."""

from __future__ import annotations

import numpy as np
import pytest

from lookback.moments import LANDMARKS, SAVED, Run, epochs_to_keep, moment_to_plain

W = [[0.5, 0.5], [0.25, 0.75]]


def plain(*epochs, last=10, **changes):
    moments = [moment_to_plain(epoch, 0.7, np.array(W), None) | changes for epoch in epochs]
    return {"moments": moments, "last": last}


def test_a_run_comes_back_from_plain_data():
    moment = moment_to_plain(0, float("inf"), np.array(W), np.eye(2, 3))
    run = Run.from_plain({"moments": [moment], "last": 5}, 2, 2)
    assert run.losses == (float("inf"),)
    np.testing.assert_array_equal(run.weights, [W])
    np.testing.assert_array_equal(run.contexts, [np.eye(2, 3)])
    assert (run.last, run.places) == (5, 6)


@pytest.mark.parametrize(
    ("given", "words"),
    [
        (None, "not an object"),
        ({"moments": [], "last": 1}, "no list of 1 to"),
        ({"moments": [3], "last": 1}, "not an object"),
        (plain(1, 2), "do not rise from 0"),
        (plain(0, 2, 2), "do not rise"),
        (plain(0, 5, last=4), "to its last"),
        (plain(0, last="9"), "to its last"),
        (plain(0, loss=None), "'None' in the run is not a number"),
        (plain(0, weights=[[1, 0]]), "not 2 rows of 2 numbers"),
        (plain(0, weights=[[1, 0], [1]]), "not 2 rows of 2 numbers"),
        (plain(0, weights=[[1, 0], [1, "x"]]), "'x' in the run is not a number"),
        (plain(0, weights=[[1, 0], [1, "nan"]]), "not all finite"),
        (plain(0, contexts=[[1] * 999] * 2), "contexts of a moment"),
    ],
)
def test_what_is_no_run_is_refused(given, words):
    with pytest.raises(ValueError, match=words):
        Run.from_plain(given, 2, 2)


@pytest.mark.parametrize("last", [0, 5, 62, 63, 100, 2000, 5000])
def test_kept_epochs_hold_both_ends_and_every_landmark(last):
    kept = epochs_to_keep(last)
    assert kept == sorted(set(kept))
    assert (kept[0], kept[-1]) == (0, last)
    assert {e for e in LANDMARKS if e <= last} <= set(kept)
    assert len(kept) <= SAVED
