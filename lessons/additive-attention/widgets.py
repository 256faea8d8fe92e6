"""The widgets of this lesson, by the ids under which the text places them."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from lookback import training
from lookback.moments import Run
from lookback.widgets import Widget
from lookback.widgets.beams import Beams
from lookback.widgets.maps import Maps
from lookback.widgets.replay import Replay
from lookback.widgets.scorers import Scorers

STEPS = tuple(f"emit {word}" for word in training.OUTPUT_ORDER)


@lru_cache(maxsize=1)
def course_run() -> Run:
    """The course's own training run, on the reference scorer."""
    return Run.of(training.train(training.date_alignment(), training.initial_parameters()))


def replay() -> Replay:
    """The course's run, to go back and forth in before there is one of the learner's own."""
    states = training.date_alignment().states
    return Replay(
        course_run(), STEPS, training.ROLES, values=states, title="Training run", name="The course’s run"
    )


def beams() -> Beams:
    """One output step at a time, at any moment of the run."""
    problem = training.date_alignment()
    steps, positions = training.OUTPUT_ORDER, training.ROLES
    return Beams(
        course_run(), problem.queries, problem.states, steps, positions, start=("year", 100), own=True
    )


def scorers() -> Scorers:
    """Additive against dot product, on keys that both can take: here the widths of query and key agree."""
    identity = ((1, 0), (0, 1))
    parameters = {"Wq": identity, "Wk": identity, "bias": (0, 0), "v": (1, 1)}
    return Scorers(training.ROLES, ((1, 0), (0, 1), (1, 1)), parameters, start=(2, 1), word="year", own=True)


def maps() -> Maps:
    """The reader's scorer on the trained parameters, beside the right one."""
    problem, trained = training.date_alignment(), course_run()
    return Maps(
        problem.queries,
        problem.states,
        trained.parameters[-1],
        training.OUTPUT_ORDER,
        training.ROLES,
        caption=f"trained, epoch {trained.epochs[-1]:,}",
    )


WIDGETS: dict[str, Callable[[], Widget]] = {
    "beams": beams,
    "replay": replay,
    "scorers": scorers,
    "your-scorer": maps,
}
