"""Training with a learner's file: the lesson's numbers, and every way in which it may end."""

from __future__ import annotations

import json
import time
from pathlib import Path

import numpy as np
import pytest

from lookback.errors import LookbackError
from lookback.experiment import model
from lookback.experiment.train import sha256, train
from lookback.experiment.trial import run_trial
from lookback.lesson.parts import load_experiment
from lookback.moments import Run

LESSON = Path(__file__).resolve().parents[3] / "lessons" / "additive-attention"
EXPERIMENT = model.load((LESSON / "experiment.py").read_text("utf-8"))
SCORE = """\
def additive_score(query, key, parameters):
    hidden = np.tanh(parameters["Wq"] @ query + parameters["Wk"] @ key + parameters["bias"])
    return float(parameters["v"] @ hidden)
"""
WEIGHTS = """\
def alignment_weights(scores):
    e = np.exp(scores - scores.max())
    return e / e.sum()
"""
CONTEXT = """\
def context_vector(weights, states):
    return weights @ states
"""
RIGHT = "\n".join((SCORE, WEIGHTS, CONTEXT))


def trained(source, **settings):
    """The outcome, and the moments told on the way."""
    told = []
    outcome = train(EXPERIMENT, source, settings, told.append)
    json.dumps([outcome, told], allow_nan=False)
    return outcome, [message["moment"] for message in told if "moment" in message]


def test_the_learners_functions_make_the_run_of_the_lesson():
    outcome, moments = trained(RIGHT)
    assert (outcome["status"], outcome["epoch"], outcome["error"]) == ("done", 2000, None)
    assert outcome["source_sha256"] == sha256(RIGHT)
    losses = {moment["epoch"]: moment["loss"] for moment in moments}
    expected = {0: 1.0973, 50: 0.562, 100: 0.155, 200: 0.0413, 500: 0.0105, 2000: 0.0019}
    for epoch, loss in expected.items():
        assert losses[epoch] == pytest.approx(loss, rel=0.02)
    assert 50 <= len(moments) <= 100
    assert (np.fliplr(moments[-1]["weights"]).diagonal() > 0.95).all()
    states = [[-0.6, 0, -2.3, -0.2, -1.2], [0.4, 1.3, 0.9, -0.7, -1.3], [0.1, -0.1, 0.6, 0.1, -0.5]]
    np.testing.assert_allclose(moments[-1]["contexts"], states, atol=0.02)
    run = Run.from_plain({"moments": moments, "last": 2000}, 3, 3)
    assert run.epochs[-1] == run.last == 2000


@pytest.mark.parametrize(
    ("source", "epoch", "title", "line"),
    [
        ("def f(:", 0, "Python cannot read the file", 1),
        ("raise SystemExit", 0, "The program is ended", 1),
        (SCORE, 0, "No function alignment_weights", None),
        (RIGHT.replace("float(", "str("), 0, "A result of another kind", 1),
        (
            RIGHT.replace("return e / e.sum()", "return (e / e.sum()).tolist()"),
            0,
            "A result of another kind",
            5,
        ),
        (RIGHT.replace("return weights @ states", "return weights @ states @ states"), 0, None, 10),
        (RIGHT.replace("    e = np.exp", "    scores -= scores.max()\n    e = np.exp"), 0, "written to", 6),
        (
            "n = []\n" + RIGHT.replace("    return float(", "    n.append(1)\n    return len(n) + float("),
            0,
            "another",
            2,
        ),
    ],
    ids=["syntax", "exit", "missing", "text", "list", "shapes", "writes", "state"],
)
def test_what_goes_wrong_at_once_is_told_with_its_line(source, epoch, title, line):
    outcome, _ = trained(source)
    assert (outcome["status"], outcome["epoch"]) == ("error", epoch)
    assert title is None or title in outcome["error"]["title"]
    assert outcome["error"]["line"] == line
    assert outcome["error"]["message"]


LATE = """
calls = 0
inner = additive_score
def additive_score(query, key, parameters):
    global calls
    calls += 1
    {}
    return inner(query, key, parameters)
"""


