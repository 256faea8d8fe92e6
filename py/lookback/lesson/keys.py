"""Reading `key: value` lines by a declared list of keys: unknown, missing and mistyped ones are findings."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from lookback.lesson.source import Key, Problem


def _text(value: str) -> str:
    if not value:
        raise ValueError("something")
    return value


def _whole(value: str) -> int:
    try:
        return int(value)
    except ValueError:
        raise ValueError("a whole number") from None


def _number(value: str) -> float:
    try:
        return float(value.replace("−", "-").replace(",", "."))
    except ValueError:
        raise ValueError("a number") from None


def _yes_no(value: str) -> bool:
    if value not in ("yes", "no"):
        raise ValueError("'yes' or 'no'")
    return value == "yes"


def _names(value: str) -> tuple[str, ...]:
    return tuple(name.strip() for name in value.split(",") if name.strip())


@dataclass(frozen=True)
class Field:
    """One declared key: how its value is read, whether it must be there, what it is otherwise."""

    read: Callable[[str], Any]
    required: bool = False
    default: Any = None


def text(default: str | None = None) -> Field:
    """A line of text; required when no default is given."""
    return Field(_text, default is None, default)


def whole(default: int | None = None) -> Field:
    """A whole number; required when no default is given."""
    return Field(_whole, default is None, default)


def number(default: float | None = None) -> Field:
    """A number; required when no default is given."""
    return Field(_number, default is None, default)


def yes_no(default: bool) -> Field:
    """`yes` or `no`."""
    return Field(_yes_no, default=default)


def names() -> Field:
    """Names parted by commas, none when the key is missing."""
    return Field(_names, default=())


def nearest(name: str, known: Iterable[str]) -> str:
    """A mend for an unknown name: the nearest known one, else the whole list."""
    choices = sorted(known)
    match = difflib.get_close_matches(name, choices, n=1, cutoff=0.6)
    if match:
        return f"did you mean '{match[0]}'?"
    return f"known here: {', '.join(choices)}" if choices else "nothing of that kind is known here"


def read_keys(
    keys: dict[str, Key], fields: dict[str, Field], where: str, line: int
) -> tuple[dict[str, Any], list[Problem]]:
    """Values by key name (dashes as underscores), and every problem found. Nothing is coerced silently."""
    problems = [
        Problem(f"unknown key '{name}' in {where}", key.line, nearest(name, fields))
        for name, key in keys.items()
        if name not in fields
    ]
    values: dict[str, Any] = {}
    for name, field in fields.items():
        slot = name.replace("-", "_")
        values[slot] = field.default
        if name not in keys:
            if field.required:
                problems.append(Problem(f"{where} has no '{name}'", line, f"add a line '{name}: …'"))
            continue
        try:
            values[slot] = field.read(keys[name].value)
        except ValueError as error:
            problems.append(
                Problem(
                    f"'{name}' of {where} is {keys[name].value!r}, not {error}",
                    keys[name].line,
                    f"give it {error}",
                )
            )
    return values, problems
