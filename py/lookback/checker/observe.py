"""Run a submission on the calls of a task and write down what happened. Nothing here knows what is right.

The record that comes out is plain JSON data: `judge` reads it in this interpreter, in another process or in another
worker. Expected values are never near the code that is being checked.
"""

from __future__ import annotations

import inspect
import time
from collections.abc import Callable
from typing import Any

from lookback.checker import failures, isolate
from lookback.checker.cases import argument_from_plain
from lookback.checker.values import Seen, class_name, json_ready, see

FILENAME = failures.FILENAME
SECOND_CALL_WITHIN = 0.25  # seconds: a call slower than this is not repeated

Record = dict[str, Any]
_clock = time.perf_counter


def observe(
    calls: Record,
    source: str,
    time_limit: float = 5.0,
    progress: Callable[[Record], None] = lambda record: None,
) -> Record:
    """What a submission does.

    Parameters
    ----------
    calls : ``function``, ``arity`` (names of the arguments), ``given`` (source of the lesson's earlier functions) and
        ``calls``, each with ``id``, ``args`` and ``kwargs`` (see `cases.argument_to_plain`).
    source : the learner's file.
    time_limit : seconds after which the remaining calls are skipped. A call that never returns has to be ended from
        outside.
    progress : called with each call's record as soon as there is one.

    Returns
    -------
    dict
        ``load`` (None, or why the file gave no function), ``calls`` (one record per call that was tried), ``out_of_time``,
        ``interrupted``, ``stdout``, ``stdout_truncated``, ``duration_ms``.
    """
    started = _clock()
    record: Record = {"load": None, "calls": [], "out_of_time": False, "interrupted": False}
    with isolate.room() as output:
        function, record["load"] = _load(calls, source)
        if record["load"] is not None:
            record["interrupted"] = record["load"].get("type") == "KeyboardInterrupt"
        for entry in calls["calls"] if record["load"] is None else ():
            outcome = _try(function, entry, source, calls["arity"])
            record["calls"].append(outcome)
            progress(outcome)
            if (outcome.get("raised") or {}).get("type") == "KeyboardInterrupt":
                record["interrupted"] = True
                break
            if _clock() - started > time_limit:
                record["out_of_time"] = True
                break
    record["stdout"], record["stdout_truncated"] = output.text(), output.truncated
    record["duration_ms"] = round((_clock() - started) * 1000, 1)
    return record


def _load(calls: Record, source: str) -> tuple[Any, Record | None]:
    """The function of a fresh run of the file, or why there is none."""
    space = isolate.namespace()
    if calls["given"]:
        exec(compile(calls["given"], "<earlier exercises>", "exec", dont_inherit=True), space)
    given = dict(space)
    try:
        with isolate.quiet():
            code = compile(source.removeprefix("\ufeff"), FILENAME, "exec", dont_inherit=True)
            exec(code, space)
    except BaseException as error:
        return None, {"why": "raised", **failures.describe(error, source)}
    return _find(space, given, calls)


def _find(space: dict[str, Any], given: dict[str, Any], calls: Record) -> tuple[Any, Record | None]:
    name = calls["function"]
    # dict.get on the namespace: a module-level __getattr__ is not asked.
    function = dict.get(space, name)
    if function is None or function is given.get(name):
        own = [key for key in space if isinstance(key, str) and key not in given and not key.startswith("__")]
        functions = [key for key in own if type(space[key]) is type(_find) or isinstance(space[key], type)]
        return None, {"why": "missing", "functions": functions[:20], "name": name}
    if not callable(function):
        return None, {"why": "not-callable", "found": class_name(type(function)), "name": name}
    problem = _signature_problem(function, calls)
    return function, problem


def _signature_problem(function: Any, calls: Record) -> Record | None:
    """Whether the function could be called at all as the statement says (asked only of plain functions)."""
    if type(function) is not type(_find):
        return None
    try:
        signature = inspect.signature(function)
    except (TypeError, ValueError):
        return None
    for entry in calls["calls"]:
        try:
            signature.bind(*entry["args"], **entry["kwargs"])
        except TypeError as error:
            return {
                "why": "signature",
                "found": str(signature)[:80],
                "text": str(error)[:120],
                "call": entry["id"],
            }
    return None


def _try(function: Any, entry: Record, source: str, names: list[str]) -> Record:
    """One call, twice, each time on fresh arguments."""
    started = _clock()
    first, changed = _call(function, entry, source, names)
    seconds = _clock() - started
    outcome: Record = {"id": entry["id"], **first, "changed": changed, "seconds": round(seconds, 6)}
    if seconds < SECOND_CALL_WITHIN and first.get("raised", {}).get("type") != "KeyboardInterrupt":
        second, _ = _call(function, entry, source, names)
        outcome["again"] = None if _same(first, second) else second
    return outcome


def _call(function: Any, entry: Record, source: str, names: list[str]) -> tuple[Record, list[str]]:
    args = [argument_from_plain(plain) for plain in entry["args"]]
    kwargs = {name: argument_from_plain(plain) for name, plain in entry["kwargs"].items()}
    try:
        with isolate.quiet():
            # What it returned is read at once: a buffer that the next call reuses is not its fault.
            result: Record = {"value": see(function(*args, **kwargs)).to_plain()}
    except BaseException as error:
        result = {"raised": failures.describe(error, source)}
    return result, _changed(args, kwargs, entry, names)


def _changed(args: list[Any], kwargs: dict[str, Any], entry: Record, names: list[str]) -> list[str]:
    """The names of arguments that hold other numbers than before."""
    changed = []
    for name, now, plain in (
        *zip(names, args, entry["args"], strict=False),
        *((name, kwargs[name], plain) for name, plain in entry["kwargs"].items()),
    ):
        before = argument_from_plain(plain)
        if isinstance(before, dict):
            same = isinstance(now, dict) and list(before) == list(now)
            parts = [key for key in before if not same or not _equal(see(before[key]), see(now[key]))]
            changed += [f"{name}[{key!r}]" for key in parts] or ([] if same else [name])
        elif not _equal(see(before), see(now)):
            changed.append(name)
    return changed


def _same(first: Record, second: Record) -> bool:
    if "raised" in first or "raised" in second:
        return (
            "raised" in first and "raised" in second and first["raised"]["type"] == second["raised"]["type"]
        )
    return _equal(Seen.from_plain(first["value"]), Seen.from_plain(second["value"]), 1e-9)


def _equal(a: Seen, b: Seen, tolerance: float = 0.0) -> bool:
    """Whether two records hold the same numbers (nan equals nan)."""
    if (a.kind, a.dtype, a.shape, len(a.items)) != (b.kind, b.dtype, b.shape, len(b.items)):
        return False
    if a.data is not None and b.data is not None:
        x, y = a.data.ravel().tolist(), b.data.ravel().tolist()
        if not all(
            p == q or (p != p and q != q) or abs(p - q) <= tolerance * abs(q)
            for p, q in zip(x, y, strict=True)
        ):
            return False
    return all(_equal(p, q, tolerance) for p, q in zip(a.items, b.items, strict=True))


def to_json_ready(record: Record) -> Record:
    """The record without numbers that JSON lacks."""
    ready: Record = json_ready(record)
    return ready
