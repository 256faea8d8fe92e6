"""Split a lesson source into headings, directives and stretches of Markdown, each with its line.

The format has three signs and no more:

* `key: value` lines between two `---` lines open the file;
* `## Title {#id}` opens a section;
* `::: name id` opens a directive and `:::` closes the innermost one. `key: value` lines stand directly
  under the opening line, an empty line ends them, and what follows is Markdown or further directives.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

OPENING = re.compile(r"^:{3,}\s*(?P<rest>\S.*)$")
CLOSING = re.compile(r"^:{3,}\s*$")
KEY_LINE = re.compile(r"^(?P<key>[A-Za-z][\w-]*):(?:\s+(?P<value>.*?))?\s*$")
HEADING = re.compile(r"^##\s+(?P<title>.*?)\s*(?:\{(?P<attributes>[^}]*)\})?\s*$")
CODE_FENCE = re.compile(r"^\s*(?P<mark>`{3,}|~{3,})")


@dataclass(frozen=True)
class Key:
    """One `key: value` line: the value as written and its line."""

    value: str
    line: int


@dataclass(frozen=True)
class Problem:
    """Something wrong at a line of the source, with the mend; the caller adds the file."""

    what: str
    line: int
    mend: str


@dataclass(frozen=True)
class Markdown:
    """A stretch of Markdown; `line` is where it starts."""

    text: str
    line: int


@dataclass(frozen=True)
class Heading:
    """A section's heading, `## Title {#id rail="Short"}`."""

    title: str
    attributes: str
    line: int


@dataclass
class Directive:
    """One `::: name id` block with its keys and its body."""

    name: str
    id: str
    line: int
    keys: dict[str, Key] = field(default_factory=dict)
    body: list[Node] = field(default_factory=list)


Node = Markdown | Heading | Directive


@dataclass
class Source:
    """A whole source: front matter, top-level nodes, and what is wrong with its form."""

    keys: dict[str, Key]
    nodes: list[Node]
    problems: list[Problem]


def split(text: str) -> Source:
    """Split a lesson source. Problems of form are collected, never raised: an author mends all at once."""
    return _Splitter(text).run()


class _Splitter:
    """Reads line by line with a stack of open directives."""

    def __init__(self, text: str) -> None:
        self.lines = text.splitlines()
        self.at = 0
        self.problems: list[Problem] = []
        self.nodes: list[Node] = []
        self.open: list[Directive] = []
        self.chunk: list[str] = []
        self.chunk_line = 0
        self.code_mark = ""

    def run(self) -> Source:
        keys = self._front_matter()
        for line, text in self._numbered():
            self._take(line, text)
        self._flush()
        for directive in self.open:
            self._problem(
                f"the {directive.name} block is never closed", directive.line, "close it with a line ':::'"
            )
        return Source(keys, self.nodes, self.problems)

    def _numbered(self) -> Iterator[tuple[int, str]]:
        while self.at < len(self.lines):
            self.at += 1
            yield self.at, self.lines[self.at - 1]

    def _take(self, line: int, text: str) -> None:
        if self._inside_code(text):
            self._keep(line, text)
        elif CLOSING.match(text):
            self._close(line)
        elif opening := OPENING.match(text):
            self._open(line, opening["rest"])
        elif heading := HEADING.match(text):
            self._heading(line, heading)
        else:
            self._keep(line, text)

    def _inside_code(self, text: str) -> bool:
        """Fenced code keeps its lines as they are, colons and hashes included."""
        fence = CODE_FENCE.match(text)
        if self.code_mark:
            if (
                fence
                and text.strip().startswith(self.code_mark)
                and not text.strip().strip(self.code_mark[0])
            ):
                self.code_mark = ""
            return True
        if fence:
            self.code_mark = fence["mark"]
            return True
        return False

    def _keep(self, line: int, text: str) -> None:
        if not self.chunk:
            self.chunk_line = line
        self.chunk.append(text)

    def _flush(self) -> None:
        skipped = 0
        while skipped < len(self.chunk) and not self.chunk[skipped].strip():
            skipped += 1
        text = "\n".join(self.chunk[skipped:]).rstrip()
        if text:
            self._add(Markdown(text, self.chunk_line + skipped))
        self.chunk = []

    def _add(self, node: Node) -> None:
        (self.open[-1].body if self.open else self.nodes).append(node)

    def _open(self, line: int, rest: str) -> None:
        self._flush()
        words = rest.split()
        if len(words) > 2:
            self._problem(
                f"the opening line of a block has {len(words)} words",
                line,
                "write '::: name id' and put everything else into 'key: value' lines under it",
            )
        directive = Directive(words[0], words[1] if len(words) > 1 else "", line)
        self._add(directive)
        self.open.append(directive)
        directive.keys = self._keys()

    def _keys(self) -> dict[str, Key]:
        """The `key: value` lines directly under an opening line; an indented line continues the one above."""
        keys: dict[str, Key] = {}
        last = ""
        while self.at < len(self.lines):
            text = self.lines[self.at]
            if not text.strip() or CLOSING.match(text) or OPENING.match(text):
                break
            self.at += 1
            if text.startswith((" ", "\t")) and last:
                keys[last] = Key(f"{keys[last].value} {text.strip()}".strip(), keys[last].line)
            elif match := KEY_LINE.match(text):
                last = match["key"]
                if last in keys:
                    self._problem(f"the key '{last}' is given twice", self.at, "keep one of the two")
                keys[last] = Key(match["value"] or "", self.at)
            else:
                self._problem(
                    f"this is not a 'key: value' line: {text.strip()[:40]!r}",
                    self.at,
                    "leave an empty line between the keys and the text",
                )
                last = ""
        return keys

    def _close(self, line: int) -> None:
        self._flush()
        if self.open:
            self.open.pop()
        else:
            self._problem("':::' closes nothing", line, "remove it, or open a block above with '::: name id'")

    def _heading(self, line: int, match: re.Match[str]) -> None:
        if self.open:
            directive = self.open[-1]
            self._problem(
                f"a section starts inside the {directive.name} block opened on line {directive.line}",
                line,
                "close the block with ':::' above the heading, or use '###' for a heading inside it",
            )
            self.open = []
        self._flush()
        self._add(Heading(match["title"], match["attributes"] or "", line))

    def _front_matter(self) -> dict[str, Key]:
        if not self.lines or self.lines[0].strip() != "---":
            self._problem(
                "the lesson does not open with its front matter",
                1,
                "start with a line '---', then lines like 'title: Attention', then '---'",
            )
            return {}
        self.at = 1
        keys: dict[str, Key] = {}
        while self.at < len(self.lines):
            line = self.lines[self.at]
            if line.strip() == "---":
                self.at += 1
                return keys
            if not line.strip():
                self.at += 1
                continue
            before = self.at
            keys |= self._keys_until_rule()
            if self.at == before:
                break
        self._problem("the front matter is never closed", 1, "close it with a line '---'")
        return keys

    def _keys_until_rule(self) -> dict[str, Key]:
        end = next(
            (i for i in range(self.at, len(self.lines)) if self.lines[i].strip() in ("---", "")),
            len(self.lines),
        )
        rest, self.lines = self.lines, self.lines[:end]
        try:
            return self._keys()
        finally:
            self.lines = rest

    def _problem(self, what: str, line: int, mend: str) -> None:
        self.problems.append(Problem(what, line, mend))
