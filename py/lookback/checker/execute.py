"""Compile and execute learner code; `await` may stand outside of functions, as Pyodide's own consoles allow."""

from __future__ import annotations

import ast
import inspect
from types import CodeType
from typing import Any


def compiled(source: str | ast.AST, filename: str, mode: str = "exec", flags: int = 0) -> CodeType:
    """`compile` with nothing inherited from this package."""
    code: CodeType = compile(
        source,  # type: ignore[arg-type]
        filename,
        mode,
        flags=flags | ast.PyCF_ALLOW_TOP_LEVEL_AWAIT,
        dont_inherit=True,
    )
    return code


def execute(code: CodeType, space: dict[str, Any]) -> Any:
    """`eval`, to its end where the code awaits. Nothing can be waited for: whoever runs this waits for the answer."""
    value = eval(code, space)
    if not code.co_flags & inspect.CO_COROUTINE:
        return value
    try:
        value.send(None)
    except StopIteration as done:
        return done.value
    value.close()
    raise RuntimeError("await waits for something that cannot come here")
