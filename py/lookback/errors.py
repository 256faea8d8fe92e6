"""The one family of errors: what is wrong, where, and the mend, kept as fields and worded in one place."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path


@dataclass
class LookbackError(Exception):
    """A finding that ends a command with exit code 1.

    Attributes
    ----------
    what : what is wrong, one sentence without its full stop.
    file, line : where it is (line counts from 1), when it is in a file.
    mend : what to do about it, one sentence without its full stop.
    """

    what: str
    file: Path | str | None = None
    line: int | None = None
    mend: str = ""

    exit_code = 1

    def __str__(self) -> str:
        place = ""
        if self.file is not None:
            place = f"{self.file}:{self.line}: " if self.line is not None else f"{self.file}: "
        told = self.what.rstrip(".") + (f"; {self.mend}" if self.mend else "")
        return place + told + ("" if told.endswith(("?", ".")) else ".")


class UsageError(LookbackError):
    """The command line is wrong: exit code 2."""

    exit_code = 2


@dataclass
class Findings(LookbackError):
    """Several findings of one run, printed one per line, so that an author mends them all at once."""

    findings: tuple[LookbackError, ...] = ()

    def __str__(self) -> str:
        return "\n".join(str(finding) for finding in self.findings)
