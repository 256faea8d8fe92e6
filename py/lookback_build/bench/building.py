"""How long a build takes that has more lessons, everything else being there already."""

from __future__ import annotations

import shutil
import tempfile
import time
from pathlib import Path

from lookback_build import names
from lookback_build.bench.measure import LESSON
from lookback_build.console import Console
from lookback_build.steps import build

COUNTS = (2, 20, 200)


def builds(console: Console) -> dict[str, list[float]]:
    """Milliseconds of a build with so many copies of a lesson."""
    found = {}
    with tempfile.TemporaryDirectory() as scratch:
        for count in COUNTS:
            lessons = Path(scratch, f"lessons-{count}")
            for at in range(count):
                shutil.copytree(names.LESSONS / LESSON, lessons / f"copy-{at:03}")
            shutil.copytree(names.LESSONS / "chapters", lessons / "chapters")
            start = time.perf_counter()
            build(Path(scratch, f"site-{count}"), None, console, lessons=lessons)
            found[f"build, {count} lessons"] = [(time.perf_counter() - start) * 1000]
    return found
