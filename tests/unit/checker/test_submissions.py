"""Whole submissions: every wrong one is refused with its own diagnosis, no right one is refused."""

from __future__ import annotations

import re

import pytest
from checker_support import FOLDERS, bundle, exercise, report, submissions

WRONG = submissions("wrong_*.py")
RIGHT = submissions("right_*.py")
# Diagnoses that are true and say little: that numbers differ, and where.
GENERIC = ("values/differ", "context/other", "contexts/other", "weights/shape", "pattern/constant")


def ids(entries):
    return [f"{name}: {title}" for name, _, title, _ in entries]


@pytest.mark.parametrize(("name", "drawn", "title", "code"), WRONG, ids=ids(WRONG))
def test_a_wrong_answer_draws_its_own_diagnosis(name, drawn, title, code):
    result = report(name, code)
    if drawn.startswith("note "):
        assert result["verdict"] == "passed"
        assert drawn.removeprefix("note ") in [note["id"] for note in result["notes"]]
    else:
        assert result["verdict"] in ("failed", "error")
        assert result["diagnosis"]["id"] == drawn
        assert len(result["diagnosis"]["message"]) <= 220
        assert "{" not in re.sub(r"\{'[^}]*\}", "", result["diagnosis"]["message"])


@pytest.mark.parametrize(("name", "drawn", "title", "code"), RIGHT, ids=ids(RIGHT))
def test_a_right_answer_in_unusual_form_passes(name, drawn, title, code):
    result = report(name, code)
    assert result["diagnosis"] is None
    assert result["verdict"] == "passed"


def test_at_least_nineteen_of_twenty_diagnoses_are_specific():
    drawn = [drawn.partition("/")[2] for _, drawn, _, _ in WRONG]
    generic = [name for name in drawn if name in GENERIC]
    assert len(generic) <= len(drawn) / 20


@pytest.mark.parametrize("name", FOLDERS)
def test_messages_speak_of_the_code_and_fit(name):
    person = re.compile(r"\b(you|your)\b|!(?!=)", re.IGNORECASE)
    for task, practice_round in ((exercise(name).task, 3), (exercise(name).variation, 4)):
        for mistake in task.mistakes:
            result = report(name, mistake.code, practice_round)
            said = result["diagnosis"] or result["notes"][-1]
            assert not person.search(said["message"]), said
            assert len(said["message"]) <= 220


def test_a_bundle_is_plain_json_without_answers_in_the_open():
    data = bundle("softmax")["checks"]["3"]
    assert isinstance(data["answers"], str)
    assert "expected" not in str(data["calls"])
    assert "0.468" not in str({key: value for key, value in data.items() if key != "answers"})
