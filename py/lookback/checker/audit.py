"""Does an exercise's checker do what its author promises? The engine behind ``build.py check``.

`audit` reads a folder and runs everything in it: the solution passes, the starter gets a helpful first message, every
mistake draws exactly its own, no two mistakes behave alike, every accepted answer passes, and every mutant of the
solution is caught or listed as equivalent. It is plain Python over files, and runs in Pyodide as it does on a host.
"""

from __future__ import annotations

import json
import re
import statistics
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from lookback.checker import diagnose, sources, words
from lookback.checker.bundle import Answers
from lookback.checker.compare import same_behaviour
from lookback.checker.exercise import load_exercise
from lookback.checker.judge import Report, check, passes
from lookback.checker.model import PREAMBLE, Exercise, Mistake, Task
from lookback.checker.mutate import mutants
from lookback.errors import Findings, LookbackError

LONGEST_MESSAGE = 220
SLOW_MS = 50.0
# Messages speak of the code: none of these words is about code.
PERSONAL = re.compile(r"\b(you|your|you're|yours)\b|!", re.IGNORECASE)


@dataclass
class Row:
    """One line of the table: what was checked, how it came out, the diagnosis it drew, and the CPU time it took."""

    task: str
    kind: str
    name: str
    good: bool
    diagnosis: str
    milliseconds: float


@dataclass
class Audit:
    """What `audit` found: findings (empty means good), the table, and the mutation score."""

    exercise: str
    findings: list[LookbackError] = field(default_factory=list)
    rows: list[Row] = field(default_factory=list)
    killed: int = 0
    equivalent: int = 0
    survived: list[str] = field(default_factory=list)

    @property
    def slowest(self) -> float:
        """Milliseconds of the slowest check."""
        return max((row.milliseconds for row in self.rows), default=0.0)

    def table(self) -> str:
        """The rows and the mutation score as text."""
        lines = [self.exercise]
        for row in self.rows:
            mark = "ok " if row.good else "BAD"
            lines.append(
                f"  {mark} {row.task:<9} {row.kind:<9} {row.name:<34} {row.diagnosis:<44} {row.milliseconds:7.1f} ms"
            )
        total = self.killed + self.equivalent + len(self.survived)
        lines.append(
            f"  mutants: {self.killed} of {total} caught, {self.equivalent} equivalent, {len(self.survived)} survived; "
            f"slowest check {self.slowest:.1f} ms{' (over 50)' if self.slowest > SLOW_MS else ''}"
        )
        return "\n".join(lines)

    def to_plain(self) -> dict[str, Any]:
        """As JSON-ready data, for a runner that asks another interpreter."""
        return {
            "exercise": self.exercise,
            "findings": [str(finding) for finding in self.findings],
            "table": self.table(),
            "slowest_ms": self.slowest,
            "killed": self.killed,
            "equivalent": self.equivalent,
            "survived": self.survived,
        }


def audit(folder: Path, *, with_mutants: bool = True) -> Audit:
    """Check the checker of one exercise; mutants take most of the time."""
    folder = Path(folder)
    result = Audit(f"{folder.resolve().parent.parent.name}/{folder.name}")
    try:
        exercise = load_exercise(folder)
    except Findings as error:
        result.findings += error.findings
        return result
    bundle = json.loads(json.dumps(exercise.to_bundle(), allow_nan=False))
    strict, diagnose.strict = diagnose.strict, True
    try:
        for task, number in ((exercise.task, 3), (exercise.variation, 4)):
            diagnose.probe_of(task.family)  # loaded now, so that no check is slow because it was the first
            auditor = _Auditor(exercise, task, number, bundle, result)
            auditor.run()
            if with_mutants:
                auditor.mutants()
    finally:
        diagnose.strict = strict
    return result


