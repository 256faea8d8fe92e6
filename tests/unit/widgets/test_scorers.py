"""Two scorers side by side: both from the kernels, one that grows and one that is bounded."""

import numpy as np
import pytest

from lookback import kernels
from lookback.widgets.scorers import Scorers

KEYS = [[1, 0], [0, 1], [1, 1]]
PARAMETERS = {"Wq": np.eye(2), "Wk": np.eye(2), "bias": [0, 0], "v": [1, 1]}


@pytest.fixture
def scorers():
    scorers = Scorers(("day", "month", "year"), KEYS, PARAMETERS, start=(2, 1), word="year")
    scorers.view()
    return scorers


def test_scores_and_weights_are_those_of_the_kernels(scorers):
    scorers.set({"q": [-1.5, 2]})
    got = scorers.get()
    additive = kernels.additive_scores([-1.5, 2], KEYS, PARAMETERS)
    assert got["scores"]["dot"] == [-1.5, 2, 0.5]
    assert got["scores"]["additive"] == pytest.approx(additive.tolist())
    assert got["weights"]["additive"] == pytest.approx(kernels.softmax(additive).tolist())


def test_along_the_query_dot_scores_grow_in_proportion_and_additive_ones_stay_bounded(scorers):
    dot = scorers._data([2, 1], "year")["dot"][1]
    additive = scorers._data([2, 1], "year")["additive"][1]
    assert dot[-1] == pytest.approx(3 * 3)
    assert max(map(abs, additive)) < 2
    assert "stays between −2 and 2" in scorers._tables.text


def test_query_and_word_are_chosen_by_their_controls(scorers):
    scorers._controls[0].slider.value = -3
    scorers._choice.value = "day"
    assert (scorers.get()["q"], scorers.get()["word"]) == ([-3, 1], "day")
    scorers._reset.clicks += 1
    assert (scorers.get()["q"], scorers.get()["word"]) == ([2, 1], "year")


@pytest.mark.parametrize("state", [{"q": [1]}, {"q": [7, 0]}, {"word": "hour"}, {"scores": {}}])
def test_other_states_are_refused(scorers, state):
    with pytest.raises(ValueError, match="="):
        scorers.set(state)


def test_the_poster_holds_the_tables(scorers):
    assert scorers._tables.text in scorers.poster()
