"""Reading an exercise: every finding has its file, its line and its mend."""

from __future__ import annotations

import shutil

import pytest
from checker_support import FOLDERS, LESSONS, exercise

from lookback.checker import sources
from lookback.checker.exercise import lesson_file, load_exercise, load_lesson
from lookback.errors import Findings


@pytest.fixture
def folder(tmp_path):
    """A copy of an exercise that a test may spoil."""
    target = tmp_path / "lesson" / "exercises" / "softmax"
    shutil.copytree(FOLDERS["softmax"], target)
    return target


def spoil(folder, name, old, new):
    path = folder / name
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")


def findings_of(folder):
    with pytest.raises(Findings) as caught:
        load_exercise(folder)
    return caught.value.findings


def test_all_exercises_load_in_their_order():
    names = [
        [entry.name for entry in load_lesson(lesson.parent)] for lesson in sorted(LESSONS.glob("*/exercises"))
    ]
    assert names == [
        ["additive_score", "alignment_weights", "context_vector"],
        ["softmax", "attention", "attend_all"],
    ]


@pytest.mark.parametrize("name", FOLDERS)
def test_an_exercise_has_all_that_a_page_shows(name):
    entry = exercise(name)
    for task in (entry.task, entry.variation):
        assert task.inputs
        assert task.returns
        assert task.examples
        assert task.hints.question.endswith("?")
        assert task.mistakes
        assert task.accepted
    assert [practice.number for practice in entry.rounds] == [1, 2, 3, 4]
    assert all(len(practice.choices) >= 3 for practice in entry.rounds)
    assert entry.rounds[0].starter.count("...") == 1
    assert entry.rounds[1].starter.count("...") == 2


def test_the_lesson_file_holds_all_starters():
    text = lesson_file(load_lesson(LESSONS / "attention-as-a-bridge"))
    compile(text, "lesson", "exec")
    assert text.startswith("import numpy as np\n")
    assert [line for line in text.splitlines() if line.startswith("def ")] == [
        "def softmax(z):",
        "def attention(q, K, V, mask=None):",
        "def attend_all(Q, K, V):",
    ]