class _Auditor:
    """Runs one task of an exercise."""

    def __init__(
        self, exercise: Exercise, task: Task, number: int, bundle: dict[str, Any], result: Audit
    ) -> None:
        self._exercise, self._task, self._number = exercise, task, number
        self._bundle, self._result = bundle, result
        self._label = "variation" if number == 4 else "task"

    def run(self) -> None:
        self._solution()
        self._starters()
        self._examples()
        for mistake in self._task.mistakes:
            self._mistake(mistake)
        self._alike()
        for accepted in self._task.accepted:
            report = self._check(accepted.code)
            if not self._row("accepted", accepted.title, report, report["verdict"] == "passed"):
                what = f'the right answer "{accepted.title}" is refused: {_message(report)}'
                self._find(
                    what, "accepted.py", accepted.line, "correct the case that refuses it, or the answer"
                )

    def _check(self, code: str) -> Report:
        started = time.process_time()
        report = check(self._bundle, PREAMBLE + code, self._number)
        # CPU time: what else the machine does is left out.
        report["cpu_ms"] = (time.process_time() - started) * 1000
        return report

    def _row(self, kind: str, name: str, report: Report, good: bool) -> bool:
        said = report["diagnosis"]["id"] if report["diagnosis"] else report["verdict"]
        self._result.rows.append(
            Row(self._label, kind, words.cut(name, 34), good, words.cut(said, 44), report["cpu_ms"])
        )
        return good

    def _find(self, what: str, file: str, line: int | None, mend: str) -> None:
        self._result.findings.append(LookbackError(what, self._task.folder / file, line, mend))

    def _solution(self) -> None:
        report = self._check(self._task.solution)
        if not self._row(
            "solution", self._task.function, report, report["verdict"] == "passed" and not report["notes"]
        ):
            said = _message(report) or "; ".join(note["message"] for note in report["notes"])
            self._find(
                f"the solution does not pass clean: {said}", "solution.py", None, "correct it, or the case"
            )

    def _starters(self) -> None:
        texts = {"starter.py": self._task.starter}
        if self._number == 3:
            texts |= {
                f"round {number}": sources.with_blanks(self._task.marked_solution, number)
                for number in (1, 2)
            }
        for name, text in texts.items():
            report = self._check(text)
            said = report["diagnosis"]
            helpful = said is not None and "unfinished" in said["id"]
            if not self._row("starter", name, report, helpful):
                what = f"{name} draws {said['id'] if said else report['verdict']}, not that a line is still to be written"
                self._find(what, "starter.py", None, "leave ... where the learner writes")

    def _examples(self) -> None:
        space = sources.run_source(PREAMBLE + self._task.given, "examples", {"__name__": "lesson"})
        sources.run_source(self._task.solution, "examples", space)
        space = sources.run_source(self._task.solution, "examples", space)
        for example in self._task.examples:
            try:
                value = eval(example.call, dict(space))
            except Exception as error:
                self._find(
                    f"the example {example.call} raised {type(error).__name__}",
                    "exercise.toml",
                    None,
                    "correct the call",
                )
                continue
            shown = _shown(value)
            if not _fits(value, example.result):
                what = f"the example {words.cut(example.call, 60)} gives {shown}, not {example.result}"
                self._find(what, "exercise.toml", None, f'write result = "{shown}"')

    def _mistake(self, mistake: Mistake) -> None:
        report = self._check(mistake.code)
        own = f"{self._exercise.name}/{mistake.id}"
        said = report["diagnosis"]
        if mistake.note:
            drawn = next((note for note in report["notes"] if note["id"] == own), None)
            good = report["verdict"] == "passed" and drawn is not None
        else:
            drawn = said
            good = report["verdict"] != "passed" and said is not None and said["id"] == own
        self._row("mistake", mistake.id, report, good)
        if not good:
            got = "passes" if report["verdict"] == "passed" else f"draws {said['id'] if said else 'nothing'}"
            what = f'the mistake "{mistake.id}" {got}, not its own message'
            self._find(
                what, "mistakes.py", mistake.line, "add a case that shows it, or merge it with the other"
            )
        elif drawn is not None:
            self._wording(mistake, drawn)

    def _wording(self, mistake: Mistake, drawn: dict[str, Any]) -> None:
        known = {case.id for case in self._task.cases}
        text = drawn["message"]
        problems = {
            f"{len(text)} characters long, and {LONGEST_MESSAGE} is the limit": len(text) > LONGEST_MESSAGE
            or text.endswith("…"),
            "naming a fact that this case does not have": "{" in text,
            "about the person, or has an exclamation mark": PERSONAL.search(text) is not None,
            f'for the case "{mistake.case}", which does not exist': bool(mistake.case)
            and mistake.case not in known,
            f'shown with the case "{drawn["case"]}", not with "{mistake.case}"': bool(mistake.case)
            and drawn["case"] != mistake.case,
        }
        for what in (what for what, holds in problems.items() if holds):
            self._find(
                f'the message of "{mistake.id}" is {what}', "mistakes.py", mistake.line, "write it anew"
            )

    def _alike(self) -> None:
        """No two mistakes may behave alike on every case, unless one declares it."""
        answers = Answers.unpack(self._bundle["checks"]["4" if self._number == 4 else "3"])
        stored = list(zip(self._task.mistakes, answers.mistakes, strict=True))
        for index, (first, a) in enumerate(stored):
            for second, b in stored[index + 1 :]:
                pairs = ((a.outcome(case), b.outcome(case)) for case in range(len(answers.cases)))
                alike = first.note == second.note and all(
                    x is not None and y is not None and same_behaviour(x, y) for x, y in pairs
                )
                if alike and second.id not in first.same_as and first.id not in second.same_as:
                    what = f'no case tells "{first.id}" from "{second.id}"'
                    self._find(
                        what, "mistakes.py", second.line, f'add a case, or say same_as=("{first.id}",)'
                    )

    def mutants(self) -> None:
        """Every mutant of the solution is caught, or listed."""
        listed = {entry.mutant: entry.reason for entry in self._task.equivalents}
        seen = set()
        for mutant in mutants(self._task.solution):
            seen.add(mutant.name)
            with np.errstate(all="ignore"):
                passed = passes(self._bundle, PREAMBLE + mutant.code, self._number)
            if not passed:
                self._result.killed += 1
                if mutant.name in listed:
                    what = f'the mutant "{mutant.name}" is listed as equivalent and is caught'
                    self._find(what, "exercise.toml", None, "remove it from [[equivalents]]")
            elif mutant.name in listed:
                self._result.equivalent += 1
            else:
                self._result.survived.append(f"{self._label}, {mutant.name}")
                what = f'the mutant "{mutant.name}" of the solution passes every case'
                self._find(
                    what,
                    "cases.py",
                    None,
                    "add a case that shows it, or list it in [[equivalents]] with a reason",
                )
        for name in listed.keys() - seen:
            self._find(
                f'there is no mutant "{name}"', "exercise.toml", None, "remove it from [[equivalents]]"
            )


