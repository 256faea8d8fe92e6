"""Cases: the calls a submission is tried on, what the reference returned for each, and plain records of both.

``cases.py`` of an exercise calls `case` for what the statement promises and `note` for what goes beyond it. Both
take the arguments of the call; a list becomes an array. Expected values come from the reference at build time.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from lookback.checker import words
from lookback.checker.values import Seen, json_ready, see
from lookback.errors import LookbackError

_array, _ndarray = np.array, np.ndarray


@dataclass(frozen=True)
class Note:
    """What is said after "passed" when a call beyond the statement does not go well."""

    id: str
    title: str
    message: str


@dataclass(frozen=True)
class Case:
    """One call.

    id, title : its name in reports and what it shows. args, kwargs : the arguments.
    raises : the exception the statement asks for, or "". shown : the call in short, where the arguments are long.
    note : set when the call goes beyond the statement. line : where it stands in cases.py.
    """

    id: str
    title: str
    args: tuple[Any, ...]
    kwargs: dict[str, Any] = field(default_factory=dict)
    raises: str = ""
    shown: str = ""
    note: Note | None = None
    line: int | None = None

    def call(self, function: str) -> str:
        """The call as text."""
        return self.shown or words.call(function, self.args, self.kwargs)


@dataclass(frozen=True)
class Expected:
    """What the reference did: a value, or an exception of this class."""

    value: Seen | None
    raises: str = ""

    def to_plain(self) -> dict[str, Any]:
        """As JSON-ready data."""
        return {"raises": self.raises} if self.value is None else {"value": self.value.to_plain()}

    @classmethod
    def from_plain(cls, plain: dict[str, Any]) -> Expected:
        """Back from `to_plain`."""
        value = plain.get("value")
        return cls(None if value is None else Seen.from_plain(value), plain.get("raises", ""))


class CaseList:
    """Gathers the cases while ``cases.py`` runs; its methods are the names that file uses."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.cases: list[Case] = []

    def case(self, id: str, title: str, *args: Any, raises: str = "", shown: str = "", **kwargs: Any) -> None:
        """A call the statement promises something about."""
        self._add(
            Case(id, title, _arrays(args), _arrays(kwargs), raises, shown, None, _caller_line(self.path))
        )

    def note(self, id: str, title: str, message: str, *args: Any, **kwargs: Any) -> None:
        """A call beyond the statement (arguments are left as given): at most a note, never a failure."""
        beyond = Note(id, title, message)
        self._add(Case(id, title, args, kwargs, "", "", beyond, _caller_line(self.path)))

    def _add(self, new: Case) -> None:
        if any(known.id == new.id for known in self.cases):
            raise LookbackError(
                f'two cases are called "{new.id}"', self.path, new.line, "give each its own id"
            )
        self.cases.append(new)

    def names(self) -> dict[str, Any]:
        """What ``cases.py`` may use without importing it."""
        return {"np": np, "case": self.case, "note": self.note, "rng": np.random.default_rng}


def expect(case: Case, reference: Callable[..., Any], path: Path) -> Expected:
    """Call the reference on fresh copies; an exception nobody asked for is a finding."""
    args, kwargs = fresh(case.args), fresh(case.kwargs)
    try:
        value = reference(*args, **kwargs)
    except Exception as error:
        if type(error).__name__ == case.raises:
            return Expected(None, case.raises)
        what = f'the solution raised {type(error).__name__} on case "{case.id}": {error}'
        raise LookbackError(what, path, case.line, 'correct the call, or say raises="…"') from error
    if case.raises:
        what = f'the solution returned on case "{case.id}", where {case.raises} was announced'
        raise LookbackError(what, path, case.line, "remove raises= or correct the solution")
    return Expected(see(value))


def fresh(value: Any) -> Any:
    """A deep copy of arguments, so that nothing a call does to them is seen by the next one."""
    if isinstance(value, _ndarray):
        return _array(value)
    if isinstance(value, dict):
        return {key: fresh(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return type(value)(fresh(item) for item in value)
    return value


def argument_to_plain(value: Any) -> Any:
    """An argument as JSON-ready data. Integers stay integers: NumPy's own width of them differs in the browser."""
    if isinstance(value, _ndarray):
        entries = json_ready(value.ravel().tolist())
        return {"array": entries, "kind": value.dtype.kind, "shape": list(value.shape)}
    if isinstance(value, dict):
        return {"dict": [[key, argument_to_plain(item)] for key, item in value.items()]}
    return {"plain": json_ready(value)}


def argument_from_plain(plain: dict[str, Any]) -> Any:
    """A fresh argument from `argument_to_plain`."""
    if "array" in plain:
        kind = {"f": float, "i": int, "u": int, "b": bool}[plain["kind"]]
        return _array([kind(entry) for entry in plain["array"]], dtype=kind).reshape(plain["shape"])
    if "dict" in plain:
        return {key: argument_from_plain(item) for key, item in plain["dict"]}
    return fresh(plain["plain"])


def _arrays(value: Any) -> Any:
    if isinstance(value, list):
        return _array(value)
    if isinstance(value, tuple):
        return tuple(_arrays(item) for item in value)
    if isinstance(value, dict):
        return {key: _arrays(item) for key, item in value.items()}
    return value


def _caller_line(path: Path) -> int | None:
    frame = sys._getframe(2)
    while frame is not None and frame.f_code.co_filename != str(path):
        frame = frame.f_back  # type: ignore[assignment]
    return frame.f_lineno if frame is not None else None
