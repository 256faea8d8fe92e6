"""The packages that a lesson lists: pinned with their hashes, or a finding at the line."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from lookback.lesson import validate
from lookback.lesson.requirements import Requirement, read

DIGEST = "a" * 64
HEAD = "---\ntitle: T\naim: A\ntrack: R\nminutes: 5\norder: 1\nrequirements: packages.lock\n---\n\n"
BODY = "## One {#one}\n\nText.\n"


def test_a_file_as_uv_and_pip_write_it(tmp_path: Path) -> None:
    path = tmp_path / "packages.lock"
    path.write_text(
        "# made by uv\n"
        f"Roman_Numerals==5.2 \\\n    --hash=sha256:{DIGEST} \\\n    --hash=sha256:{'b' * 64}\n    # via nothing\n"
        f"\nother.one==1.0rc1 --hash=sha256:{DIGEST}\n"
    )
    found, problems = read(path)
    assert problems == []
    assert found == [
        Requirement("roman-numerals", "5.2", frozenset({DIGEST, "b" * 64}), 2),
        Requirement("other-one", "1.0rc1", frozenset({DIGEST}), 7),
    ]


@pytest.mark.parametrize(
    ("line", "what", "mend"),
    [
        ("roman==5.2", "'roman' has no hash", "--hash=sha256:…"),
        ("roman>=5 --hash=sha256:" + DIGEST, "is no pinned package", "NAME==VERSION"),
        ("git+https://example.org/roman", "is no pinned package", "NAME==VERSION"),
        ("-r other.txt", "is no pinned package", "NAME==VERSION"),
        ("roman==5.2 --hash=sha256:abc", "'abc' is no SHA-256", "64 hexadecimal digits"),
        (f"roman==5.2 ; python_version > '3' --hash=sha256:{DIGEST}", "has more than", "NAME==VERSION"),
        (f"numpy==2.4.3 --hash=sha256:{DIGEST}", "'numpy' is there already", "take the line out"),
        (
            f"a==1 --hash=sha256:{DIGEST}\na==2 --hash=sha256:{DIGEST}",
            "'a' is listed twice",
            "keep one",
        ),
    ],
)
def test_what_is_wrong_is_told_at_its_line(
    lesson_folder: Callable[..., Path], line: str, what: str, mend: str
) -> None:
    folder = lesson_folder(BODY, HEAD)
    (folder / "packages.lock").write_text(f"# a comment\n{line}\n")
    (finding,) = validate(folder)
    assert finding.file == folder / "packages.lock"
    assert finding.line == (3 if "\n" in line else 2)
    assert what in finding.what
    assert mend in finding.mend


def test_a_file_that_is_not_there(lesson_folder: Callable[..., Path]) -> None:
    (finding,) = validate(lesson_folder(BODY, HEAD))
    assert "names no file of this lesson: 'packages.lock'" in finding.what
