"""Beams and scorers on the reader's own functions of the additive scorer."""

import numpy as np
import pytest

from lookback.checker.observe import observe
from lookback.widgets.replay import Run
from support.own import (
    ADDITIVE,
    answer,
    draw,
    painted,
)


def test_the_beams_are_those_of_the_readers_three_functions(beams):
    asked_at_first = draw(beams, ADDITIVE)
    assert asked_at_first["functions"] == ["additive_score", "alignment_weights", "context_vector"]
    assert asked_at_first["differs"] is None
    assert np.argmax(asked_at_first["weights"], axis=1).tolist() == [2, 1, 0]
    assert asked_at_first["context"] == pytest.approx(beams.get()["context"])
    beams.document.set({"emit": "day"})
    assert answer(beams, ADDITIVE) == ["additive_score alignment_weights context_vector"]


@pytest.mark.parametrize(
    ("written", "rounds"),
    [
        ("additive_score", ["additive_score"]),
        ("alignment_weights", ["alignment_weights"]),
        ("context_vector", ["context_vector"]),
        ("alignment_weights context_vector", ["alignment_weights context_vector"]),
        # The reference's softmax stands between the two, and it is not where the reader's code is.
        ("additive_score context_vector", ["additive_score", "context_vector"]),
    ],
)
def test_written_functions_that_follow_each_other_are_asked_in_one_round(beams, written, rounds):
    beams.document.know({name: "written" for name in written.split()})
    beams.document.set({"whose": "yours", "emit": "month"})
    assert answer(beams, ADDITIVE) == rounds
    yours = beams.get()["yours"]
    assert yours["note"] == f"{' and '.join(written.split())}, not verified. The same as the reference."
    assert yours["context"] == pytest.approx(beams.get()["context"])


@pytest.mark.parametrize("value", ["'x'", "np.ones(2)", "None", "1 / 0"])
def test_what_cannot_be_handed_on_is_told_of_the_function_that_returned_it(beams, value):
    wrong = ADDITIVE + f"\ndef additive_score(query, key, parameters):\n    return {value}"
    beams.document.know(dict.fromkeys(("additive_score", "alignment_weights"), "written"))
    beams.document.set({"whose": "yours"})
    record = observe(beams.ask()["calls"], wrong, time_limit=60.0)
    assert "then" not in record
    answer(beams, wrong)
    assert (
        beams.get()["yours"]["note"]
        .partition(". ")[2]
        .startswith(("additive_score returned", "additive_score raised"))
    )


def test_the_function_that_does_not_return_is_named(beams):
    draw(beams, ADDITIVE)
    for step, name in ((0, "additive_score"), (2, "context_vector"), (7, "additive_score")):
        beams.document.know(dict.fromkeys(beams.own.functions, "written"))
        beams.document.hear(beams.ask()["serial"], {"ended": "timeout", "step": step})
        assert f"{name} did not return within a second." in beams.get()["yours"]["note"]


BUGS = [
    (
        'p["v"] @ (np.tanh(p["Wq"] @ query) + np.tanh(p["Wk"] @ key + p["bias"]))',
        (0.202, 0.335, 0.463),
    ),
    ('p["v"] @ (p["Wq"] @ query + p["Wk"] @ key + p["bias"])', (0.897, 0.059, 0.044)),
    ('p["v"] @ np.tanh(p["Wq"] @ query + p["bias"])', (0.333, 0.333, 0.333)),
]


@pytest.mark.parametrize(("score", "row"), BUGS)
def test_a_wrong_scorer_on_the_trained_parameters_shows_its_pattern(beams, score, row):
    right = 'p["v"] @ np.tanh(p["Wq"] @ query + p["Wk"] @ key + p["bias"])'
    yours = draw(beams, ADDITIVE.replace(right, score))
    assert np.array(yours["weights"]) == pytest.approx(np.array([row] * 3), abs=6e-4)
    said = "do not tell positions apart" if row[0] == 0.333 else "do not depend on the query"
    assert said in yours["note"]
    text = painted(beams)
    assert "Yours" in text
    assert f"{row[0]:.3f}"[1:] in text


@pytest.mark.parametrize(
    "value", ["np.nan", "np.inf", "-1e308", "np.array([1.0])", "'x'", "None", "1j", "True"]
)
def test_no_score_breaks_the_beams_or_the_chart(beams, scorers, value):
    source = f"import numpy as np\ndef additive_score(query, key, parameters):\n    return {value}"
    for widget in (beams, scorers):
        assert draw(widget, source)["note"]
        widget.document.set({"whose": "reference"})
        assert widget.get()["yours"] is None


def test_the_readers_scorer_stands_beside_the_two(scorers):
    yours = draw(scorers, ADDITIVE)
    assert yours["scores"] == pytest.approx(scorers.get()["scores"]["additive"])
    assert len(yours["along"]) == 12
    assert "yours" in painted(scorers)
    dotted = draw(scorers, ADDITIVE.replace('p["v"] @ np.tanh', "np.sum").replace('+ p["Wk"] @ key', "* key"))
    assert dotted["differs"]["part"] == "scores"


def test_a_run_without_parameters_says_that_there_is_nothing_to_run_on(beams, run):
    beams.show(Run(run.epochs, run.losses, run.weights))
    assert "kept no parameters" in draw(beams, ADDITIVE)["note"]
