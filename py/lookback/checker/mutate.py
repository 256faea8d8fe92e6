"""Small changes to a solution's syntax tree: each is a wrong answer that the cases should tell from the right one."""

from __future__ import annotations

import ast
import copy
from collections.abc import Callable, Iterator
from dataclasses import dataclass

COMPARISONS: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
}
OPERATORS: dict[type[ast.operator], tuple[type[ast.operator], ...]] = {
    ast.Add: (ast.Sub,),
    ast.Sub: (ast.Add,),
    ast.Mult: (ast.Div, ast.Add),
    ast.Div: (ast.Mult,),
    ast.MatMult: (ast.Mult,),
    ast.Pow: (ast.Mult,),
}
FUNCTIONS = {
    "max": "min",
    "min": "max",
    "exp": "exp2",
    "sum": "mean",
    "mean": "sum",
    "any": "all",
    "all": "any",
    "tanh": "sin",
}


@dataclass(frozen=True)
class Mutant:
    """A changed solution and the name of the change, such as "line 4: + becomes −"."""

    name: str
    code: str


def mutants(code: str) -> Iterator[Mutant]:
    """Every single change to the functions of ``code``, in the order of its lines."""
    tree = ast.parse(code)
    sites = [(node, change) for node in ast.walk(tree) for change in _changes(node)]
    found: dict[str, str] = {}
    for node, (what, _) in sites:
        changed = copy.deepcopy(tree)
        twin = _twin(tree, changed, node)
        for other_what, apply in _changes(twin):
            if other_what == what:
                apply()
                break
        name = f"line {getattr(node, 'lineno', 0)}: {what}"
        number = 2
        while name in found:
            name = f"line {getattr(node, 'lineno', 0)}: {what} ({number})"
            number += 1
        found[name] = ast.unparse(ast.fix_missing_locations(changed)) + "\n"
    original = ast.unparse(tree) + "\n"
    for name, text in sorted(found.items(), key=lambda item: int(item[0].split(":")[0].split()[1])):
        if text != original:
            yield Mutant(name, text)


def _twin(tree: ast.AST, copied: ast.AST, node: ast.AST) -> ast.AST:
    """The node of the copy at the place of ``node``."""
    return next(b for a, b in zip(ast.walk(tree), ast.walk(copied), strict=True) if a is node)


Change = tuple[str, Callable[[], None]]


def _changes(node: ast.AST) -> Iterator[Change]:
    if isinstance(node, ast.BinOp):
        yield from _of_operation(node)
    elif isinstance(node, ast.Compare):
        for index, operator in enumerate(node.ops):
            swapped = COMPARISONS[type(operator)]
            yield f"{_name(type(operator))} becomes {_name(swapped)}", _set(node.ops, index, swapped())
    elif isinstance(node, ast.UnaryOp):
        yield f"{_name(type(node.op))} is dropped", _become(node, node.operand)
    elif isinstance(node, ast.Constant):
        yield from _of_constant(node)
    elif isinstance(node, ast.Call):
        yield from _of_call(node)
    elif isinstance(node, ast.If):
        yield (
            "the condition is turned round",
            lambda: setattr(node, "test", ast.UnaryOp(ast.Not(), node.test)),
        )
        yield "the branch is dropped", lambda: setattr(node, "body", [ast.Pass()])
    elif isinstance(node, ast.Attribute) and node.attr == "T":
        yield ".T is dropped", _become(node, node.value)
    elif isinstance(node, ast.Return) and isinstance(node.value, ast.Tuple):
        pair = node.value
        yield "the results change places", lambda: pair.elts.reverse()


def _of_operation(node: ast.BinOp) -> Iterator[Change]:
    for other in OPERATORS.get(type(node.op), ()):
        yield f"{_name(type(node.op))} becomes {_name(other)}", _assign(node, "op", other())
    yield f"the left of {_name(type(node.op))} is dropped", _become(node, node.right)
    yield f"the right of {_name(type(node.op))} is dropped", _become(node, node.left)
    if isinstance(node.op, ast.MatMult | ast.Sub | ast.Div):

        def exchange() -> None:
            node.left, node.right = node.right, node.left

        yield f"the sides of {_name(type(node.op))} change places", exchange


def _of_constant(node: ast.Constant) -> Iterator[Change]:
    value = node.value
    if isinstance(value, bool):
        yield f"{value} becomes {not value}", _assign(node, "value", not value)
    elif isinstance(value, int | float):
        yield f"{value} becomes {value + 1}", _assign(node, "value", value + 1)
        if value:
            yield f"{value} becomes 0", _assign(node, "value", type(value)(0))


def _of_call(node: ast.Call) -> Iterator[Change]:
    function = node.func
    if isinstance(function, ast.Attribute) and function.attr in FUNCTIONS:
        other = FUNCTIONS[function.attr]
        yield f"{function.attr} becomes {other}", _assign(function, "attr", other)
    if isinstance(function, ast.Attribute) and node.args and function.attr in ("exp", "tanh"):
        yield f"{function.attr} is dropped", _become(node, node.args[0])
    for index, keyword in enumerate(node.keywords):
        yield f"{keyword.arg}= is dropped", _delete(node.keywords, index)
    if isinstance(function, ast.Attribute) and function.attr == "where" and len(node.args) == 3:

        def exchange() -> None:
            node.args[1], node.args[2] = node.args[2], node.args[1]

        yield "the choices of where change places", exchange


def _name(kind: type[ast.AST]) -> str:
    symbols = {
        "Add": "+", "Sub": "−", "Mult": "*", "Div": "/", "MatMult": "@", "Pow": "**", "USub": "−", "Not": "not",
        "Invert": "~", "Lt": "<", "LtE": "<=", "Gt": ">", "GtE": ">=", "Eq": "==", "NotEq": "!=", "Is": "is",
        "IsNot": "is not", "In": "in", "NotIn": "not in",
    }  # fmt: skip
    return symbols.get(kind.__name__, kind.__name__)


def _assign(node: ast.AST, field: str, value: object) -> Callable[[], None]:
    return lambda: setattr(node, field, value)


def _set(items: list[ast.cmpop], index: int, value: ast.cmpop) -> Callable[[], None]:
    return lambda: items.__setitem__(index, value)


def _delete(items: list[ast.keyword], index: int) -> Callable[[], None]:
    return lambda: items.__delitem__(index)


def _become(node: ast.AST, other: ast.AST) -> Callable[[], None]:
    """Turn a node into another one in place."""

    def apply() -> None:
        node.__class__ = other.__class__
        node.__dict__ = copy.deepcopy(other).__dict__

    return apply
