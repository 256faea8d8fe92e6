"""python -m lookback.experiment: the same training in CPython and in Pyodide, with the lesson's numbers."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest

from lookback.experiment.__main__ import main
from lookback_build import host, names
from lookback_build.console import Console
from lookback_build.fetch import ensure_runtime
from lookback_build.runtime import core_folder
from lookback_build.runtime_lock import read_runtime_lock

EXPECTED = {0: 1.0973, 50: 0.562, 100: 0.155, 200: 0.0413, 500: 0.0105, 2000: 0.0019}
LESSON = str(names.LESSONS / "additive-attention")


def expect_the_lessons_numbers(printed: str) -> None:
    result = json.loads(printed)
    assert result["outcome"]["status"] == "done"
    losses = {moment["epoch"]: moment["loss"] for moment in result["moments"]}
    for epoch, loss in EXPECTED.items():
        assert losses[epoch] == pytest.approx(loss, rel=0.02)
    right = [row[2 - step] for step, row in enumerate(result["moments"][-1]["weights"])]
    assert min(right) > 0.95


def test_the_solutions_train_to_the_lessons_numbers_in_cpython(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([LESSON, "--json"]) == 0
    expect_the_lessons_numbers(capsys.readouterr().out)


@pytest.mark.node
def test_the_solutions_train_to_the_lessons_numbers_in_pyodide() -> None:
    console = Console()
    node = host.ensure_node(console)
    files = ensure_runtime(read_runtime_lock(names.RUNTIME_LOCK).values(), node, console)
    numpy = next(path for name, path in files.items() if name.startswith("numpy-"))
    runner = names.ROOT / "py" / "lookback_build" / "node" / "python.mjs"
    command = [node.executable, str(runner), str(core_folder(files)), str(numpy), str(names.ROOT)]
    command += ["lookback.experiment", "additive-attention", "--json"]
    done = subprocess.run(command, check=False, capture_output=True, text=True, timeout=240)
    assert done.returncode == 0, done.stderr
    expect_the_lessons_numbers(done.stdout)


def test_a_file_that_fails_is_told_with_its_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "mine.py"
    file.write_text(
        "def additive_score(q, k, p):\n    return None\nalignment_weights = context_vector = len\n"
    )
    assert main([LESSON, str(file), "--set", '{"epochs": 10}']) == 1
    said = capsys.readouterr().out
    assert "ended at epoch 0: line 1: A result of another kind. additive_score returned nothing" in said


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["nowhere"], "there is no lesson 'nowhere'"),
        ([str(names.LESSONS / "attention-as-a-bridge")], "has no experiment.py"),
        ([LESSON, "nofile.py"], "there is no file nofile.py"),
        ([LESSON, "--set", '{"epochs": 1}'], "epochs = 1; wanted a whole number"),
        ([LESSON, "--set", "{"], "Expecting property name"),
    ],
)
def test_wrong_usage_is_told(arguments: list[str], words: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(arguments) == 2
    assert words in capsys.readouterr().err
