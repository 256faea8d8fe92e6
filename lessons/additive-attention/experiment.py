"""The experiment of this lesson: the additive scorer, trained through the learner's functions; and what if."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator

import numpy as np

from lookback import training
from lookback.drawing import number
from lookback.experiment import (
    Cell,
    Experiment,
    Functions,
    Moment,
    Returns,
    Row,
    Setting,
    Table,
    Trial,
    Values,
)

SEEDS = 20
SHOWN = (0, 100, 500, 1000, 2000)  # epochs that a table has a row for


def train(functions: Functions, values: Values) -> Iterator[Moment]:
    """Gradient descent on the three cases; scores, weights and contexts come from the learner's functions."""
    problem = training.date_alignment()
    context = functions["context_vector"]
    run = training.train(
        problem,
        training.initial_parameters(seed=values["seed"]),
        epochs=values["epochs"],
        learning_rate=values["learning_rate"],
        score=functions["additive_score"],
        normalise=functions["alignment_weights"],
    )
    for now in run:
        weights = now.weights
        yield Moment(
            now.epoch, now.loss, weights, lambda w=weights: [context(row, problem.states) for row in w]
        )


# ---- what if: trials on the reference scorer


def _loss(value: float) -> str:
    """A loss as the lesson writes it: four decimals from 1 up and below .1, else three."""
    return number(value, 3 if 0.1 <= value < 1 else 4)


def _side_by_side(*runs: Callable[[], Iterator[training.Progress]]) -> Iterator[Table]:
    """The losses of several runs at the same epochs, a row for each epoch that is shown."""
    rows: list[Row] = []
    for moments in zip(*(run() for run in runs), strict=True):
        epoch = moments[0].epoch
        if epoch in SHOWN:
            rows.append(Row(f"{epoch:,}", tuple(Cell(_loss(moment.loss)) for moment in moments)))
        yield Table(epoch / training.EPOCHS, f"epoch {epoch:,} of {training.EPOCHS:,}", tuple(rows))


def tanh_off() -> Iterator[Table]:
    """The loss with and without the tanh."""

    def run(tanh: bool) -> Iterator[training.Progress]:
        return training.train(training.date_alignment(), training.initial_parameters(), tanh=tanh)

    return _side_by_side(lambda: run(True), lambda: run(False))


def zero_projections() -> Iterator[Table]:
    """The loss from a random start, and from one whose projections are zero."""

    def run(zero: bool) -> Iterator[training.Progress]:
        start = training.initial_parameters(zero_projections=zero)
        return training.train(training.date_alignment(), start)

    return _side_by_side(lambda: run(False), lambda: run(True))


def _many_seeds(name: str, values: tuple[float, ...]) -> Iterator[Table]:
    """For each value of a setting, which of twenty seeds are solved: every right weight above .95."""
    problem = training.date_alignment()
    done: tuple[Row, ...] = ()
    for index, value in enumerate(values):
        row = Row(number(value, 1), ())
        for epoch, weights in enumerate(training.train_many(problem, range(SEEDS), **{name: value})):
            solved = training.solved(problem, weights)
            marks = "".join("1" if one else "0" for one in solved)
            row = Row(number(value, 1), (Cell(f"{int(solved.sum())} of {SEEDS}", marks=marks),))
            part = (index + epoch / training.EPOCHS) / len(values)
            yield Table(part, f"{row.name}: epoch {epoch:,} of {training.EPOCHS:,}", (*done, row))
        done = (*done, row)


def narrow_scorer() -> Iterator[Table]:
    """Widths 1, 2 and 3."""
    return _many_seeds("d_a", (1, 2, 3))


def large_steps() -> Iterator[Table]:
    """Learning rates .1, 3 and 10."""
    return _many_seeds("learning_rate", (0.1, 3, 10))


# ---- labels off


def unlabelled() -> Iterator[Table]:
    """Value loss and weight on the right position along the run without labels, then on fresh dates."""
    shown, rows, last = (0, 100, 200, 500, 1000, 2000), [], None
    for last in training.train_unlabelled():
        if last.batch in shown:
            rows.append(_row(f"{last.batch:,}", last.loss, last.right_weight))
        yield Table(last.batch / training.EPOCHS, f"batch {last.batch:,} of {training.EPOCHS:,}", tuple(rows))
    fresh = training.draw_dates(np.random.default_rng(2026), 500)
    loss, weights, _ = training.value_pass(last.parameters, fresh)
    rows.append(_row("fresh dates", loss, training.right_weight(weights, fresh)))
    yield Table(1, "", tuple(rows))


def _row(name: str, loss: float, right: float) -> Row:
    return Row(name, (Cell(number(loss, 3)), Cell(number(right), weight=right)))


EXPERIMENT = Experiment(
    functions={
        "additive_score": Returns("number"),
        "alignment_weights": Returns("array", lambda scores: len(scores)),
        "context_vector": Returns("array", lambda weights, states: states.shape[1]),
    },
    settings=(
        Setting("seed", "seed", training.PARAMETER_SEED, 0, 9999, whole=True),
        Setting("learning_rate", "learning rate", training.LEARNING_RATE, 0.001, 100),
        Setting("epochs", "epochs", training.EPOCHS, 10, 5000, whole=True),
    ),
    train=train,
    trials={
        "tanh-off": Trial(f"Loss, ln 3 = {math.log(3):.4f}", ("epoch", "with tanh", "without"), tanh_off),
        "narrow-scorer": Trial("Solved after 2,000 epochs", ("width", "seeds solved"), narrow_scorer),
        "zero-projections": Trial(
            f"Loss, ln 3 = {math.log(3):.4f}", ("epoch", "random start", "Wq = Wk = 0"), zero_projections
        ),
        "large-steps": Trial("Solved after 2,000 epochs", ("learning rate", "seeds solved"), large_steps),
        "unlabelled": Trial(
            "Training without labels", ("batches", "value loss", "weight on the right position"), unlabelled
        ),
    },
)
