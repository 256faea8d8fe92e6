"""`new` writes a lesson that passes its own check and makes a page."""

import re
import subprocess
import sys

import pytest

from lookback.errors import LookbackError
from lookback.lesson import PageContext, load_lesson, new_lesson, render_lesson, validate
from lookback.lesson.model import Code

PAGE = PageContext(asset=lambda name: name, root="../../", version="0")


def test_a_new_lesson_passes_its_check_and_becomes_a_page(tmp_path):
    files = new_lesson(tmp_path, "my-lesson")
    folder = tmp_path / "lessons" / "my-lesson"
    assert {path.name for path in files} == {"lesson.md", "figures.py"}
    assert validate(folder) == []
    html = render_lesson(load_lesson(folder), PAGE)
    assert re.search(r"<h1>My lesson</h1>", html)


def test_the_code_of_a_new_lesson_prints_what_it_says(tmp_path):
    new_lesson(tmp_path, "my-lesson")
    lesson = load_lesson(tmp_path / "lessons" / "my-lesson")
    (code,) = [block for block in lesson.blocks() if isinstance(block, Code)]
    done = subprocess.run([sys.executable, "-c", code.source], capture_output=True, text=True, check=True)
    assert done.stdout == code.output


def test_a_second_lesson_comes_after_the_first(tmp_path):
    new_lesson(tmp_path, "one")
    new_lesson(tmp_path, "two")
    assert load_lesson(tmp_path / "lessons" / "two").order == 2


def test_nothing_is_overwritten(tmp_path):
    new_lesson(tmp_path, "one")
    with pytest.raises(LookbackError, match="already"):
        new_lesson(tmp_path, "one")


@pytest.mark.parametrize("name", ["My Lesson", "../out", "", "1st"])
def test_a_name_that_does_not_fit_is_refused(tmp_path, name):
    with pytest.raises(LookbackError, match="does not fit"):
        new_lesson(tmp_path, name)
    assert not (tmp_path / "lessons").exists()
