"""Read a lesson folder into a `Lesson`, or raise every finding at once."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import Any

from lookback.checker.exercise import load_exercise
from lookback.checker.model import Exercise
from lookback.errors import Findings, LookbackError
from lookback.experiment import Experiment
from lookback.lesson import keys as k
from lookback.lesson import markdown, requirements
from lookback.lesson import model as m
from lookback.lesson.directives import Builder
from lookback.lesson.memory import package_sources
from lookback.lesson.parts import Drawings, load_drawings, load_experiment, widget_ids
from lookback.lesson.source import Heading, Markdown, Node, Problem, split

FRONT_MATTER = {
    "title": k.text(),
    "aim": k.text(),
    "track": k.text(),
    "place": k.text(""),
    "language": k.text("en"),
    "minutes": k.whole(),
    "order": k.whole(),
    "needs": k.names(),
    "hero": k.text(""),
    "hero-widget": k.text(""),
    "parts": k.names(),
    "requirements": k.text(""),
}
ATTRIBUTES = re.compile(r'^#(?P<id>[a-z][a-z0-9-]*)(?:\s+rail="(?P<rail>[^"]+)")?$')
# What reading a lesson runs of this package.
_READS = (
    "errors.py",
    "kernels.py",
    "training.py",
    "moments.py",
    "checker",
    "drawing",
    "experiment",
    "lesson",
)
MARKDOWN_FIELDS = ("text", "question", "reply", "caption", "done", "near", "otherwise")


def load_lesson(folder: Path) -> m.Lesson:
    """The lesson in `folder`. Raises `lookback.errors.Findings` with all that is wrong, in order of lines."""
    loader = _Loader(folder)
    lesson = loader.load()
    if loader.findings:
        count = len(loader.findings)
        raise Findings(
            f"lesson {folder.name} has {count} finding{'s'[: count != 1]}", findings=tuple(loader.findings)
        )
    return lesson


def lesson_sources(folder: Path) -> tuple[str, list[Path]]:
    """The name and the sources under which a `Memory` keeps the lesson, once nothing is wrong with it.

    The name has the places of all its files, and of the lessons beside it, which it may need.
    """
    own = [path for path in (*folder.rglob("*"), *folder.parent.glob("chapters/*")) if path.suffix != ".pyc"]
    files = sorted(path for path in own if path.is_file())
    places = [path.relative_to(folder.parent).as_posix() for path in files]
    beside = sorted(path.parent.name for path in folder.parent.glob("*/lesson.md"))
    return f"lesson {folder} {places} {beside}", files + package_sources(*_READS)


def validate(folder: Path) -> list[LookbackError]:
    """Everything wrong with the lesson in `folder`; an empty list when nothing is."""
    try:
        load_lesson(folder)
    except Findings as error:
        return list(error.findings)
    except LookbackError as error:
        return [error]
    return []


@dataclass
class _Loader:
    folder: Path

    def __post_init__(self) -> None:
        self.path = self.folder / "lesson.md"
        self.findings: list[LookbackError] = []

    def load(self) -> m.Lesson:
        source = split(self._read())
        builder = Builder(self.path, self.folder.parent / "chapters")
        values, problems = k.read_keys(source.keys, FRONT_MATTER, "the front matter", 1)
        builder.problems += [(self.path, problem) for problem in source.problems + problems]
        sections = tuple(self._sections(source.nodes, builder))
        values = {key: value if value is not None else "" for key, value in values.items()}
        lesson = m.Lesson(id=self.folder.name, folder=self.folder, sections=sections, **values)
        for file, problem in builder.problems:
            self._find(problem, file)
        self._check(lesson)
        self.findings.sort(key=lambda finding: (str(finding.file), finding.line or 0))
        return replace(lesson, exercises=self._exercises(lesson))

    def _read(self) -> str:
        if not self.path.is_file():
            raise LookbackError(
                "there is no lesson here", self.path, None, "write lesson.md, or use 'build.py new'"
            )
        try:
            return self.path.read_text(encoding="utf-8")
        except UnicodeDecodeError as error:
            line = self.path.read_bytes()[: error.start].count(b"\n") + 1
            raise LookbackError("the file is not UTF-8", self.path, line, "save it as UTF-8") from error

    def _find(self, problem: Problem, file: Path | None = None) -> None:
        self.findings.append(LookbackError(problem.what, file or self.path, problem.line, problem.mend))

    def _problem(self, what: str, line: int, mend: str) -> None:
        self._find(Problem(what, line, mend))

    # ---- sections

    def _sections(self, nodes: list[Node], builder: Builder) -> Iterator[m.Section]:
        groups: list[tuple[Heading, list[Node]]] = []
        for node in nodes:
            if isinstance(node, Heading):
                groups.append((node, []))
            elif groups:
                groups[-1][1].append(node)
            elif not isinstance(node, Markdown) or node.text.strip():
                builder.problem(
                    "text stands above the first section", node.line, "open a section: '## Title {#id}'"
                )
        if not groups:
            builder.problem("the lesson has no section", 1, "open one: '## Title {#id}'")
        for heading, body in groups:
            match = ATTRIBUTES.match(heading.attributes.strip())
            if match is None:
                builder.problem(
                    f"the section {heading.title!r} has no id",
                    heading.line,
                    "write '## Title {#id}' or '## Title {#id rail=\"Short\"}'",
                )
            rail = (match and match["rail"]) or heading.title
            yield m.Section(
                match["id"] if match else "", heading.title, rail, builder.blocks(body), heading.line
            )

    # ---- what must fit together

    def _check(self, lesson: m.Lesson) -> None:
        self._check_ids(lesson)
        self._check_requirements(lesson)
        self._check_names(lesson)
        section_ids = {section.id for section in lesson.sections}
        for name in lesson.parts:
            if name not in section_ids:
                self._problem(f"'parts' names no section: '{name}'", 1, k.nearest(name, section_ids))
        for name in lesson.needs:
            if name == lesson.id:
                self._problem(f"'needs' names this lesson itself: '{name}'", 1, "take it out")
            elif not (self.folder.parent / name / "lesson.md").is_file():
                known = [path.parent.name for path in self.folder.parent.glob("*/lesson.md")]
                self._problem(f"'needs' names no lesson: '{name}'", 1, k.nearest(name, known))
        anchors = section_ids | {getattr(block, "id", "") for block in lesson.blocks()}
        for file, text, line in self._texts(lesson):
            for problem in markdown.check(text, line):
                self._find(problem, file)
            for target, at in markdown.links(text, line):
                if target.startswith("#") and target[1:] not in anchors:
                    self._find(
                        Problem(f"the link {target} leads nowhere", at, k.nearest(target[1:], anchors)), file
                    )
        for file, block in self._placed(lesson):
            if isinstance(block, m.Formula | m.Step):
                for problem in markdown.check_formula(block.tex, block.line):
                    self._find(problem, file)

    def _check_requirements(self, lesson: m.Lesson) -> None:
        if not lesson.requirements:
            return
        path = self.folder / lesson.requirements
        if path.parent != self.folder or not path.is_file():
            what = f"'requirements' names no file of this lesson: '{lesson.requirements}'"
            self._problem(what, 1, "name a file beside lesson.md, such as requirements.lock")
            return
        for problem in requirements.read(path)[1]:
            self._find(problem, path)

    def _check_ids(self, lesson: m.Lesson) -> None:
        seen: dict[str, int] = {}
        items = [*lesson.sections, *(block for block in lesson.blocks() if hasattr(block, "id"))]
        for item in items:
            if isinstance(item, m.Figure):
                continue  # a drawing may be shown twice
            name = item.id
            if name and name in seen:
                self._problem(
                    f"the id '{name}' is used twice, first on line {seen[name]}", item.line, "rename one"
                )
            seen.setdefault(name, item.line)

    def _check_names(self, lesson: m.Lesson) -> None:
        widgets = self._try(lambda: widget_ids(self.folder), ())
        drawings = self._try(lambda: load_drawings(self.folder), None)
        shown = {widget.id for widget in lesson.widgets()}
        exercises = [path.parent.name for path in self.folder.glob("exercises/*/exercise.toml")]
        experiment = self._try(lambda: load_experiment(self.folder), None)
        trials = tuple(experiment.trials) if experiment else ()
        placed = {block.id for _, block in self._placed(lesson) if isinstance(block, m.ExerciseRef)}
        for name in sorted(set(exercises) - placed):
            what, mend = (
                f"the exercise '{name}' is shown nowhere",
                f"write '::: exercise {name}' where it belongs",
            )
            self._problem(what, 1, mend)
        for file, block in self._placed(lesson):
            place = (file, block.line)
            if isinstance(block, m.Widget):
                self._known("widget", block.id, widgets, "widgets.py", place)
                if block.id == lesson.hero_widget:
                    what = f"the widget '{block.id}' is shown twice: it is the lesson's hero-widget"
                    self._find(Problem(what, block.line, "show it in one place"), file)
            elif isinstance(block, m.GoalTask):
                self._known("widget", block.widget, shown, "this lesson", place)
            elif isinstance(block, m.ExerciseRef):
                self._known("exercise", block.id, exercises, "exercises", place)
            elif isinstance(block, m.Trial):
                self._known("trial", block.id, trials, "experiment.py", place)
            elif isinstance(block, m.Predict) and block.trial:
                self._known("trial", block.trial, trials, "experiment.py", place)
            elif isinstance(block, m.Experiment):
                self._known("widget", block.widget, shown, "this lesson", place)
                self._check_experiment(experiment, exercises, place)
            if drawings is not None:
                self._check_drawings(block, drawings, place)
        if drawings is not None and lesson.hero:
            self._known("figure", lesson.hero, drawings.figures, "figures.py", (self.path, 1))
        if lesson.hero_widget:
            self._known("widget", lesson.hero_widget, widgets, "widgets.py", (self.path, 1))

    def _check_experiment(
        self, experiment: Experiment | None, exercises: list[str], place: tuple[Path, int]
    ) -> None:
        if experiment is None and not (self.folder / "experiment.py").is_file():
            mend = "add an experiment.py with an EXPERIMENT"
            self._find(Problem("there is no experiment.py for this block", place[1], mend), place[0])
        for name in experiment.functions if experiment else ():
            self._known("exercise", name, exercises, "exercises", (self.folder / "experiment.py", 1))

    def _check_drawings(self, block: m.Block, drawings: Drawings, place: tuple[Path, int]) -> None:
        if isinstance(block, m.Figure):
            self._known("figure", block.id, drawings.figures, "figures.py", place)
        elif isinstance(block, m.Stepper):
            self._known("stepper", block.id, drawings.steppers, "figures.py", place)
        elif isinstance(block, m.Dataset | m.GoalTask) and block.figure:
            self._known("figure", block.figure, drawings.figures, "figures.py", place)

    def _known(self, kind: str, name: str, known: Any, where: str, place: tuple[Path, int]) -> None:
        if name not in known:
            problem = Problem(f"there is no {kind} '{name}' in {where}", place[1], k.nearest(name, known))
            self._find(problem, place[0])

    def _try(self, load: Any, otherwise: Any) -> Any:
        try:
            return load()
        except LookbackError as error:
            self.findings.append(error)
            return otherwise

    def _texts(self, lesson: m.Lesson) -> Iterator[tuple[Path, str, int]]:
        """Every Markdown text with the file and line it starts at."""
        for section in lesson.sections:
            yield self.path, section.title, section.line
        for file, block in self._placed(lesson):
            for text, line in _own_texts(block):
                yield file, text, line

    def _placed(self, lesson: m.Lesson) -> Iterator[tuple[Path, m.Block]]:
        """Every block with the file it stands in: a chapter reference has its own."""
        for section in lesson.sections:
            yield from self._placed_in(section.blocks, self.path)

    def _placed_in(self, blocks: tuple[m.Block, ...], file: Path) -> Iterator[tuple[Path, m.Block]]:
        for block in blocks:
            yield file, block
            if isinstance(block, m.Reference):
                yield from self._placed_in(block.blocks, block.file)
            elif isinstance(block, m.Note | m.Card | m.Experiment | m.Fold):
                yield from self._placed_in(block.blocks, file)

    # ---- exercises

    def _exercises(self, lesson: m.Lesson) -> dict[str, Exercise]:
        loaded: dict[str, Exercise] = {}
        for block in lesson.blocks():
            folder = self.folder / "exercises" / getattr(block, "id", "")
            if isinstance(block, m.ExerciseRef) and (folder / "exercise.toml").is_file():
                try:
                    loaded[block.id] = load_exercise(folder)
                    self._check_rules(folder, loaded[block.id])
                except Findings as error:
                    self.findings += error.findings
                except LookbackError as error:
                    self.findings.append(error)
        return loaded

    def _check_rules(self, folder: Path, exercise: Exercise) -> None:
        places = (("exercise.toml", exercise.task.rule), ("variation/exercise.toml", exercise.variation.rule))
        for name, rule in places:
            path = folder / name
            lines = path.read_text(encoding="utf-8").splitlines()
            line = next((i for i, text in enumerate(lines, 1) if text.startswith("rule")), 1)
            for problem in markdown.check_formula(rule, line):
                self._find(problem, path)


def _own_texts(block: Any) -> Iterator[tuple[str, int]]:
    """Markdown fields of a block; all but running prose start below the opening line."""
    names = {field.name for field in fields(block)}
    offset = 0 if isinstance(block, m.Text) else 1
    for name in MARKDOWN_FIELDS:
        if name in names and getattr(block, name):
            yield getattr(block, name), block.line + offset
    for item in (*getattr(block, "choices", ()), *getattr(block, "values", ())):
        yield getattr(item, "text", ""), item.line
        yield item.reply, item.line + 1
    for hint in getattr(block, "hints", ()):
        yield hint, block.line
