"""Runtime files: taken from the first source that has the pinned bytes, whole or not at all."""

from __future__ import annotations

import hashlib
import io
import multiprocessing
import random
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from lookback.errors import Findings, LookbackError
from lookback_build import names
from lookback_build.console import Console
from lookback_build.fetch import cached_path, ensure_runtime
from lookback_build.host import Node
from lookback_build.runtime_lock import RuntimeFile, Source
from support.servers import FileServer, serving

CONTENT = random.Random(7).randbytes(300_000)


def pinned(name: str, content: bytes, *sources: str) -> RuntimeFile:
    parsed = tuple(Source.parse(source) for source in sources or ("pyodide",))
    return RuntimeFile(name, hashlib.sha256(content).hexdigest(), len(content), parsed)


@pytest.fixture(autouse=True)
def _own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(names, "CACHE", tmp_path / "cache")


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[FileServer]:
    with serving(FileServer({"a.bin": CONTENT, "b.bin": CONTENT[::-1]})) as running:
        monkeypatch.setattr(names, "PYODIDE_URL", running.url)
        yield running


@pytest.fixture
def output() -> io.StringIO:
    return io.StringIO()


def npm_that_says(tmp_path: Path, url: str) -> Node:
    """A real command in npm's place, which answers `npm view` with an address of this test."""
    script = tmp_path / "npm.py"
    script.write_text(f"print({url!r})")
    return Node(sys.executable, (sys.executable, str(script)))


def fetch(
    *files: RuntimeFile,
    output: io.StringIO | None = None,
    node: Node | None = None,
    wheelhouse: Path | None = None,
) -> dict[str, Path]:
    return ensure_runtime(
        files, node or Node("no-node", ("no-npm",)), Console(output or io.StringIO()), wheelhouse
    )


def test_files_arrive_in_the_cache_and_are_used_again_without_the_network(server: FileServer) -> None:
    files = (pinned("a.bin", CONTENT), pinned("b.bin", CONTENT[::-1]))
    assert {name: path.read_bytes() for name, path in fetch(*files).items()} == server.files
    asked = len(server.requests)
    fetch(*files)
    assert len(server.requests) == asked


def test_other_bytes_are_refused_and_leave_nothing_behind(server: FileServer) -> None:
    server.files["a.bin"] = CONTENT[:-1] + b"?"
    file = pinned("a.bin", CONTENT)
    with pytest.raises(LookbackError, match=r"a\.bin.*sent other bytes \(SHA-256 \w+….*--wheelhouse"):
        fetch(file)
    assert list(cached_path(file).parent.iterdir()) == []


def test_a_missing_file_is_one_sentence_with_name_reason_and_mend(server: FileServer) -> None:
    with pytest.raises(LookbackError) as caught:
        fetch(pinned("gone.bin", CONTENT))
    assert str(caught.value) == (
        "no source has the pinned bytes of gone.bin: Pyodide's release files answered 404 Not Found; "
        "check the network, or put the file into a folder and name it with --wheelhouse."
    )


def test_every_missing_file_is_named_in_one_run(server: FileServer) -> None:
    with pytest.raises(Findings) as caught:
        fetch(pinned("x.bin", CONTENT), pinned("a.bin", CONTENT), pinned("y.bin", CONTENT))
    assert [line.split(":")[0][-5:] for line in str(caught.value).splitlines()] == ["x.bin", "y.bin"]


def test_a_host_that_cannot_be_reached_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(names, "PYODIDE_URL", "http://127.0.0.1:9/")
    with pytest.raises(LookbackError, match=r"a\.bin.*cannot be reached"):
        fetch(pinned("a.bin", CONTENT))


def test_a_cut_download_goes_on_where_it_stopped(server: FileServer) -> None:
    server.cut_after = 120_000
    fetch(pinned("a.bin", CONTENT))
    assert server.requests == [("a.bin", None), ("a.bin", "bytes=120000-"), ("a.bin", "bytes=240000-")]


def test_a_line_that_stays_cut_keeps_what_arrived_for_the_next_run(server: FileServer) -> None:
    file = pinned("a.bin", CONTENT)
    server.cut_after = 10_000
    with pytest.raises(LookbackError, match=r"a\.bin.*bytes are missing"):
        fetch(file)
    server.cut_after = None
    fetch(file)
    assert server.requests[-1] == ("a.bin", "bytes=30000-")


