"""Reading an exercise from its folder.

``lessons/<lesson>/exercises/<exercise>/`` holds ``exercise.toml`` (the statement and the rounds), ``starter.py``,
``solution.py``, ``cases.py``, ``mistakes.py`` and ``accepted.py``. Round 4, the variation, is a folder
``variation/`` of the same form inside it. docs/checker.md explains each file.
"""

from __future__ import annotations

import ast
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np

from lookback.checker import sources
from lookback.checker.cases import Case, CaseList, Expected, expect
from lookback.checker.fields import Reader
from lookback.checker.model import (
    PREAMBLE,
    Accepted,
    Choice,
    Equivalent,
    Example,
    Exercise,
    Hints,
    Input,
    Mistake,
    Output,
    Round,
    Task,
)
from lookback.errors import Findings, LookbackError

FILES = ("starter.py", "solution.py", "cases.py", "mistakes.py", "accepted.py")
#: What the formulas of each family are given. Of a function that takes something else they would say untrue things.
FAMILIES: dict[str, tuple[str, ...]] = {
    "softmax": ("scores",),
    "attention": ("q", "K", "V", "mask"),
    "attend_all": ("Q", "K", "V"),
    "additive_score": ("query", "key", "parameters"),
    "weighted_sum": ("weights", "values"),
    "softmax_rows": ("scores", "axis"),
    "attention_batch": ("q", "K", "V", "mask"),
    "attend_causal": ("Q", "K", "V"),
    "additive_scores": ("query", "keys", "parameters"),
    "weighted_sums": ("weights", "values"),
    "none": (),
}
CAN_BE_LEFT_OUT = ("axis",)

HEAD: dict[str, type] = {"order": int, "file": str, "time_limit": float, "rounds": list}
TEXTS = ("title", "function", "signature", "summary", "rule", "rule_in_words", "approach", "family")
TABLES: dict[str, dict[str, type]] = {
    "inputs": {"name": str, "shape": str, "meaning": str},
    "returns": {"name": str, "shape": str, "kind": str, "meaning": str},
    "examples": {"call": str, "result": str},
    "equivalents": {"mutant": str, "reason": str},
}
HINTS: dict[str, type] = {"question": str, "principle": str, "line": str}
ROUND: dict[str, type] = {"number": int, "title": str, "task": str, "question": str, "choices": list}
CHOICE: dict[str, type] = {"text": str, "right": bool, "explanation": str}
TASK: dict[str, type] = {**dict.fromkeys(TEXTS, str), **dict.fromkeys(TABLES, list), "hints": dict}


def load_exercise(folder: Path) -> Exercise:
    """Read and validate an exercise's folder.

    Raises
    ------
    Findings
        With every finding of every file: what, where, and the mend.
    """
    folder = Path(folder)
    findings: list[LookbackError] = []
    reader, top = Reader.of(folder / "exercise.toml")
    values = reader.table(top, HEAD | TASK, "exercise", ("equivalents",)) if top else {}
    fields = _statement(reader, values) if values else {}
    rounds = _rounds(reader, values["rounds"]) if values else []
    findings += reader.findings
    given = _given(folder, values.get("order", 0), findings)
    task = _load_task(folder, fields, given, findings)
    variation = _load_variation(folder / "variation", given, task, findings)
    if task is not None:
        _check_blanks(task, findings)
    if findings or task is None or variation is None:
        raise Findings(f"{len(findings)} findings", folder, findings=tuple(findings))
    return Exercise(
        lesson=folder.resolve().parent.parent.name,
        name=folder.name,
        folder=folder,
        order=values["order"],
        file=values["file"],
        time_limit=values["time_limit"],
        task=task,
        variation=variation,
        rounds=tuple(replace(entry, starter=_starter(entry.number, task, variation)) for entry in rounds),
    )


def exercise_folders(lesson: Path) -> list[Path]:
    """The exercise folders of a lesson's folder, in their order."""
    folders = [path.parent for path in lesson.glob("exercises/*/exercise.toml")]
    return sorted(folders, key=lambda folder: (_order(folder), folder.name))


def load_lesson(lesson: Path) -> list[Exercise]:
    """All exercises of a lesson's folder, in their order; all findings of all of them at once."""
    exercises: list[Exercise] = []
    findings: list[LookbackError] = []
    for folder in exercise_folders(lesson):
        try:
            exercises.append(load_exercise(folder))
        except Findings as error:
            findings += error.findings
    if findings:
        raise Findings(f"{len(findings)} findings", lesson, findings=tuple(findings))
    return exercises


