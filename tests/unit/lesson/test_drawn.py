"""What a lesson's own Python files give, and what is said when one of their functions fails."""

from __future__ import annotations

import pytest

from lookback.errors import LookbackError
from lookback.lesson.drawn import drawn
from lookback.lesson.load import load_lesson
from lookback.lesson.memory import Memory
from lookback.lesson.scaffold import new_lesson


@pytest.mark.parametrize(
    ("file", "source", "told"),
    [
        (
            "figures.py",
            "def bars():\n    return 1 / 0\n\n\nFIGURES = {'two-bars': bars}\n",
            "figures.py:2: figure 'two-bars' cannot be made: ZeroDivisionError: division by zero; mend the file.",
        ),
        (
            "widgets.py",
            "def table():\n    return tabel\n\n\nWIDGETS = {'table': table}\n",
            "widgets.py:2: widget 'table' cannot be made: NameError: name 'tabel' is not defined; mend the file.",
        ),
    ],
)
def test_a_function_that_fails_is_told_with_its_line(tmp_path, file, source, told):
    folder = tmp_path / "lessons" / "a-lesson"
    (tmp_path / "lessons").mkdir()
    new_lesson(tmp_path, "a-lesson")
    folder = tmp_path / "lessons" / "a-lesson"
    (folder / file).write_text(source, encoding="utf-8")
    with pytest.raises(LookbackError) as caught:
        drawn(load_lesson(folder), Memory())
    assert str(caught.value).endswith(told)


@pytest.mark.parametrize(
    ("what", "mend", "told"),
    [
        ("it failed", "", "it failed."),
        ("it says “no.”", "mend it", "it says “no.”; mend it."),
        ("a sentence.", "mend it", "a sentence; mend it."),
        ("there is no 'a'", "did you mean 'b'?", "there is no 'a'; did you mean 'b'?"),
    ],
)
def test_a_finding_ends_once(what, mend, told):
    assert str(LookbackError(what, mend=mend)) == told
