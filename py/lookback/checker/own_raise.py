"""Words for an error that the code itself raises, by raise or assert, on a call that the statement promises."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

import numpy as np

from lookback.checker import words
from lookback.checker.probes.trials import Trial
from lookback.checker.said import Said, join

Record = dict[str, Any]


MARKERS = {
    "NotImplementedError",
    "StopIteration",
    "SyntaxError",
    "Warning",
}  # say something else than a refusal


def is_own(raised: Record) -> bool:
    """Whether a raise or an assert of the learner's file ended the call, with an error that means a refusal."""
    meant = "Exception" in raised.get("bases", ()) and not MARKERS.intersection(raised["bases"])
    return bool(meant and (raised.get("place") or {}).get("what") in ("raise", "assert"))


def own_raise(raised: Record, call: str, trial: Trial | None, tried: Sequence[Trial]) -> Said:
    """What the code refuses, and why this call is not one to refuse."""
    place = raised["place"]
    text = f" (“{words.cut(raised['text'], 40)}”)" if raised.get("text") else ""
    at = f" on line {raised['line']}" if raised.get("line") else ""
    condition = place.get("condition", "")
    if place["what"] == "assert":
        what = f"{call} failed the code's own assert{at}{text}: {condition} is not true here."
        title = "An assert of the code itself failed"
    else:
        where = f", under “if {condition}”" if condition else ""
        what = f"{call} ended in the code's own {raised['type']}{at}{text}{where}."
        title = "The code refuses a call that is allowed"
    return Said(
        "raised/own" if place["what"] == "raise" else "raised/assertion",
        title,
        join(what, _why(condition, raised.get("context", ""), trial, tried)),
    )


def _kind(array: np.ndarray[Any, Any]) -> str:
    return {"i": "whole numbers", "b": "booleans"}.get(str(array.dtype.kind), "floats")


def _why(condition: str, hidden: str, trial: Trial | None, tried: Sequence[Trial]) -> str:
    if hidden:
        return f"It covers up another error, {hidden}, which is the one to look at."
    if trial is None:
        return "The statement promises a result for this call."
    if re.search(r"dtype|isinstance|type\(", condition):
        kinds = [
            f"{name} of {_kind(value)}"
            for name, value in trial.arguments.items()
            if isinstance(value, np.ndarray)
        ]
        return f"Arguments may hold whole numbers or floats, and are arrays; here {words.listed(kinds[:3])}."
    floats = _sum_of_floats(condition, trial)
    if floats:
        return floats
    shapes = re.findall(r"(\w+)\.(?:shape|ndim|size)|len\((\w+)\)", condition)
    about = [name for pair in shapes for name in pair if name in trial.arguments and name != "mask"]
    if about:
        sizes = words.listed(
            [f"{name} {words.shape(np.shape(trial[name]))}" for name in dict.fromkeys(about)]
        )
        return f"Here the shapes are {sizes}, which the statement allows: sizes that it does not tie together may differ."
    if re.search(r"<=? ?0\b|\b0 ?>", condition) and "mask" not in condition:
        return "Negative numbers and 0 are allowed, in what is given and in the scores; nothing of them is refused."
    about_mask = "mask" in condition or not condition or "isinf" in condition
    if "mask" in trial.arguments and trial.case.expected.raises == "" and about_mask:
        mask = trial["mask"]
        if mask is None:
            return "No mask is given here, and then every position is allowed."
        allowed = int(np.sum(mask))
        return f"{allowed} of {len(mask)} positions {'is' if allowed == 1 else 'are'} allowed here; only where none is left the statement asks for ValueError."
    first = next(iter(trial.arguments.values()))
    if isinstance(first, np.ndarray) and np.isneginf(first).any():
        return "An entry may be −inf: its weight is 0, and the others share the whole 1."
    if re.search(r"== ?0|0 ?==|> ?0|np\.all|\.all\(\)", condition) and _some_zero(trial):
        return "A weight may be 0 here: beside a much larger score its exponential is too small for a float."
    largest = max(
        (
            float(np.abs(v[np.isfinite(v)]).max(initial=0))
            for v in trial.arguments.values()
            if isinstance(v, np.ndarray) and v.dtype.kind == "f"
        ),
        default=0.0,
    )
    if largest > 100 and trial.case.id != tried[0].case.id:
        return f"Numbers of any size are allowed, here up to {words.number(largest)}: only differences of scores count, so size is no reason to refuse."
    refused = sum(1 for other in tried if other.outcome.raised is not None and not other.case.expected.raises)
    return f"The statement promises a result here; the arguments have the shapes {_shapes(trial)}. {refused} of {len(tried)} cases end like this."


def _sum_of_floats(condition: str, trial: Trial) -> str:
    """A sum of floats compared exactly with 1."""
    if not (re.search(r"[!=]= ?1(\.0*)?\b|\b1(\.0*)? ?[!=]=", condition) and "sum" in condition):
        return ""
    given = trial.arguments.get("weights")
    if given is not None:
        total = repr(float(np.sum(np.asarray(given, dtype=float))))
        return f"Floats add up to 1 only up to rounding, here to {total} or nearly so, and == compares to the last digit."
    return "Floats add up to 1 only up to rounding, and == compares to the last digit."


def _some_zero(trial: Trial) -> bool:
    want = trial.want(0)
    return want is not None and bool((want == 0).any())


def _shapes(trial: Trial) -> str:
    found = [
        f"{name} {words.shape(value.shape)}"
        for name, value in trial.arguments.items()
        if isinstance(value, np.ndarray)
    ]
    return words.listed(found[:3])
