"""Widgets by the reader's own functions: what is asked, and that whatever comes back is shown for what it is."""

import json

import numpy as np
import pytest

from lookback import training
from lookback.browser.documents import WidgetDocument, to_text
from lookback.checker.cases import argument_to_plain
from lookback.checker.observe import observe
from lookback.widgets.beams import Beams
from lookback.widgets.calls import argument
from lookback.widgets.live_table import LiveTable
from lookback.widgets.own import LIMIT
from lookback.widgets.replay import Run
from lookback.widgets.scorers import Scorers

WORDS, KEYS = ("the", "cat", "sat"), ((1, 0), (0, 1), (1, 1))
VALUES = ((10, 0, 0), (0, 10, 0), (0, 0, 10))
IDENTITY = ((1, 0), (0, 1))
PARAMETERS = {"Wq": IDENTITY, "Wk": IDENTITY, "bias": (0, 0), "v": (1, 1)}

SOFTMAX = """
import numpy as np
def softmax(z):
    e = np.exp(z - z.max())
    return e / e.sum()
"""
ATTENTION = (
    SOFTMAX
    + """
def attention(q, K, V, mask=None):
    if mask is not None and not mask.any():
        raise ValueError("every position is masked")
    w = softmax(np.where(mask, K @ q, -np.inf))
    return w, w @ V
"""
)
ADDITIVE = """
import numpy as np
def additive_score(query, key, parameters):
    p = parameters
    return p["v"] @ np.tanh(p["Wq"] @ query + p["Wk"] @ key + p["bias"])
def alignment_weights(scores):
    e = np.exp(scores - scores.max())
    return e / e.sum()
def context_vector(weights, states):
    return weights @ states
"""


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


def open_live(widget):
    """A widget with a document around it, as on a page: what cannot be painted or sent fails."""
    widget.document = WidgetDocument(widget)
    return widget


def answer(widget, source):
    """Answer what is asked with what the source does, until nothing is asked: the functions of each round."""
    asked = []
    while ask := widget.ask():
        calls = ask["calls"]
        asked.append(" ".join(one["function"] for one in (calls, *calls.get("then", []))))
        record = observe(ask["calls"], source, time_limit=60.0)  # what is slow here is the machine
        to_text(widget.document.hear(ask["serial"], {"record": json.loads(json.dumps(record))}))
    return asked


def draw(widget, source, **standing):
    """The widget by this source; the functions that it defines are written, those named are as said."""
    known = {name: "written" for name in widget.own.functions if f"def {name}" in source} | standing
    widget.document.know(known)
    widget.document.set({"whose": "yours"})
    answer(widget, source)
    return widget.get()["yours"]


def painted(widget):
    """All markup of the live view."""
    return "\n".join(model.text for model in widget.document._document.select({"type": _html()}))


def _html():
    from panel.models.markup import HTML

    return HTML


def test_arguments_are_written_as_the_checker_reads_them():
    for value in (np.array([1.5, -np.inf]), np.array([[True, False]]), np.arange(3), {"v": np.ones(2)}, 3):
        assert argument(value) == argument_to_plain(value)


def test_nothing_is_asked_while_the_reference_draws(table):
    table.document.know({"attention": "written"})
    assert table.ask() is None
    assert table.get()["yours"] is None


def test_without_code_beyond_the_starter_the_choice_is_closed_and_says_why(table):
    assert table._switch._radios.disabled
    assert "Yours opens when attention or softmax is written" in table.own.sentence()
    assert "disabled" in table.poster()
    table.document.know({"softmax": "written", "attention": "starter"})
    assert not table._switch._radios.disabled


def test_right_code_draws_the_same_numbers_and_says_whether_it_is_verified(table):
    yours = draw(table, ATTENTION, attention="verified", softmax="verified")
    assert yours["weights"] == pytest.approx([0.468, 0.063, 0.468], abs=5e-4)
    assert yours["context"] == pytest.approx([4.683, 0.634, 4.683], abs=5e-4)
    assert (yours["status"], yours["verified"], yours["differs"]) == ("shown", True, None)
    assert yours["note"] == "attention, verified. The same as the reference."
    table.document.know({"attention": "written", "softmax": "written"})
    answer(table, ATTENTION)
    assert table.get()["yours"]["verified"] is False


