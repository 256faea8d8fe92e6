"""Packages that a lesson brings: the pinned wheel of pure Python, or a sentence with file, line and mend."""

from __future__ import annotations

import io
import json
import shutil
from pathlib import Path

import pytest

from lookback import check
from lookback.errors import Findings, LookbackError, UsageError
from lookback.lesson import load_lesson
from lookback.lesson.model import Lesson
from lookback_build import names
from lookback_build.console import Console
from lookback_build.wheels import list_of_packages, wheels_of, wheels_of_all
from support.wheels import pin, write_wheel

FIXTURE = names.ROOT / "tests" / "fixtures" / "lessons" / "packages"


@pytest.fixture(autouse=True)
def _own_places(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A cache of the test's own, and a pip that reaches no index."""
    monkeypatch.setattr(names, "CACHE", tmp_path / "cache")
    monkeypatch.setenv("PIP_NO_INDEX", "1")


@pytest.fixture
def house(tmp_path: Path) -> Path:
    (tmp_path / "house").mkdir()
    return tmp_path / "house"


def lesson(tmp_path: Path, lock: str, name: str = "packages") -> Lesson:
    folder = tmp_path / "lessons" / name
    shutil.copytree(FIXTURE, folder)
    (folder / "requirements.lock").write_text(lock)
    return load_lesson(folder)


def fetch(one: Lesson, house: Path | None = None) -> list[Path]:
    return wheels_of(one, Console(io.StringIO()), house)


def test_the_wheelhouse_gives_the_wheel_and_the_cache_keeps_it(house: Path) -> None:
    write_wheel(house)
    (kept,) = fetch(load_lesson(FIXTURE), house)
    assert kept.is_relative_to(names.CACHE)
    assert fetch(load_lesson(FIXTURE)) == [kept]
    assert json.loads(list_of_packages([kept])) == {"abacus": {"modules": ["abacus"], "version": "1.2"}}


def test_pip_gives_what_the_wheelhouse_has_not(house: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_wheel(house)
    monkeypatch.setenv("PIP_FIND_LINKS", str(house))
    assert [path.name for path in fetch(load_lesson(FIXTURE))] == ["abacus-1.2-py3-none-any.whl"]
    write_wheel(house, files={"abacus/__init__.py": "other bytes"})
    shutil.rmtree(names.CACHE)
    with pytest.raises(LookbackError, match=r"requirements\.lock:2: .*another SHA-256 than the pinned one"):
        fetch(load_lesson(FIXTURE))


def test_a_wheel_that_is_nowhere(house: Path) -> None:
    with pytest.raises(LookbackError, match=r"lock:2: pip knows no wheel of pure Python of abacus==1\.2"):
        fetch(load_lesson(FIXTURE), house)


@pytest.mark.parametrize(
    ("tag", "files", "what"),
    [
        (
            "cp314-cp314-linux_x86_64",
            {"abacus/__init__.py": ""},
            "has compiled parts; choose a package of pure",
        ),
        ("py3-none-any", {"abacus/_fast.so": ""}, "has compiled parts"),
        ("py3-none-any", {"json/__init__.py": ""}, "would hide Python's own json"),
    ],
)
def test_a_wheel_that_does_not_fit(
    tmp_path: Path, house: Path, tag: str, files: dict[str, str], what: str
) -> None:
    wheel = write_wheel(house, tag=tag, files=files)
    with pytest.raises(LookbackError, match=what):
        fetch(lesson(tmp_path, pin(wheel)), house)


def test_what_a_package_needs_must_be_listed_too(tmp_path: Path, house: Path) -> None:
    needs = ("numpy>=1", "colours>=2", "beads>=3", "tests-only; extra == 'test'", "old; python_version < '3'")
    wheel = write_wheel(house, needs=needs)
    beads = write_wheel(house, "beads", "2.0", files={"beads.py": ""})
    with pytest.raises(Findings) as caught:
        fetch(lesson(tmp_path, pin(wheel) + pin(beads)), house)
    assert [finding.what for finding in caught.value.findings] == [
        "abacus==1.2 needs colours, which is not listed",
        "abacus==1.2 needs beads>=3, and 2.0 is listed",
    ]


def test_two_lessons_bring_the_same_file_of_a_package(tmp_path: Path, house: Path) -> None:
    old, new = write_wheel(house), write_wheel(house, version="1.3")
    lessons = [lesson(tmp_path, pin(old), "one"), lesson(tmp_path, pin(new), "two")]
    with pytest.raises(LookbackError, match="lessons one and two bring different files of abacus"):
        wheels_of_all(lessons, Console(io.StringIO()), house)


def test_checks_on_the_host_find_the_packages(house: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LOOKBACK_CACHE", str(names.CACHE))
    with pytest.raises(UsageError, match="the packages that lesson packages brings are not here"):
        check.find_packages(FIXTURE)
    write_wheel(house)
    fetch(load_lesson(FIXTURE), house)
    calls = {
        "function": "count",
        "arity": ["n"],
        "given": "",
        "calls": [{"id": "a", "args": [{"plain": 2}], "kwargs": {}}],
    }
    source = "import abacus\n\ndef count(n):\n    return float(len(abacus.count(n)))\n"
    record, ended = check.observe_apart(calls, source, 5, [], check.find_packages(FIXTURE))
    assert (record["load"], ended) == (None, "")
    assert "3.0" in repr(record["calls"][0])
