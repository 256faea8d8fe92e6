"""`build.py check`: the lessons and exercises of the project are sound, on the host and in Pyodide."""

from __future__ import annotations

import subprocess
import sys

import pytest

from lookback_build import names

pytestmark = pytest.mark.node


def check(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(names.ROOT / "build.py"), "check", *arguments]
    return subprocess.run(command, check=False, capture_output=True, text=True)


def test_every_lesson_and_exercise_passes_in_both_interpreters() -> None:
    done = check()
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.count("0 findings in 6 exercises") == 2


@pytest.mark.parametrize(
    ("target", "told"),
    [
        (
            "attention",
            "there is no lesson 'attention'; there are: additive-attention, attention-as-a-bridge.",
        ),
        (
            "attention-as-a-bridge/sofmax",
            "has no exercise 'sofmax'; there are: attend_all, attention, softmax.",
        ),
    ],
)
def test_an_unknown_target_is_wrong_usage_and_lists_what_there_is(target: str, told: str) -> None:
    done = check(target)
    assert done.returncode == 2
    assert told in done.stderr