SPOILED = {
    "an unknown key": ("exercise.toml", "summary =", "sumary =", 'unknown key "sumary"', "summary"),
    "a mistyped key": (
        "exercise.toml",
        "order = 1",
        'order = "1"',
        '"order" in exercise must be',
        "a whole number",
    ),
    "a missing key": ("exercise.toml", "rule_in_words", "# rule_in_words", 'lacks "rule_in_words"', "add"),
    "an unknown family": (
        "exercise.toml",
        'family = "softmax"',
        'family = "softmx"',
        "unknown family",
        "use one of",
    ),
    "a family for other functions": (
        "exercise.toml",
        'family = "softmax"',
        'family = "attention"',
        "is for functions of q, K, V, mask; this one takes z",
        '"none"',
    ),
    "a signature that is none": (
        "exercise.toml",
        'signature = "softmax(z)"',
        'signature = "softmax z"',
        "is no signature",
        "as in",
    ),
    "a signature of other parameters": (
        "solution.py",
        "def softmax(z):",
        "def softmax(z, axis=-1):",
        "softmax takes z, axis, and its signature",
        "same parameters",
    ),
    "an unknown kind": ("exercise.toml", 'kind = "array"', 'kind = "arrays"', "unknown kind", '"number"'),
    "two right choices": (
        "exercise.toml",
        "right = false",
        "right = true",
        "not exactly one right",
        "right = true",
    ),
    "rounds out of order": ("exercise.toml", "number = 2", "number = 3", "the rounds are not", "in order"),
    "broken TOML": ("exercise.toml", "order = 1", "order = = 1", "not TOML", "syntax"),
    "an unknown key of a round": (
        "exercise.toml",
        'title = "Two lines"',
        'titel = "Two lines"',
        '"titel"',
        '"title"',
    ),
    "broken Python": ("solution.py", "def softmax(z):", "def softmax(z:", "not Python", "syntax"),
    "a blank too few": ("solution.py", "# blank 2:", "# ", "marks 1 lines for round 2", "blank 2"),
    "a solution that gives a list": (
        "solution.py",
        "return exponentials / np.sum(exponentials)",
        "return (exponentials / np.sum(exponentials)).tolist()",
        'the solution returned list on case "table", where an array is promised',
        "what the statement says",
    ),
    "a case twice": ("cases.py", 'case("whole"', 'case("table"', 'two cases are called "table"', "own id"),
    "a case that fails": ("cases.py", "[7.0]", '["x"]', "the solution raised", "correct the call"),
    "a case that should raise": (
        "cases.py",
        "[7.0])",
        '[7.0], raises="ValueError")',
        "returned on case",
        "raises=",
    ),
    "an error in the cases": (
        "cases.py",
        "INF = np.inf",
        "INF = np.infinity_",
        "running it raised",
        "correct",
    ),
    "a mistake twice": ("mistakes.py", '"mean-shift"', '"no-max-shift"', "two mistakes are called", "rename"),
    "a mistake without title": (
        "mistakes.py",
        '"The maximum is not subtracted",',
        "",
        '"message" is missing',
        "add",
    ),
    "an unknown keyword": ("mistakes.py", 'case="huge"', 'cas="huge"', 'unknown keyword "cas"', "case"),
    "a computed title": (
        "accepted.py",
        '"axis=-1 and keepdims"',
        "str(1)",
        "not a literal",
        "write the value",
    ),
    "a variation without summary": (
        "variation/exercise.toml",
        "summary",
        "# summary",
        'lacks "summary"',
        "add",
    ),
}


@pytest.mark.parametrize(("name", "old", "new", "what", "mend"), SPOILED.values(), ids=SPOILED)
def test_a_spoiled_source_is_a_finding_with_its_mend(folder, name, old, new, what, mend):
    spoil(folder, name, old, new)
    found = findings_of(folder)
    matching = [finding for finding in found if what in finding.what]
    assert matching, [str(finding) for finding in found]
    assert matching[0].file == folder / name
    assert mend in matching[0].mend


def test_a_finding_names_the_line(folder):
    spoil(folder, "exercise.toml", "summary =", "sumary =")
    finding = next(entry for entry in findings_of(folder) if "sumary" in entry.what)
    lines = (folder / "exercise.toml").read_text(encoding="utf-8").splitlines()
    assert lines[finding.line - 1].startswith("sumary =")


@pytest.mark.parametrize("name", ["starter.py", "cases.py", "exercise.toml", "variation/exercise.toml"])
def test_a_missing_file_is_a_finding(folder, name):
    (folder / name).unlink()
    assert any(finding.file == folder / name for finding in findings_of(folder))


def test_several_findings_come_at_once(folder):
    spoil(folder, "exercise.toml", "summary =", "sumary =")
    spoil(folder, "mistakes.py", 'case="huge"', 'cas="huge"')
    spoil(folder, "variation/exercise.toml", "summary =", "sumary =")
    assert {finding.file.name for finding in findings_of(folder)} == {"exercise.toml", "mistakes.py"}
    assert len(findings_of(folder)) >= 3


def test_blanks_keep_what_a_line_assigns_to_or_returns():
    solution = "def f(x):\n    y = x + 1  # blank 2: one more\n    return y, x  # blank 1, 2: the pair\n"
    assert sources.with_blanks(solution, 1) == (
        "def f(x):\n    y = x + 1\n    # To fill in: the pair\n    return ...\n"
    )
    assert "    # To fill in: one more\n    y = ...\n" in sources.with_blanks(solution, 2)
    assert sources.without_marks(solution) == "def f(x):\n    y = x + 1\n    return y, x\n"
