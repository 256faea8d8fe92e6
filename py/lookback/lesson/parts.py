"""The Python files of a lesson folder: which widgets it has, its drawings, its steppers, its experiment."""

from __future__ import annotations

import ast
import importlib.util
import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from types import ModuleType
from typing import Any

from lookback.errors import LookbackError
from lookback.experiment import Experiment
from lookback.experiment.model import of_module


@dataclass(frozen=True)
class Stage:
    """One stage of a stepper: its array as rows of numbers, how it looks, what is said about it.

    Attributes
    ----------
    name : such as "Scores".
    shape : the array's name and shape in Markdown, such as "$e$ [3]".
    kind : "query", "state", "score", "weight" or "context": it decides the form.
    rows : the array, always as rows; a vector over positions has one number per row.
    labels : one per row, empty where rows have no names.
    places : decimals shown.
    say : the sentence that is read with the stage, in Markdown.
    """

    name: str
    shape: str
    kind: str
    rows: tuple[tuple[float, ...], ...]
    labels: tuple[str, ...]
    places: int
    say: str


@dataclass(frozen=True)
class Case:
    """One run of a stepper: `name` is what is emitted."""

    id: str
    name: str
    note: str
    stages: tuple[Stage, ...]


@dataclass(frozen=True)
class Drawings:
    """What figures.py gives: drawings by name (each a function that returns HTML), steppers by name."""

    figures: dict[str, Callable[[], str]] = field(default_factory=dict)
    steppers: dict[str, Callable[[], tuple[Case, ...]]] = field(default_factory=dict)


def import_file(path: Path, name: str) -> ModuleType:
    """Run a lesson's Python file as a module of its own. Raises LookbackError with file, line and fault."""
    spec = importlib.util.spec_from_file_location(name, path)
    if spec is None or spec.loader is None:  # pragma: no cover - a .py path always has a loader
        raise LookbackError("cannot be imported", path)
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    try:
        spec.loader.exec_module(module)
    except Exception as error:
        raise LookbackError(
            f"{type(error).__name__}: {error}", path, _line(error, path), "mend the file"
        ) from error
    return module


def made(path: Path, what: str, make: Callable[[], Any]) -> Any:
    """What a function of a lesson's file gives. Raises LookbackError with file, line and fault."""
    try:
        return make()
    except Exception as error:
        told = f"{what} cannot be made: {type(error).__name__}: {error}"
        raise LookbackError(told.rstrip("."), path, _line(error, path), "mend the file") from error


def _line(error: BaseException, path: Path) -> int | None:
    if isinstance(error, SyntaxError):
        return error.lineno
    line, trace = None, error.__traceback__
    while trace is not None:
        if trace.tb_frame.f_code.co_filename == str(path):
            line = trace.tb_lineno
        trace = trace.tb_next
    return line


def load_drawings(folder: Path) -> Drawings:
    """FIGURES and STEPPERS of the lesson's figures.py; a lesson without that file has none."""
    path = folder / "figures.py"
    if not path.is_file():
        return Drawings()
    module = import_file(path, f"lookback_lesson_{folder.name.replace('-', '_')}_figures")
    return Drawings(dict(getattr(module, "FIGURES", {})), dict(getattr(module, "STEPPERS", {})))


def load_experiment(folder: Path) -> Experiment | None:
    """EXPERIMENT of the lesson's experiment.py; None for a lesson without that file."""
    path = folder / "experiment.py"
    if not path.is_file():
        return None
    module = import_file(path, f"lookback_lesson_{folder.name.replace('-', '_')}_experiment")
    try:
        return of_module(module)
    except ValueError as error:
        raise LookbackError(str(error), path, None, "see docs/authoring.md") from error


def load_widgets(folder: Path) -> dict[str, Callable[[], Any]]:
    """WIDGETS of the lesson's widgets.py: a function per widget that makes it."""
    path = folder / "widgets.py"
    if not path.is_file():
        return {}
    module = import_file(path, f"lookback_lesson_{folder.name.replace('-', '_')}_widgets")
    return dict(module.WIDGETS)


def widget_ids(folder: Path) -> tuple[str, ...]:
    """Names in WIDGETS of widgets.py, read without importing it: that would start Panel.

    Raises LookbackError when the file is not Python, or WIDGETS is not a plain dict with names written out.
    """
    path = folder / "widgets.py"
    if not path.is_file():
        return ()
    try:
        tree = ast.parse(path.read_text(encoding="utf-8"))
    except SyntaxError as error:
        raise LookbackError(f"is not Python: {error.msg}", path, error.lineno, "mend the file") from error
    for node in tree.body:
        targets = (
            node.targets
            if isinstance(node, ast.Assign)
            else [node.target]
            if isinstance(node, ast.AnnAssign)
            else []
        )
        if any(isinstance(target, ast.Name) and target.id == "WIDGETS" for target in targets):
            value = getattr(node, "value", None)
            if isinstance(value, ast.Dict) and all(isinstance(key, ast.Constant) for key in value.keys):
                return tuple(str(key.value) for key in value.keys if isinstance(key, ast.Constant))
            raise LookbackError(
                "WIDGETS is not a dict with its names written out",
                path,
                node.lineno,
                "write {'name': function, …}",
            )
    raise LookbackError("has no WIDGETS", path, None, "add WIDGETS = {'name': function}")
