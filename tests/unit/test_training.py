"""The additive scorer's gradients against central differences, its training against the lesson's numbers."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

from lookback import training as t


@cache
def run(**settings) -> tuple[t.Progress, ...]:
    initial = {name: settings.pop(name) for name in ("seed", "d_a", "zero_projections") if name in settings}
    return tuple(t.train(t.date_alignment(), t.initial_parameters(**initial), **settings))


def last(**settings) -> t.Progress:
    return run(**settings)[-1]


def central_difference(loss, parameters, name, step=1e-6):
    slope = np.zeros_like(parameters[name])
    for index in np.ndindex(slope.shape):
        ends = []
        for sign in (1, -1):
            moved = {key: value.copy() for key, value in parameters.items()}
            moved[name][index] += sign * step
            ends.append(loss(moved))
        slope[index] = (ends[0] - ends[1]) / (2 * step)
    return slope


@pytest.mark.parametrize("tanh", [True, False])
@pytest.mark.parametrize("name", ["Wq", "Wk", "bias", "v"])
def test_gradients_agree_with_central_differences(name, tanh):
    problem, parameters = t.date_alignment(), run()[60].parameters
    weights = t.forward(problem, parameters, tanh=tanh)
    found = t.gradients(problem, parameters, weights, tanh=tanh)[name]

    def loss(moved):
        return t.loss_of(t.forward(problem, moved, tanh=tanh), problem.targets)

    np.testing.assert_allclose(found, central_difference(loss, parameters, name), rtol=1e-5, atol=1e-8)


@pytest.mark.parametrize("name", ["Wq", "Wk", "bias", "v", "Wo"])
def test_gradients_without_labels_agree_with_central_differences(name):
    dates = t.draw_dates(np.random.default_rng(3), 4)
    parameters = t.value_parameters(d_a=3)
    found = t.value_pass(parameters, dates)[2][name]
    wanted = central_difference(lambda moved: t.value_pass(moved, dates)[0], parameters, name)
    np.testing.assert_allclose(found, wanted, rtol=1e-5, atol=1e-8)


def test_the_data_set_is_the_one_the_lesson_prints():
    problem = t.date_alignment()
    np.testing.assert_array_equal(
        problem.states,
        [[0.1, -0.1, 0.6, 0.1, -0.5], [0.4, 1.3, 0.9, -0.7, -1.3], [-0.6, 0, -2.3, -0.2, -1.2]],
    )
    np.testing.assert_array_equal(problem.queries[0], [0.4, 0.9, 0.1, -0.7])
    np.testing.assert_array_equal(problem.targets, [2, 1, 0])


@pytest.mark.parametrize(
    ("epoch", "loss", "within"),
    [
        (0, 1.0973, 1e-3),
        (50, 0.562, 0.01),
        (100, 0.155, 0.01),
        (200, 0.0413, 3e-3),
        (500, 0.0105, 1e-3),
        (2000, 0.0019, 3e-4),
    ],
)
def test_the_loss_falls_as_the_lesson_says(epoch, loss, within):
    assert run()[epoch].epoch == epoch
    assert run()[epoch].loss == pytest.approx(loss, abs=within)


def test_training_ends_on_the_anti_diagonal():
    weights = last().weights
    assert (np.fliplr(weights).diagonal() > 0.95).all()
    np.testing.assert_allclose(run()[0].weights, 1 / 3, atol=0.08)


@pytest.mark.parametrize(
    ("score", "row"),
    [
        (
            lambda q, h, p: p["v"] @ (np.tanh(p["Wq"] @ q) + np.tanh(p["Wk"] @ h + p["bias"])),
            [0.202, 0.335, 0.463],
        ),
        (lambda q, h, p: p["v"] @ (p["Wq"] @ q + p["Wk"] @ h + p["bias"]), [0.897, 0.059, 0.044]),
        (lambda q, h, p: p["v"] @ np.tanh(p["Wq"] @ q + p["bias"]), [1 / 3] * 3),
    ],
    ids=["tanh of each term", "no tanh", "key ignored"],
)
def test_a_wrong_scorer_makes_identical_rows(score, row):
    weights = t.forward(t.date_alignment(), last().parameters, score=score)
    np.testing.assert_allclose(weights, [row] * 3, atol=6e-4)


def test_a_learners_functions_make_the_same_run_as_the_kernels():
    def score(q, h, p):
        return float(p["v"] @ np.tanh(p["Wq"] @ q + p["Wk"] @ h + p["bias"]))

    def normalise(scores):
        terms = np.exp(scores - scores.max())
        return terms / terms.sum()

    own = last(epochs=50, score=score, normalise=normalise)
    np.testing.assert_allclose(own.weights, run()[50].weights, atol=1e-12)


def test_without_tanh_and_from_zero_projections_the_loss_stays_at_ln_3():
    assert last(tanh=False).loss == pytest.approx(np.log(3), abs=1e-4)
    assert last(zero_projections=True).loss == pytest.approx(np.log(3), abs=1e-9)


def solved_seeds(**settings) -> int:
    """How many of 20 seeds are solved at the end."""
    problem = t.date_alignment()
    *_, weights = t.train_many(problem, range(20), **settings)
    return int(t.solved(problem, weights).sum())


@pytest.mark.parametrize(("d_a", "count"), [(1, 0), (2, 12), (3, 20)])
def test_a_wider_scorer_solves_more_seeds(d_a, count):
    assert solved_seeds(d_a=d_a) == pytest.approx(count, abs=1)


@pytest.mark.parametrize(("learning_rate", "failed"), [(3, 2), (10, 13)])
def test_long_steps_fail_sometimes_and_often(learning_rate, failed):
    assert 20 - solved_seeds(learning_rate=learning_rate) == pytest.approx(failed, abs=1)


def test_seeds_trained_together_are_trained_as_each_by_itself():
    *_, weights = t.train_many(t.date_alignment(), (7, 8), epochs=30, d_a=5)
    for seed, own in zip((7, 8), weights, strict=True):
        np.testing.assert_allclose(own, last(seed=seed, d_a=5, epochs=30).weights, atol=1e-12)


def test_the_alignment_is_learned_without_labels():
    records = list(t.train_unlabelled())
    fresh = t.draw_dates(np.random.default_rng(99), 500)
    loss, weights, _ = t.value_pass(records[-1].parameters, fresh)
    assert records[0].loss == pytest.approx(1.79, abs=0.1)
    assert loss == pytest.approx(0.005, abs=0.002)
    assert t.right_weight(weights, fresh) >= 0.99


def test_training_leaves_its_arguments_and_its_records_alone():
    parameters = t.initial_parameters()
    before = {name: value.copy() for name, value in parameters.items()}
    records = list(t.train(t.date_alignment(), parameters, epochs=3))
    assert [record.epoch for record in records] == [0, 1, 2, 3]
    for name, value in before.items():
        np.testing.assert_array_equal(parameters[name], value)
        np.testing.assert_array_equal(records[0].parameters[name], value)
