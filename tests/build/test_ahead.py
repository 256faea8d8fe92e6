"""What lessons need computed is done in processes of its own, once."""

from __future__ import annotations

import io
import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from lookback.errors import LookbackError
from lookback.lesson.bundle import exercise_bundle, exercise_sources
from lookback.lesson.drawn import drawn, drawn_sources
from lookback.lesson.load import lesson_sources, load_lesson
from lookback.lesson.memory import Memory
from lookback.lesson.model import Lesson
from lookback.lesson.scaffold import new_lesson
from lookback_build import names
from lookback_build.ahead import compute
from lookback_build.console import Console

FIGURES = "FIGURES = {'here': lambda: '<b>here</b>'}\n"
ENDS = "import signal, os\nFIGURES = {'here': lambda: os.kill(os.getpid(), signal.SIGTERM)}\n"


@pytest.fixture
def lesson(tmp_path: Path) -> Lesson:
    """A lesson of the course with its first two exercises, a figure and no widgets."""
    origin = names.LESSONS / "attention-as-a-bridge"
    folder = tmp_path / "lessons" / origin.name
    for name in ("softmax", "attention"):
        shutil.copytree(origin / "exercises" / name, folder / "exercises" / name)
    (folder / "figures.py").write_text(FIGURES, "utf-8")
    whole = load_lesson(origin)
    exercises = {
        name: replace(whole.exercises[name], folder=folder / "exercises" / name)
        for name in ("softmax", "attention")
    }
    return replace(whole, folder=folder, exercises=exercises)


def test_what_is_missing_is_made_and_what_is_there_is_not_made_again(lesson: Lesson, tmp_path: Path) -> None:
    memory, said = Memory(tmp_path / "memory"), io.StringIO()
    compute([lesson], memory, Console(said))
    assert "3 new" in said.getvalue()
    assert memory.knows(*drawn_sources(lesson))
    assert drawn(lesson, memory).figures == {"here": "<b>here</b>"}
    softmax, attention = lesson.exercises.values()
    assert exercise_bundle(softmax, memory) == softmax.to_bundle()

    # the second exercise is checked with the first one's solution beside it, so it has to be run again as well
    solution = softmax.folder / "solution.py"
    solution.write_text(solution.read_text("utf-8") + "\n# another\n", "utf-8")
    assert not memory.knows(*exercise_sources(attention))
    compute([lesson], memory, Console(said))
    assert "2 new" in said.getvalue()
    before = said.getvalue()
    compute([lesson], memory, Console(said))
    assert said.getvalue() == before


def test_code_that_ends_its_process_is_told(lesson: Lesson, tmp_path: Path) -> None:
    (lesson.folder / "figures.py").write_text(ENDS, "utf-8")
    with pytest.raises(LookbackError, match="ended the process that ran it"):
        compute([replace(lesson, exercises={})], Memory(tmp_path / "memory"), Console(io.StringIO()))


def test_a_lesson_is_read_again_when_any_of_its_files_or_neighbours_changes(tmp_path: Path) -> None:
    new_lesson(tmp_path, "one")
    folder, memory = tmp_path / "lessons" / "one", Memory(tmp_path / "memory")
    reads: list[int] = []

    def read() -> int:
        memory.recall(*lesson_sources(folder), lambda: reads.append(1))
        return len(reads)

    assert [read(), read()] == [1, 1]
    (folder / "figures.py").write_text(FIGURES, "utf-8")
    assert [read(), read()] == [2, 2]
    (folder / "figures.py").rename(folder / "figured.py")
    assert read() == 3
    (folder.parent / "two").mkdir()
    (folder.parent / "two" / "lesson.md").write_text("", "utf-8")
    assert read() == 4
    (folder.parent / "chapters").mkdir()
    (folder.parent / "chapters" / "shared.md").write_text("", "utf-8")
    assert [read(), read()] == [5, 5]
