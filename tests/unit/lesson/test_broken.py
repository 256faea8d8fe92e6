"""Broken lesson sources: each gives its finding, with file, line and mend; all come in one run."""

from __future__ import annotations

import pytest

from lookback.errors import Findings
from lookback.lesson import load_lesson, validate

HEAD = "---\ntitle: T\naim: A\ntrack: R\nminutes: 5\norder: 1\n---\n\n"
SECTION = "## One {#one}\n\n"
QUIZ = "::: quiz q\n\nAsk?\n\n- (x) Yes\n  Because.\n- ( ) No\n  Not so.\n:::\n"

BROKEN = {
    "an unknown block": (SECTION + "::: quizz q\n:::\n", 11, "unknown block 'quizz'", "did you mean 'quiz'"),
    "an unknown key": (
        SECTION + "::: note\ntitel: T\n\nText\n:::\n",
        12,
        "unknown key 'titel' in note",
        "did you mean 'title'",
    ),
    "a missing key": (SECTION + "::: card\n\nText\n:::\n", 11, "card has no 'title'", "title: …"),
    "a value of the wrong type": (
        SECTION + "::: number n\nlabel: L\nplaces: three\n\n- (x) 1: yes\n- else: no\n:::\n",
        13,
        "'places' of number n is 'three', not a whole number",
        "give it a whole number",
    ),
    "two right choices": (
        SECTION + QUIZ.replace("( )", "(x)"),
        11,
        "quiz q has 2 right choices",
        "exactly one",
    ),
    "a prediction with two right choices": (
        SECTION + QUIZ.replace("quiz", "predict").replace("( )", "(x)"),
        11,
        "predict q has 2 right choices",
        "one at most",
    ),
    "a picture": (
        SECTION + "See ![a plot](plot.png).\n",
        11,
        "the picture plot.png is no part",
        "::: figure",
    ),
    "a choice without its reply": (
        SECTION + QUIZ.replace("  Not so.\n", ""),
        17,
        "the choice 'No' has no reply",
        "indented",
    ),
    "a mistyped item": (SECTION + QUIZ.replace("- (x)", "- [x]"), 15, "not an item", "- (x) text"),
    "a formula that cannot be typeset": (
        SECTION + "One line.\n\nThen $\\fracc{a}{b}$ here.\n",
        13,
        "cannot be typeset",
        "mend the TeX",
    ),
    "a displayed formula outside its block": (
        SECTION + "$$\na = b\n$$\n",
        11,
        "a displayed formula stands in the text",
        "::: formula",
    ),
    "a widget that is not there": (
        SECTION + "::: widget live-tabel\ntitle: T\n:::\n",
        11,
        "there is no widget 'live-tabel'",
        "nothing of that kind",
    ),
    "an experiment without its file": (
        SECTION + "::: experiment train\ntitle: T\nwidget: replay\n:::\n",
        11,
        "there is no experiment.py for this block",
        "EXPERIMENT",
    ),
    "a trial that is not there": (
        SECTION + QUIZ.replace("quiz q\n", "predict q\ntrial: tanh-of\n"),
        11,
        "there is no trial 'tanh-of' in experiment.py",
        "nothing of that kind",
    ),
    "an exercise that is not there": (
        SECTION + "::: exercise softmax\n:::\n",
        11,
        "there is no exercise 'softmax'",
        "nothing of that kind",
    ),
    "a figure that is not there": (
        SECTION + "::: figure beams\n:::\n",
        11,
        "there is no figure 'beams'",
        "nothing of that kind",
    ),
    "an id used twice": (SECTION + QUIZ + QUIZ, 20, "the id 'q' is used twice, first on line 11", "rename"),
    "a section without an id": ("## One\n\nText\n", 9, "the section 'One' has no id", "{#id}"),
    "a link that leads nowhere": (
        SECTION + "[there](#onne)\n",
        11,
        "the link #onne leads nowhere",
        "did you mean 'one'",
    ),
    "an HTML tag": (SECTION + "Some <b>bold</b> words\n", 11, "the text holds an HTML tag", "Markdown"),
    "an unknown role": (SECTION + "A [word]{.red}\n", 11, "unknown role 'red'", "{.q}"),
    "a hint outside a task": (
        SECTION + "::: hint\n\nThink.\n:::\n",
        11,
        "a hint stands outside a task",
        "number or goal",
    ),
    "a number task without other answers": (
        SECTION + "::: number n\nlabel: L\n\nType.\n\n- (x) .5: yes\n:::\n",
        11,
        "no answer to other numbers",
        "else",
    ),
    "a slip that cannot be told from the right number": (
        SECTION + "::: number n\nlabel: L\n\nType.\n\n- (x) .5: yes\n- ( ) .5004: no\n- else: no\n:::\n",
        11,
        "cannot be told from",
        "more decimals",
    ),
    "a block inside a quiz": (
        SECTION + QUIZ.replace("Ask?\n", "Ask?\n\n::: figure f\n:::\n"),
        15,
        "holds no other block",
        "above it",
    ),
    "a lesson without sections": ("", 1, "the lesson has no section", "## Title {#id}"),
}


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_source_gives_its_finding(name, lesson_folder):
    body, line, what, mend = BROKEN[name]
    folder = lesson_folder(body)
    found = [f for f in validate(folder) if what in f.what]
    assert found, [str(f) for f in validate(folder)]
    (finding,) = found
    assert finding.line == line
    assert mend in finding.mend
    assert str(finding.file) == str(folder / "lesson.md")


