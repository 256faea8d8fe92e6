"""What stood at the place where learner code raised: the expression, its parts, and the shapes they had.

An exception of NumPy tells shapes at best, never names. The frame that raised still holds the arrays, and the bytecode
knows which part of the line was at work. Nothing is called or calculated here: only exact built-in types and arrays are
looked at, by name, and what a product or a sum of them would have for a shape is worked out from the shapes.
"""

from __future__ import annotations

import ast
from functools import lru_cache
from itertools import islice
from types import FrameType, TracebackType
from typing import Any

import numpy as np

from lookback.checker import words

LONGEST = 34  # characters of one part as it is written
UNARY = {
    "exp",
    "tanh",
    "abs",
    "sqrt",
    "log",
    "asarray",
    "array",
    "round",
    "float64",
    "copy",
    "maximum",
    "minimum",
}
REDUCE = {"max", "min", "sum", "mean", "amax", "amin", "prod", "std", "median"}
DEEPEST = 4  # how deep a nested expression is followed

Shape = tuple[int, ...]
Place = dict[str, Any]
Record = dict[str, Any]
Part = tuple[str, Shape | None, str]  # as it is written, its shape, the name of its type

_ndarray, _generic = np.ndarray, np.generic


def place_of(step: TracebackType, source: str) -> Place:
    """The part of the code at which a step of a traceback stands.

    Returns
    -------
    dict
        ``what`` ("@", "+", "call", "raise", "assert", "test", "store", …), ``parts`` (a list of ``[text, shape or None,
        kind]``, left to right), ``condition`` (the test that led to a raise or failed in an assert); {} if unknown.
    """
    where = _where(step)
    tree = _tree(source)
    if where is None or tree is None:
        return {}
    node, above = _find(tree, where)
    if node is None:
        return {}
    return _describe(node, above, _Look(step.tb_frame, source))


