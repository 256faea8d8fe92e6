"""The lists inside questions and number tasks: `- ( ) choice`, `- (x) right choice`, `- ( ) .446: reply`."""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass

from lookback.checker.numbers import NumberQuestion, Slip
from lookback.lesson import markdown
from lookback.lesson.model import Choice, NumberTask, Value
from lookback.lesson.source import Problem

ITEM = re.compile(r"^- \((?P<mark>[ xX]?)\) *(?P<text>\S.*)$")
NEAR_ITEM = re.compile(r"^\s*[-*+] *[\[(][ xX]*[\])]")
OTHER = re.compile(r"^- (?P<name>else|near): *(?P<text>\S.*)$")
VALUE = re.compile(r"^(?P<number>[-−+]?\d*[.,]?\d+): *(?P<reply>.*)$")


@dataclass(frozen=True)
class Item:
    """One item of a list: its mark, its first line, what is indented under it."""

    right: bool
    text: str
    rest: str
    line: int


@dataclass
class Listed:
    """A text, the items under it, and the replies to numbers close by (`near`) and to all others (`else`)."""

    text: str
    items: list[Item]
    others: dict[str, str]
    problems: list[Problem]


def read_list(text: str, line: int) -> Listed:
    """Split a block's Markdown into the text above its list and the list's items."""
    lines = text.splitlines()
    first = next((i for i, part in enumerate(lines) if ITEM.match(part) or OTHER.match(part)), len(lines))
    listed = Listed("\n".join(lines[:first]).strip(), [], {}, [])
    for i, part in enumerate(lines[:first]):
        if NEAR_ITEM.match(part):
            listed.problems.append(_near_miss(part, line + i))
    start = first
    for i in range(first + 1, len(lines) + 1):
        if i == len(lines) or not (lines[i].startswith("  ") or not lines[i].strip()):
            _take_item(listed, lines[start:i], line + start)
            start = i
    return listed


def _near_miss(part: str, line: int) -> Problem:
    return Problem(
        f"this is not an item: {part.strip()[:40]!r}",
        line,
        "write '- ( ) text', or '- (x) text' for the right one",
    )


def _take_item(listed: Listed, lines: list[str], line: int) -> None:
    rest = "\n".join(part[2:] if part.startswith("  ") else part for part in lines[1:]).strip()
    if match := ITEM.match(lines[0]):
        listed.items.append(Item(match["mark"].lower() == "x", match["text"].strip(), rest, line))
    elif match := OTHER.match(lines[0]):
        listed.others[match["name"]] = f"{match['text']} {rest}".strip()
    else:
        listed.problems.append(_near_miss(lines[0], line))


def choice_id(text: str) -> str:
    """A choice's id, made from its text: a kept answer survives reordering, not rewording."""
    return hashlib.sha256(text.encode()).hexdigest()[:8]


def choice(item: Item) -> Choice:
    """An item as a choice of a question."""
    return Choice(choice_id(item.text), item.text, item.right, item.rest, item.line)


def value(item: Item) -> Value | Problem:
    """An item as a number a learner may type, or what is wrong with it."""
    match = VALUE.match(item.text)
    if match is None:
        return Problem(
            f"{item.text[:40]!r} does not start with a number", item.line, "write '- ( ) .446: what it says'"
        )
    number = float(match["number"].replace("−", "-").replace(",", "."))
    return Value(number, match["number"], item.right, f"{match['reply']} {item.rest}".strip(), item.line)


def number_question(task: NumberTask) -> NumberQuestion:
    """The task as a question of the checker. Raises ValueError when two values cannot be told apart."""
    right = next(value for value in task.values if value.right)
    slips = [Slip(value.number, markdown.plain(value.reply)) for value in task.values if not value.right]
    return NumberQuestion(
        right.number,
        task.places,
        tuple(slips),
        right=markdown.plain(right.reply),
        near=markdown.plain(task.near),
        open=markdown.plain(task.otherwise),
    )
