"""Run a submission on the calls of a task and write down what happened. Nothing here knows what is right.

The record that comes out is plain JSON data: `judge` reads it in this interpreter, in another process or in another
worker. Expected values are never near the code that is being checked.
"""

from __future__ import annotations

import inspect
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from lookback.checker import failures, isolate
from lookback.checker.cases import argument_from_plain, fresh
from lookback.checker.execute import compiled, execute
from lookback.checker.values import Seen, class_name, same_array, see

FILENAME = failures.FILENAME
SECOND_CALL_WITHIN = 0.25  # seconds: a call slower than this is not repeated

Record = dict[str, Any]
Mend = Callable[[], None]
Progress = Callable[[Record], None]
IsLate = Callable[[float], bool]
_clock = time.perf_counter


def observe(
    calls: Record,
    source: str,
    time_limit: float = 5.0,
    progress: Progress = lambda record: None,
    echo: Callable[[str], None] | None = None,
) -> Record:
    """What a submission does.

    Parameters
    ----------
    calls : ``function``, ``arity`` (names of the arguments), ``given`` (source of the lesson's earlier functions) and
        ``calls``, each with ``id``, ``args`` and ``kwargs`` (see `cases.argument_to_plain`). ``then``, where it is
        there, lists calls of further functions of the same run of the file. Their arguments may be what the calls
        before them returned (see `_handed`).
    source : the learner's file.
    time_limit : seconds after which the remaining calls are skipped. A call that never returns has to be ended from
        outside.
    progress : called with a message as soon as there is something to say: ``{"loaded": True}`` once the file has run,
        ``{"call": record}`` after each call, ``{"step": number}`` before those of ``then``. `record_of` makes a record
        of them when the run is ended from outside.
    echo : called with every piece of output that is kept, as soon as it is written.

    Returns
    -------
    dict
        ``load`` (None, or why the file gave no function), ``calls`` (one record per call that was tried), ``out_of_time``,
        ``interrupted``, ``stdout``, ``stdout_truncated``, ``duration_ms``; and ``then``, with ``load`` and ``calls`` of
        each step that was come to.
    """
    started = _clock()
    record: Record = _blank()
    with isolate.room(echo) as room:
        file, record["load"] = _load(calls["given"], source, room.mend)
        record["loaded"] = True
        if file is None:
            record["interrupted"] = _interrupted(record["load"] or {})
            progress({"loaded": True})
        else:
            # Stop before a call that would most likely be cut off in the middle.
            _make_all(file, calls, record, progress, lambda last: _clock() - started + last > time_limit)
    record["stdout"], record["stdout_truncated"] = room.output.text(), room.output.truncated
    record["duration_ms"] = round((_clock() - started) * 1000, 1)
    return record


def _make_all(file: _File, calls: Record, record: Record, progress: Progress, is_late: IsLate) -> None:
    """The calls of one function, and those of ``then`` as long as the ones before have come to their end."""
    _make(file, calls, record, progress, {"loaded": True}, is_late)
    before, asked = record, calls
    for number, step in enumerate(calls.get("then", ()), 1):
        entries = _handed(step["calls"], before["calls"])
        if entries is None or before["interrupted"] or len(before["calls"]) < len(asked["calls"]):
            return
        before, asked = _part(), {**step, "calls": entries}
        record.setdefault("then", []).append(before)
        _make(file, asked, before, progress, {"step": number}, is_late)
        record["out_of_time"] |= before["out_of_time"]
        record["interrupted"] |= before["interrupted"]


def _make(
    file: _File, calls: Record, record: Record, progress: Progress, begins: Record, is_late: IsLate
) -> None:
    """The calls of one function; ``begins`` is told when it has been found, or not."""
    function, record["load"] = _find(file, calls)
    progress(begins)
    for entry in calls["calls"] if record["load"] is None else ():
        outcome = _try(function, entry, file.source, calls["arity"], file.mend)
        record["calls"].append(outcome)
        progress({"call": outcome})
        if _interrupted(outcome.get("raised") or {}):
            record["interrupted"] = True
            return
        if is_late(outcome["seconds"]):
            record["out_of_time"] = True
            return


def _handed(entries: list[Record], before: list[Record]) -> list[Record] | None:
    """Calls with what earlier calls returned put in its place, None when that is not what it should be.

    ``{"from": [2, 3], "shape": [4]}`` as an argument is what calls 2 and 3 before it returned, two arrays of this shape,
    as one array (2, 4); ``{"from": 2, "shape": [4]}`` is what call 2 returned.
    """

    def resolved(plain: Record) -> Record:
        if "from" not in plain:
            return plain
        several = isinstance(plain["from"], list)
        numbers: list[float] = []
        for index in plain["from"] if several else [plain["from"]]:
            numbers += _numbers(before[index], tuple(plain["shape"]))
        shape = [len(plain["from"]), *plain["shape"]] if several else plain["shape"]
        return {"array": numbers, "kind": "f", "shape": shape}

    try:
        return [{**entry, "args": [resolved(plain) for plain in entry["args"]]} for entry in entries]
    except LookupError:
        return None


