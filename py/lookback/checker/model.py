"""The records of an exercise: what the page shows and what the checker runs."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from lookback.checker import sources
from lookback.checker.cases import Case, Expected

PREAMBLE = "import numpy as np\n"


@dataclass(frozen=True)
class Input:
    """One argument: its name, its shape as the lesson writes it, what it means."""

    name: str
    shape: str
    meaning: str


@dataclass(frozen=True)
class Output:
    """One result: its name, its shape, its kind ("array" or "number") and what it means."""

    name: str
    shape: str
    kind: str
    meaning: str


@dataclass(frozen=True)
class Example:
    """A call and what it gives, as shown under the statement (the result is checked against the solution)."""

    call: str
    result: str


@dataclass(frozen=True)
class Hints:
    """Three stages: a question, the principle, the line."""

    question: str
    principle: str
    line: str


@dataclass(frozen=True)
class Choice:
    """One choice of a question, with its own explanation."""

    text: str
    right: bool
    explanation: str


@dataclass(frozen=True)
class Round:
    """A practice round: 1 and 2 complete the solution, 3 starts from the signature, 4 is the variation."""

    number: int
    title: str
    task: str
    starter: str
    question: str
    choices: tuple[Choice, ...]


@dataclass(frozen=True)
class Mistake:
    """A stored wrong implementation: a whole function, and what to say to a submission that behaves like it.

    case : the id of the case to show, or "" for the first that fails. note : it is wrong only beyond the statement.
    same_as : ids of mistakes that no promised case can tell from this one.
    """

    id: str
    title: str
    message: str
    code: str
    case: str = ""
    note: bool = False
    same_as: tuple[str, ...] = ()
    line: int | None = None


@dataclass(frozen=True)
class Accepted:
    """A right answer in unusual form."""

    title: str
    code: str
    line: int | None = None


@dataclass(frozen=True)
class Equivalent:
    """A mutant of the solution that still is a right answer, and why."""

    mutant: str
    reason: str


@dataclass(frozen=True)
class Task:
    """A function to write: the exercise itself, or its variation."""

    folder: Path
    title: str
    function: str
    signature: str
    summary: str
    inputs: tuple[Input, ...]
    returns: tuple[Output, ...]
    rule: str
    rule_in_words: str
    examples: tuple[Example, ...]
    hints: Hints
    approach: str
    family: str
    starter: str
    solution: str
    marked_solution: str
    given: str
    cases: tuple[Case, ...]
    expected: tuple[Expected, ...]
    mistakes: tuple[Mistake, ...]
    accepted: tuple[Accepted, ...]
    equivalents: tuple[Equivalent, ...]

    def reference(self) -> Callable[..., Any]:
        """The solution as a function, with the lesson's earlier functions at hand."""
        return self.function_of(self.solution)

    def function_of(self, code: str) -> Callable[..., Any]:
        """The function that ``code`` defines."""
        path = self.folder / "solution.py"
        space = sources.run_source(PREAMBLE + self.given, path, {"__name__": "lesson"})
        return sources.function_in(sources.run_source(code, path, space), self.function, path)

    def statement(self) -> dict[str, Any]:
        """What the page shows above the editor."""
        return {
            "title": self.title,
            "function": self.function,
            "signature": self.signature,
            "summary": self.summary,
            "inputs": [vars(item) for item in self.inputs],
            "returns": [vars(item) for item in self.returns],
            "rule": self.rule,
            "rule_in_words": self.rule_in_words,
            "examples": [vars(item) for item in self.examples],
            "hints": vars(self.hints),
            "approach": self.approach,
            "solution": self.solution,
        }


@dataclass(frozen=True)
class Exercise:
    """One exercise of a lesson: a task in rounds 1 to 3, and its variation in round 4."""

    lesson: str
    name: str
    folder: Path
    order: int
    file: str
    time_limit: float
    task: Task
    variation: Task
    rounds: tuple[Round, ...]

    def task_of(self, practice_round: int) -> Task:
        """The task a submission of this round is checked against."""
        return self.variation if practice_round == 4 else self.task

    def to_bundle(self) -> dict[str, Any]:
        """Plain JSON for the browser: statements, rounds, and the checks with their expected values."""
        from lookback.checker.bundle import check_data

        return {
            "version": 1,
            "lesson": self.lesson,
            "exercise": self.name,
            "order": self.order,
            "file": self.file,
            "time_limit": self.time_limit,
            "statement": self.task.statement(),
            "variation": self.variation.statement(),
            "starter": self.task.starter,
            "rounds": [_round_to_plain(entry) for entry in self.rounds],
            "checks": {"3": check_data(self.task), "4": check_data(self.variation)},
        }


def _round_to_plain(entry: Round) -> dict[str, Any]:
    return vars(entry) | {"choices": [vars(choice) for choice in entry.choices]}
