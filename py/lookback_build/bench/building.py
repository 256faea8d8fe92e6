"""How long a build takes that has more lessons, the runtime being there already."""

from __future__ import annotations

import shutil
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from lookback.lesson.memory import Memory
from lookback_build import names
from lookback_build.bench.measure import LESSON
from lookback_build.console import Console
from lookback_build.steps import build

COUNTS = (2, 20, 200)


def builds(count: int, console: Console) -> Iterator[tuple[str, list[float]]]:
    """Milliseconds of a build with so many copies of a lesson: when all are new, and when the text of one changed.

    Each copy counts as a lesson of its own, whose exercises are run and whose figures are drawn.
    """
    with tempfile.TemporaryDirectory() as scratch:
        lessons, memory = Path(scratch, "lessons"), Memory(Path(scratch, "memory"))
        for at in range(count):
            shutil.copytree(names.LESSONS / LESSON, lessons / f"copy-{at:03}")
        shutil.copytree(names.LESSONS / "chapters", lessons / "chapters")

        def timed() -> list[float]:
            start = time.perf_counter()
            build(Path(scratch, "site"), None, console, lessons=lessons, memory=memory)
            return [(time.perf_counter() - start) * 1000]

        yield f"build, {count} new lessons", timed()
        with (lessons / "copy-000" / "lesson.md").open("a", encoding="utf-8") as text:
            text.write("\nOne more sentence.\n")
        yield f"build, {count} lessons, one edited", timed()
