"""What the text of a submission says by itself: lines still to fill in, a function without return.

Used for words only. Whether an answer is right is never read off its text.
"""

from __future__ import annotations

import ast
import re
from dataclasses import dataclass

LONGEST_SOURCE = 200_000  # a longer file is not read: its behaviour says enough


@dataclass(frozen=True)
class Write:
    """A line that writes into an argument: which one, under what name, where, the line itself."""

    argument: str
    name: str
    line: int
    code: str


@dataclass(frozen=True)
class Reading:
    """Facts about the function asked for.

    unfinished : lines of it that still are a ``...``. empty : nothing else is in its body.
    helper : an earlier function it calls that this file defines and leaves unfinished, or "".
    returns, prints : whether it has a return with a value, and a call of print.
    returns_print, hides : whether it returns what print returns, and has an except that raises nothing.
    writes : the first line that writes into each argument, as far as the text shows it.
    """

    unfinished: tuple[int, ...] = ()
    empty: bool = False
    helper: str = ""
    returns: bool = True
    prints: bool = False
    returns_print: bool = False
    hides: bool = False
    writes: tuple[Write, ...] = ()

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
            tuple(_writes(node, source.removeprefix("\ufeff").split("\n"))),
        )


def _writes(function: ast.FunctionDef, lines: list[str]) -> list[Write]:
    """The first line that writes into each argument: by its own name, or by one that is the same object."""
    stands = {argument.arg: argument.arg for argument in function.args.args}
    found: dict[str, Write] = {}
    steps = [node for node in ast.walk(function) if isinstance(node, ast.stmt | ast.Call)]
    for step in sorted(steps, key=lambda node: (node.lineno, isinstance(node, ast.stmt))):
        for target in _written(step):
            name = stands.get(_root(target))
            if name is not None:
                found.setdefault(
                    name, Write(name, _root(target), step.lineno, lines[step.lineno - 1].strip())
                )
        for given in step.targets if isinstance(step, ast.Assign) else ():
            if isinstance(given, ast.Name) and isinstance(step, ast.Assign):
                same = stands.get(_root(step.value)) if _is_same(step.value) else None
                stands.pop(given.id, None)
                stands |= {given.id: same} if same is not None else {}
    return list(found.values())


def _written(step: ast.AST) -> list[ast.expr]:
    """What a statement or a call changes where it is: x -= …, x[i] = …, out=x, x.sort()."""
    if isinstance(step, ast.AugAssign):
        return [step.target]
    if isinstance(step, ast.Assign):
        return [target for target in step.targets if isinstance(target, ast.Subscript)]
    if isinstance(step, ast.Call):
        out = [entry.value for entry in step.keywords if entry.arg == "out"]
        inside = isinstance(step.func, ast.Attribute) and step.func.attr in ("sort", "fill", "pop", "update")
        return out + ([step.func.value] if inside and isinstance(step.func, ast.Attribute) else [])
    return []


def _is_same(value: ast.expr) -> bool:
    """Whether a name given to this is another name for the object, or a view: x, x.T, x[:], x["key"], np.asarray(x)."""
    if isinstance(value, ast.Subscript):
        text = isinstance(value.slice, ast.Constant) and isinstance(value.slice.value, str)
        return text or isinstance(value.slice, ast.Slice)
    if isinstance(value, ast.Attribute):
        return value.attr == "T"
    return isinstance(value, ast.Name) or bool(_root(value))


def _root(value: ast.expr) -> str:
    """The name in front: of x, x[i], x.T and np.asarray(x) it is x."""
    while not isinstance(value, ast.Name):
        if isinstance(value, ast.Subscript | ast.Attribute):
            value = value.value
        elif isinstance(value, ast.Call) and getattr(value.func, "attr", "") == "asarray" and value.args:
            value = value.args[0]
        else:
            return ""
    return value.id


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
