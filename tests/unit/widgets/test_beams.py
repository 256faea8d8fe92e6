"""Beams: as wide as their weights, together as tall as the query, and never crossing."""

import numpy as np
import pytest

from lookback import training
from lookback.widgets import beams as drawing
from lookback.widgets.beams import Beams
from lookback.widgets.replay import Run


@pytest.fixture(scope="module")
def run():
    return Run.of(training.train(training.date_alignment(), training.initial_parameters()))


@pytest.fixture
def beams(run):
    problem = training.date_alignment()
    beams = Beams(
        run, problem.queries, problem.states, training.OUTPUT_ORDER, training.ROLES, start=("year", 100)
    )
    beams.view()
    return beams


@pytest.mark.parametrize("weights", [[0.044, 0.071, 0.885], [1.0, 0.0], [0.2] * 5])
def test_a_beam_is_as_wide_as_its_weight_from_end_to_end(weights):
    weights = np.array(weights)
    pairs = drawing.ribbons(weights)
    share = drawing.share_of(len(weights))
    for (upper, lower), w in zip(pairs, weights, strict=True):
        assert np.allclose(lower - upper, share * w)
    leaving = [upper[0] for upper, _ in pairs] + [pairs[-1][1][0]]
    assert np.all(np.diff(leaving) >= 0)
    assert leaving[-1] - leaving[0] == pytest.approx(share)
    assert (leaving[-1] + leaving[0]) / 2 == pytest.approx(0.5)


def test_the_context_is_the_weighted_sum_of_the_states(beams):
    problem = training.date_alignment()
    for emit in training.OUTPUT_ORDER:
        beams.set({"emit": emit, "epoch": 500})
        got = beams.get()
        assert np.allclose(got["context"], np.array(got["weights"]) @ problem.states)


def test_word_and_epoch_are_chosen_by_their_controls(beams, run):
    beams._choice.value = "day"
    assert beams.get()["emit"] == "day"
    beams._slider.value = 62
    assert beams.get()["epoch"] == 2000
    assert beams.get()["weights"][0] > 0.95
    beams._reset.clicks += 1
    assert (beams.get()["emit"], beams.get()["epoch"]) == ("year", 100)


@pytest.mark.parametrize("state", [{"emit": "hour"}, {"epoch": 2001}, {"weights": []}])
def test_other_states_are_refused(beams, state):
    with pytest.raises(ValueError, match="="):
        beams.set(state)


def test_another_run_is_drawn_at_the_same_epoch(beams, run):
    uniform = Run(run.epochs, run.losses, np.full_like(run.weights, 1 / 3))
    beams.show(uniform)
    assert beams.get()["weights"] == pytest.approx([1 / 3] * 3)
    assert beams.get()["epoch"] == 100


def test_the_numbers_stand_in_a_table_and_in_the_poster(beams):
    assert ".885" in beams._numbers.text
    for part in (beams._numbers, beams._query, beams._middle, beams._context):
        assert part.text in beams.poster()
