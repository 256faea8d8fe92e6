"""Learner functions in a training loop: what they may return, and what ends the run."""

from __future__ import annotations

import numpy as np
import pytest

from lookback.experiment.guard import Diverged, Fault, Guarded, Returns

NUMBER = Returns("number")
ARRAY = Returns("array", lambda scores: len(scores))


def guarded(function, returns=NUMBER):
    return Guarded("f", function, returns)


@pytest.mark.parametrize("value", [0.5, np.float64(0.5), np.float32(0.5), np.array(0.5), 1, np.int64(1)])
def test_every_kind_of_one_number_is_taken(value):
    assert guarded(lambda: value).call()() == pytest.approx(float(value))


@pytest.mark.parametrize(
    ("value", "words"),
    [
        (None, "nothing (None)"),
        ("a", "the text 'a'"),
        ([1.0, 2.0], "a list of 2"),
        (True, "True"),
        (np.ones(3), "an array of shape (3,)"),
        (np.ones((1, 1), int), "an array of shape (1, 1) of type int64"),
        (object(), "something of type object"),
        (1j, "something of type complex"),
    ],
)
def test_anything_else_is_told_for_what_it_is(value, words):
    with pytest.raises(Fault) as caught:
        guarded(lambda: value).call()()
    assert caught.value.message == f"f returned {words}; one number is wanted."


@pytest.mark.parametrize("value", [float("nan"), np.float64("inf"), np.array(np.nan), 10**400])
def test_a_number_that_is_not_finite_ends_the_run(value):
    with pytest.raises(Fault, match="though all its arguments are finite"):
        guarded(lambda x: value).call()(np.ones(2))


def test_parameters_that_have_left_the_numbers_are_nobodys_fault():
    with pytest.raises(Diverged):
        guarded(lambda q, p: float(p["v"].sum())).call()(np.ones(2), {"v": np.array([np.inf, 1.0])})


@pytest.mark.parametrize(
    ("value", "words"),
    [
        ([0.5, 0.5], "a list of 2; a NumPy array of 2 floats is wanted"),
        (np.ones(3), "an array of shape (3,); a NumPy array of 2 floats"),
        (np.ones(2, int), "an array of shape (2,) of type int64; a NumPy"),
        (np.ma.masked_array([1.0, 2.0]), "a MaskedArray; a NumPy"),
        (np.array([np.nan, 1.0]), "an array with nan or inf in it"),
    ],
)
def test_an_array_has_to_be_a_plain_one_of_the_right_length(value, words):
    with pytest.raises(Fault) as caught:
        guarded(lambda scores: value, ARRAY).call()(np.zeros(2))
    assert words in caught.value.message


def test_what_is_done_to_a_dict_ends_with_the_call_and_is_told():
    def score(q, p):
        p["v"] = p["v"] + 1
        return float(p["v"].sum())

    own, given = guarded(score), {"v": np.zeros(2)}
    assert [own.call()(np.ones(1), given) for _ in range(3)] == [2.0, 2.0, 2.0]
    np.testing.assert_array_equal(given["v"], 0)
    with pytest.raises(Fault, match="changes the entry “v” of its dict"):
        own.look_again()


def test_a_function_that_writes_into_an_argument_is_found_out():
    def normalise(scores):
        scores = np.asarray(scores)
        if scores.flags.writeable:
            scores -= scores.max()
        return np.exp(scores - scores.max())

    own, given = guarded(normalise, ARRAY), np.array([1.0, 2.0])
    given.flags.writeable = False
    own.call()(given)
    with pytest.raises(Fault, match="changes its argument 1"):
        own.look_again()


def test_a_function_that_keeps_state_is_found_out():
    calls = []

    def score(q):
        calls.append(q)
        return float(len(calls))

    own = guarded(score)
    own.call()(np.ones(1))
    with pytest.raises(Fault) as caught:
        own.look_again()
    assert caught.value.message == "f returned 1, and then 2 for the same arguments."


def test_a_function_that_does_as_it_should_may_be_asked_again():
    own = guarded(lambda q: float(q.sum()))
    own.look_again()
    own.call()(np.ones(2))
    own.look_again()