@pytest.mark.parametrize(
    ("happens", "title"),
    [
        ("if calls > 9 * 700: raise ValueError('late')", "exception"),
        ("if calls > 9 * 700: return float('nan')", "not finite"),
        ("if calls > 9 * 700: return None", "another kind"),
        ("if calls > 9 * 700: raise KeyboardInterrupt", "interrupted"),
    ],
)
def test_what_goes_wrong_late_leaves_what_was_trained(happens, title):
    outcome, moments = trained(RIGHT + LATE.format(happens), epochs=1000)
    assert outcome["status"] == "error"
    assert 600 < outcome["epoch"] <= 700
    assert title in outcome["error"]["title"]
    assert outcome["error"]["line"] > 12
    assert moments[-1]["epoch"] > 500
    assert moments[-1]["loss"] < 0.02
    assert Run.from_plain({"moments": moments, "last": 1000}, 3, 3).last == 1000


def test_a_wrong_function_trains_as_it_is():
    outcome, moments = trained(RIGHT.replace("np.tanh", ""), epochs=300)
    assert outcome["status"] == "done"
    assert moments[-1]["loss"] > 1


def test_steps_that_are_far_too_long_end_in_words_and_not_in_nan():
    outcome, moments = trained(RIGHT, learning_rate=100, epochs=200)
    assert outcome["status"] in ("done", "error")
    assert all(np.isfinite(moment["weights"]).all() for moment in moments)


def test_what_the_code_prints_is_kept_up_to_a_limit():
    outcome, _ = trained(RIGHT.replace("    hidden", "    print('x' * 100)\n    hidden"), epochs=500)
    assert outcome["status"] == "done"
    assert outcome["stdout_truncated"]
    assert len(outcome["stdout"]) <= 250_000


def test_the_interpreter_is_as_it_was_afterwards():
    trained("import numpy\nnumpy.tanh = None\n" + RIGHT, epochs=10)
    assert np.tanh(0.0) == 0
    assert trained(RIGHT, epochs=10)[0]["status"] == "done"


def test_between_moments_the_place_is_told_but_not_too_often():
    told = []
    slow = "import time\n" + RIGHT.replace("    hidden", "    time.sleep(.0005)\n    hidden")
    started = time.perf_counter()
    train(EXPERIMENT, slow, {"epochs": 200}, told.append)
    places = [message["now"]["epoch"] for message in told if "now" in message]
    assert places == sorted(places)
    assert 0 < len(places) <= 1 + 10 * (time.perf_counter() - started)


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ({"epochs": 9}, "epochs = 9; wanted a whole number from 10 to 5000"),
        ({"epochs": 10.5}, "epochs = 10.5; wanted a whole"),
        ({"seed": True}, "seed = True; wanted"),
        ({"learning_rate": float("nan")}, "learning_rate = nan; wanted a number from 0.001 to 100"),
        ({"learning_rate": "1"}, "learning_rate = '1'; wanted"),
        ({"width": 8}, "width is no setting; there are seed, learning_rate, epochs"),
    ],
)
def test_a_setting_that_does_not_fit_is_refused(settings, words):
    with pytest.raises(ValueError, match="^" + words.replace(".", r"\.")):
        train(EXPERIMENT, RIGHT, settings)


def cells(name):
    told = []
    table = run_trial(EXPERIMENT, name, told.append)["table"]
    json.dumps([table, told], allow_nan=False)
    return {row["name"]: row["cells"] for row in table["rows"]}


def test_trials_come_out_as_the_lesson_says():
    assert [row[1]["text"] for row in list(cells("tanh-off").values())[1:]] == ["1.0986"] * 4
    assert {row[1]["text"] for row in cells("zero-projections").values()} == {"1.0986"}
    solved = [int(row[0]["text"].split()[0]) for row in cells("narrow-scorer").values()]
    assert solved == [0, pytest.approx(12, abs=1), 20]
    solved = {name: int(row[0]["text"].split()[0]) for name, row in cells("large-steps").items()}
    assert solved == {".1": 20, "3": pytest.approx(18, abs=1), "10": pytest.approx(7, abs=1)}
    fresh = cells("unlabelled")["fresh dates"]
    assert float(fresh[0]["text"]) == pytest.approx(0.005, abs=0.002)
    assert fresh[1]["weight"] >= 0.99


@pytest.mark.parametrize(
    ("source", "words"),
    [
        ("EXPERIMENT = 1", "has no EXPERIMENT = Experiment"),
        (
            "from lookback.experiment import Experiment\nEXPERIMENT = Experiment({}, (), None)",
            "called epochs",
        ),
        ("1 / 0", "ZeroDivisionError"),
    ],
)
def test_a_file_that_is_no_experiment_is_a_finding(tmp_path, source, words):
    (tmp_path / "experiment.py").write_text(source)
    with pytest.raises(LookbackError, match=words):
        load_experiment(tmp_path)
