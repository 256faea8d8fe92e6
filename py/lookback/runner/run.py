"""Execute a learner's file once: what it printed, what its last expression is, or why it stopped."""

from __future__ import annotations

import ast
import sys
import time
import warnings
from collections.abc import Callable
from types import CodeType
from typing import Any, TextIO

from lookback.checker import failures, isolate, raised
from lookback.checker.execute import compiled, execute
from lookback.runner.display import Shown, show

Outcome = dict[str, Any]
_clock = time.perf_counter


def run(source: str, echo: Callable[[str], None] | None = None) -> Outcome:
    """Run a file in a fresh namespace.

    Parameters
    ----------
    source : the learner's file. ``np`` is there without an import.
    echo : called with every piece of output that is kept, as soon as it is written.

    Returns
    -------
    dict
        ``status`` ("done" or "error"), ``values`` (see `display.show`; empty unless the file ends in an expression
        that is not None), ``error`` (None, or ``type``, ``text``, ``title``, ``message``, ``line``), ``traceback`` (the
        learner's lines alone, or None), ``stdout``, ``stdout_truncated``, ``duration_ms``.
    """
    started = _clock()
    values: list[Shown] = []
    error: Outcome | None = None
    with isolate.room(echo) as room, warnings.catch_warnings():
        warnings.simplefilter("default")  # here NumPy's warnings are part of what there is to see
        warnings.showwarning = _print_warning
        try:
            values = _execute(source)
        except BaseException as thrown:
            error = failures.describe(thrown, source)
    return {
        "status": "done" if error is None else "error",
        "values": values,
        "error": None if error is None else _in_words(error),
        "traceback": None if error is None else error["traceback"],
        "stdout": room.output.text(),
        "stdout_truncated": room.output.truncated,
        "duration_ms": round((_clock() - started) * 1000, 1),
    }


def _print_warning(
    message: Warning | str,
    category: type[Warning],
    filename: str,
    lineno: int,
    file: TextIO | None = None,
    line: str | None = None,
) -> None:
    place = f"line {lineno}: " if filename == failures.FILENAME else ""
    print(f"{place}{category.__name__}: {message}", file=sys.stderr)


def _execute(source: str) -> list[Shown]:
    statements, expression = _compiled(source.removeprefix("\ufeff"))
    space = isolate.namespace()
    execute(statements, space)
    value = None if expression is None else execute(expression, space)
    return [] if value is None else show(value)


def _compiled(source: str) -> tuple[CodeType, CodeType | None]:
    """The file's statements, and its last expression apart from them when it ends in one."""
    tree = ast.parse(source, failures.FILENAME)
    last = tree.body[-1] if tree.body else None
    if not isinstance(last, ast.Expr):
        # From the text, not from the tree: the compiler then knows more about what is wrong.
        return compiled(source, failures.FILENAME), None
    tree.body.pop()
    statements = compiled(tree, failures.FILENAME)
    expression = ast.Expression(last.value)
    return statements, compiled(expression, failures.FILENAME, "eval", _future(statements))


def _future(code: CodeType) -> int:
    """The flags that ``from __future__`` set, so that the last expression obeys them too."""
    import __future__

    features: set[int] = {getattr(__future__, name).compiler_flag for name in __future__.all_feature_names}
    return code.co_flags & sum(features)


def _in_words(error: Outcome) -> Outcome:
    """The exception as the page tells it: what happened where, then why in plain words."""
    if "SyntaxError" in error["bases"]:
        title, message = "Python cannot read the file", raised.explain_syntax(error)
    else:
        cause, message = raised.explain(error)
        title = cause.title
    return {
        "type": error["type"],
        "text": error["text"],
        "title": title,
        "message": message,
        "line": error["line"],
    }
