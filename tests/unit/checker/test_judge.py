"""The report, and what hostile or unusual submissions get."""

from __future__ import annotations

import hashlib
import json
import signal

import pytest
from checker_support import FOLDERS, bundle, exercise, report

from lookback.checker import Checker, check, judge, observe, split
from lookback.checker.observe import record_of

KEYS = [
    "lesson",
    "exercise",
    "round",
    "verdict",
    "source_sha256",
    "cases",
    "diagnosis",
    "notes",
    "stdout",
    "stdout_truncated",
    "traceback",
    "duration_ms",
]
CASE_KEYS = [
    "id",
    "title",
    "status",
    "call",
    "expected",
    "got",
    "max_abs_error",
    "first_bad_index",
    "message",
]
RIGHT = """
def softmax(z):
    e = np.exp(z - np.max(z))
    return e / e.sum()
"""


def test_a_report_has_the_fields_of_the_contract():
    source = "import numpy as np\n" + RIGHT
    result = Checker.from_bundle(bundle("softmax")).check(source)
    assert list(result) == KEYS
    assert result["lesson"] == "attention-as-a-bridge"
    assert (result["exercise"], result["round"], result["verdict"]) == ("softmax", 3, "passed")
    assert result["source_sha256"] == hashlib.sha256(source.encode()).hexdigest()
    assert all(list(case) == CASE_KEYS for case in result["cases"])
    assert {case["status"] for case in result["cases"]} == {"passed"}


def test_a_failing_report_shows_expected_got_error_and_place_as_json():
    result = report("softmax", "def softmax(z):\n    e = np.exp(z)\n    return e / e.sum()\n")
    json.dumps(result, allow_nan=False)
    huge = next(case for case in result["cases"] if case["id"] == "huge")
    assert huge["status"] == "failed"
    assert huge["call"] == "softmax([1000, 1001, 1002])"
    assert huge["got"] == ["nan", "nan", "nan"]
    assert huge["expected"] == pytest.approx([0.0900, 0.2447, 0.6652], abs=1e-4)
    assert huge["max_abs_error"] == "nan"
    assert huge["first_bad_index"] == [0]
    assert result["diagnosis"]["id"] == "softmax/no-max-shift"
    assert result["diagnosis"]["case"] == "huge"


def test_an_exception_comes_with_the_line_of_the_file():
    result = report("softmax", "def softmax(z):\n    e = np.exp(z)\n    return e / total\n")
    assert result["verdict"] == "error"
    assert result["diagnosis"]["id"] == "softmax/raised/name"
    assert "line 4" in result["diagnosis"]["message"]
    assert result["traceback"].splitlines()[-1] == "NameError: name 'total' is not defined"
    assert 'File "your_code.py", line 4, in softmax' in result["traceback"]
    assert "observe.py" not in result["traceback"]


@pytest.mark.parametrize("name", FOLDERS)
@pytest.mark.parametrize("practice_round", [1, 2, 3, 4])
def test_every_solution_passes_every_round_without_a_note(name, practice_round):
    task = exercise(name).task_of(practice_round)
    result = report(name, task.solution, practice_round)
    assert (result["verdict"], result["notes"]) == ("passed", [])


@pytest.mark.parametrize("name", FOLDERS)
def test_every_starter_is_told_that_it_is_unfinished(name):
    for entry in exercise(name).rounds:
        result = report(name, entry.starter, entry.number)
        assert result["verdict"] in ("failed", "error")
        assert result["diagnosis"]["id"] == f"{name}/unfinished"


def test_an_unfinished_helper_is_named():
    code = "def attention(q, K, V, mask=None):\n    ...\n\ndef attend_all(Q, K, V):\n"
    code += "    pairs = [attention(q, K, V) for q in Q]\n    return np.array([w for w, _ in pairs]), 0\n"
    result = report("attend_all", code)
    assert result["diagnosis"]["id"] == "attend_all/unfinished-helper"
    assert "attention in this file" in result["diagnosis"]["message"]


def test_earlier_functions_may_be_called_without_being_defined():
    code = "def attend_all(Q, K, V):\n    r = [attention(q, K, V) for q in Q]\n"
    code += "    return np.array([w for w, _ in r]), np.array([c for _, c in r])\n"
    assert report("attend_all", code)["verdict"] == "passed"


