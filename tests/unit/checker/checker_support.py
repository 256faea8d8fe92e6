"""What the checker's tests share: the exercises, their bundles, and the fixture files of submissions."""

from __future__ import annotations

import functools
import json
import re
import time
from pathlib import Path

from lookback.checker import check
from lookback.checker.exercise import Exercise, exercise_folders, load_exercise

ROOT = Path(__file__).resolve().parents[3]
LESSONS = ROOT / "lessons"
FIXTURES = ROOT / "tests" / "fixtures" / "checker"
BLOCK = re.compile(r"^# %% (\w+)(?: -> ([^:]*))?: (.*)$", re.MULTILINE)

COSTS: list[float] = []  # milliseconds of CPU time of every check
FOLDERS = {folder.name: folder for lesson in sorted(LESSONS.iterdir()) for folder in exercise_folders(lesson)}


@functools.cache
def exercise(name: str) -> Exercise:
    return load_exercise(FOLDERS[name])


@functools.cache
def bundle(name: str) -> dict:
    """As the browser gets it: through JSON."""
    return json.loads(json.dumps(exercise(name).to_bundle(), allow_nan=False))


@functools.cache
def variations() -> dict[str, str]:
    """The exercise of each variation, by the variation's function."""
    return {exercise(name).variation.function: name for name in FOLDERS}


def report(name: str, code: str, practice_round: int = 3) -> dict:
    """The report on a submission; ``name`` is an exercise, or the function of a variation."""
    if name not in FOLDERS:
        name, practice_round = variations()[name], 4
    data = bundle(name)
    started = time.process_time()
    result = check(data, "import numpy as np\n" + code, practice_round)
    COSTS.append((time.process_time() - started) * 1000)
    return result


def submissions(pattern: str) -> list[tuple[str, str, str, str]]:
    """(exercise, diagnosis to draw, title, code) of every block in the fixture files."""
    found = []
    for path in sorted(FIXTURES.glob(pattern)):
        parts = BLOCK.split(path.read_text(encoding="utf-8"))[1:]
        found += [tuple(parts[index : index + 4]) for index in range(0, len(parts), 4)]
    return [(name, drawn or "", title, code) for name, drawn, title, code in found]
