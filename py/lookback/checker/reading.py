"""What the text of a submission says by itself: lines still to fill in, a function without return.

Used for words only. Whether an answer is right is never read off its text.
"""

from __future__ import annotations

import ast
import re
from dataclasses import dataclass

LONGEST_SOURCE = 200_000  # a longer file is not read: its behaviour says enough


@dataclass(frozen=True)
class Reading:
    """Facts about the function asked for.

    unfinished : lines of it that still are a ``...``. empty : nothing else is in its body.
    helper : an earlier function it calls that this file defines and leaves unfinished, or "".
    returns, prints : whether it has a return with a value, and a call of print.
    returns_print, hides : whether it returns what print returns, and has an except that raises nothing.
    """

    unfinished: tuple[int, ...] = ()
    empty: bool = False
    helper: str = ""
    returns: bool = True
    prints: bool = False
    returns_print: bool = False
    hides: bool = False

    @classmethod
    def of(cls, source: str, function: str, given: str) -> Reading:
        """Read a submission that has run; one that cannot be read gives no facts."""
        if len(source) > LONGEST_SOURCE:
            return cls()
        try:
            tree = ast.parse(source.removeprefix("\ufeff"))
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            return cls()
        defined = {node.name: node for node in tree.body if isinstance(node, ast.FunctionDef)}
        node = defined.get(function)
        if node is None:
            return cls()
        lines = _placeholders(node)
        names = {name.id for name in ast.walk(node) if isinstance(name, ast.Name)}
        helpers = [
            name
            for name in re.findall(r"^def (\w+)", given, re.MULTILINE)
            if name in names and name in defined
        ]
        inner = list(ast.walk(node))
        return cls(
            tuple(lines),
            _is_empty(node),
            next((name for name in helpers if _placeholders(defined[name])), ""),
            any(
                isinstance(step, ast.Return | ast.Yield | ast.YieldFrom) and step.value is not None
                for step in inner
            ),
            any(_is_print(step) for step in inner),
            any(isinstance(step, ast.Return) and _is_print(step.value) for step in inner),
            any(
                isinstance(step, ast.ExceptHandler)
                and not any(isinstance(part, ast.Raise) for part in ast.walk(step))
                for step in inner
            ),
        )


def _is_print(node: ast.AST | None) -> bool:
    return isinstance(node, ast.Call) and getattr(node.func, "id", "") == "print"


def _placeholders(function: ast.FunctionDef) -> list[int]:
    """The lines on which ``...`` stands for a statement or a value (not for an axis, as in x[..., 0])."""
    lines = [
        node.lineno
        for node in ast.walk(function)
        if isinstance(node, ast.Expr | ast.Assign | ast.AnnAssign | ast.Return) and _is_dots(node.value)
    ]
    pass_only = [node.lineno for node in function.body if isinstance(node, ast.Pass) and _is_empty(function)]
    return sorted(lines + pass_only)


def _is_empty(function: ast.FunctionDef) -> bool:
    """Whether the body is a docstring and placeholders, nothing more."""
    return all(
        isinstance(node, ast.Pass) or (isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant))
        for node in function.body
    )


def _is_dots(value: ast.expr | None) -> bool:
    return isinstance(value, ast.Constant) and value.value is Ellipsis