def test_all_findings_come_in_one_run_in_order_of_lines(lesson_folder):
    folder = lesson_folder(SECTION + "::: quizz q\n:::\n\n::: note\ntitel: T\n:::\n\nSee [x](#nowhere).\n")
    with pytest.raises(Findings) as caught:
        load_lesson(folder)
    lines = [finding.line for finding in caught.value.findings]
    assert len(lines) == 3
    assert lines == sorted(lines)


def test_an_unknown_key_of_the_front_matter_gets_the_nearest_right_name(lesson_folder):
    folder = lesson_folder(
        SECTION + "Text\n", head="---\ntitle: T\naim: A\ntrack: R\nminuts: 5\norder: 1\n---\n\n"
    )
    texts = [str(finding) for finding in validate(folder)]
    assert any(
        "lesson.md:5: unknown key 'minuts' in the front matter; did you mean 'minutes'?" in text
        for text in texts
    )
    assert any("the front matter has no 'minutes'" in text for text in texts)


def test_a_folder_without_a_lesson_is_one_finding(tmp_path):
    (finding,) = validate(tmp_path)
    assert "there is no lesson here" in finding.what


def test_a_file_that_is_not_utf8_names_the_line(lesson_folder):
    folder = lesson_folder(SECTION)
    (folder / "lesson.md").write_bytes(b"---\ntitle: T\xff\n---\n")
    (finding,) = validate(folder)
    assert (finding.what, finding.line) == ("the file is not UTF-8", 2)


def test_a_fault_in_figures_py_names_its_line(lesson_folder):
    folder = lesson_folder(SECTION + "Text\n", figures="x = 1\ny = x / 0\n")
    (finding,) = validate(folder)
    assert "ZeroDivisionError" in finding.what
    assert finding.line == 2


def test_widgets_written_in_another_way_than_by_name_are_a_finding(lesson_folder):
    folder = lesson_folder(SECTION + "Text\n", widgets="WIDGETS = dict(a=1)\n")
    (finding,) = validate(folder)
    assert "names written out" in finding.what


def test_a_fault_in_a_chapter_reference_names_that_file(lesson_folder):
    folder = lesson_folder(SECTION + "::: reference shared\n:::\n")
    chapters = folder.parent / "chapters"
    chapters.mkdir()
    (chapters / "shared.md").write_text("---\ntitle: T\n---\n\nSee $\\oops$.\n", encoding="utf-8")
    (finding,) = validate(folder)
    assert str(finding.file).endswith("shared.md")
    assert finding.line == 5


def test_a_lesson_that_needs_itself_is_told(lesson_folder):
    folder = lesson_folder(SECTION + "Text\n", head=HEAD.replace("order: 1", "order: 1\nneeds: tried"))
    (finding,) = validate(folder)
    assert "'needs' names this lesson itself" in finding.what


def test_a_widget_is_shown_in_one_place(lesson_folder):
    folder = lesson_folder(
        SECTION + "::: widget table\ntitle: T\n:::\n",
        head=HEAD.replace("order: 1", "order: 1\nhero-widget: table"),
        widgets='WIDGETS = {"table": None}\n',
    )
    (finding,) = [one for one in validate(folder) if "twice" in one.what]
    assert finding.line == 12


def test_an_exercise_that_no_block_shows_is_told(lesson_folder):
    folder = lesson_folder(SECTION + "Text\n")
    (folder / "exercises" / "scores").mkdir(parents=True)
    (folder / "exercises" / "scores" / "exercise.toml").write_text("order = 1\n", encoding="utf-8")
    found = [one for one in validate(folder) if "'scores' is shown nowhere" in one.what]
    assert len(found) == 1
    assert "::: exercise scores" in found[0].mend