def _where(step: TracebackType) -> tuple[int, int, int, int] | None:
    """Line, end line, column and end column (in bytes) of the instruction that raised."""
    position = next(islice(step.tb_frame.f_code.co_positions(), step.tb_lasti // 2, None), None)
    if position is None or None in position:
        return None
    line, end, column, end_column = position
    return (line or 0, end or 0, column or 0, end_column or 0)


@lru_cache(maxsize=2)
def _tree(source: str) -> ast.Module | None:
    try:
        return ast.parse(source.removeprefix("\ufeff"))
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None


def _find(tree: ast.Module, where: tuple[int, int, int, int]) -> tuple[ast.AST | None, list[ast.AST]]:
    """The node that covers exactly this part of the source, and the nodes around it, innermost first."""
    line, end, column, end_column = where
    found: ast.AST | None = None
    around: list[ast.AST] = []
    node: ast.AST = tree
    while True:
        inner = next((child for child in ast.iter_child_nodes(node) if _covers(child, where)), None)
        if inner is None:
            break
        around.insert(0, node)
        node = inner
        spot = tuple(
            getattr(node, name, 0) for name in ("lineno", "end_lineno", "col_offset", "end_col_offset")
        )
        if spot == (line, end, column, end_column):
            found = node
            break
    if found is None:
        return (node if isinstance(node, ast.stmt) else None), around
    return found, around


def _covers(node: ast.AST, where: tuple[int, int, int, int]) -> bool:
    if not isinstance(node, ast.stmt | ast.expr):
        return isinstance(node, ast.ExceptHandler | ast.comprehension | ast.keyword) and any(
            _covers(child, where) for child in ast.iter_child_nodes(node)
        )
    line, end, column, end_column = where
    starts = (node.lineno, node.col_offset) <= (line, column)
    return starts and (node.end_lineno or 0, node.end_col_offset or 0) >= (end, end_column)


class _Look:
    """The names that the frame knows, and the shapes of what stands under them."""

    def __init__(self, frame: FrameType, source: str) -> None:
        self.local, self.outer, self.source = frame.f_locals, frame.f_globals, source

    def text(self, node: ast.AST) -> str:
        """The part as it is written, on one line."""
        return words.cut(" ".join(ast.unparse(node).split()), LONGEST)

    def names(self) -> list[str]:
        """The names that have a value here: of the function, then of the file."""
        known = [
            *self.local,
            *(name for name in self.outer if type(name) is str and not name.startswith("__")),
        ]
        return [words.cut(name, 40) for name in dict.fromkeys(known)][:60]

    def value(self, node: ast.AST) -> Any:
        """What stands under a name, or in a dict under a text; None where that is unknown."""
        if isinstance(node, ast.Name):
            found = self.local.get(node.id, None)
            return dict.get(self.outer, node.id) if found is None else found
        if isinstance(node, ast.Constant):
            return node.value
        if isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Constant):
            holder = self.value(node.value)
            if type(holder) is dict and type(node.slice.value) is str:
                return dict.get(holder, node.slice.value)
        return None

    def shape(self, node: ast.AST, depth: int = 0) -> Shape | None:
        """The shape of an expression, where it can be told without running it."""
        if depth > DEEPEST:
            return None
        value = self.value(node)
        if type(value) is _ndarray:
            return tuple(value.shape)
        if type(value) in (int, float, bool) or isinstance(value, _generic):
            return ()
        try:
            return self._derived(node, depth + 1)
        except (ValueError, IndexError, TypeError):
            return None

    def _derived(self, node: ast.AST, depth: int) -> Shape | None:
        if isinstance(node, ast.Attribute) and node.attr == "T":
            inner = self.shape(node.value, depth)
            return None if inner is None else inner[::-1]
        if isinstance(node, ast.UnaryOp):
            return self.shape(node.operand, depth)
        if isinstance(node, ast.Subscript):
            return self._indexed(node, depth)
        if isinstance(node, ast.BinOp):
            left, right = self.shape(node.left, depth), self.shape(node.right, depth)
            if left is None or right is None:
                return None
            return (
                product(left, right) if isinstance(node.op, ast.MatMult) else np.broadcast_shapes(left, right)
            )
        if isinstance(node, ast.Call):
            return self._called(node, depth)
        return None

    def _indexed(self, node: ast.Subscript, depth: int) -> Shape | None:
        base = self.shape(node.value, depth)
        if base is None:
            return None
        entries = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
        index: list[Any] = []
        for entry in entries:
            if isinstance(entry, ast.Slice) and entry.lower is entry.upper is entry.step is None:
                index.append(slice(None))
            elif isinstance(entry, ast.Attribute) and entry.attr == "newaxis":
                index.append(None)
            else:
                value = self.value(entry)
                is_none = isinstance(entry, ast.Constant) and value is None
                if not is_none and type(value) is not int and type(value) is not type(Ellipsis):
                    return None
                index.append(value)
        return tuple(np.broadcast_to(np.zeros(()), base)[tuple(index)].shape)

    def _called(self, node: ast.Call, depth: int) -> Shape | None:
        name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
        module = isinstance(node.func, ast.Attribute) and getattr(node.func.value, "id", "") in (
            "np",
            "numpy",
        )
        first = node.args[0] if node.args and (module or not isinstance(node.func, ast.Attribute)) else None
        if first is None and isinstance(node.func, ast.Attribute) and not module:
            first = node.func.value
        base = None if first is None else self.shape(first, depth)
        if base is None:
            return None
        if name in ("transpose", "swapaxes") and len(base) == 2:
            plain = len(node.args) <= int(module)
            order = [self.value(entry) for entry in node.args[int(module) :]]
            negated = [isinstance(entry, ast.UnaryOp) for entry in node.args[int(module) :]]
            turned = plain or name == "swapaxes" or (order == [1, 0] and not any(negated))
            return base[::-1] if turned else base
        if name in UNARY:
            return base
        if name in REDUCE:
            given = {keyword.arg: keyword.value for keyword in node.keywords}
            axis, keep = given.get("axis"), given.get("keepdims")
            number = self.value(axis) if axis is not None and not isinstance(axis, ast.UnaryOp) else None
            if isinstance(axis, ast.UnaryOp) and isinstance(axis.operand, ast.Constant):
                number = -int(axis.operand.value)  # type: ignore[arg-type]
            taken = 0 if isinstance(node.func, ast.Attribute) and not module else 1
            if axis is None and len(node.args) > taken:
                number = self.value(node.args[taken])
            kept = keep is not None and self.value(keep) is True
            return tuple(np.sum(np.broadcast_to(np.zeros(()), base), axis=number, keepdims=kept).shape)
        return None


def product(left: Shape, right: Shape) -> Shape:
    """The shape of left @ right; ValueError where they do not fit."""
    zero = np.zeros(())
    return tuple(np.matmul(np.broadcast_to(zero, left), np.broadcast_to(zero, right)).shape)


OPERATORS = {
    ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.Div: "/", ast.MatMult: "@", ast.Pow: "**", ast.BitXor: "^",
    ast.FloorDiv: "//", ast.Mod: "%", ast.BitAnd: "&", ast.BitOr: "|",
}  # fmt: skip


def _describe(node: ast.AST, above: list[ast.AST], look: _Look) -> Place:
    statement = (
        node if isinstance(node, ast.stmt) else next((n for n in above if isinstance(n, ast.stmt)), node)
    )
    if isinstance(statement, ast.Raise):
        return {"what": "raise", "parts": [], "condition": _condition(statement, above, look)}
    if isinstance(statement, ast.Assert):
        return {"what": "assert", "parts": [], "condition": look.text(statement.test)}
    if isinstance(node, ast.BinOp):
        return _parts(OPERATORS.get(type(node.op), "operator"), [node.left, node.right], look)
    if isinstance(node, ast.AugAssign):
        return _parts(OPERATORS.get(type(node.op), "operator") + "=", [node.target, node.value], look)
    if isinstance(node, ast.Call):
        return _parts("call", [node.func, *node.args], look)
    if isinstance(node, ast.Subscript):
        stored = isinstance(node.ctx, ast.Store)
        return _parts("store" if stored else "index", [node.value, node.slice], look)
    if isinstance(node, ast.If | ast.While):
        return _parts("test", [node.test], look)
    if isinstance(node, ast.For):
        return _parts("value", [node.iter], look)
    if isinstance(node, ast.Name):
        return _parts("value", [node], look) | {"names": look.names()}
    if isinstance(node, ast.expr):
        return _parts("value", [node], look)
    return {}


def _parts(what: str, nodes: list[ast.expr], look: _Look) -> Place:
    entries = []
    for node in nodes[:4]:
        shape, value = look.shape(node), look.value(node)
        kind = "" if value is None else type(value).__name__
        entries.append([look.text(node), None if shape is None else list(shape), kind[:40]])
    return {"what": what, "parts": entries}


def _condition(statement: ast.AST, above: list[ast.AST], look: _Look) -> str:
    """The test of the innermost if around a raise, turned round where the raise stands under else."""
    inner = statement
    for node in above:
        if isinstance(node, ast.If):
            text = look.text(node.test)
            return text if inner in node.body else f"not ({text})"
        if isinstance(node, ast.FunctionDef):
            break
        inner = node
    return ""


def parts_of(raised: Record) -> tuple[str, list[Part]]:
    """What was at work ("@", "call", …) in the record of an exception, and its parts; ("", []) where unknown."""
    place = raised.get("place") or {}
    parts = [
        (str(text), None if shape is None else tuple(shape), str(kind))
        for text, shape, kind in place.get("parts", ())
    ]
    return str(place.get("what", "")), parts
