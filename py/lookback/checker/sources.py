"""The Python sources of an exercise: marked functions in mistakes.py and accepted.py, blanks in solution.py, cases.py.

A file is read as text, not imported: what is run of it later is exactly what its author sees. ``np``, ``mistake``,
``accepted``, ``case``, ``note`` and ``rng`` need no import there.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from lookback.errors import LookbackError

BLANK = re.compile(
    r"^(?P<code>(?P<indent>\s*)\S.*?)\s*# blank (?P<rounds>[12](?:,\s*[12])?): (?P<prompt>.+?)\s*$"
)


@dataclass(frozen=True)
class Marked:
    """One function with its decorator's values: a wrong implementation or a right one in unusual form."""

    name: str
    values: dict[str, Any]
    code: str
    line: int


def read_source(path: Path, findings: list[LookbackError]) -> tuple[str, ast.Module]:
    """The text and its syntax tree; what cannot be read or parsed is a finding and an empty module."""
    try:
        text = path.read_text(encoding="utf-8")
        return text, ast.parse(text)
    except SyntaxError as error:
        findings.append(LookbackError(f"not Python: {error.msg}", path, error.lineno, "correct the syntax"))
    except (OSError, UnicodeDecodeError) as error:
        mend = "add the file" if isinstance(error, FileNotFoundError) else "write it in UTF-8"
        findings.append(LookbackError(f"cannot be read ({type(error).__name__})", path, None, mend))
    return "", ast.parse("")


def marked_functions(
    path: Path,
    decorator: str,
    wanted: dict[str, type],
    optional: dict[str, Any],
    findings: list[LookbackError],
) -> list[Marked]:
    """Every function under ``@decorator(...)``; other top-level statements go before each of them.

    ``wanted`` and ``optional`` name the keywords (the first one may be given by position); values are literals.
    """
    text, tree = read_source(path, findings)
    shared, found = [], []
    for node in tree.body:
        call = _decorator_call(node, decorator)
        if call is None:
            if not (isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)):
                shared.append(ast.get_source_segment(text, node) or "")
            continue
        found.append((node, _values(path, call, wanted, optional, findings)))
    prelude = "\n".join(shared) + "\n\n\n" if shared else ""
    lines = text.splitlines()
    return [
        Marked(node.name, values, prelude + _without_decorators(node, lines), node.lineno)
        for node, values in found
        if isinstance(node, ast.FunctionDef | ast.ClassDef) and values is not None
    ]


def _decorator_call(node: ast.stmt, decorator: str) -> ast.Call | None:
    for call in getattr(node, "decorator_list", ()):
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id == decorator:
            return call
    return None


def _values(
    path: Path,
    call: ast.Call,
    wanted: dict[str, type],
    optional: dict[str, Any],
    findings: list[LookbackError],
) -> dict[str, Any] | None:
    names = [*wanted, *optional]
    given: dict[str, ast.expr] = dict(zip(names, call.args, strict=False))
    given |= {keyword.arg: keyword.value for keyword in call.keywords if keyword.arg}
    values = dict(optional)
    before = len(findings)
    for name, node in given.items():
        if name not in names:
            findings.append(
                LookbackError(f'unknown keyword "{name}"', path, node.lineno, f"known are {', '.join(names)}")
            )
            continue
        try:
            values[name] = ast.literal_eval(node)
        except ValueError:
            findings.append(
                LookbackError(f'"{name}" is not a literal', path, node.lineno, "write the value itself")
            )
    for name, kind in wanted.items():
        if name in given and not isinstance(values.get(name, kind()), kind):
            findings.append(
                LookbackError(f'"{name}" must be text', path, given[name].lineno, "put it in quotes")
            )
        if name not in given:
            findings.append(LookbackError(f'"{name}" is missing', path, call.lineno, f"add {name}=…"))
    return values if len(findings) == before else None


def _without_decorators(node: ast.FunctionDef | ast.ClassDef, lines: list[str]) -> str:
    """The function's own lines, comments included; a marked class stands for an instance bound to the name."""
    return "\n".join(lines[node.lineno - 1 : node.end_lineno]) + "\n"


def with_blanks(solution: str, practice_round: int) -> str:
    """The solution as a starting text of round 1 or 2: the lines marked for it become a prompt and ``...``.

    A marked line ends with ``# blank 1, 2: what it has to do``. What it assigns to, or its ``return``, stays.
    """
    lines = []
    for line in solution.splitlines():
        found = BLANK.match(line)
        if found is None:
            lines.append(line)
        elif str(practice_round) in found["rounds"]:
            lines += [
                f"{found['indent']}# To fill in: {found['prompt']}",
                found["indent"] + _opened(found["code"]),
            ]
        else:
            lines.append(found["code"])
    return "\n".join(lines) + "\n"


def without_marks(solution: str) -> str:
    """The solution as it is shown: no blank marks."""
    return with_blanks(solution, 0)


def blanks(solution: str, practice_round: int) -> int:
    """How many lines of the solution are marked for this round."""
    marks = (BLANK.match(line) for line in solution.splitlines())
    return sum(mark is not None and str(practice_round) in mark["rounds"] for mark in marks)


def _opened(code: str) -> str:
    statement = code.strip()
    if statement.startswith("return"):
        return "return ..."
    target = re.match(r"[\w\s,.\[\]]+?=(?!=)", statement)
    return f"{target[0]} ..." if target else "..."


def run_source(text: str, path: Path | str, names: dict[str, Any]) -> dict[str, Any]:
    """Execute an author's source with the given names; an error in it is a LookbackError with its line."""
    space = dict(names)
    try:
        exec(compile(text, str(path), "exec", dont_inherit=True), space)
    except LookbackError:
        raise
    except Exception as error:
        raise LookbackError(
            f"running it raised {type(error).__name__}: {error}",
            path,
            _line_in(error, str(path)),
            "correct the source",
        ) from error
    return space


def _line_in(error: BaseException, filename: str) -> int | None:
    line, step = getattr(error, "lineno", None), error.__traceback__
    while step is not None:
        if step.tb_frame.f_code.co_filename == filename:
            line = step.tb_lineno
        step = step.tb_next
    return line


def function_in(space: dict[str, Any], name: str, path: Path) -> Callable[..., Any]:
    """The function of that name, or a finding."""
    function = space.get(name)
    if not callable(function):
        raise LookbackError(
            f"defines no function {name}", path, None, f"define {name} as exercise.toml names it"
        )
    return function  # type: ignore[no-any-return]
