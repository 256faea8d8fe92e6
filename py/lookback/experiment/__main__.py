"""Train on the host as the page does: python -m lookback.experiment LESSON [FILE].

FILE holds the functions; without it the lesson's own solutions train. Prints the loss at a few epochs and the time,
or why the training ended. Exit 0: it came to its end; 1: it did not; 2: wrong usage.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import Any

from lookback.errors import LookbackError, UsageError
from lookback.experiment.model import Experiment, load
from lookback.experiment.train import train

SHOWN = (0, 50, 100, 200, 500, 1000, 2000, 5000)


def main(arguments: list[str]) -> int:
    """Parse the command line, train, print."""
    parser = argparse.ArgumentParser(
        prog="python -m lookback.experiment", description=__doc__.splitlines()[0]
    )
    parser.add_argument("lesson", help="the lesson's folder, or its name under lessons/")
    parser.add_argument("file", nargs="?", type=Path, help="the functions; the lesson's solutions without it")
    parser.add_argument("--set", default="{}", metavar="JSON", help='settings, such as {"epochs": 500}')
    parser.add_argument("--json", action="store_true", help="print moments and outcome as JSON")
    options = parser.parse_args(arguments)
    try:
        folder = _folder(options.lesson)
        path = folder / "experiment.py"
        if not path.is_file():
            raise UsageError(f"lesson {folder.name} has no experiment.py", mend="see docs/authoring.md")
        experiment = load(path.read_text("utf-8"), str(path))
        source = _source(options.file, experiment, folder)
        return _train(experiment, source, json.loads(options.set), options.json)
    except LookbackError as error:
        print(error, file=sys.stderr)
        return error.exit_code
    except ValueError as error:
        print(error, file=sys.stderr)
        return 2


def _folder(lesson: str) -> Path:
    found = next((path for path in (Path(lesson), Path("lessons") / lesson) if path.is_dir()), None)
    if found is None:
        raise UsageError(
            f"there is no lesson '{lesson}' here", mend="give a folder, or a name under lessons/"
        )
    return found


def _source(file: Path | None, experiment: Experiment, folder: Path) -> str:
    if file is None:
        solutions = [folder / "exercises" / name / "solution.py" for name in experiment.functions]
        return "\n\n".join(path.read_text("utf-8") for path in solutions)
    if not file.is_file():
        raise UsageError(f"there is no file {file}", mend="give a Python file")
    return file.read_text("utf-8")


def _train(experiment: Experiment, source: str, settings: dict[str, Any], as_json: bool) -> int:
    told: list[dict[str, Any]] = []
    outcome = train(experiment, source, settings, told.append)
    moments = [message["moment"] for message in told if "moment" in message]
    if as_json:
        print(json.dumps({"outcome": outcome, "moments": moments}))
    else:
        for moment in moments:
            if moment["epoch"] in SHOWN:
                print(f"epoch {moment['epoch']:5}  loss {moment['loss']:.4f}")
        print(_ending(outcome))
    return 0 if outcome["status"] == "done" else 1


def _ending(outcome: dict[str, Any]) -> str:
    seconds = f"{outcome['duration_ms'] / 1000:.2f} s"
    error = outcome["error"]
    if error is None:
        return f"{outcome['epoch']} epochs in {seconds}"
    place = f"line {error['line']}: " if error["line"] else ""
    return f"ended at epoch {outcome['epoch']}: {place}{error['title']}. {error['message']}"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
