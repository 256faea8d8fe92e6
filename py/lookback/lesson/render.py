"""Lessons as whole HTML pages: everything there is to read stands in the page before any script runs."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable
from dataclasses import asdict, dataclass
from functools import lru_cache
from itertools import groupby
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from lookback import drawing
from lookback.lesson import markdown
from lookback.lesson import model as m
from lookback.lesson.bundle import FORGETFUL, bundle
from lookback.lesson.drawn import drawn
from lookback.lesson.items import choice_id, number_question
from lookback.lesson.memory import Memory
from lookback.lesson.parts import load_experiment
from lookback.lesson.strings import SITE, Words, languages
from lookback.lesson.tex import mathml

WIDE = (
    m.Widget,
    m.NumberTask,
    m.GoalTask,
    m.ExerciseRef,
    m.Stepper,
    m.Card,
    m.Dataset,
    m.Experiment,
    m.Trial,
    m.Reference,
)
GROUPS = {
    m.Step: "steps",
    m.NumberTask: "tasks",
    m.GoalTask: "tasks",
    m.Card: "cards",
    m.ExerciseRef: "workspace",
}


@dataclass(frozen=True)
class PageContext:
    """Where a page stands in `dist/`.

    Attributes
    ----------
    asset : turns a name in site/, as "styles/main.css", into a URL relative to the page.
    root : relative URL of the root of `dist/`, as "../../" or "./".
    version : the site's version, shown in the footer.
    language : language of the interface before a reader chooses another.
    runtime : JSON that tells the page's script where the runtime is; none on a page without widgets.
    offline : whether browsers are asked to keep the site for use with no network.
    following : the lesson after this one in the course, if there is one.
    memory : where drawings and pictures of widgets are kept between builds.
    """

    asset: Callable[[str], str]
    root: str
    version: str
    language: str = "en"
    runtime: str | None = None
    offline: bool = True
    following: m.Lesson | None = None
    memory: Memory = FORGETFUL


@dataclass(frozen=True)
class Group:
    """Blocks of one kind that are shown as one thing: steps, tasks, cards, a workspace; or a single block."""

    kind: str
    blocks: tuple[Any, ...]


@dataclass(frozen=True)
class Row:
    """Groups one under another; `notes` stand beside them. A wide row has one group and no notes."""

    groups: tuple[Group, ...]
    notes: tuple[m.Note, ...]
    wide: bool


@dataclass(frozen=True)
class Item:
    """Something a learner does and that is kept: a question, a task, an exercise, an experiment."""

    id: str
    kind: str
    section: str


KINDS = {
    m.Predict: "predict",
    m.Quiz: "quiz",
    m.NumberTask: "number",
    m.GoalTask: "goal",
    m.ExerciseRef: "exercise",
    m.Experiment: "experiment",
}


def items(lesson: m.Lesson) -> list[Item]:
    """All that can be done in `lesson`, in reading order: one segment of the progress line each."""
    return [
        Item(block.id, KINDS[type(block)], section.id)  # type: ignore[union-attr]  # every kind in KINDS has an id
        for section in lesson.sections
        for block in m.walk(section.blocks)
        if type(block) in KINDS
    ]


def rows(blocks: Iterable[m.Block]) -> list[Row]:
    """Lay blocks out: text runs in a column, notes stand beside it, figures take the width."""
    laid: list[Row] = []
    groups: list[Group] = []

    def close(*notes: m.Note) -> None:
        if groups or notes:
            laid.append(Row(tuple(groups), notes, wide=False))
            groups.clear()

    for kind, members in groupby(blocks, key=lambda block: GROUPS.get(type(block), "")):
        if kind:
            group = Group(kind, tuple(members))
            if isinstance(group.blocks[0], WIDE):
                close()
                laid.append(Row((group,), (), wide=True))
            else:
                groups.append(group)
            continue
        for block in members:
            if isinstance(block, m.Note):
                close(block)
            elif isinstance(block, WIDE) or (isinstance(block, m.Figure) and block.wide):
                close()
                laid.append(Row((Group(_name(block), (block,)),), (), wide=True))
            else:
                groups.append(Group(_name(block), (block,)))
    close()
    return laid


def formulas(tex: str) -> Markup:
    """A displayed formula; parts set apart by a wide space become formulas of their own, which a narrow page
    puts on lines of their own."""
    return Markup(" ").join(Markup(mathml(part, display=True)) for part in re.split(r"\\qquad", tex))


def intervals(task: m.NumberTask) -> dict[str, Any]:
    """What a typed number means: intervals with verdict and reply, and what is said to any other number."""
    return number_question(task).to_plain()


def _name(block: m.Block) -> str:
    return type(block).__name__.lower()


@lru_cache(maxsize=1)
def _environment() -> Environment:
    environment = Environment(
        loader=FileSystemLoader(SITE / "pages"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters |= {
        "md": lambda text: Markup(markdown.render(text)),
        "md1": lambda text: Markup(markdown.inline(text)),
        "plain": markdown.plain,
        "tex": formulas,
        "python": lambda source: Markup(markdown.highlight(source)),
        "number": drawing.number,
        "subscripts": lambda text: Markup(markdown.subscripts(text)),
        "choice_id": choice_id,
        "json": lambda value: json.dumps(value, ensure_ascii=False, separators=(",", ":")),
    }
    environment.globals |= {"rows": rows, "languages": languages}
    return environment


def render_lesson(lesson: m.Lesson, page: PageContext) -> str:
    """The page of one lesson as HTML text."""
    ours = drawn(lesson, page.memory)
    return (
        _environment()
        .get_template("lesson.html")
        .render(
            lesson=lesson,
            page=page,
            s=Words(page.language),
            items=items(lesson),
            data_items=[asdict(item) for item in items(lesson)],
            intervals=intervals,
            version=bundle(lesson, page.memory)["version"],
            figure=lambda name: Markup(ours.figures[name]),
            stepper=ours.steppers.__getitem__,
            experiment=load_experiment(lesson.folder),
            trial=ours.trials.__getitem__,
            can_be_yours=ours.can_be_yours.__contains__,
            poster=lambda name: Markup(ours.posters[name]),
        )
    )


def render_page(template: str, page: PageContext) -> str:
    """A page of the site that holds no lesson, such as the teacher's."""
    return _environment().get_template(template).render(page=page, s=Words(page.language))


def render_launch(lesson: m.Lesson, version: str) -> str:
    """The page that a learning platform launches; `version` is that of SCORM."""
    return _environment().get_template("scorm.html").render(lesson=lesson, version=version)


def render_index(lessons: Iterable[m.Lesson], page: PageContext) -> str:
    """The course page: every lesson with its time, what it builds on, and how far the reader is."""
    ordered = sorted(lessons, key=lambda lesson: lesson.order)
    return (
        _environment()
        .get_template("index.html")
        .render(
            lessons=ordered,
            titles={lesson.id: lesson.title for lesson in ordered},
            items={lesson.id: items(lesson) for lesson in ordered},
            page=page,
            s=Words(page.language),
        )
    )