ODD = {
    "sys.exit in the file": ("import sys\nsys.exit()\n", "error", "load/exit"),
    "sys.exit in the function": ("def softmax(z):\n    raise SystemExit(0)\n", "error", "raised/exit"),
    "a base exception": ("def softmax(z):\n    raise GeneratorExit('x')\n", "error", "raised/other"),
    "input": ("def softmax(z):\n    return input()\n", "error", "raised/input"),
    "breakpoint": ("def softmax(z):\n    breakpoint()\n", "error", "raised/breakpoint"),
    "abort": ("import os\ndef softmax(z):\n    os.abort()\n", "error", "raised/other"),
    "endless recursion": ("def softmax(z):\n    return softmax(z)\n", "error", "raised/recursion"),
    "endless recursion with a raised limit": (
        "import sys\nsys.setrecursionlimit(10**9)\ndef softmax(z):\n    return softmax(z)\n",
        "error",
        "raised/recursion",
    ),
    "async": ("async def softmax(z):\n    return z\n", "failed", "type/coroutine"),
    "generator": ("def softmax(z):\n    yield z\n", "failed", "type/generator"),
    "not callable": ("softmax = 3\n", "error", "load/not-callable"),
    "nothing": ("", "error", "load/missing"),
    "another case": ("def Softmax(z):\n    return z\n", "error", "load/missing"),
    "look-alike letter": ("def s\u043eftmax(z):\n    return z\n", "error", "load/look-alike"),
    "null byte": ("x = 1\x00\n", "error", "load/syntax"),
    "smart quotes": ("print(\u201chello\u201d)\n", "error", "load/syntax"),
    "fence": ("```python\n", "error", "load/syntax"),
    "typed syntax error": (
        "def softmax(z):\n    raise SyntaxError('v', ('f', 10**9, 1, 'x'))\n",
        "error",
        "raised/other",
    ),
    "cyclic causes": (
        "def softmax(z):\n    a = ValueError('a'); a.__cause__ = a\n    raise a\n",
        "error",
        "raised/own",
    ),
    "hostile exception": (
        "class E(Exception):\n    def __str__(self): raise SystemExit\ndef softmax(z):\n    raise E(E())\n",
        "error",
        "raised/own",
    ),
    "an object that agrees": (
        "class A:\n    def __eq__(self, o): return True\n    shape = (3,)\ndef softmax(z):\n    return A()\n",
        "failed",
        "type/a",
    ),
    "arguments changed so that the answer fits": (
        "def softmax(z):\n    z[:] = 0\n    return z + 1 / len(z)\n",
        "failed",
        "ladder/argument-changed",
    ),
    "patched exp": (
        "np.exp = np.ones_like\ndef softmax(z):\n    return np.exp(z) / len(z)\n",
        "failed",
        None,
    ),
    "too complex": ("x = " + "(" * 5000 + ")" * 5000 + "\n", "error", None),
}


@pytest.mark.parametrize(("code", "verdict", "diagnosis"), ODD.values(), ids=ODD)
def test_odd_submissions_get_a_verdict_and_a_reason(code, verdict, diagnosis):
    result = report("softmax", code)
    json.dumps(result, allow_nan=False)
    assert result["verdict"] == verdict
    assert result["diagnosis"]["message"]
    if diagnosis is not None:
        assert result["diagnosis"]["id"] == f"softmax/{diagnosis}"
    assert report("softmax", RIGHT)["verdict"] == "passed"


def test_a_right_answer_with_odd_manners_passes():
    code = "from __future__ import annotations\nprint('<img src=x>')\r\n" + RIGHT.replace("    ", "\t")
    result = check(bundle("softmax"), "\ufeff" + code)
    assert result["verdict"] == "passed"
    assert result["stdout"] == "<img src=x>\n"


def test_a_slow_submission_is_ended_between_calls():
    data = bundle("softmax") | {"time_limit": 0.05}
    slow = RIGHT.replace("    e =", "    time.sleep(0.02)\n    e =")
    result = check(data, "import time\n" + slow)
    assert result["verdict"] == "timeout"
    assert result["cases"][-1]["status"] == "skipped"


def test_a_run_that_was_killed_is_reported_from_its_messages():
    data = bundle("softmax")
    calls, answers = split(data)
    messages = []
    observe(calls, "import numpy as np\nprint('hi')\n" + RIGHT, progress=messages.append)
    cut = [*messages[:3], {"output": "hi\n"}]
    result = judge(data, answers, record_of(cut), "", ended="timeout")
    assert result["verdict"] == "timeout"
    assert [case["status"] for case in result["cases"][:3]] == ["passed", "passed", "skipped"]
    assert result["diagnosis"]["case"] == result["cases"][2]["id"]
    assert result["stdout"] == "hi\n"
    dead = judge(data, answers, record_of([]), "", ended="stopped")
    assert dead["verdict"] == "stopped"
    assert "run of the file itself" in dead["diagnosis"]["message"]


def test_a_record_with_untried_calls_is_no_pass():
    data = bundle("softmax")
    calls, answers = split(data)
    record = observe(calls, "import numpy as np\n" + RIGHT)
    assert judge(data, answers, record, "")["verdict"] == "passed"
    record["calls"] = record["calls"][:3]
    assert judge(data, answers, record, "")["verdict"] == "stopped"
    assert judge(data, answers, {}, "")["verdict"] == "stopped"


@pytest.fixture
def interruptible():
    """An interrupt is an exception, also in a shell that started the tests in the background, which ignores it."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.usefixtures("interruptible")
def test_an_interrupt_stops_the_run():
    code = "import signal\ndef softmax(z):\n    signal.raise_signal(signal.SIGINT)\n"
    result = report("softmax", code)
    assert result["verdict"] == "stopped"
    assert result["diagnosis"]["case"] == result["cases"][0]["id"]
    assert [case["status"] for case in result["cases"][1:]] == ["skipped"] * (len(result["cases"]) - 1)


def test_an_interrupt_that_the_code_raises_itself_is_an_exception():
    result = report("softmax", "def softmax(z):\n    raise KeyboardInterrupt\n")
    assert result["verdict"] == "error"
    assert result["diagnosis"]["id"] == "softmax/raised/interrupted"


def test_notes_are_few_and_only_after_passed():
    code = (
        "def softmax(z):\n    z = z.astype(np.float32)\n    e = np.exp(z - z.max())\n    return e / e.sum()\n"
    )
    notes = report("softmax", code)["notes"]
    assert [note["id"] for note in notes] == ["softmax/note/single", "softmax/note/list"]
    assert report("softmax", "def softmax(z):\n    return z.astype(np.float32)\n")["notes"] == []