def test_a_beginning_that_belongs_to_other_bytes_is_started_over(server: FileServer) -> None:
    file = pinned("a.bin", CONTENT)
    part = cached_path(file).with_name("a.bin.part")
    part.parent.mkdir(parents=True)
    part.write_bytes(b"?" * 1000)
    fetch(file)
    assert cached_path(file).read_bytes() == CONTENT


def test_a_server_without_ranges_is_asked_for_the_whole(server: FileServer) -> None:
    file = pinned("a.bin", CONTENT)
    part = cached_path(file).with_name("a.bin.part")
    part.parent.mkdir(parents=True)
    part.write_bytes(CONTENT[:1000])
    server.gives_parts = False
    fetch(file)
    assert cached_path(file).read_bytes() == CONTENT


def test_a_damaged_file_in_the_cache_is_fetched_anew(server: FileServer) -> None:
    file = pinned("a.bin", CONTENT)
    fetch(file)
    cached_path(file).write_bytes(CONTENT[:-1] + b"?")
    fetch(file)
    assert cached_path(file).read_bytes() == CONTENT


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
def test_a_full_disk_is_one_sentence_with_the_file_and_the_mend(server: FileServer) -> None:
    file = pinned("a.bin", CONTENT)
    part = cached_path(file).with_name("a.bin.part")
    part.parent.mkdir(parents=True)
    part.symlink_to("/dev/full")
    with pytest.raises(LookbackError, match=r"no room left for a\.bin .*LOOKBACK_CACHE"):
        fetch(file)
    assert not cached_path(file).exists()


def test_the_next_source_is_asked_when_one_fails(server: FileServer, tmp_path: Path) -> None:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr("inside/c.bin", CONTENT)
    server.files["carrier.whl"] = packed.getvalue()
    file = pinned("c.bin", CONTENT, "pyodide", "npm:carrier@1.0.0#inside/c.bin")
    node = npm_that_says(tmp_path, f"{server.url}carrier.whl")
    assert fetch(file, node=node)["c.bin"].read_bytes() == CONTENT


def test_one_member_of_a_large_archive_costs_little_more_than_itself(
    server: FileServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        for number in range(8):
            archive.writestr(f"ballast-{number}", random.Random(number).randbytes(1 << 20))
        archive.writestr("inside/c.bin", CONTENT)
    server.files["carrier.whl"] = packed.getvalue()
    monkeypatch.setattr(
        "lookback_build.sources._ask_pip", lambda _: {"pypi:carrier==1": f"{server.url}carrier.whl"}
    )
    fetch(pinned("c.bin", CONTENT, "pypi:carrier==1#inside/c.bin"))
    assert server.sent < 3 << 20


def test_the_wheelhouse_comes_first(server: FileServer, tmp_path: Path) -> None:
    house = tmp_path / "house"
    house.mkdir()
    (house / "a.bin").write_bytes(CONTENT)
    fetch(pinned("a.bin", CONTENT), wheelhouse=house)
    assert server.requests == []


def test_wrong_bytes_in_the_wheelhouse_are_told_and_not_used(
    server: FileServer, tmp_path: Path, output: io.StringIO
) -> None:
    house = tmp_path / "house"
    house.mkdir()
    (house / "a.bin").write_bytes(b"something else")
    file = pinned("a.bin", CONTENT)
    fetch(file, wheelhouse=house, output=output)
    assert cached_path(file).read_bytes() == CONTENT
    assert "is not the pinned a.bin" in output.getvalue()


def _fetch_in_child(cache: Path, url: str, results: multiprocessing.Queue[str]) -> None:
    names.CACHE, names.PYODIDE_URL = cache, url
    try:
        fetch(pinned("a.bin", CONTENT), pinned("b.bin", CONTENT[::-1]))
        results.put("good")
    except BaseException as error:
        results.put(repr(error))


def test_two_builds_at_once_leave_a_whole_cache(server: FileServer) -> None:
    context = multiprocessing.get_context("spawn")
    results: multiprocessing.Queue[str] = context.Queue()
    children = [
        context.Process(target=_fetch_in_child, args=(names.CACHE, server.url, results)) for _ in range(2)
    ]
    for child in children:
        child.start()
    assert [results.get(timeout=60) for _ in children] == ["good", "good"]
    for child in children:
        child.join()
    assert cached_path(pinned("a.bin", CONTENT)).read_bytes() == CONTENT
    assert len(server.requests) == 2
