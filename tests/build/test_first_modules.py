"""What the first bundles hold is what the workers load when they start."""

from __future__ import annotations

from pathlib import Path

import pytest

from lookback_build.console import Console
from lookback_build.fetch import ensure_runtime
from lookback_build.first_modules import read_first_modules, trace
from lookback_build.host import ensure_node
from lookback_build.names import RUNTIME_LOCK
from lookback_build.runtime import core_folder
from lookback_build.runtime_lock import read_runtime_lock

pytestmark = pytest.mark.build


def test_the_list_is_what_the_workers_load(dist: Path) -> None:
    node = ensure_node(Console())
    files = ensure_runtime(read_runtime_lock(RUNTIME_LOCK).values(), node, Console())
    found = trace(node.executable, core_folder(files), sorted((dist / "runtime").glob("*.bundle")))
    known = read_first_modules()
    for worker, modules in found.items():
        missing, needless = set(modules) - set(known[worker]), set(known[worker]) - set(modules)
        assert (missing, needless) == (set(), set()), (
            f"{worker}: write the list anew with `python -m lookback_build.first_modules`"
        )