def test_softmax_alone_draws_on_the_scores_of_the_reference(table):
    table.document.know({"softmax": "written", "attention": "starter"})
    table.document.set({"whose": "yours", "mask": [True, False, True]})
    assert answer(table, SOFTMAX) == ["softmax"]
    assert table.get()["yours"]["weights"] == pytest.approx([0.5, 0, 0.5])


def test_the_first_difference_is_named_and_marked(table):
    multiplied = ATTENTION.replace("np.where(mask, K @ q, -np.inf)", "(K @ q) * mask")
    table.document.set({"q": [-2, 0], "mask": [True, False, True]})
    yours = draw(table, multiplied)
    assert yours["differs"] == {"part": "weights", "index": [0]}
    assert "First difference: the weight on “the”, .107 instead of .500." in yours["note"]
    text = painted(table)
    assert "≠" in text
    assert "not verified" in text


def test_numbers_that_are_no_weights_have_room_beside_their_bars_and_are_what_is_spoken(table):
    assert "--num" not in table._figure.place
    draw(table, "def attention(q, K, V, mask=None):\n    return K @ q * 300, K[0] @ V.T[:2] * 1e99")
    assert table._figure.place["--num"] == "4.76rem"
    assert "Weights: the 600.000, cat 0, sat 600.000." in table._spoken.text
    table.document.set({"whose": "reference"})
    assert "--num" not in table._figure.place
    assert "Weights: the .468" in table._spoken.text


def test_a_masked_table_expects_the_error_of_the_statement(table):
    table.document.set({"mask": [False, False, False]})
    assert "as it should" in draw(table, ATTENTION)["note"]
    assert (
        "where ValueError is wanted"
        in draw(table, SOFTMAX + "\ndef attention(q, K, V, mask=None): return 1")["note"]
    )


ODD = {
    "return [1, 2]": "attention returned",
    "return np.ones(3)": "attention returned an array of shape (3,) where (weights, context) is wanted.",
    "return np.ones(2), np.ones(3)": "attention returned weights of shape (2,) where (3,) is wanted.",
    "return [1, 2], np.ones(3)": "attention returned a list of 2 where an array of shape (3,) is wanted.",
    "return np.ones(3), 'text'": "attention returned a text where an array of shape (3,) is wanted.",
    "return np.full(3, np.nan), np.full(3, np.inf)": "the weight on “the”, nan instead of",
    "return np.full(3, 1e300), np.full(3, -1e300)": "1.000×10³⁰⁰",
    "return np.array([1j, 0, 0]), V[0]": "an array of shape (3,) that holds no real numbers",
    "return np.zeros((5000, 5000)), V[0]": "weights of shape (5000, 5000)",
    "return type('weights', (), {})(), {}": "a weights where",
    "return None": "attention returned None where (weights, context) is wanted.",
    "raise KeyError('<b>x</b>')": "attention raised KeyError: '<b>x</b>', in line 8.",
    "q[:] = 0; return softmax(K @ q), V[0]": "changed its argument q",
    "return np.random.random(3), V[0]": "returned something else when it was called again",
    "return q[99]": "attention raised IndexError",
}


@pytest.mark.parametrize("body", ODD)
def test_an_odd_result_is_shown_for_what_it_is(table, body):
    source = SOFTMAX + "\ndef attention(q, K, V, mask=None):\n    " + body
    yours = draw(table, source)
    assert ODD[body] in yours["note"]
    assert "<b>x</b>" not in painted(table).replace("&lt;b&gt;x&lt;/b&gt;", "")
    table.document.set({"q": [0, 0]})
    answer(table, ATTENTION)
    assert table.get()["yours"]["weights"] == pytest.approx([1 / 3] * 3)


@pytest.mark.parametrize(
    ("source", "said"),
    [
        ("def attention(q, K", "The file stops: SyntaxError"),
        ("1 / 0\ndef attention(q): pass", "The file stops: ZeroDivisionError: division by zero, in line 1."),
        ("def other(): pass", "The file has no function attention."),
        ("attention = 3", "attention is an int, not a function."),
        ("def attention(q, K): pass", "attention(q, K) does not take these arguments"),
    ],
)
def test_a_file_without_the_function_keeps_the_last_good_picture(table, source, said):
    draw(table, ATTENTION)
    table.document.know({"attention": "written"})
    answer(table, source)
    yours = table.get()["yours"]
    assert yours["note"].startswith(said)
    assert yours["note"].endswith("The picture is the one before.")
    assert yours["weights"] == pytest.approx([0.468, 0.063, 0.468], abs=5e-4)


