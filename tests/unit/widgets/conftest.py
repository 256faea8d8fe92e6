"""Widgets that can be drawn by a reader's own functions."""

import pytest

from lookback import training
from lookback.widgets.beams import Beams
from lookback.widgets.live_table import LiveTable
from lookback.widgets.replay import Run
from lookback.widgets.scorers import Scorers
from support.own import KEYS, PARAMETERS, VALUES, WORDS, open_live


@pytest.fixture(scope="module")
def run():
    return Run.of(training.train(training.date_alignment(), training.initial_parameters()))


@pytest.fixture
def table():
    return open_live(LiveTable(WORDS, KEYS, VALUES, start=(2, 0), field="cat", own=True))


@pytest.fixture
def beams(run):
    problem = training.date_alignment()
    steps = training.OUTPUT_ORDER
    return open_live(
        Beams(run, problem.queries, problem.states, steps, training.ROLES, start=("year", 2000), own=True)
    )


@pytest.fixture
def scorers():
    return open_live(Scorers(training.ROLES, KEYS, PARAMETERS, start=(2, 1), word="year", own=True))
