"""What an exception says about the code: a finer reading of the place where it arose, else its usual cause."""

from __future__ import annotations

import re
from typing import Any

from lookback.checker import words
from lookback.checker.causes import CAUSES, FALLBACK, FOREIGN, SYNTAX, Cause
from lookback.checker.packages import there_is
from lookback.checker.raised_parts import finer

Record = dict[str, Any]


def explain(raised: Record) -> tuple[Cause, str]:
    """The known cause of an exception and its words, filled in."""
    text, names = raised.get("text", ""), (raised["type"], *raised.get("bases", ())[:-3])
    for cause in CAUSES:
        found = re.search(cause.pattern, text) if any(kind in names for kind in cause.kinds) else None
        if found:
            parts = {key: value or "" for key, value in found.groupdict().items()}
            why = finer(cause.id, raised, parts)
            if why:
                return cause, why
            if cause.id in ("import-extra", "install-extra"):
                return cause, cause.why.format(**parts, there=there_is()) + _instead(parts["a"])
            return cause, cause.why.format(**parts) if parts else cause.why
    return FALLBACK, ""


INSTEAD = {
    ("scipy", "sklearn"): " Softmax needs np.exp, a maximum and a sum.",
    (
        "torch",
        "tensorflow",
        "jax",
        "keras",
        "cupy",
    ): " NumPy has the same steps: @, np.exp, np.tanh, sum(axis=…).",
    ("matplotlib", "seaborn", "plotly"): " A check draws nothing; the plot can go.",
    ("pandas", "numba"): " Plain arrays are all that is needed.",
}


def _instead(module: str) -> str:
    """The NumPy way."""
    root = module.partition(".")[0]
    return next((words for roots, words in INSTEAD.items() if root in roots), "")


def place(raised: Record) -> str:
    """ " on line 7" where the line is known."""
    if not raised.get("line"):
        return ""
    code = raised.get("code", "")
    return f" on line {raised['line']}" + (f", {code}" if 0 < len(code) <= 40 else "")


def explain_syntax(raised: Record) -> str:
    """Why Python cannot read the file."""
    if raised.get("code", "").startswith("```"):
        return "The line of back quotes marks code in a text; it is not part of the code."
    if raised.get("code", "").startswith(("%", "!", "?")):
        return f"Lines that start with {raised['code'][0]} are commands of a notebook, not Python; here is a plain file."
    if re.match(r">>>|\.\.\. |In \[\d+\]", raised.get("code", "")):
        return "The prompt at the start of the line was copied along; it is not part of the code."
    plain = re.match(r"invalid syntax|expected ':'|Missing parentheses", raised.get("text", ""))
    for pattern, why in FOREIGN:
        if plain and re.search(pattern, raised.get("code", "")):
            return why
    for pattern, why in SYNTAX:
        found = re.search(pattern, raised.get("text", ""))
        if found:
            return why.format(**found.groupdict())
    return (
        f"Python says: {words.cut(raised['text'], 90)}."
        if raised.get("text")
        else "Python cannot read this line."
    )
