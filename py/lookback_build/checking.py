"""`build.py check`: everything that is wrong with lessons and exercises, on the host and in Pyodide."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

from lookback.errors import Findings, LookbackError, UsageError
from lookback.lesson.drawn import drawn
from lookback.lesson.load import load_lesson, validate
from lookback_build import host, names
from lookback_build.console import Console
from lookback_build.fetch import ensure_runtime
from lookback_build.host import Node
from lookback_build.runtime import core_folder
from lookback_build.runtime_lock import read_runtime_lock
from lookback_build.steps import MEMORY

_AUDIT = "lookback.checker.audit"
_RUNNER = Path(__file__).parent / "node" / "python.mjs"


def check(target: str | None, console: Console) -> int:
    """Check one lesson, one exercise (LESSON/EXERCISE), or everything; all findings in one run."""
    lessons, exercises = _targets(target)
    findings = [finding for lesson in lessons for finding in validate(lesson)]
    if not findings:
        findings = [finding for lesson in lessons for finding in _undrawn(lesson)]
    if findings:
        raise Findings("the lessons have mistakes", findings=tuple(findings))
    if not exercises:
        console.say(f"{len(lessons)} checked, nothing to mend")
        return 0
    arguments = [path.relative_to(names.ROOT).as_posix() for path in exercises]
    # Both at once, and one after the other on the screen.
    with subprocess.Popen(
        _in_pyodide(arguments, console), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as pyodide:
        console.say("In CPython:")
        on_host = subprocess.run(
            [sys.executable, "-m", _AUDIT, *arguments], cwd=names.ROOT, check=False
        ).returncode
        console.say("In Pyodide:")
        told, problems = pyodide.communicate()
    print(told, end="", flush=True)
    if pyodide.returncode not in (0, 1):
        raise LookbackError(f"Pyodide under Node ended with {pyodide.returncode} ({problems.strip()[-300:]})")
    return max(on_host, pyodide.returncode)


def _undrawn(folder: Path) -> list[LookbackError]:
    """Why the lesson's figures, widgets or trials cannot be made, if they cannot."""
    try:
        drawn(load_lesson(folder), MEMORY)
    except LookbackError as error:
        return [error]
    return []


def _targets(target: str | None) -> tuple[list[Path], list[Path]]:
    """The lesson folders and the exercise folders that `target` names."""
    lesson, _, exercise = (target or "").partition("/")
    lessons = sorted(path.parent for path in names.LESSONS.glob("*/lesson.md"))
    if lesson:
        lessons = [folder for folder in lessons if folder.name == lesson]
        if not lessons:
            raise UsageError(f"there is no lesson {lesson!r}", mend=_known(names.LESSONS.glob("*/lesson.md")))
    exercises = sorted(path.parent for folder in lessons for path in folder.glob("exercises/*/exercise.toml"))
    if exercise:
        chosen = [folder for folder in exercises if folder.name == exercise]
        if not chosen:
            raise UsageError(
                f"lesson {lesson!r} has no exercise {exercise!r}",
                mend=_known(lessons[0].glob("exercises/*/exercise.toml")),
            )
        return lessons, chosen
    return lessons, exercises


def _known(paths: Iterable[Path]) -> str:
    known = sorted(path.parent.name for path in paths)
    return f"there are: {', '.join(known)}"


def _in_pyodide(arguments: list[str], console: Console) -> list[str]:
    """The command that audits these exercises in Pyodide under Node."""
    node: Node = host.ensure_node(console)
    files = ensure_runtime(read_runtime_lock(names.RUNTIME_LOCK).values(), node, console)
    numpy = next(path for name, path in files.items() if name.startswith("numpy-"))
    fixed = [node.executable, str(_RUNNER), str(core_folder(files)), str(numpy), str(names.ROOT), _AUDIT]
    return [*fixed, *arguments]
