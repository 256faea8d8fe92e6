"""Words for a file that gave no function: it cannot be read, raised while it ran, or does not define the name."""

from __future__ import annotations

from typing import Any

from lookback.checker import raised, words
from lookback.checker.said import Said, join


def load_said(load: dict[str, Any], function: str) -> Said:
    """Why the file gave no function."""
    if load["why"] == "raised":
        return _load_raised(load)
    if load["why"] == "missing":
        return _missing(load, function)
    if load["why"] == "not-callable":
        message = f"{function} is a value of type {load['found']}, not a function. A line further down may use the name for something else."
        return Said("load/not-callable", f"{function} is not a function", message)
    message = f"The function is written as {function}{load['found']}, and the call of the statement does not fit it: {load['text']}."
    return Said("load/signature", "The arguments do not fit", message, load.get("call"))


def _load_raised(load: dict[str, Any]) -> Said:
    if (
        "SyntaxError" in load["bases"]
        and load["traceback"].count("File") <= 1
        and "raise" not in load["code"]
    ):
        at = f"Line {load['line']} cannot be read" if load["line"] else "The file cannot be read"
        code = f": {words.cut(load['code'], 60)}" if load["code"] else ""
        return Said(
            "load/syntax", "Python cannot read the file", join(f"{at}{code}.", raised.explain_syntax(load))
        )
    if load["type"] in ("MemoryError", "RecursionError") and not load["line"]:
        message = "The file cannot be read: it is nested deeper, or holds more branches in one statement, than Python can take."
        return Said("load/too-complex", "Too complex for Python", message)
    cause, why = raised.explain(load)
    text = f" ({words.cut(load['text'], 80)})" if load["text"] and cause.id != "exit" else ""
    what = f"Running the file ended{raised.place(load)} with {load['type']}{text}."
    return Said(f"load/{cause.id}", cause.title, join(what, why or "So no function came out of it."))


def _missing(load: dict[str, Any], function: str) -> Said:
    found = load["functions"]
    for name in found:
        if name != function and name.casefold() == function.casefold():
            return Said(
                "load/missing",
                "The name is spelled differently",
                f"The file defines {name}, and {function} is asked for: capital letters count.",
            )
        strange = [letter for letter in name if ord(letter) > 127]
        if strange and len(name) == len(function):
            letter = strange[0]
            message = f"The file defines a name that looks like {function}, but its “{letter}” is the character U+{ord(letter):04X}, a look-alike from another alphabet."
            return Said("load/look-alike", "A look-alike letter in the name", message)
    listed = f"It defines {words.cut(words.listed(found[:4]), 80)}." if found else "It defines no function."
    return Said(
        "load/missing",
        f"{function} is not defined",
        f"The file ran, and there is no function {function} in it. {listed}",
    )
