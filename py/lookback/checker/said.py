"""One diagnosis in words, and the pieces that messages are made of."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from lookback.checker import words
from lookback.checker.bundle import JudgedCase

LONGEST = 220


@dataclass(frozen=True)
class Said:
    """A diagnosis: its id, its title, its message (what happened, then why), and the case it is about."""

    id: str
    title: str
    message: str
    case: str | None = None
    weak: bool = False  # true, but says little: whatever else is known comes first

    def to_plain(self) -> dict[str, Any]:
        """As the report has it."""
        return {
            "id": self.id,
            "title": words.printable(self.title),
            "message": words.cut(words.printable(self.message), LONGEST),
            "case": self.case,
        }


def join(what: str, why: str) -> str:
    """What happened and why, the first part shortened when both do not fit."""
    room = LONGEST - len(why) - 1
    return f"{words.cut(what, room)} {why}".strip() if room > 40 else words.cut(why, LONGEST)


def named(case: JudgedCase, longest: int = 60) -> str:
    """The call, or where it is long, the case by its title."""
    title = words.cut(case.title, 60).replace("“", "‘").replace("”", "’")
    return case.call if len(case.call) <= longest else f"Case “{title}”"
