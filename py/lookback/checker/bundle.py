"""The data of one task's check, as it travels to the browser: calls in the open, answers packed.

Answers (expected values, and how each stored mistake behaves on the calls) stay one packed string until the
submission has run, so that no submission comes across them by looking around.
"""

from __future__ import annotations

import base64
import json
import zlib
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from lookback.checker.cases import Expected, argument_from_plain, argument_to_plain
from lookback.checker.compare import Outcome
from lookback.checker.model import Task
from lookback.checker.observe import observe

SIGNIFICANT = 10  # digits kept of a stored mistake's numbers; comparison needs 6


def check_data(task: Task) -> dict[str, Any]:
    """The check of a task as plain JSON."""
    calls = call_data(task)
    names = [entry["id"] for entry in calls["calls"]]
    return calls | {
        "title": task.title,
        "family": task.family,
        "inputs": [{"name": item.name, "shape": item.shape} for item in task.inputs],
        "returns": [{"name": item.name, "shape": item.shape, "kind": item.kind} for item in task.returns],
        "answers": _pack({"cases": _case_data(task), "mistakes": _text(_mistake_data(task, calls, names))}),
    }


def call_data(task: Task) -> dict[str, Any]:
    """What `observe` needs, and nothing more."""
    return {
        "function": task.function,
        "arity": [item.name for item in task.inputs],
        "given": task.given,
        "calls": [
            {
                "id": case.id,
                "args": [argument_to_plain(value) for value in case.args],
                "kwargs": {name: argument_to_plain(value) for name, value in case.kwargs.items()},
                "note": case.note is not None,
            }
            for case in task.cases
        ],
    }


def _case_data(task: Task) -> list[dict[str, Any]]:
    return [
        {
            "id": case.id,
            "title": case.title,
            "call": case.call(task.function),
            "expected": expected.to_plain(),
            "note": None if case.note is None else vars(case.note),
        }
        for case, expected in zip(task.cases, task.expected, strict=True)
    ]


def _mistake_data(task: Task, calls: dict[str, Any], names: list[str]) -> list[dict[str, Any]]:
    stored = []
    for mistake in task.mistakes:
        record = observe(calls, mistake.code, time_limit=60.0)
        outcomes = {outcome["id"]: _short(outcome) for outcome in record["calls"]}
        stored.append(
            {
                "id": mistake.id,
                "title": mistake.title,
                "message": mistake.message,
                "case": mistake.case,
                "note": mistake.note,
                "outcomes": [outcomes.get(name) for name in names],
            }
        )
    return stored


def _short(outcome: dict[str, Any]) -> dict[str, Any]:
    """A call's record without what differs from run to run, its numbers shortened."""
    short: dict[str, Any] = {
        key: _rounded(outcome[key]) for key in ("value", "changed", "after") if key in outcome
    }
    if "raised" in outcome:
        short["raised"] = {key: outcome["raised"][key] for key in ("type", "bases")}
    if outcome.get("again"):
        short["again"] = _short(outcome["again"])
    return short


def _rounded(value: Any) -> Any:
    if isinstance(value, float):
        return float(f"{value:.{SIGNIFICANT}g}")
    if isinstance(value, dict):
        return {key: _rounded(item) for key, item in value.items()}
    return [_rounded(item) for item in value] if isinstance(value, list) else value


def _text(data: Any) -> str:
    return json.dumps(data, separators=(",", ":"), allow_nan=False)


def _pack(data: Any) -> str:
    return base64.b64encode(zlib.compress(_text(data).encode(), 9)).decode()


@dataclass(frozen=True)
class StoredMistake:
    """A mistake as the judge knows it: its words, and the records of its calls."""

    id: str
    title: str
    message: str
    case: str
    note: bool
    records: tuple[dict[str, Any] | None, ...]

    def outcome(self, index: int) -> Outcome | None:
        """Its behaviour on a case, read only when it is asked for: most submissions match none of the mistakes."""
        record = self.records[index]
        return None if record is None else Outcome.from_record(record)


@dataclass(frozen=True)
class JudgedCase:
    """A case as the judge knows it, its arguments as arrays again."""

    id: str
    title: str
    call: str
    args: tuple[Any, ...]
    kwargs: dict[str, Any]
    expected: Expected
    note: dict[str, str] | None

    def argument(self, names: list[str], name: str) -> Any:
        """An argument by its name, however it is passed; None if it is not."""
        if name in self.kwargs:
            return self.kwargs[name]
        index = names.index(name)
        return self.args[index] if index < len(self.args) else None


@dataclass(frozen=True)
class Answers:
    """The unpacked answers of a check."""

    function: str
    names: list[str]
    family: str
    returns: list[dict[str, str]]
    cases: tuple[JudgedCase, ...]
    packed_mistakes: str

    @classmethod
    def unpack(cls, data: dict[str, Any]) -> Answers:
        """From `check_data`."""
        plain = json.loads(zlib.decompress(base64.b64decode(data["answers"])))
        cases = tuple(
            JudgedCase(
                entry["id"],
                entry["title"],
                entry["call"],
                tuple(argument_from_plain(value) for value in call["args"]),
                {name: argument_from_plain(value) for name, value in call["kwargs"].items()},
                Expected.from_plain(entry["expected"]),
                entry["note"],
            )
            for entry, call in zip(plain["cases"], data["calls"], strict=True)
        )
        return cls(data["function"], data["arity"], data["family"], data["returns"], cases, plain["mistakes"])

    @cached_property
    def mistakes(self) -> tuple[StoredMistake, ...]:
        """The stored mistakes, read only when a submission fails."""
        return tuple(
            StoredMistake(
                entry["id"],
                entry["title"],
                entry["message"],
                entry["case"],
                entry["note"],
                tuple(entry["outcomes"]),
            )
            for entry in json.loads(self.packed_mistakes)
        )

    @property
    def kinds(self) -> tuple[str, ...]:
        """The kind of each result."""
        return tuple(entry["kind"] for entry in self.returns)


def exact_zeros(answers: Answers, case: JudgedCase) -> np.ndarray[Any, Any] | None:
    """Where the statement promises a weight of exactly 0: at −inf in softmax, at False in a mask."""
    if answers.family in ("softmax", "softmax_rows"):
        return np.isneginf(np.asarray(case.args[0], dtype=float))
    if answers.family == "attend_causal":
        return ~np.tri(len(case.args[0]), dtype=bool)
    if answers.family in ("attention", "attention_batch"):
        mask = case.argument(answers.names, "mask")
        return None if mask is None else ~np.asarray(mask, dtype=bool)
    return None