WORDY = "x" * 500


@pytest.mark.parametrize(
    "source",
    [
        f"{ATTENTION}\n    raise ValueError('{WORDY} ' * 9)",
        ATTENTION + f"\n    return w, {{'{WORDY}': 1}}",
        ATTENTION.replace("return w, w", f"raise type('{WORDY}', (Exception,), {{}})('{WORDY}')"),
        ATTENTION.replace("mask=None", f"{WORDY}, mask=None"),
        ATTENTION.replace("return w, w @ V", "q[:] = 0; return w * 1e300, V[0] * -1e300"),
        f"def attention(q, K, V, mask=None):\n    return type('{WORDY}', (), {{}})()",
        f"raise ValueError('{WORDY}')\n{ATTENTION}",
    ],
)
def test_what_is_said_has_the_room_that_is_kept_for_it(table, source):
    table.document.set({"q": [-5.125, -3.375], "mask": [True, False, True]})
    yours = draw(table, source)
    assert 20 < len(yours["note"]) <= LIMIT
    table.document.set({"q": [0, 0]})
    answer(table, source)
    assert 20 < len(table.get()["yours"]["note"]) <= LIMIT


def test_what_is_said_of_three_functions_leaves_out_what_the_figure_shows(beams):
    constant = ADDITIVE.replace('p["Wq"] @ query + ', "")
    note = draw(beams, constant)["note"]
    assert note == (
        "additive_score, alignment_weights and context_vector, not verified. "
        "All rows are the same: these weights do not depend on the query."
    )
    assert beams.get()["yours"]["differs"] is not None


def loops(widget):
    """The reader's code now loops: what is asked of it next does not return."""
    widget.document.know(dict.fromkeys(widget.own.written, "written"))
    to_text(widget.document.hear(widget.ask()["serial"], {"record": None, "ended": "timeout"}))
    assert widget.get()["yours"]["status"] == "halted"


def test_while_a_function_loops_all_numbers_drawn_are_those_of_the_last_picture(table, beams, scorers):
    def drawn(widget):
        """All that is drawn but what is said of it, controls and the plane they move."""
        parts = {
            table: lambda w: [
                *(part.text for part in (w._table, w._context, w._spoken)),
                w._bars._weights,
                w._bars._beside,
                w._figure.place,
            ],
            beams: lambda w: [
                *(part.text for part in (w._query, w._middle, w._context, w._pair, w._numbers)),
                w._ribbons._painted.tolist(),
            ],
            scorers: lambda w: [
                w._tables.text,
                {name: dict(source.data) for name, source in w._chart._sources.items()},
            ],
        }
        return parts[widget](widget)

    moves = (
        (table, ATTENTION, {"q": [-1, 2], "mask": [True, False, True]}, "q = [2, 0]."),
        (beams, ADDITIVE, {"emit": "day", "epoch": 0}, "“emit year”, epoch 2,000."),
        (scorers, ADDITIVE, {"q": [-1, 2], "word": "day"}, "q = [2, 1], “year”."),
    )
    for widget, source, moved, then in moves:
        draw(widget, source)
        before = drawn(widget)
        loops(widget)
        assert widget.get()["yours"]["note"].endswith("The picture is the one before.")
        widget.document.set(moved)
        assert widget.ask() is None
        assert drawn(widget) == before
        assert widget.get()["yours"]["note"].endswith(f"The picture is the one before, {then}")
        assert {name: widget.get()[name] for name in moved} == moved
        widget.document.set({"whose": "reference"})
        assert drawn(widget) != before
        widget.document.set({"whose": "yours"})
        loops(widget)
        assert widget.get()["yours"]["note"].endswith("The reference is drawn.")


