"""Formatting, lint and types: the same commands a contributor runs, each a test."""

from __future__ import annotations

import subprocess
import sys

import pytest

from lookback_build import host, names
from lookback_build.console import Console


def _run(*command: str) -> None:
    done = subprocess.run(command, cwd=names.ROOT, check=False, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize(
    "arguments",
    [("ruff", "check", "."), ("ruff", "format", "--check", "."), ("mypy",)],
    ids=["ruff check", "ruff format", "mypy"],
)
def test_python(arguments: tuple[str, ...]) -> None:
    _run(sys.executable, "-m", *arguments)


@pytest.mark.parametrize(
    "arguments",
    [("@biomejs/biome/bin/biome", "ci", "--error-on-warnings"), ("typescript/bin/tsc", "-p", ".")],
    ids=["biome", "tsc"],
)
def test_scripts_and_styles(arguments: tuple[str, ...]) -> None:
    program, *rest = arguments
    _run(host.ensure_node(Console()).executable, str(names.NODE_MODULES / program), *rest)
