"""Exceptions of learner code, read without trusting them: class, text, and the line in the learner's file."""

from __future__ import annotations

import re
from types import TracebackType
from typing import Any

from lookback.checker import operands, words
from lookback.checker.values import class_name

FILENAME = "your_code.py"
LONGEST_TEXT, LONGEST_LINE, FRAMES = 300, 160, 12
PATH = re.compile(r" ?\(/[^()]*\)")  # where a module lies on this machine says nothing about the code
LONGEST_SOURCE = 200_000  # of a longer file no part of a line is looked up

_string, _base_string, _type_of = str, BaseException.__str__, type
_mro = type.__dict__["__mro__"].__get__
# The fields as C defines them, whatever a subclass has put over them.
_args = vars(BaseException)["args"].__get__
_step = vars(BaseException)["__traceback__"].__get__
_before, _cause = vars(BaseException)["__context__"].__get__, vars(BaseException)["__cause__"].__get__
_msg, _lineno = vars(SyntaxError)["msg"].__get__, vars(SyntaxError)["lineno"].__get__


def describe(error: BaseException, source: str) -> dict[str, Any]:
    """Plain data about an exception.

    ``type``, ``bases`` (names of its classes), ``text``, ``line`` (in the learner's file, or None), ``code`` (that
    line), ``place`` (the part of the line that was at work, see `operands.place_of`), ``traceback`` (text, learner
    frames only), ``context`` (the exception that was being handled, in words).
    """
    kind = _type_of(error)
    lines = source.splitlines()
    frames = _frames(error)
    text = _text(error, kind)
    line = frames[-1][0] if frames else None
    if issubclass(kind, SyntaxError) and not frames:
        line = _syntax_line(error, lines)
    code = lines[line - 1].strip() if line and line <= len(lines) else ""
    name = class_name(kind)
    return {
        "type": name,
        "bases": [class_name(base) for base in _mro(kind)],
        "text": text,
        "line": line,
        "code": words.cut(words.printable(code), LONGEST_LINE),
        "place": _place(error, source),
        "context": _context(error),
        "traceback": _traceback(name, text, frames, lines, line),
    }


def _text(error: BaseException, kind: type) -> str:
    """Its message; only built-in and NumPy exceptions are asked for it, and only over plain arguments."""
    module = kind.__dict__.get("__module__", "builtins")
    trusted = type(module) is str and (module == "builtins" or module.partition(".")[0] == "numpy")
    args = _args(error)
    plain = all(type(arg) in (str, int, float, bool, type(None), tuple) for arg in args)
    try:
        if issubclass(kind, SyntaxError):
            message = _msg(error)
            text = message if type(message) is str else ""
        elif plain and sum(len(arg) for arg in args if type(arg) is str) < 100_000:
            text = _string(error) if trusted else _base_string(error)
        else:
            text = ", ".join(arg if type(arg) is str else class_name(type(arg)) for arg in args)[
                :LONGEST_TEXT
            ]
    except BaseException:
        text = ""
    plain_text = PATH.sub("", words.printable(text[: 4 * LONGEST_TEXT]))
    return words.cut(" ".join(plain_text.split()), LONGEST_TEXT)


def _frames(error: BaseException) -> list[tuple[int, str]]:
    """Line and function of every step in the learner's own file; a long recursion keeps both ends."""
    steps: list[tuple[int, str]] = []
    step: TracebackType | None = _step(error)
    while step is not None and len(steps) < 100_000:
        if step.tb_frame.f_code.co_filename == FILENAME:
            steps.append((step.tb_lineno, step.tb_frame.f_code.co_name))
        step = step.tb_next
    return steps if len(steps) <= FRAMES else steps[: FRAMES // 2] + steps[-FRAMES // 2 :]


def _context(error: BaseException) -> str:
    """The exception that was being handled when this one was raised, in a few words; "" if there was none."""
    earlier = _cause(error) or _before(error)
    if earlier is None:
        return ""
    kind = _type_of(earlier)
    text = _text(earlier, kind)
    return f"{class_name(kind)} ({words.cut(text, 60)})" if text else class_name(kind)


def _place(error: BaseException, source: str) -> dict[str, Any]:
    """Where in its line the learner's innermost step stood; {} where that is unknown."""
    last: TracebackType | None = None
    step, seen = _step(error), 0
    while step is not None and seen < FRAMES:
        last = step if step.tb_frame.f_code.co_filename == FILENAME else last
        step, seen = step.tb_next, seen + 1
    if last is None or len(source) > LONGEST_SOURCE:
        return {}
    try:
        return operands.place_of(last, source)
    except (
        BaseException
    ):  # a frame of learner code is read: whatever odd it holds costs the words, not the verdict
        return {}


def _syntax_line(error: BaseException, lines: list[str]) -> int | None:
    line = _lineno(error)
    return line if type(line) is int and 1 <= line <= max(len(lines), 1) else None


def _traceback(
    name: str, text: str, frames: list[tuple[int, str]], lines: list[str], line: int | None
) -> str:
    """As Python prints it, with the learner's frames alone."""
    shown = ["Traceback (most recent call last):"] if frames else []
    places = frames or ([(line, "")] if line else [])
    for number, function in places:
        where = f", in {words.cut(function, 60)}" if function else ""
        shown.append(f'  File "{FILENAME}", line {number}{where}')
        if 1 <= number <= len(lines) and lines[number - 1].strip():
            shown.append("    " + words.cut(lines[number - 1].strip(), LONGEST_LINE))
    shown.append(f"{name}: {text}" if text else name)
    return "\n".join(words.printable(entry) for entry in shown)
