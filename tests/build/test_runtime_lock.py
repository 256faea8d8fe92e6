"""The manifest of runtime files."""

from __future__ import annotations

from pathlib import Path

import pytest

from lookback.errors import LookbackError
from lookback_build import names
from lookback_build.runtime import CORE
from lookback_build.runtime_lock import Source, read_runtime_lock

ENTRY = """
[[file]]
name = "a.bin"
sha256 = "{sha256}"
size = {size}
sources = ["{source}"]
"""


def test_the_project_s_manifest_names_the_core_numpy_and_panel() -> None:
    files = read_runtime_lock(names.RUNTIME_LOCK)
    assert set(CORE) <= set(files)
    assert {name.split("-")[0] for name in files} >= {"numpy", "panel", "bokeh"}


def test_lock_files_name_no_address() -> None:
    for path in (names.RUNTIME_LOCK, names.HOST_LOCK, names.NODE_LOCK, names.NPM_LOCK):
        text = path.read_text("utf-8")
        assert "resolved" not in text
        assert "index-url" not in text


@pytest.mark.parametrize(
    ("text", "source"),
    [
        ("pyodide", Source("pyodide")),
        ("npm:pyodide@1.2.3#package/a.mjs", Source("npm", "pyodide@1.2.3", "package/a.mjs")),
        ("pypi:panel==1.9.4", Source("pypi", "panel==1.9.4")),
    ],
)
def test_a_source_is_read(text: str, source: Source) -> None:
    assert Source.parse(text) == source


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"sha256": "abc"}, "a.bin: sha256 must be 64 hexadecimal digits"),
        ({"size": '"ten"'}, "a.bin: size must be a whole number"),
        ({"source": "ftp:somewhere"}, "'ftp:somewhere' is no source"),
        ({"source": "npm"}, "'npm' is no source"),
    ],
)
def test_a_wrong_entry_is_told_with_file_and_mend(tmp_path: Path, change: dict[str, str], told: str) -> None:
    path = tmp_path / "runtime.lock.toml"
    path.write_text(ENTRY.format(**{"sha256": "0" * 64, "size": 10, "source": "pyodide", **change}))
    with pytest.raises(LookbackError) as caught:
        read_runtime_lock(path)
    assert told in str(caught.value)
    assert str(caught.value).startswith(str(path))