def _message(report: Report) -> str:
    return report["diagnosis"]["message"] if report["diagnosis"] else ""


def _shown(value: Any) -> str:
    """A result as the statement shows it."""
    if isinstance(value, tuple):
        return "(" + ", ".join(_shown(item) for item in value) + ")"
    return words.array(value, longest=10_000)


def _fits(value: Any, shown: str) -> bool:
    """Whether a shown result holds the numbers of a value, to the decimals it gives."""
    numbers = np.concatenate([np.ravel(part) for part in (value if isinstance(value, tuple) else (value,))])
    texts = list(re.findall(r"[−-]?\d*\.?\d+", shown))
    return len(texts) == numbers.size and all(
        _same(text, float(number)) for text, number in zip(texts, numbers, strict=True)
    )


def _same(text: str, number: float) -> bool:
    decimals = len(text.partition(".")[2])
    return abs(float(text.replace("−", "-")) - number) <= 0.5000001 * 10.0**-decimals


def main(arguments: list[str]) -> int:
    """``python -m lookback.checker.audit FOLDER...``: tables, then findings; 0 if there are none, else 1."""
    findings: list[LookbackError] = []
    times: list[float] = []
    for folder in arguments:
        result = audit(Path(folder))
        findings += result.findings
        times += [row.milliseconds for row in result.rows]
        print(result.table(), flush=True)
    if times:
        middle, most = statistics.median(times), max(times)
        print(f"{len(times)} checks: median {middle:.1f} ms of CPU time, slowest {most:.1f} ms", flush=True)
    for finding in findings:
        print(finding, flush=True)
    counts = (len(findings), "finding"), (len(arguments), "exercise")
    print(" in ".join(f"{count} {word}{'s'[: count != 1]}" for count, word in counts), flush=True)
    return 1 if findings else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
