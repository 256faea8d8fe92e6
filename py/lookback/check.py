"""Check a file on the host: ``python -m lookback.check LESSON/EXERCISE FILE [--json] [--round N]``.

Exit code 0: passed; 1: not passed; 2: wrong usage (unknown exercise, unreadable file).
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from pathlib import Path
from typing import NoReturn

from lookback.checker.child import observe_apart
from lookback.checker.exercise import exercise_folders, load_exercise
from lookback.checker.judge import Report, judge, split
from lookback.checker.terminal import render
from lookback.errors import LookbackError, UsageError
from lookback.lesson.source import split as split_source


def find_lessons() -> Path:
    """The ``lessons`` folder: of the current folder or one above it, else beside the package's sources."""
    here = Path.cwd()
    for root in (here, *here.parents, Path(__file__).resolve().parents[2]):
        if any((root / "lessons").glob("*/exercises/*/exercise.toml")):
            return root / "lessons"
    raise UsageError("no lessons were found", here, None, "run the command in the project's folder")


def find_exercise(name: str) -> Path:
    """The folder of LESSON/EXERCISE, or an error with the names there are."""
    lessons = find_lessons()
    folders = {
        f"{folder.parent.parent.name}/{folder.name}": folder
        for lesson in sorted(lessons.iterdir())
        for folder in exercise_folders(lesson)
    }
    if name not in folders:
        raise UsageError(f'there is no exercise "{name}"', mend=f"write one of {', '.join(folders)}")
    return folders[name]


def find_packages(lesson: Path) -> Path | None:
    """Where a build has put the packages that a lesson brings; None for a lesson that brings none."""
    if "requirements" not in split_source((lesson / "lesson.md").read_text("utf-8")).keys:
        return None
    cache = Path(os.environ.get("LOOKBACK_CACHE") or lesson.parent.parent / ".cache")
    folder = cache / "packages" / lesson.name
    if not folder.is_dir():
        what = f"the packages that lesson {lesson.name} brings are not here"
        raise UsageError(what, mend="run 'python3 build.py build' once")
    return folder


def check_file(name: str, file: Path, practice_round: int = 3) -> Report:
    """The report on a file, from a run in a child process."""
    folder = find_exercise(name)
    try:
        data = file.read_bytes()
    except OSError as error:
        raise UsageError(
            f"the file cannot be read ({type(error).__name__})", file, None, "give the path of a Python file"
        ) from None
    try:
        source = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise UsageError("the file is not UTF-8 text", file, line, "save it as UTF-8") from None
    bundle = load_exercise(folder).to_bundle()
    calls, answers = split(bundle, practice_round)
    lesson = folder.parent.parent
    record, ended = observe_apart(
        calls, source, bundle["time_limit"], [str(lesson.parent)], find_packages(lesson)
    )
    return judge(bundle, answers, record, source, practice_round, ended)


class _Parser(argparse.ArgumentParser):
    """Wrong usage is an error of the one family, with exit code 2."""

    def error(self, message: str) -> NoReturn:
        raise UsageError(message, mend=f"usage: {self.usage}")


def main(arguments: list[str] | None = None) -> int:
    """The command."""
    usage = "python -m lookback.check LESSON/EXERCISE FILE [--json] [--round N]"
    parser = _Parser(prog="lookback.check", usage=usage, description="Check a file against an exercise.")
    parser.add_argument("exercise", help="LESSON/EXERCISE, for example attention-as-a-bridge/softmax")
    parser.add_argument("file", type=Path, help="the Python file with the function")
    parser.add_argument("--json", action="store_true", help="write the report as JSON")
    parser.add_argument(
        "--round", type=int, default=3, choices=(1, 2, 3, 4), help="practice round (3: the exercise)"
    )
    try:
        options = parser.parse_args(arguments)
        report = check_file(options.exercise, options.file, options.round)
    except LookbackError as error:
        print(error, file=sys.stderr)
        return error.exit_code if isinstance(error, UsageError) else 1
    if options.json:
        print(json.dumps(report, indent=2, ensure_ascii=True, allow_nan=False))
    else:
        color = sys.stdout.isatty() and "NO_COLOR" not in os.environ
        text = render(report, color)
        sys.stdout.write(
            text.encode(sys.stdout.encoding or "utf-8", "replace").decode(sys.stdout.encoding or "utf-8")
        )
    return 0 if report["verdict"] == "passed" else 1


if __name__ == "__main__":
    sys.exit(main())
