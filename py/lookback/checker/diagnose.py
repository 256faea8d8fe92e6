"""From all calls of a submission to one diagnosis.

In this order: a stored mistake that behaves the same on every case; one that behaves the same wherever it is wrong;
the comparison ladder; formulas that explain the numbers; what the failing cases have in common.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from importlib import import_module
from itertools import chain

import numpy as np

from lookback.checker import patterns, words
from lookback.checker.bundle import Answers, JudgedCase, StoredMistake, exact_zeros
from lookback.checker.compare import Outcome, Rung, climb, same_behaviour
from lookback.checker.facts import facts
from lookback.checker.ladder_words import step_said
from lookback.checker.probes.trials import Trial, trials
from lookback.checker.reading import Reading
from lookback.checker.said import Said, named

strict = False  # set by tests and by `audit`: a stumbling probe is an error there

Probe = Callable[[Sequence[Trial]], Iterator[Said]]
# The module in `probes/` and its function. They are many formulas, so only those that are needed are loaded.
PROBES: dict[str, tuple[str, str]] = {
    "softmax": ("softmax", "probe"),
    "attention": ("attention", "probe"),
    "attend_all": ("matrix", "probe"),
    "additive_score": ("additive", "probe"),
    "weighted_sum": ("gathering", "probe"),
    "softmax_rows": ("batched", "softmax_rows"),
    "attention_batch": ("batched", "attention_batch"),
    "attend_causal": ("batched", "attend_causal"),
    "additive_scores": ("batched", "additive_scores"),
    "weighted_sums": ("batched", "weighted_sums"),
}


def probe_of(family: str) -> Probe | None:
    """The probe of a family of exercises; None for one without."""
    if family not in PROBES:
        return None
    module, function = PROBES[family]
    probe: Probe = getattr(import_module(f"lookback.checker.probes.{module}"), function)
    return probe


def diagnose(
    exercise: str,
    outcomes: Sequence[Outcome | None],
    rungs: Sequence[Rung],
    answers: Answers,
    reading: Reading,
) -> Said | None:
    """The one thing to say about a submission that did not pass; None if every promised case passed."""
    promised = [index for index, case in enumerate(answers.cases) if case.note is None]
    failing = [index for index in promised if rungs[index].step and outcomes[index] is not None]
    if not failing:
        return None
    unfinished = _unfinished(reading, answers.cases[failing[0]], answers)
    if unfinished is not None:
        return Said(f"{exercise}/{unfinished.id}", unfinished.title, unfinished.message, unfinished.case)
    mistake = find_mistake(outcomes, failing, promised, answers)
    if mistake is not None:
        return mistake_said(exercise, mistake, outcomes, failing, answers)
    tried = trials(answers.cases, outcomes, rungs, answers)
    first = failing[0]
    for said in _candidates(first, outcomes, rungs, answers, tried, reading):
        return Said(f"{exercise}/{said.id}", said.title, said.message, said.case)
    return None


def _unfinished(reading: Reading, case: JudgedCase, answers: Answers) -> Said | None:
    """A line of the starting text that is still there says more than what comes of it."""
    function = answers.function
    if reading.empty and reading.unfinished:
        message = f"The body of {function} is still the one it started with, so {named(case)} has nothing to return."
        return Said("unfinished", "The function is not written yet", message, case.id)
    if reading.unfinished:
        lines = words.listed([str(line) for line in reading.unfinished[:3]])
        plural = len(reading.unfinished) > 1
        message = f"{'Lines' if plural else 'Line'} {lines} of the file still {'hold' if plural else 'holds'} the ... to fill in, so the call {named(case)} cannot come out right yet."
        return Said("unfinished", "A line is still to fill in", message, case.id)
    if reading.helper:
        message = f"{function} calls {reading.helper}, and {reading.helper} in this file still holds the ... to fill in."
        return Said("unfinished-helper", f"{reading.helper} is not written yet", message, case.id)
    return None


def _candidates(
    first: int,
    outcomes: Sequence[Outcome | None],
    rungs: Sequence[Rung],
    answers: Answers,
    tried: list[Trial],
    reading: Reading,
) -> Iterator[Said]:
    outcome, rung = outcomes[first], rungs[first]
    if len(answers.kinds) > 1:
        yield from _guarded(patterns.exchanged_pair(tried))
    if outcome is not None and rung.step not in ("nan", "values"):
        lone = outcome.value is not None and outcome.value.kind == "number"
        if rung.step == "shape" or (rung.step == "type" and (answers.kinds == ("number",) or lone)):
            yield from _guarded(_shape_probe(tried, answers))
        yield step_said(rung, outcome, answers.cases[first], answers, reading, tried)
    for pattern in (patterns.stale_answer, patterns.constant_answer, patterns.cut_to_whole):
        yield from _guarded(pattern(tried))
    probe = probe_of(answers.family)
    weak = []
    for said in _guarded(probe(tried)) if probe is not None else ():
        if said.weak:
            weak.append(said)
        else:
            yield said
    yield from _guarded(patterns.common_trait(tried))
    yield from weak
    yield from patterns.plain_difference(tried)


def _guarded(found: Iterator[Said]) -> Iterator[Said]:
    """What a probe finds. One that stumbles over odd numbers costs its own words, never the verdict."""
    try:
        yield from found
    except Exception:
        if strict:
            raise


def _shape_probe(tried: list[Trial], answers: Answers) -> Iterator[Said]:
    """A wrong shape may be a known formula too, such as a sum along the other axis."""
    probe = probe_of(answers.family)
    if probe is None:
        return
    for said in probe(tried):
        if not said.weak:
            yield said
        return


def find_mistake(
    outcomes: Sequence[Outcome | None], failing: list[int], promised: list[int], answers: Answers
) -> StoredMistake | None:
    """The stored mistake that behaves like the submission."""
    candidates = [mistake for mistake in answers.mistakes if not mistake.note]
    for mistake in candidates:
        if all(_agree(mistake, index, outcomes) for index in promised):
            return mistake
    best: tuple[int, StoredMistake] | None = None
    for mistake in candidates:
        if not _agree(mistake, failing[0], outcomes):  # spares most of them the reading of every other call
            continue
        wrong = [index for index in promised if _is_wrong(mistake, index, answers)]
        telling = any(_tells(mistake, index, answers) for index in wrong)
        agrees = telling and failing[0] in wrong and all(_agree(mistake, index, outcomes) for index in wrong)
        if agrees and (best is None or len(wrong) > best[0]):
            best = (len(wrong), mistake)
    return best[1] if best is not None else None


def _tells(mistake: StoredMistake, index: int, answers: Answers) -> bool:
    """Whether a wrong outcome says how it came about: nan alone comes about in many ways."""
    stored = mistake.outcome(index)
    if stored is None or stored.value is None or answers.cases[index].expected.value is None:
        return True
    parts = stored.value.items or (stored.value,)
    return all(part.data is None or bool(np.isfinite(part.data).any()) for part in parts)


def _agree(mistake: StoredMistake, index: int, outcomes: Sequence[Outcome | None]) -> bool:
    stored, seen = mistake.outcome(index), outcomes[index]
    return stored is not None and seen is not None and same_behaviour(seen, stored)


def _is_wrong(mistake: StoredMistake, index: int, answers: Answers) -> bool:
    stored, case = mistake.outcome(index), answers.cases[index]
    return stored is not None and bool(
        climb(stored, case.expected, answers.kinds, exact_zeros(answers, case)).step
    )


def mistake_said(
    exercise: str,
    mistake: StoredMistake,
    outcomes: Sequence[Outcome | None],
    failing: list[int],
    answers: Answers,
) -> Said:
    """The mistake's own words, with the numbers of its case."""
    index = next((i for i, case in enumerate(answers.cases) if case.id == mistake.case), failing[0])
    if index not in failing and not mistake.note:
        index = failing[0]
    case, outcome = answers.cases[index], outcomes[index]
    known = facts(case, outcome, answers) if outcome is not None else {}
    return Said(f"{exercise}/{mistake.id}", mistake.title, fill(mistake.message, known), case.id)


