"""Results that are kept between builds."""

from __future__ import annotations

from pathlib import Path

import pytest

from lookback.lesson.memory import Memory, package_sources


class Counter:
    def __init__(self) -> None:
        self.made = 0

    def __call__(self) -> int:
        self.made += 1
        return self.made


@pytest.fixture
def source(tmp_path: Path) -> Path:
    path = tmp_path / "source.py"
    path.write_text("one")
    return path


def test_a_result_is_made_once_while_its_sources_stay(tmp_path: Path, source: Path) -> None:
    make = Counter()
    results = [Memory(tmp_path / "kept").recall("drawing", [source], make) for _ in range(3)]
    assert results == [1, 1, 1]


def test_another_source_text_or_name_makes_it_anew(tmp_path: Path, source: Path) -> None:
    make, memory = Counter(), Memory(tmp_path / "kept")
    memory.recall("drawing", [source], make)
    source.write_text("another")
    assert memory.recall("drawing", [source], make) == 2
    assert memory.recall("poster", [source], make) == 3


def test_a_result_that_was_cut_short_is_made_anew(tmp_path: Path, source: Path) -> None:
    make, memory = Counter(), Memory(tmp_path / "kept")
    memory.recall("drawing", [source], make)
    kept = next((tmp_path / "kept").iterdir())
    kept.write_bytes(kept.read_bytes()[:-1])
    assert memory.recall("drawing", [source], make) == 2


def test_without_a_folder_nothing_is_kept(source: Path) -> None:
    make = Counter()
    assert [Memory().recall("drawing", [source], make) for _ in range(2)] == [1, 2]


def test_the_package_s_sources_are_found_by_module_and_by_package() -> None:
    names = [path.name for path in package_sources("kernels.py", "checker")]
    assert names[0] == "kernels.py"
    assert "cases.py" in names
