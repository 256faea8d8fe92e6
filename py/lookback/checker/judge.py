"""The report: what a submission did (`observe`), against what is right. Runs no learner code."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Sequence
from typing import Any

from lookback.checker import words
from lookback.checker.bundle import Answers, JudgedCase, exact_zeros
from lookback.checker.compare import Outcome, Rung, climb
from lookback.checker.diagnose import diagnose, notes
from lookback.checker.load_words import load_said
from lookback.checker.observe import observe
from lookback.checker.reading import Reading
from lookback.checker.said import Said
from lookback.checker.values import Seen, json_ready

Report = dict[str, Any]
SHOWN_ENTRIES = 256  # of one value in the report
GROWN = 400  # MB: far more than Python, NumPy and any case need


def check(bundle: dict[str, Any], source: str, practice_round: int = 3) -> Report:
    """Check a submission in this interpreter.

    Parameters
    ----------
    bundle : an exercise's bundle, `Exercise.to_bundle()`, or the same through JSON.
    source : the learner's file.
    practice_round : 1 to 4; rounds 1 to 3 share their cases.

    Returns
    -------
    dict
        The report (contract 5), plain JSON data. A submission that never returns has to be ended from outside.
    """
    calls, data = split(bundle, practice_round)
    started = time.perf_counter()
    record = observe(calls, source, bundle["time_limit"])
    report = judge(bundle, data, record, source, practice_round)
    report["duration_ms"] = round((time.perf_counter() - started) * 1000, 1)
    return report


def passes(bundle: dict[str, Any], source: str, practice_round: int = 3) -> bool:
    """Whether the verdict would be "passed", without looking for the reason if not."""
    calls, data = split(bundle, practice_round)
    record = observe(calls, source, bundle["time_limit"])
    if record["load"] is not None or record["out_of_time"] or record["interrupted"]:
        return False
    answers = Answers.unpack(data)
    outcomes, rungs = _compared(answers, record)
    promised = [index for index, case in enumerate(answers.cases) if case.note is None]
    return all(outcomes[index] is not None and rungs[index].passed for index in promised)


def split(bundle: dict[str, Any], practice_round: int = 3) -> tuple[dict[str, Any], dict[str, Any]]:
    """What the interpreter that runs the submission needs, and what the judge needs."""
    data = bundle["checks"]["4" if practice_round == 4 else "3"]
    calls = {key: data[key] for key in ("function", "arity", "given", "calls")}
    return calls, data


def judge(
    bundle: dict[str, Any],
    data: dict[str, Any],
    record: dict[str, Any],
    source: str,
    practice_round: int = 3,
    ended: str = "",
) -> Report:
    """Write the report from the record of the calls.

    ``ended`` is "timeout" or "stopped" when the run was ended from outside before it was through.
    """
    answers = Answers.unpack(data)
    outcomes, rungs = _compared(answers, record)
    # A file that never came to a call may be one that cannot be parsed without falling over: do not try it again here.
    reached = record.get("calls") and not record.get("load")
    reading = Reading.of(source, answers.function, data["given"]) if reached else Reading()
    said, verdict = _verdict(bundle, answers, record, outcomes, rungs, reading, ended)
    passed = verdict == "passed"
    shown = [index for index, case in enumerate(answers.cases) if case.note is None]
    return {
        "lesson": bundle["lesson"],
        "exercise": bundle["exercise"],
        "round": practice_round,
        "verdict": verdict,
        "source_sha256": hashlib.sha256(source.encode("utf-8", "surrogatepass")).hexdigest(),
        "cases": [_case_report(answers.cases[index], outcomes[index], rungs[index]) for index in shown],
        "diagnosis": None if said is None else said.to_plain(),
        "notes": [note.to_plain() for note in notes(bundle["exercise"], outcomes, rungs, answers)]
        if passed
        else [],
        "stdout": record.get("stdout", ""),
        "stdout_truncated": bool(record.get("stdout_truncated", False)),
        "traceback": _traceback(record, outcomes, said, answers),
        "duration_ms": record.get("duration_ms", 0.0),
    }


def _compared(answers: Answers, record: dict[str, Any]) -> tuple[list[Outcome | None], list[Rung]]:
    by_id = {entry["id"]: Outcome.from_record(entry) for entry in record.get("calls", ())}
    outcomes = [by_id.get(case.id) for case in answers.cases]
    rungs = [
        Rung("skipped")
        if outcome is None
        else climb(outcome, case.expected, answers.kinds, exact_zeros(answers, case))
        for case, outcome in zip(answers.cases, outcomes, strict=True)
    ]
    return outcomes, rungs


def _verdict(
    bundle: dict[str, Any],
    answers: Answers,
    record: dict[str, Any],
    outcomes: Sequence[Outcome | None],
    rungs: Sequence[Rung],
    reading: Reading,
    ended: str,
) -> tuple[Said | None, str]:
    exercise, load = bundle["exercise"], record.get("load")
    late = bool(record.get("out_of_time")) and diagnose(exercise, outcomes, rungs, answers, reading) is None
    if ended == "timeout" or late:
        return _out_of_time(bundle, answers, record, outcomes), "timeout"
    if ended == "stopped" or record.get("interrupted"):
        return _stopped(exercise, answers, record, outcomes, bool(ended)), "stopped"
    if load is not None:
        why = load_said(load, answers.function)
        return Said(f"{exercise}/{why.id}", why.title, why.message, why.case), "error"
    said = diagnose(exercise, outcomes, rungs, answers, reading)
    if said is None and any(
        o is None and c.note is None for c, o in zip(answers.cases, outcomes, strict=True)
    ):
        # Nothing failed because not everything was tried: that is no pass.
        return _stopped(exercise, answers, record, outcomes, True), "stopped"
    if said is None:
        return None, "passed"
    promised = [
        (case, outcome) for case, outcome in zip(answers.cases, outcomes, strict=True) if case.note is None
    ]
    nothing_ran = all(o is None or o.raised is not None for case, o in promised if not case.expected.raises)
    return said, "error" if nothing_ran else "failed"


def _out_of_time(
    bundle: dict[str, Any], answers: Answers, record: dict[str, Any], outcomes: Sequence[Outcome | None]
) -> Said:
    exercise, limit = bundle["exercise"], words.number(bundle["time_limit"])
    seconds = [outcome.seconds for outcome in outcomes if outcome is not None]
    pending, call = _pending(answers, record, outcomes)
    if len(seconds) > 1 and max(seconds) > 0.1:
        slow = words.number(max(seconds), 2)
        message = f"Stopped after {limit} seconds and {len(seconds)} calls; one call took {slow} seconds. Calls do return, but together they take too long."
        return Said(f"{exercise}/time/slow", "Every call is slow", message, pending)
    grown = record.get("memory_mb", 0)
    if grown > GROWN:
        message = f"Stopped after {limit} seconds: {call} did not come to an end, and its memory had grown to {grown} MB. Something is added to in every turn of a loop that does not stop."
        return Said(f"{exercise}/time/memory", "The code takes more and more memory", message, pending)
    message = f"Stopped after {limit} seconds: {call} did not come to an end. A loop whose condition never becomes false, or a very long calculation, does that."
    return Said(f"{exercise}/time/limit", "The code did not come to an end", message, pending)


CHANNEL = {
    "closed": "closed a channel it had not opened, the one over which its results are sent",
    "flooded": "wrote into a channel it had not opened, the one over which its results are sent",
}


def _stopped(
    exercise: str,
    answers: Answers,
    record: dict[str, Any],
    outcomes: Sequence[Outcome | None],
    from_outside: bool,
) -> Said:
    pending, call = _pending(answers, record, outcomes)
    channel = record.get("channel", "")
    if from_outside and channel:
        message = f"During {call} the code {CHANNEL[channel]}, so no further answer could come. The result is what the function returns."
        return Said(f"{exercise}/stopped/channel", "The way back to the checker was broken", message, pending)
    if from_outside:
        message = f"Python itself came to an end during {call}: out of memory, too deep a recursion, or a call that ends the process."
        return Said(f"{exercise}/stopped/interpreter", "The interpreter was brought down", message, pending)
    broken = [
        case
        for case, o in zip(answers.cases, outcomes, strict=True)
        if o is not None and o.raised is not None
    ]
    if broken:  # the interrupted call has an outcome of its own, the exception
        pending, call = broken[-1].id, words.cut(broken[-1].call, 80)
    message = f"The run was interrupted during {call}."
    return Said(f"{exercise}/stopped/interrupted", "The run was interrupted", message, pending)


def _pending(
    answers: Answers, record: dict[str, Any], outcomes: Sequence[Outcome | None]
) -> tuple[str | None, str]:
    """What was running at the end: the id of its case, and words for it."""
    if not record.get("loaded"):
        return None, "the run of the file itself, before any call,"
    for case, outcome in zip(answers.cases, outcomes, strict=True):
        if outcome is None:
            return case.id, words.cut(case.call, 80)
    return None, "the last call"


def _case_report(case: JudgedCase, outcome: Outcome | None, rung: Rung) -> Report:
    return {
        "id": case.id,
        "title": case.title,
        "status": _status(outcome, rung),
        "call": case.call,
        "expected": case.expected.raises or _plain(case.expected.value),
        "got": _got(outcome),
        "max_abs_error": json_ready(rung.error),
        "first_bad_index": list(rung.index) if rung.index is not None else None,
        "message": _case_message(case, outcome, rung),
    }


def _status(outcome: Outcome | None, rung: Rung) -> str:
    if outcome is None:
        return "skipped"
    if rung.passed:
        return "passed"
    return "error" if rung.step == "raised" else "failed"


def _got(outcome: Outcome | None) -> Any:
    if outcome is None:
        return None
    if outcome.raised is not None:
        text = outcome.raised.get("text", "")
        return f"{outcome.raised['type']}: {words.cut(text, 120)}" if text else outcome.raised["type"]
    return _plain(outcome.value)


def _plain(value: Seen | None) -> Any:
    """A value as nested lists; of anything that is not numbers, the name of its type."""
    if value is None or value.kind == "none":
        return None
    if value.kind == "sequence":
        return [_plain(item) for item in value.items[:SHOWN_ENTRIES]]
    if value.kind == "bool" and value.data is not None:
        return bool(value.data)
    if value.data is None or value.data.size > SHOWN_ENTRIES:
        shape = f" of shape {words.shape(value.shape)}" if value.kind == "array" else ""
        return f"{value.type_name}{shape}"
    return json_ready(value.data.tolist())


CASE_WORDS = {
    "": "as expected",
    "skipped": "not tried",
    "raised": "an exception",
    "no-error": "no exception where one is asked for",
    "nothing": "None was returned",
    "unfinished": "a line is still to fill in",
    "pair": "not the pair that is asked for",
    "type": "not the type that is asked for",
    "dtype": "not the kind of numbers that is asked for",
    "shape": "another shape",
    "nan": "nan or inf",
    "changed": "an argument was changed",
    "again": "the second call differs",
    "values": "other numbers",
}


def _case_message(case: JudgedCase, outcome: Outcome | None, rung: Rung) -> str:
    if rung.step == "values" and rung.error is not None:
        where = f" at {list(rung.index)}" if rung.index else ""
        return f"other numbers{where}, off by {words.small(rung.error)} at most"
    if rung.step == "changed" and outcome is not None:
        return f"{words.listed(list(outcome.changed[:3]))} changed"
    return CASE_WORDS[rung.step]


def _traceback(
    record: dict[str, Any], outcomes: Sequence[Outcome | None], said: Said | None, answers: Answers
) -> str | None:
    """The learner's part of the traceback that the diagnosis is about."""
    load = record.get("load")
    if load is not None:
        return str(load["traceback"]) if "traceback" in load else None
    about = said.case if said is not None else None
    for case, outcome in zip(answers.cases, outcomes, strict=True):
        if case.id == about and outcome is not None and outcome.raised is not None and case.note is None:
            traceback: str | None = outcome.raised.get("traceback")
            return traceback
    return None


class Checker:
    """An exercise's checker, ready to use many times."""

    def __init__(self, bundle: dict[str, Any]) -> None:
        self._bundle = bundle

    @classmethod
    def from_bundle(cls, bundle: dict[str, Any]) -> Checker:
        """From `Exercise.to_bundle()`."""
        return cls(bundle)

    def check(self, source: str, practice_round: int = 3) -> Report:
        """The report on a submission."""
        return check(self._bundle, source, practice_round)