def lesson_file(exercises: list[Exercise]) -> str:
    """The text a learner's file starts with: the import and the starters of all the lesson's functions."""
    return PREAMBLE + "".join("\n\n" + exercise.task.starter.strip("\n") + "\n" for exercise in exercises)


def _order(folder: Path) -> int:
    path = folder / "exercise.toml"
    return _order_in(path, path.stat().st_mtime_ns)


@lru_cache(maxsize=1024)
def _order_in(path: Path, _modified: int) -> int:
    """Read once for each state of the file: every exercise asks it of all exercises of its lesson."""
    place = Reader.of(path)[1].get("order", 0)
    return place if isinstance(place, int) else 0


def _statement(reader: Reader, values: dict[str, Any]) -> dict[str, Any]:
    """The statement's own tables, each checked against its form."""
    fields = {key: values[key] for key in TEXTS}
    for key, form in TABLES.items():
        fields[key] = reader.tables(values[key], form, key)
    fields["hints"] = reader.table(values["hints"], HINTS, "hints")
    _check_family(reader, fields["family"], fields["signature"])
    for output in fields["returns"]:
        if output["kind"] not in ("array", "number"):
            reader.report(f'unknown kind "{output["kind"]}"', key="kind", mend='write "array" or "number"')
    return fields


def _check_family(reader: Reader, family: str, signature: str) -> None:
    names = _parameters(signature)
    if names is None:
        what, mend = f'"{signature}" is no signature', 'write it as in "attention(q, K, V, mask=None)"'
        reader.report(what, key="signature", mend=mend)
    elif family not in FAMILIES:
        what, mend = f'unknown family "{family}"', f"use one of {', '.join(FAMILIES)}"
        reader.report(what, key="family", mend=mend)
    elif family != "none":
        wanted = FAMILIES[family]
        least = len([name for name in wanted if name not in CAN_BE_LEFT_OUT])
        if not least <= len(names) <= len(wanted) or ("mask" in wanted and "mask" not in names):
            taken = ", ".join(names) or "nothing"
            what = f'family "{family}" is for functions of {", ".join(wanted)}; this one takes {taken}'
            reader.report(what, key="family", mend='name one that fits, or write family = "none"')


def _parameters(signature: str) -> list[str] | None:
    """The names of a signature's parameters; None if it is none."""
    try:
        [function] = ast.parse(f"def {signature}: ...").body
    except SyntaxError:
        return None
    return _names(function) if isinstance(function, ast.FunctionDef) else None


def _names(function: ast.FunctionDef) -> list[str]:
    return [one.arg for one in function.args.args]


def _check_solution(solution: str, fields: dict[str, Any], path: Path) -> LookbackError | None:
    """A solution whose parameters are not those that readers are told."""
    told = _parameters(fields["signature"])
    for node in ast.parse(solution).body:
        if isinstance(node, ast.FunctionDef) and node.name == fields["function"]:
            names = _names(node)
            if names != told:
                what = (
                    f"{node.name} takes {', '.join(names)}, and its signature in exercise.toml says otherwise"
                )
                return LookbackError(
                    what, path, node.lineno, "give both the same parameters in the same order"
                )
    return None


def _rounds(reader: Reader, tables: Any) -> list[Round]:
    rounds = []
    for entry in reader.tables(tables, ROUND, "rounds"):
        choices = tuple(Choice(**choice) for choice in reader.tables(entry["choices"], CHOICE, "choices"))
        if sum(choice.right for choice in choices) != 1:
            what = f"the question of round {entry['number']} has not exactly one right choice"
            reader.report(what, key="choices", mend="set right = true on one choice")
        rounds.append(Round(**(entry | {"starter": "", "choices": choices})))
    if [entry.number for entry in rounds] != [1, 2, 3, 4]:
        reader.report(
            "the rounds are not 1, 2, 3, 4", key="rounds", mend="write four [[rounds]] tables in order"
        )
    return rounds


def _given(folder: Path, order: int, findings: list[LookbackError]) -> str:
    """The solutions of the lesson's earlier exercises: a submission may call them without defining them."""
    texts = []
    for earlier in exercise_folders(folder.parent.parent):
        if earlier.name != folder.name and _order(earlier) < order:
            text, _ = sources.read_source(earlier / "solution.py", findings)
            texts.append(sources.without_marks(text))
    return "\n\n".join(texts)


