"""Running a file: what it prints, what its last line is, what its exceptions mean."""

from __future__ import annotations

import pytest

from lookback.runner import run


def test_the_value_of_the_last_line_is_shown_with_shape_and_dtype() -> None:
    outcome = run("import numpy as np\nnp.arange(6.0).reshape(2, 3)\n")
    assert outcome["status"] == "done"
    assert outcome["values"] == [
        {"kind": "array", "shape": [2, 3], "dtype": "float64", "text": "[[0., 1., 2.],\n [3., 4., 5.]]"}
    ]


def test_a_pair_of_arrays_is_shown_part_by_part() -> None:
    shown = run("np.ones(2), np.zeros((1, 3), dtype=int)")["values"]
    assert [part["shape"] for part in shown] == [[2], [1, 3]]
    assert shown[1]["dtype"].startswith("int")


@pytest.mark.parametrize("source", ["", "x = 1", "def f():\n    return 1\n", "None", "print('a')"])
def test_a_file_that_ends_in_no_value_shows_none(source: str) -> None:
    assert run(source)["values"] == []


def test_output_is_echoed_as_it_is_written_and_kept() -> None:
    heard: list[str] = []
    outcome = run("print('one')\nprint('two')", heard.append)
    assert "".join(heard) == outcome["stdout"] == "one\ntwo\n"
    assert outcome["stdout_truncated"] is False


def test_output_is_cut_at_ten_thousand_lines() -> None:
    outcome = run("for i in range(20_000): print(i)")
    assert outcome["stdout"].count("\n") == 10_000
    assert outcome["stdout_truncated"] is True


def test_output_is_cut_at_a_quarter_of_a_million_characters() -> None:
    outcome = run("print('x' * 1_000_000)")
    assert len(outcome["stdout"]) == 250_000
    assert outcome["stdout_truncated"] is True


def test_a_warning_of_numpy_is_part_of_the_output() -> None:
    assert "line 1: RuntimeWarning: overflow" in run("np.exp(np.array([1000.0]))")["stdout"]


@pytest.mark.parametrize(
    ("source", "kind", "line", "words"),
    [
        ("np.ones((2, 3)) @ np.ones((2, 3))", "ValueError", 1, "3 and 2"),
        ("\nif np.ones(2) > 0: pass", "ValueError", 2, "a whole array of answers"),
        ("np.ones(2) + np.ones(3)", "ValueError", 1, "(2,)"),
        ("np.ones(2)[5]", "IndexError", 1, "5"),
        ("weigths", "NameError", 1, "weigths"),
        ("x = (1", "SyntaxError", 1, "never closed"),
        ("import matplotlib", "ModuleNotFoundError", 1, "not part of this playground"),
        ("a = np.ones(2, dtype=int)\na[0] = -np.inf", "OverflowError", 2, ""),
    ],
)
def test_an_exception_is_told_with_its_line_and_in_plain_words(
    source: str, kind: str, line: int, words: str
) -> None:
    outcome = run(source)
    assert outcome["status"] == "error"
    assert outcome["error"]["type"] == kind
    assert outcome["error"]["line"] == line
    assert words in outcome["error"]["message"]


def test_a_traceback_holds_the_learner_s_lines_alone() -> None:
    traceback = run("def f():\n    return np.linalg.inv(np.zeros((2, 2)))\n\nf()\n")["traceback"]
    assert traceback.count("File ") == 2
    assert "numpy" not in traceback
    assert 'File "your_code.py", line 2, in f' in traceback


@pytest.mark.parametrize(
    "ending", ["raise SystemExit", "raise KeyboardInterrupt", "raise BaseException('x')", "exit()"]
)
def test_nothing_that_is_raised_gets_out(ending: str) -> None:
    assert run(ending)["status"] == "error"


def test_a_repr_that_raises_is_an_exception_of_the_run() -> None:
    assert (
        run("class A:\n    def __repr__(self):\n        raise ZeroDivisionError\nA()")["error"]["line"] == 3
    )


def test_future_imports_hold_for_the_last_line_too() -> None:
    source = "from __future__ import annotations\n(lambda: None).__code__.co_flags & 0x1000000 != 0"
    assert run(source)["values"][0]["text"] == "True"


def test_every_run_starts_afresh() -> None:
    run("x = 1\nnp.exp = None\nimport sys\nsys.stdout = None")
    again = run("print(np.exp(0.0))\nx")
    assert again["stdout"] == "1.0\n"
    assert again["error"]["type"] == "NameError"


def test_await_may_stand_outside_of_functions() -> None:
    assert run("async def f():\n    return 2\n\nx = await f()\nawait f() + x")["values"][0]["text"] == "4"
    endless = "import types\n@types.coroutine\ndef f():\n    yield\n\nawait f()"
    assert run(endless)["error"]["text"] == "await waits for something that cannot come here"


@pytest.mark.parametrize(
    "source", ["await micropip.install('numpy')", "micropip.install(['json'])", "micropip.list()"]
)
def test_micropip_knows_what_is_there(source: str) -> None:
    assert run(f"import micropip\n{source}")["status"] == "done"


@pytest.mark.parametrize("asked", ["pandas", "pandas==2.0", "https://example.org/pandas-2.whl"])
def test_micropip_says_what_there_is(asked: str) -> None:
    error = run(f"import micropip\nawait micropip.install({asked!r})")["error"]
    assert error["title"] == "A package that this site does not carry"
    assert (
        error["message"].endswith("on this site already: the standard library and NumPy.")
        or "Plain" in error["message"]
    )
    assert error["line"] == 2
