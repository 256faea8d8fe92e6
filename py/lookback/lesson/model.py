"""What a lesson is, after parsing: sections of typed blocks, every one with the line it came from.

Text fields named `text`, `question`, `reply`, `caption` hold Markdown; rendering is `render`'s business.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from lookback.checker.model import Exercise


@dataclass(frozen=True)
class Text:
    """Running prose."""

    text: str
    line: int


@dataclass(frozen=True)
class Formula:
    """A displayed formula in TeX, with the shape of its result."""

    tex: str
    shape: str
    line: int


@dataclass(frozen=True)
class Step:
    """One numbered step: a sentence, its formula in TeX, the shape of its result."""

    text: str
    tex: str
    shape: str
    line: int


@dataclass(frozen=True)
class Figure:
    """A drawing made at build time by the function of that name in the lesson's figures.py."""

    id: str
    caption: str
    wide: bool
    line: int


@dataclass(frozen=True)
class Widget:
    """A live figure: the widget of that name in the lesson's widgets.py."""

    id: str
    title: str
    caption: str
    line: int


@dataclass(frozen=True)
class Choice:
    """One answer of a question; `id` is made from its text, so that a kept answer survives reordering."""

    id: str
    text: str
    right: bool
    reply: str
    line: int


@dataclass(frozen=True)
class Predict:
    """A question asked before the answer is shown; its answer is kept and never marked.

    `trial` names what is run to answer it, in the lesson's experiment.py; empty where nothing is.
    """

    id: str
    question: str
    choices: tuple[Choice, ...]
    line: int
    trial: str = ""


@dataclass(frozen=True)
class Quiz:
    """A question with exactly one right choice and an explanation for every choice."""

    id: str
    question: str
    choices: tuple[Choice, ...]
    line: int


@dataclass(frozen=True)
class Value:
    """A number a learner may type, and what is said to it."""

    number: float
    written: str
    right: bool
    reply: str
    line: int


@dataclass(frozen=True)
class NumberTask:
    """A task answered by typing a number with `places` decimals."""

    id: str
    label: str
    text: str
    places: int
    values: tuple[Value, ...]
    near: str
    otherwise: str
    hints: tuple[str, ...]
    line: int


@dataclass(frozen=True)
class GoalTask:
    """A task done by bringing a widget into a state: `watch` (as `weights.1`) reaches `at_least`."""

    id: str
    label: str
    text: str
    widget: str
    watch: str
    at_least: float
    start: float
    unmasked: bool
    done: str
    hints: tuple[str, ...]
    figure: str
    line: int


@dataclass(frozen=True)
class ExerciseRef:
    """The place of an exercise of the lesson."""

    id: str
    line: int


@dataclass(frozen=True)
class Stepper:
    """A figure that is walked through stage by stage; its arrays come from figures.py."""

    id: str
    title: str
    text: str
    line: int


@dataclass(frozen=True)
class Code:
    """A piece of Python that can be run in the page; `output` is what it prints."""

    id: str
    source: str
    output: str
    line: int


@dataclass(frozen=True)
class Note:
    """A side note: it stands beside the text above it, and after it on a narrow screen."""

    title: str
    blocks: tuple[Block, ...]
    line: int


@dataclass(frozen=True)
class Card:
    """A short titled text; cards that follow one another stand side by side."""

    title: str
    blocks: tuple[Block, ...]
    line: int


@dataclass(frozen=True)
class Dataset:
    """A data set shown whole: its facts on the left, its numbers (a figure) on the right."""

    id: str
    title: str
    text: str
    figure: str
    line: int


@dataclass(frozen=True)
class Trial:
    """The place of a trial of the lesson's experiment.py that answers no prediction."""

    id: str
    caption: str
    line: int


@dataclass(frozen=True)
class Experiment:
    """The place of the lesson's experiment and its static form: tables, expected numbers, questions.

    `widget` shows the runs: one of the widgets inside that can be fed.
    """

    id: str
    title: str
    widget: str
    blocks: tuple[Block, ...]
    line: int


@dataclass(frozen=True)
class Reference:
    """A folded part shared by the lessons of a chapter, read from the folder `chapters` beside them."""

    id: str
    title: str
    blocks: tuple[Block, ...]
    file: Path
    line: int


@dataclass(frozen=True)
class Fold:
    """A folded part of the lesson itself."""

    id: str
    title: str
    blocks: tuple[Block, ...]
    line: int


Block = (
    Text
    | Formula
    | Step
    | Figure
    | Widget
    | Predict
    | Quiz
    | NumberTask
    | GoalTask
    | ExerciseRef
    | Stepper
    | Code
    | Note
    | Card
    | Dataset
    | Trial
    | Experiment
    | Reference
    | Fold
)
Question = Predict | Quiz
Task = NumberTask | GoalTask


@dataclass(frozen=True)
class Section:
    """One section of the page; `rail` is its short name in the list of contents."""

    id: str
    title: str
    rail: str
    blocks: tuple[Block, ...]
    line: int


@dataclass(frozen=True)
class Lesson:
    """A lesson as its author wrote it, checked and typed."""

    id: str
    folder: Path
    title: str
    aim: str
    track: str
    place: str
    language: str
    minutes: int
    order: int
    needs: tuple[str, ...]
    hero: str
    hero_widget: str
    parts: tuple[str, ...]
    requirements: str
    sections: tuple[Section, ...]
    exercises: dict[str, Exercise] = field(default_factory=dict, compare=False)

    @property
    def file(self) -> str:
        """The file the exercises are written in, empty when there are none."""
        return next((exercise.file for exercise in self.exercises.values()), "")

    def blocks(self) -> Iterator[Block]:
        """Every block of the lesson, those inside others included, in reading order."""
        for section in self.sections:
            yield from walk(section.blocks)

    def questions(self) -> Iterator[Question]:
        """Every question, predictions included."""
        return (block for block in self.blocks() if isinstance(block, Predict | Quiz))

    def tasks(self) -> Iterator[Task]:
        """Every hands-on task."""
        return (block for block in self.blocks() if isinstance(block, NumberTask | GoalTask))

    def experiments(self) -> Iterator[Experiment]:
        """Every experiment."""
        return (block for block in self.blocks() if isinstance(block, Experiment))

    def widgets(self) -> Iterator[Widget]:
        """Every widget."""
        return (block for block in self.blocks() if isinstance(block, Widget))


def walk(blocks: tuple[Block, ...]) -> Iterator[Block]:
    """`blocks` and the blocks inside them, in reading order."""
    for block in blocks:
        yield block
        if isinstance(block, Note | Card | Experiment | Reference | Fold):
            yield from walk(block.blocks)