FORGED = [
    None,
    [],
    "",
    {"calls": 1},
    {"load": None, "calls": []},
    {"calls": [3]},
    {"calls": [{"id": "0"}]},
    {"calls": [{"value": {"kind": "array", "type": "ndarray", "shape": [3], "data": ["x", 1, 2]}}]},
    {"calls": [{"value": {"kind": "array", "type": "ndarray", "shape": [2**60], "data": [1.0]}}]},
    {"calls": [{"value": {"kind": "array", "type": "ndarray", "shape": [-1], "data": [1.0]}}]},
    {"calls": [{"value": {"kind": {}, "type": []}}]},
    {"calls": [{"value": {"kind": "sequence", "type": "tuple", "items": [{}, {}]}}]},
    {"calls": [{"value": {"kind": "sequence", "type": "tuple", "items": 7}}]},
    {"calls": [{"raised": "no"}]},
    {"calls": [{"raised": {"type": ["<script>"], "text": {"a": 1}, "line": 10**30}}]},
    {"load": {"why": "raised"}},
    {"load": {"why": {"x": 1}, "text": "\x00" * 9}},
    {"load": 5, "calls": []},
]
SOUND = {"id": "0", "value": {"kind": "number", "type": "float", "data": [1.0]}}
FORGED_THEN = [None, 3, [], [None], [{"calls": 1}], [{"calls": []}], [{"load": {"why": 1}}], [{}, {}, {}, {}]]


@pytest.mark.parametrize("record", FORGED)
def test_a_forged_record_is_told_and_breaks_nothing(table, record):
    table.document.know({"attention": "written"})
    table.document.set({"whose": "yours"})
    to_text(table.document.hear(table.ask()["serial"], {"record": record, "ended": "forged"}))
    note = table.get()["yours"]["note"]
    assert note
    assert "<script>" not in painted(table)
    table.document.know({"attention": "written"})
    answer(table, ATTENTION)
    assert table.get()["yours"]["differs"] is None


@pytest.mark.parametrize("then", FORGED_THEN)
def test_forged_later_steps_are_told_and_break_nothing(beams, then):
    beams.document.know(dict.fromkeys(beams.own.functions, "written"))
    beams.document.set({"whose": "yours"})
    record = {"load": None, "calls": [SOUND] * 9, "then": then}
    to_text(beams.document.hear(beams.ask()["serial"], {"record": record}))
    assert beams.get()["yours"]["note"]
    beams.document.know(dict.fromkeys(beams.own.functions, "written"))
    answer(beams, ADDITIVE)
    assert beams.get()["yours"]["differs"] is None


def test_while_a_call_is_under_way_only_the_newest_state_is_kept(table):
    table.document.know({"attention": "written"})
    table.document.set({"whose": "yours"})
    first = table.ask()
    for step in range(200):
        table.document.set({"q": [step / 100, 0]})
        assert table.ask() == first
    assert answer(table, ATTENTION) == ["attention"] * 2
    assert table.get()["yours"]["state"]["q"] == [1.99, 0]


def test_an_endless_call_keeps_the_picture_and_asks_again_only_after_an_edit(table):
    draw(table, ATTENTION)
    table.document.set({"q": [0, 0]})
    table.document.hear(table.ask()["serial"], {"ended": "timeout"})
    yours = table.get()["yours"]
    assert yours["status"] == "halted"
    assert "attention did not return within a second. It is tried again" in yours["note"]
    assert yours["weights"] == pytest.approx([0.468, 0.063, 0.468], abs=5e-4)
    table.document.set({"q": [1, 0]})
    assert table.ask() is None
    table.document.know({"attention": "written"})
    assert answer(table, ATTENTION) == ["attention"]
    assert table.get()["yours"]["status"] == "shown"


def test_an_answer_to_an_older_question_is_dropped(table):
    table.document.know({"attention": "written"})
    table.document.set({"whose": "yours"})
    old = table.ask()["serial"]
    table.document.know({"attention": "written"})
    table.document.hear(old, {"ended": "timeout"})
    assert table.get()["yours"]["status"] == "waiting"
    assert answer(table, ATTENTION) == ["attention"]


def test_the_switch_chooses_and_follows(table):
    table.document.know({"attention": "written"})
    table._switch._radios.value = "Yours"
    assert answer(table, ATTENTION) == ["attention"]
    assert table.get()["whose"] == "yours"
    table.document.set({"whose": "reference"})
    assert table._switch._radios.value == "Reference"
    assert "≠" not in painted(table)
    with pytest.raises(ValueError, match="whose = 'mine'; wanted one of reference, yours"):
        table.set({"whose": "mine"})


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