def _load_variation(
    folder: Path, given: str, task: Task | None, findings: list[LookbackError]
) -> Task | None:
    reader, top = Reader.of(folder / "exercise.toml")
    values = reader.table(top, TASK, "variation", ("equivalents",)) if top else {}
    fields = _statement(reader, values) if values else {}
    findings += reader.findings
    return _load_task(folder, fields, given + "\n" + (task.solution if task else ""), findings)


def _load_task(
    folder: Path, fields: dict[str, Any], given: str, findings: list[LookbackError]
) -> Task | None:
    before = len(findings)
    texts = {}
    for name in FILES:
        text, _ = sources.read_source(folder / name, findings)
        texts[name] = text
    if not fields or len(findings) > before:
        return None
    if odd := _check_solution(texts["solution.py"], fields, folder / "solution.py"):
        findings.append(odd)
    task = Task(
        folder=folder,
        **{key: fields[key] for key in TEXTS},
        inputs=tuple(Input(**entry) for entry in fields["inputs"]),
        returns=tuple(Output(**entry) for entry in fields["returns"]),
        examples=tuple(Example(**entry) for entry in fields["examples"]),
        hints=Hints(**fields["hints"]),
        starter=texts["starter.py"],
        solution=sources.without_marks(texts["solution.py"]),
        marked_solution=texts["solution.py"],
        given=given,
        cases=(),
        expected=(),
        mistakes=_mistakes(folder / "mistakes.py", findings),
        accepted=_accepted(folder / "accepted.py", findings),
        equivalents=tuple(Equivalent(**entry) for entry in fields["equivalents"]),
    )
    return _with_cases(task, findings)


def _with_cases(task: Task, findings: list[LookbackError]) -> Task | None:
    path = task.folder / "cases.py"
    listing = CaseList(path)
    try:
        sources.run_source(path.read_text(encoding="utf-8"), path, listing.names())
        reference = task.reference()
        with np.errstate(all="ignore"):
            expected = tuple(expect(case, reference, path) for case in listing.cases)
    except LookbackError as error:
        findings.append(error)
        return None
    if odd := _check_results(task, listing.cases, expected):
        findings.append(odd)
        return None
    if all(case.note is not None for case in listing.cases):
        findings.append(LookbackError("holds no case", path, None, "call case(…) at least once"))
    return replace(task, cases=tuple(listing.cases), expected=expected)


def _check_results(task: Task, cases: Sequence[Case], expected: Sequence[Expected]) -> LookbackError | None:
    """A solution that gives something else than the statement promises."""
    for case, result in zip(cases, expected, strict=True):
        seen = result.value
        if seen is None or len(task.returns) != 1 or seen.kind in ("array", "number", "bool"):
            continue
        what = f'the solution returned {seen.type_name} on case "{case.id}", where an {task.returns[0].kind} is promised'
        return LookbackError(what, task.folder / "solution.py", None, "return what the statement says")
    return None


def _mistakes(path: Path, findings: list[LookbackError]) -> tuple[Mistake, ...]:
    wanted: dict[str, type] = {"id": str, "title": str, "message": str}
    marked = sources.marked_functions(
        path, "mistake", wanted, {"case": "", "note": False, "same_as": ()}, findings
    )
    ids: set[str] = set()
    for entry in marked:
        if entry.values["id"] in ids:
            what = f'two mistakes are called "{entry.values["id"]}"'
            findings.append(LookbackError(what, path, entry.line, "rename one"))
        ids.add(entry.values["id"])
    return tuple(
        Mistake(
            code=entry.code, line=entry.line, **(entry.values | {"same_as": tuple(entry.values["same_as"])})
        )
        for entry in marked
    )


def _accepted(path: Path, findings: list[LookbackError]) -> tuple[Accepted, ...]:
    marked = sources.marked_functions(path, "accepted", {"title": str}, {}, findings)
    return tuple(Accepted(entry.values["title"], entry.code, entry.line) for entry in marked)


def _check_blanks(task: Task, findings: list[LookbackError]) -> None:
    for number in (1, 2):
        marked = sources.blanks(task.marked_solution, number)
        if marked != number:
            what = f"the solution marks {marked} lines for round {number}"
            mend = f'end {number} of its lines with "# blank {number}: what the line has to do"'
            findings.append(LookbackError(what, task.folder / "solution.py", None, mend))


def _starter(number: int, task: Task, variation: Task) -> str:
    if number in (1, 2):
        return sources.with_blanks(task.marked_solution, number)
    return variation.starter if number == 4 else task.starter
