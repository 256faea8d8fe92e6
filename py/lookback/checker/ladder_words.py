"""Words for the rungs of the comparison ladder, when no stored mistake says it better."""

from __future__ import annotations

from collections.abc import Sequence

from lookback.checker import raised, words
from lookback.checker.bundle import Answers, JudgedCase
from lookback.checker.compare import Outcome, Rung
from lookback.checker.form_words import dtype_said, odd_why, pair_said, shape_said, thing, type_said
from lookback.checker.own_raise import is_own, own_raise
from lookback.checker.probes.trials import Trial
from lookback.checker.reading import Reading
from lookback.checker.said import Said, join, named


def step_said(
    rung: Rung, outcome: Outcome, case: JudgedCase, answers: Answers, reading: Reading, tried: Sequence[Trial]
) -> Said:
    """What the first rung that does not hold says about this call."""
    call = named(case)
    words_of = {
        "no-error": _no_error,
        "unfinished": _unfinished,
        "again": _again,
    }
    forms = {"pair": pair_said, "type": type_said, "dtype": dtype_said, "shape": shape_said}
    if rung.step in forms:
        said = forms[rung.step](rung, outcome, case, answers, call, tried)
    elif rung.step == "nothing":
        said = _nothing(rung, outcome, answers, call, reading)
    elif rung.step == "changed":
        said = _changed(outcome, call, reading)
    elif rung.step == "raised":
        said = _raised(outcome, case, call, tried)
    else:
        said = words_of[rung.step](rung, outcome, case, answers, call)
    return Said(said.id, said.title, said.message, case.id)


def _raised(outcome: Outcome, case: JudgedCase, call: str, tried: Sequence[Trial]) -> Said:
    record = outcome.raised or {}
    if is_own(record) and not case.expected.raises:
        trial = next((trial for trial in tried if trial.case.id == case.id), None)
        return own_raise(record, call, trial, tried)
    cause, why = raised.explain(record)
    text = (
        f": {words.cut(record['text'], 70)}"
        if record.get("text") and cause.id in ("other", "assertion")
        else ""
    )
    what = f"{call} raised {record['type']}{raised.place(record)}{text}."
    if case.expected.raises:
        what = f"{call} raised {record['type']}{raised.place(record)}."
        why = f"With every position masked the statement asks for {case.expected.raises}."
    elif not why:
        why = "So no result came back."
    return Said(f"raised/{cause.id}", cause.title, join(what, why))


def _no_error(rung: Rung, outcome: Outcome, case: JudgedCase, answers: Answers, call: str) -> Said:
    numbers = outcome.value.numbers() if outcome.value is not None else None
    if numbers is None and outcome.value is not None and outcome.value.items:
        numbers = outcome.value.items[0].numbers()
    got = f" returned {words.array(numbers)}" if numbers is not None else f" returned {thing(outcome.value)}"
    odd = odd_why(outcome.value)
    nothing = (
        ""
        if outcome.value is not None and outcome.value.kind != "none"
        else "What is printed, or left out, is no error. "
    )
    why = (
        odd
        + " " * bool(odd)
        + nothing
        + f"The statement asks for {case.expected.raises} here, as no position is left."
    )
    return Said("ladder/no-error", f"{case.expected.raises} is missing", join(f"{call}{got}.", why))


def _nothing(rung: Rung, outcome: Outcome, answers: Answers, call: str, reading: Reading) -> Said:
    inside = len(answers.returns) > 1 and outcome.value is not None and bool(outcome.value.items)
    part = f" as {answers.returns[rung.part]['name']}" if inside else ""
    if reading.returns_print:
        why = "print shows its arguments and gives back None, so return print(…) returns None."
    elif reading.hides:
        why = "An except in the function catches an error and says nothing of it, so the call ends without a result."
    elif reading.prints and not reading.returns:
        why = "The function prints and has no return: what is printed is for people, and nothing can go on calculating with it."
    elif not reading.returns:
        why = "The function has no return with a value, so what it computes is lost when it ends."
    else:
        why = "There is a return, and this call ends on a path that does not reach it, or returns what another function left as None."
    return Said("ladder/nothing", "Nothing is returned", join(f"{call} returned None{part}.", why))


def _unfinished(rung: Rung, outcome: Outcome, case: JudgedCase, answers: Answers, call: str) -> Said:
    return Said(
        "ladder/unfinished",
        "A line is still to fill in",
        f"{call} returned the ... itself, which stands for a line that is still to be written.",
    )


def _changed(outcome: Outcome, call: str, reading: Reading) -> Said:
    names = words.listed(list(outcome.changed[:3]))
    why = "Writing in place (-=, x[i] = …, out=, pop, del) reaches the caller's own object. Arguments have to stay as they were."
    seen = next((write for write in reading.writes if write.argument in outcome.changed), None)
    if seen is not None:
        same = f", as {seen.name} is {seen.argument} itself, no copy" if seen.name != seen.argument else ""
        why = f"Line {seen.line}, {words.cut(seen.code, 40)}, writes into the caller's own object{same}. Arguments have to stay as they were."
    return Said(
        "ladder/argument-changed",
        "An argument is changed",
        join(f"After {call[0].lower() + call[1:]} the argument {names} is not what it was before.", why),
    )


def _again(rung: Rung, outcome: Outcome, case: JudgedCase, answers: Answers, call: str) -> Said:
    first, second = _short(outcome), _short(outcome.again)
    why = "Something is kept between calls, or random. The result may depend on the arguments only."
    return Said(
        "ladder/second-call",
        "The same call, another answer",
        join(f"{call} gave {first}, and the second time {second}.", why),
    )


def _short(outcome: Outcome | None) -> str:
    if outcome is None or outcome.value is None:
        return outcome.raised["type"] if outcome is not None and outcome.raised else "nothing"
    value = outcome.value.items[0] if outcome.value.items else outcome.value
    numbers = value.numbers()
    return words.array(numbers, longest=40) if numbers is not None else thing(outcome.value)
