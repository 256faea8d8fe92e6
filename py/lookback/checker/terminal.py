"""A report as text for a terminal: the verdict, the one diagnosis, a small table of numbers, the cases."""

from __future__ import annotations

from typing import Any

import numpy as np

from lookback.checker import words

Report = dict[str, Any]
MARKS = {"passed": "+", "failed": "-", "error": "!", "skipped": "."}
BOLD, DIM, GREEN, RED, YELLOW, PLAIN = "1", "2", "32", "31", "33", "0"
SHADES = {"passed": GREEN, "failed": RED, "error": RED, "skipped": DIM, "timeout": YELLOW, "stopped": YELLOW}


def render(report: Report, color: bool) -> str:
    """The whole text."""

    def paint(text: str, *codes: str) -> str:
        return f"\x1b[{';'.join(codes)}m{text}\x1b[{PLAIN}m" if color else text

    passed = sum(case["status"] == "passed" for case in report["cases"])
    name = f"{report['lesson']}/{report['exercise']}"
    verdict = paint(report["verdict"], BOLD, SHADES[report["verdict"]])
    lines = [f"{name}: {verdict}, {passed} of {len(report['cases'])} cases pass"]
    diagnosis = report["diagnosis"]
    if diagnosis is not None:
        lines += ["", paint(diagnosis["title"], BOLD), *_wrapped(diagnosis["message"])]
        shown = next((case for case in report["cases"] if case["id"] == diagnosis["case"]), None)
        lines += _table(shown) if shown is not None else []
    if report["traceback"]:
        lines += ["", *(paint(line, DIM) for line in _clean(report["traceback"]).splitlines())]
    lines.append("")
    for case in report["cases"]:
        mark = paint(MARKS[case["status"]], SHADES[case["status"]])
        note = "" if case["status"] == "passed" else f" ({_clean(case['message'])})"
        lines.append(f"  {mark} {case['title']}{note}")
    for note in report.get("notes", ()):
        lines += ["", paint("Note: " + note["title"], BOLD), *_wrapped(note["message"])]
    if report["stdout"]:
        output = _clean(report["stdout"]).splitlines()
        cut = len(output) > 20 or report["stdout_truncated"]
        lines += [
            "",
            paint("Output" + (" (cut)" if cut else ""), BOLD),
            *("  " + line[:200] for line in output[:20]),
        ]
    return "\n".join(lines) + "\n"


def _table(case: Report) -> list[str]:
    """Expected, got and difference below each other, for vectors and small matrices."""
    rows: list[str] = []
    for expected, got in _pairs(case["expected"], case["got"]):
        want, have = _numbers(expected), _numbers(got)
        if want is None or have is None or want.shape != have.shape or want.ndim > 2 or want.size > 64:
            continue
        with np.errstate(all="ignore"):
            difference = have - want
        for name, values in (("expected", want), ("got", have), ("difference", difference)):
            for index, row in enumerate(np.atleast_2d(values)):
                cells = "".join(f"{words.number(float(value), 4, fixed=True):>11}" for value in row)
                rows.append(f"  {name if index == 0 else '':<11}{cells}")
        rows.append("")
    return ["", *rows[:-1]] if rows else []


def _pairs(expected: Any, got: Any) -> list[tuple[Any, Any]]:
    """The results of a pair one by one: two arrays of different shapes are no array."""
    if _numbers(expected) is None and isinstance(expected, list) and isinstance(got, list):
        return list(zip(expected, got, strict=False))
    return [(expected, got)]


def _numbers(value: Any) -> np.ndarray[Any, Any] | None:
    try:
        return None if isinstance(value, str) or value is None else np.asarray(value, dtype=float)
    except (ValueError, TypeError):
        return None


def _wrapped(text: str, width: int = 100) -> list[str]:
    lines, line = [], ""
    for word in _clean(text).split():
        if line and len(line) + 1 + len(word) > width:
            lines.append(line)
            line = ""
        line = f"{line} {word}".strip()
    return [*lines, line]


def _clean(text: str) -> str:
    """No control characters: what learner code prints must not steer the terminal."""
    return "".join(letter if letter.isprintable() or letter in "\n\t" else "�" for letter in text)