class _Missing(dict[str, object]):
    """A fact that this outcome does not have stays visible, so that `check` reports it."""

    def __missing__(self, key: str) -> str:
        return "{" + key + "}"


def fill(message: str, known: dict[str, object]) -> str:
    """A stored message with its facts filled in."""
    try:
        return message.format_map(_Missing(known))
    except (IndexError, KeyError, AttributeError, TypeError, ValueError):
        return message


def notes(
    exercise: str, outcomes: Sequence[Outcome | None], rungs: Sequence[Rung], answers: Answers, most: int = 2
) -> list[Said]:
    """What is worth saying after "passed": calls beyond the statement, and what was accepted with a remark."""
    found: list[Said] = []
    for index, case in enumerate(answers.cases):
        outcome = outcomes[index]
        if case.note is None or outcome is None or not rungs[index].step:
            continue
        stored = next(
            (m for m in answers.mistakes if m.note and m.case == case.id and _agree(m, index, outcomes)), None
        )
        if stored is not None:
            found.append(mistake_said(exercise, stored, outcomes, [index], answers))
        else:
            title, message = case.note["title"], fill(case.note["message"], facts(case, outcome, answers))
            found.append(Said(f"{exercise}/note/{case.note['id']}", title, message, case.id))
    remarks = frozenset(chain.from_iterable(rung.remarks for rung in rungs))
    if "single" in remarks:
        message = "The result is float32, which keeps 7 digits, and is close enough here. np.asarray(…, dtype=float) keeps 16."
        found.insert(0, Said(f"{exercise}/note/single", "Single precision", message))
    if "list-pair" in remarks:
        message = (
            "The two results came back in a list. The statement asks for a pair, return weights, context."
        )
        found.insert(0, Said(f"{exercise}/note/list-pair", "A list of two in place of a pair", message))
    return found[:most]
