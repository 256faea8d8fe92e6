"""The command line: exit codes, and errors that a person can act on."""

from __future__ import annotations

import re
import subprocess
import sys

import pytest

from lookback_build import names


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(names.ROOT / "build.py"), *arguments]
    return subprocess.run(command, check=False, capture_output=True, text=True)


@pytest.mark.parametrize(
    "arguments",
    [
        (),
        ("paint",),
        ("build", "--colour"),
        ("build", "--wheelhouse", "nowhere"),
        ("pack",),
        ("pack", "--zip", "--single-file"),
        ("pack", "--single-file", "--lesson", "none"),
        ("pack", "--zip", "--out", "."),
        ("pack", "--scorm", "3"),
        ("pack", "--scorm", "1.2", "--zip"),
    ],
)
def test_wrong_usage_ends_with_two(arguments: tuple[str, ...]) -> None:
    assert run(*arguments).returncode == 2


def test_help_names_every_command() -> None:
    told = run("--help").stdout
    for command in ("serve", "build", "check", "test", "new", "pack"):
        assert re.search(rf"^\s+{command}\b", told, re.MULTILINE)


def test_the_entry_point_starts_without_any_package() -> None:
    """An isolated interpreter sees the standard library only, as a newcomer's does."""
    command = [sys.executable, "-I", "-S", str(names.ROOT / "build.py"), "--help"]
    assert subprocess.run(command, check=False, capture_output=True).returncode == 0


def test_every_command_of_the_readme_exists() -> None:
    text = (names.ROOT / "README.md").read_text("utf-8")
    commands = set(re.findall(r"python3 build\.py (\w+)", text))
    assert commands
    for command in commands:
        assert run(command, "--help").returncode == 0
