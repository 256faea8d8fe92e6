"""The steps of a build, in order."""

from __future__ import annotations

from pathlib import Path

from lookback.lesson.memory import Memory
from lookback_build import host, names
from lookback_build.console import Console
from lookback_build.fetch import clear_archives, ensure_runtime
from lookback_build.runtime import build_runtime
from lookback_build.runtime_lock import read_runtime_lock
from lookback_build.site import build_site

MEMORY = Memory(names.CACHE / "lessons")


def build(
    out: Path,
    wheelhouse: Path | None,
    console: Console,
    *,
    offline: bool = True,
    lessons: Path = names.LESSONS,
    memory: Memory = MEMORY,
) -> None:
    """Make the site in `out`; each step does only what an earlier build has not done already.

    `memory` has what lessons needed computed.
    """
    node = host.ensure_node(console)
    host.ensure_npm_packages(console, node)
    lock = read_runtime_lock(names.RUNTIME_LOCK)
    files = ensure_runtime(lock.values(), node, console, wheelhouse)
    clear_archives()
    runtime = build_runtime(files, node, console)
    build_site(
        out,
        runtime,
        files,
        node,
        console,
        offline=offline,
        folder=lessons,
        memory=memory,
        wheelhouse=wheelhouse,
    )
