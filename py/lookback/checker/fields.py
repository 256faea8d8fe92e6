"""Typed reading of an exercise's TOML: every unknown, missing or mistyped key is a finding with its line and its mend."""

from __future__ import annotations

import difflib
import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from lookback.errors import LookbackError

KINDS = {
    str: "text",
    int: "a whole number",
    float: "a number",
    bool: "true or false",
    list: "a list",
    dict: "a table",
}


@dataclass
class Reader:
    """Reads the tables of one TOML file and gathers what is wrong with them."""

    path: Path
    text: str
    findings: list[LookbackError] = field(default_factory=list)

    @classmethod
    def of(cls, path: Path) -> tuple[Reader, dict[str, Any]]:
        """The reader and the top table; an unreadable file is a finding and an empty table."""
        try:
            text = path.read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError) as error:
            mend = "add the file" if isinstance(error, FileNotFoundError) else "write it in UTF-8"
            finding = LookbackError(f"cannot be read ({type(error).__name__})", path, mend=mend)
            return cls(path, "", [finding]), {}
        reader = cls(path, text)
        try:
            return reader, tomllib.loads(text)
        except tomllib.TOMLDecodeError as error:
            found = re.search(r"at line (\d+)", str(error))
            line = int(found[1]) if found else None
            reader.report(f"not TOML: {error}", line=line, mend="correct the syntax at this place")
            return reader, {}

    def report(self, what: str, *, key: str = "", line: int | None = None, mend: str = "") -> None:
        """Note a finding, with the line of ``key`` if it can be found."""
        self.findings.append(LookbackError(what, self.path, line or self.line_of(key), mend))

    def line_of(self, key: str) -> int | None:
        """The first line on which ``key`` is assigned or opens a table."""
        if not key:
            return None
        name = re.escape(key)
        pattern = rf"^\s*(\[\[?[^\]]*\b{name}\]\]?|[^=#\n]*\b{name}\s*=)"
        found = re.search(pattern, self.text, flags=re.MULTILINE)
        return self.text.count("\n", 0, found.start(1)) + 1 if found else None

    def table(
        self, table: Any, wanted: Mapping[str, type], where: str, optional: tuple[str, ...] = ()
    ) -> dict[str, Any]:
        """The table's values for all wanted keys; a default of the right kind stands in for a bad one."""
        if not isinstance(table, dict):
            self.report(f"{where} must be a table", key=where, mend=f"give it the keys {', '.join(wanted)}")
            table = {}
        for key in table:
            if key not in wanted:
                near = difflib.get_close_matches(key, wanted, n=1, cutoff=0.6)
                mend = f'did you mean "{near[0]}"?' if near else f"known keys are {', '.join(wanted)}"
                self.report(f'unknown key "{key}" in {where}', key=key, mend=mend.rstrip("?"))
        return {key: self._value(table, key, kind, where, key in optional) for key, kind in wanted.items()}

    def tables(self, tables: Any, wanted: Mapping[str, type], where: str) -> list[dict[str, Any]]:
        """A list of tables of one form."""
        if not isinstance(tables, list):
            self.report(f"{where} must be a list of tables", key=where, mend=f"write [[{where}]] before each")
            return []
        return [self.table(entry, wanted, f"{where} {index}") for index, entry in enumerate(tables, start=1)]

    def _value(self, table: Mapping[str, Any], key: str, kind: type, where: str, optional: bool) -> Any:
        if key not in table:
            if not optional:
                self.report(f'{where} lacks "{key}"', mend=f"add {key} = … ({KINDS[kind]})")
            return kind()
        value = table[key]
        if kind is float and type(value) is int:
            return float(value)
        if type(value) is not kind:
            self.report(
                f'"{key}" in {where} must be {KINDS[kind]}', key=key, mend=f"write it as {KINDS[kind]}"
            )
            return kind()
        if isinstance(value, str) and not value.strip() and not optional:
            self.report(f'"{key}" in {where} is empty', key=key, mend="fill it in or remove the table")
        return value
