"""From directives to typed blocks: one builder per directive, with the keys it takes.

`BLOCKS` is the whole vocabulary of the format; docs/authoring.md describes each entry.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from lookback.lesson import keys as k
from lookback.lesson import model as m
from lookback.lesson.items import choice, number_question, read_list, value
from lookback.lesson.source import Directive, Heading, Markdown, Node, Problem, split

ID = re.compile(r"^[a-z][a-z0-9_-]*$")
CODE = re.compile(r"^```(?P<language>\w*)\n(?P<text>.*?)^```[ \t]*$", re.M | re.S)


@dataclass
class Builder:
    """Builds the blocks of one file and collects what is wrong with them."""

    file: Path
    chapters: Path
    problems: list[tuple[Path, Problem]] = field(default_factory=list)

    def problem(self, what: str, line: int, mend: str) -> None:
        """Note a finding of this file."""
        self.problems.append((self.file, Problem(what, line, mend)))

    def blocks(self, nodes: list[Node]) -> tuple[m.Block, ...]:
        """Typed blocks of `nodes`; unknown directives become findings."""
        built = (self._block(node) for node in nodes)
        return tuple(block for block in built if block is not None)

    def _block(self, node: Node) -> m.Block | None:
        if isinstance(node, Markdown):
            return m.Text(node.text, node.line)
        if isinstance(node, Heading):  # pragma: no cover - the splitter closes blocks before a heading
            return None
        spec = BLOCKS.get(node.name)
        if spec is None:
            self.problem(f"unknown block '{node.name}'", node.line, k.nearest(node.name, BLOCKS))
            return None
        where = f"{node.name} {node.id}".strip()
        if spec.takes_id and not ID.match(node.id):
            self.problem(
                f"the {node.name} block has no id" if not node.id else f"'{node.id}' is not an id",
                node.line,
                f"write '::: {node.name} some-name' with small letters, digits, - and _",
            )
        if not spec.takes_id and node.id:
            self.problem(
                f"a {node.name} block takes no id, and has '{node.id}'", node.line, f"write '::: {node.name}'"
            )
        values, problems = k.read_keys(node.keys, spec.fields, where, node.line)
        self.problems += [(self.file, problem) for problem in problems]
        if problems:
            self.blocks([part for part in node.body if isinstance(part, Directive) and part.name != "hint"])
            return None
        return spec.build(self, node, values)

    def markdown(self, node: Directive, *, allow: str = "") -> tuple[str, int]:
        """The Markdown of a directive that may hold nothing else but `allow` directives."""
        parts = []
        for part in node.body:
            if isinstance(part, Markdown):
                parts.append(part)
            elif isinstance(part, Directive) and part.name != allow:
                self.problem(
                    f"a {node.name} block holds no other block, and has '{part.name}' inside",
                    part.line,
                    f"close the {node.name} block with ':::' above it",
                )
        return "\n\n".join(part.text for part in parts), parts[0].line if parts else node.line

    def hints(self, node: Directive) -> tuple[str, ...]:
        """The texts of the `hint` directives inside `node`, in order."""
        inside = [part for part in node.body if isinstance(part, Directive) and part.name == "hint"]
        return tuple(self.markdown(part)[0] for part in inside)


@dataclass(frozen=True)
class Spec:
    """One kind of block: how it is built, its keys, whether it has an id."""

    build: Callable[[Builder, Directive, dict[str, Any]], m.Block | None]
    fields: dict[str, k.Field] = field(default_factory=dict)
    takes_id: bool = True


def _formula(b: Builder, node: Directive, v: dict[str, Any]) -> m.Block:
    return m.Formula(b.markdown(node)[0], v["shape"], node.line)


def _step(b: Builder, node: Directive, v: dict[str, Any]) -> m.Block:
    return m.Step(b.markdown(node)[0], v["formula"], v["shape"], node.line)


def _figure(b: Builder, node: Directive, v: dict[str, Any]) -> m.Block:
    return m.Figure(node.id, b.markdown(node)[0], v["wide"], node.line)


def _widget(b: Builder, node: Directive, v: dict[str, Any]) -> m.Block:
    return m.Widget(node.id, v["title"], b.markdown(node)[0], node.line)


def _choices(b: Builder, node: Directive) -> tuple[str, tuple[m.Choice, ...]]:
    text, line = b.markdown(node)
    listed = read_list(text, line)
    b.problems += [(b.file, problem) for problem in listed.problems]
    choices = tuple(choice(item) for item in listed.items)
    name = f"{node.name} {node.id}"
    if not listed.text:
        b.problem(f"{name} asks nothing", node.line, "write the question above the list of choices")
    if len(choices) < 2:
        b.problem(f"{name} has {len(choices)} choices", node.line, "give at least two '- ( ) …' items")
    for one in choices:
        if not one.reply:
            b.problem(
                f"the choice {one.text[:40]!r} has no reply",
                one.line,
                "say why, on a line indented by two spaces",
            )
    if len({one.id for one in choices}) < len(choices):
        b.problem(f"two choices of {name} are the same", node.line, "change one of them")
    return listed.text, choices


def _predict(b: Builder, node: Directive, v: dict[str, Any]) -> m.Block:
    question, choices = _choices(b, node)
    right = sum(one.right for one in choices)
    if right > 1:
        b.problem(
            f"predict {node.id} has {right} right choices", node.line, "mark one at most with '- (x) …'"
        )
    return m.Predict(node.id, question, choices, node.line, v["trial"])


def _quiz(b: Builder, node: Directive, _: dict[str, Any]) -> m.Block:
    question, choices = _choices(b, node)
    right = sum(one.right for one in choices)
    if choices and right != 1:
        b.problem(f"quiz {node.id} has {right} right choices", node.line, "mark exactly one with '- (x) …'")
    return m.Quiz(node.id, question, choices, node.line)


def _number(b: Builder, node: Directive, v: dict[str, Any]) -> m.Block:
    text, line = b.markdown(node, allow="hint")
    listed = read_list(text, line)
    b.problems += [(b.file, problem) for problem in listed.problems]
    values = []
    for item in listed.items:
        one = value(item)
        if isinstance(one, Problem):
            b.problems.append((b.file, one))
        else:
            values.append(one)
    if sum(one.right for one in values) != 1:
        b.problem(f"number {node.id} has no single right value", node.line, "mark exactly one '- (x) .5: …'")
    if "else" not in listed.others:
        b.problem(f"number {node.id} has no answer to other numbers", node.line, "add an item '- else: …'")
    task = m.NumberTask(
        node.id,
        v["label"],
        listed.text,
        v["places"],
        tuple(values),
        listed.others.get("near", f"Close, but not to the {v['places']} decimals asked for."),
        listed.others.get("else", ""),
        b.hints(node),
        node.line,
    )
    if sum(one.right for one in values) == 1:
        try:
            number_question(task)
        except ValueError as error:
            b.problem(f"number {node.id}: {error}", node.line, "change the value, or ask for more decimals")
    return task


def _goal(b: Builder, node: Directive, v: dict[str, Any]) -> m.Block:
    if not re.fullmatch(r"[a-z]+\.\d+", v["watch"]):
        b.problem(
            f"'watch' of goal {node.id} is {v['watch']!r}",
            node.keys["watch"].line,
            "name an array of the widget's state and a position, as 'weights.1'",
        )
    text, _ = b.markdown(node, allow="hint")
    return m.GoalTask(id=node.id, text=text, hints=b.hints(node), line=node.line, **v)


def _exercise(b: Builder, node: Directive, _: dict[str, Any]) -> m.Block:
    b.markdown(node)
    return m.ExerciseRef(node.id, node.line)


def _stepper(b: Builder, node: Directive, v: dict[str, Any]) -> m.Block:
    return m.Stepper(node.id, v["title"], b.markdown(node)[0], node.line)


def _code(b: Builder, node: Directive, _: dict[str, Any]) -> m.Block:
    text, _line = b.markdown(node)
    found = {match["language"]: match["text"] for match in CODE.finditer(text)}
    if "python" not in found or "output" not in found:
        b.problem(
            f"code {node.id} needs what to run and what it prints",
            node.line,
            "put a ```python block and an ```output block into it",
        )
    return m.Code(node.id, found.get("python", ""), found.get("output", ""), node.line)


def _note(b: Builder, node: Directive, v: dict[str, Any]) -> m.Block:
    return m.Note(v["title"], b.blocks(node.body), node.line)


def _card(b: Builder, node: Directive, v: dict[str, Any]) -> m.Block:
    return m.Card(v["title"], b.blocks(node.body), node.line)


def _dataset(b: Builder, node: Directive, v: dict[str, Any]) -> m.Block:
    return m.Dataset(node.id, v["title"], b.markdown(node)[0], v["figure"], node.line)


def _trial(b: Builder, node: Directive, _: dict[str, Any]) -> m.Block:
    return m.Trial(node.id, b.markdown(node)[0], node.line)


def _experiment(b: Builder, node: Directive, v: dict[str, Any]) -> m.Block:
    return m.Experiment(node.id, v["title"], v["widget"], b.blocks(node.body), node.line)


def _fold(b: Builder, node: Directive, v: dict[str, Any]) -> m.Block:
    return m.Fold(node.id, v["title"], b.blocks(node.body), node.line)


def _reference(b: Builder, node: Directive, _: dict[str, Any]) -> m.Block | None:
    b.markdown(node)
    file = b.chapters / f"{node.id}.md"
    if not file.is_file():
        known = [path.stem for path in b.chapters.glob("*.md")]
        b.problem(f"there is no chapter reference '{node.id}'", node.line, k.nearest(node.id, known))
        return None
    source = split(file.read_text(encoding="utf-8"))
    inner = Builder(file, b.chapters)
    values, problems = k.read_keys(source.keys, {"title": k.text()}, "the chapter reference", 1)
    inner.problems += [(file, problem) for problem in source.problems + problems]
    for heading in [part for part in source.nodes if isinstance(part, Heading)]:
        inner.problem("a chapter reference has no sections", heading.line, "use '###' for a heading in it")
    blocks = inner.blocks(source.nodes)
    b.problems += inner.problems
    return m.Reference(node.id, values["title"] or "", blocks, file, node.line)


def _hint(b: Builder, node: Directive, _: dict[str, Any]) -> m.Block | None:
    b.problem("a hint stands outside a task", node.line, "move it into a number or goal block")
    return None


GOAL_FIELDS = {
    "label": k.text(),
    "widget": k.text(),
    "watch": k.text(),
    "at-least": k.number(),
    "start": k.number(),
    "unmasked": k.yes_no(False),
    "done": k.text(),
    "figure": k.text(""),
}

BLOCKS: dict[str, Spec] = {
    "formula": Spec(_formula, {"shape": k.text()}, takes_id=False),
    "step": Spec(_step, {"formula": k.text(), "shape": k.text()}, takes_id=False),
    "figure": Spec(_figure, {"wide": k.yes_no(False)}),
    "widget": Spec(_widget, {"title": k.text()}),
    "predict": Spec(_predict, {"trial": k.text("")}),
    "quiz": Spec(_quiz),
    "number": Spec(_number, {"label": k.text(), "places": k.whole(3)}),
    "goal": Spec(_goal, GOAL_FIELDS),
    "hint": Spec(_hint, takes_id=False),
    "exercise": Spec(_exercise),
    "stepper": Spec(_stepper, {"title": k.text()}),
    "code": Spec(_code),
    "note": Spec(_note, {"title": k.text("")}, takes_id=False),
    "card": Spec(_card, {"title": k.text()}, takes_id=False),
    "dataset": Spec(_dataset, {"title": k.text(), "figure": k.text()}),
    "experiment": Spec(_experiment, {"title": k.text(), "widget": k.text()}),
    "trial": Spec(_trial),
    "reference": Spec(_reference),
    "fold": Spec(_fold, {"title": k.text()}),
}
