"""Page modules that need no browser: their tests stand beside them, and Node runs them."""

from __future__ import annotations

import subprocess

import pytest

from lookback_build import host, names
from lookback_build.console import Console

TESTS = sorted(path.relative_to(names.ROOT).as_posix() for path in names.SITE.rglob("*.test.js"))


@pytest.mark.node
@pytest.mark.parametrize("module", TESTS)
def test_module(module: str) -> None:
    command = [host.ensure_node(Console()).executable, "--test", module]
    done = subprocess.run(command, cwd=names.ROOT, check=False, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stdout + done.stderr