def _numbers(outcome: Record, shape: tuple[int, ...]) -> list[float]:
    """The numbers that a call returned; LookupError when it returned nothing of this shape."""
    data = Seen.from_plain(outcome["value"]).numbers()
    if data is None or data.shape != shape:
        raise LookupError
    numbers: list[float] = data.ravel().tolist()
    return numbers


def _interrupted(raised: Record) -> bool:
    """Whether the run was interrupted from outside; code that raises KeyboardInterrupt itself raised an exception."""
    own = (raised.get("place") or {}).get("what") == "raise"
    return raised.get("type") == "KeyboardInterrupt" and not own


def record_of(messages: Iterable[Record]) -> Record:
    """The record of a run that was ended from outside, from the messages that had come until then.

    Messages are those of ``progress``, and ``{"output": text}`` for each piece of ``echo``.
    """
    record = _blank()
    for message in messages:
        record["loaded"] = record["loaded"] or bool(message.get("loaded"))
        if isinstance(message.get("call"), dict):
            record["calls"].append(message["call"])
        if isinstance(message.get("output"), str):
            record["stdout"] += message["output"]
    return record


def _blank() -> Record:
    return {**_part(), "loaded": False, "stdout": "", "stdout_truncated": False}


def _part() -> Record:
    """What there is to say of the calls of one function."""
    return {"load": None, "calls": [], "out_of_time": False, "interrupted": False}


@dataclass(frozen=True)
class _File:
    """The learner's file when it has run: its names, those it was given, its source, and what mends after a call."""

    space: dict[str, Any]
    given: dict[str, Any]
    source: str
    mend: Mend


def _load(given: str, source: str, mend: Mend) -> tuple[_File | None, Record | None]:
    """A fresh run of the file, after the source of earlier exercises; or why it came to no end."""
    space = isolate.namespace()
    if given:
        execute(compiled(given, "<earlier exercises>"), space)
    file = _File(space, dict(space), source, mend)
    try:
        with isolate.quiet():
            execute(compiled(source.removeprefix("\ufeff"), FILENAME), space)
    except BaseException as error:
        mend()
        return None, {"why": "raised", **failures.describe(error, source)}
    mend()
    return file, None


def _find(file: _File, calls: Record) -> tuple[Any, Record | None]:
    space, given = file.space, file.given
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


def _try(function: Any, entry: Record, source: str, names: list[str], mend: Mend) -> Record:
    """One call, twice, each time on fresh arguments."""
    given = [argument_from_plain(plain) for plain in entry["args"]]
    named = {name: argument_from_plain(plain) for name, plain in entry["kwargs"].items()}
    call = _Call(function, given, named, [*names[: len(given)], *named])
    started = _clock()
    first = _call(call, source, mend)
    seconds = _clock() - started
    outcome: Record = {"id": entry["id"], **first, "seconds": round(seconds, 6)}
    raised = first.get("raised", {})
    # A recursion without end takes its time, and ends as it did.
    if seconds < SECOND_CALL_WITHIN and not _interrupted(raised) and raised.get("type") != "RecursionError":
        second = _call(call, source, mend)
        outcome["again"] = None if _same(first, second) else second
    return outcome


@dataclass(frozen=True)
class _Call:
    """A function and pristine arguments: positional ones, named ones, and the names of all of them."""

    function: Any
    args: list[Any]
    kwargs: dict[str, Any]
    names: list[str]


def _call(call: _Call, source: str, mend: Mend) -> Record:
    args, kwargs = fresh(call.args), fresh(call.kwargs)
    try:
        with isolate.quiet():
            value = call.function(*args, **kwargs)
            mend()
            # What came back is read at once: a buffer that the next call reuses is not its fault.
            result: Record = {"value": see(value).to_plain()}
            del value
    except BaseException as error:
        mend()
        result = {"raised": failures.describe(error, source)}
    return result | _changed(call, args, kwargs)


def _changed(call: _Call, args: list[Any], kwargs: dict[str, Any]) -> Record:
    """Which arguments are not what they were: their names, and what the arrays among them hold now."""
    changed, after = [], []
    before, now = [*call.args, *call.kwargs.values()], [*args, *kwargs.values()]
    for name, old_argument, new_argument in zip(call.names, before, now, strict=True):
        for where, old, new in _arrays_of(name, old_argument, new_argument):
            if not same_array(old, new):
                changed.append(where)
                after.append(see(new).to_plain())
    return {"changed": changed, "after": after} if changed else {}


def _arrays_of(name: str, before: Any, now: Any) -> list[tuple[str, Any, Any]]:
    """The parts of an argument to compare; a dict that gained or lost a key is one part."""
    if not isinstance(before, dict):
        return [(name, before, now)]
    if list(before) != list(now):
        return [(name, None, 0)]
    return [(f"{name}[{key!r}]", before[key], now[key]) for key in before]


def _same(first: Record, second: Record) -> bool:
    if "raised" in first or "raised" in second:
        return (
            "raised" in first and "raised" in second and first["raised"]["type"] == second["raised"]["type"]
        )
    same = first["value"] == second["value"]  # plain data, and as a rule the same
    return same or _equal(Seen.from_plain(first["value"]), Seen.from_plain(second["value"]), 1e-9)


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
