"""Fixtures that several kinds of tests share."""

from __future__ import annotations

import gc
import os
import subprocess
import sys
from pathlib import Path

import pytest

from lookback_build import names


@pytest.fixture(scope="session")
def dist(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site, built as a newcomer builds it, into a folder of its own.

    LOOKBACK_DIST names a site that is there already, for whoever changes tests alone.
    """
    if ready := os.environ.get("LOOKBACK_DIST"):
        return Path(ready).resolve()
    out = tmp_path_factory.mktemp("site") / "dist"
    command = [sys.executable, str(names.ROOT / "build.py"), "build", "--out", str(out)]
    done = subprocess.run(command, check=False, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return out


def pytest_collection_finish() -> None:
    """What collecting has loaded stays: the collector of garbage need not look through it again and again."""
    gc.collect()
    gc.freeze()
