"""`pack --zip`: the same bytes each time, and a server that a classroom can use."""

from __future__ import annotations

import hashlib
import os
import re
import signal
import socket
import subprocess
import sys
import urllib.error
import urllib.request
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from io import StringIO
from pathlib import Path

import pytest

from browser.workspace import ANSWERS
from lookback.errors import UsageError
from lookback_build.browsers import find_chromium
from lookback_build.console import Console
from lookback_build.engines import opened
from lookback_build.host import Node
from lookback_build.pack import Order
from lookback_build.pack.classroom_zip import pack

pytestmark = pytest.mark.build

NO_NODE = Node("node", ("npm",))  # a zip needs none


def order(site: Path, out: Path, lesson: str | None = None) -> Order:
    return Order(site, lesson, out, NO_NODE, Console(StringIO()))


@pytest.fixture(scope="module")
def packed(dist: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return pack(order(dist, tmp_path_factory.mktemp("zip") / "course.zip"))


@pytest.fixture(scope="module")
def unpacked(packed: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The one folder in the zip, unpacked as an unpacker of a Unix does it."""
    where = tmp_path_factory.mktemp("unpacked")
    with zipfile.ZipFile(packed) as archive:
        for entry in archive.infolist():
            path = Path(archive.extract(entry, where))
            path.chmod(entry.external_attr >> 16 & 0o777)
    [folder] = where.iterdir()
    return folder


@contextmanager
def started(folder: Path, *arguments: str) -> Iterator[tuple[subprocess.Popen[str], str, str]]:
    """start.py for real, its address, and all that it said before it was ready."""
    command = [sys.executable, "start.py", "--no-browser", *arguments]
    environment = {**os.environ, "PYTHONIOENCODING": "utf-8"}
    with subprocess.Popen(
        command,
        cwd=folder,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        encoding="utf-8",
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    ) as process:
        assert process.stdout is not None
        told = ""
        for line in process.stdout:
            told += line
            if "Ctrl+C ends it" in line:
                break
        address = re.search(r"Lookback is at (http://\S+)", told)
        assert address, told
        try:
            yield process, address[1], told
        finally:
            process.kill()


def status(url: str, method: str = "GET") -> int:
    try:
        with urllib.request.urlopen(urllib.request.Request(url, method=method)) as answer:
            return int(answer.status)
    except urllib.error.HTTPError as error:
        return error.code


def raw(url: str, request: bytes) -> bytes:
    """What comes back for bytes that no browser would send."""
    host, port = url.removeprefix("http://").rstrip("/").split(":")
    with socket.create_connection((host, int(port)), timeout=10) as line:
        line.sendall(request)
        line.shutdown(socket.SHUT_WR)
        return b"".join(iter(lambda: line.recv(65536), b""))


def test_the_same_site_makes_the_same_bytes_with_their_sha256_beside(
    dist: Path, packed: Path, tmp_path: Path
) -> None:
    again = pack(order(dist, tmp_path / "course.zip"))
    assert again.read_bytes() == packed.read_bytes()
    digest = hashlib.sha256(packed.read_bytes()).hexdigest()
    assert (packed.parent / "course.zip.sha256").read_text() == f"{digest}  course.zip\n"


def test_one_folder_holds_the_site_and_launchers_that_may_be_executed(dist: Path, unpacked: Path) -> None:
    for path in dist.rglob("*"):
        if path.is_file():
            assert (unpacked / "site" / path.relative_to(dist)).read_bytes() == path.read_bytes()
    for name in ("start.py", "start-macos.command", "start-linux.sh", "start-linux-classroom.sh"):
        assert os.access(unpacked / name, os.X_OK), name
    for name in ("start-windows.bat", "start-windows.ps1"):
        content = (unpacked / name).read_bytes()
        assert content.count(b"\n") == content.count(b"\r\n"), "cmd finds no labels in it"
        assert content.isascii(), "PowerShell 5 would read it as another encoding"
    assert unpacked.name in (unpacked / "README.txt").read_text("utf-8").lower().replace(" ", "-")


def test_one_lesson_is_no_zip(dist: Path, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="--single-file"):
        pack(order(dist, tmp_path / "a.zip", lesson="additive-attention"))


def test_it_serves_the_site_to_this_machine_and_ends_on_ctrl_c(unpacked: Path) -> None:
    with started(unpacked) as (process, url, told):
        assert url.startswith("http://127.0.0.1:")
        assert "In this room" not in told
        wasm = next((unpacked / "site" / "runtime").glob("*.wasm"))
        wanted = {
            "": "text/html",
            "lessons/attention-as-a-bridge/": "text/html",
            "lessons/attention-as-a-bridge": "text/html",  # by way of a redirect
            "build.json": "application/json",
            f"runtime/{wasm.name}": "application/wasm",
        }
        for path, kind in wanted.items():
            with urllib.request.urlopen(url + path) as answer:
                assert answer.headers["Content-Type"].startswith(kind), path
        process.send_signal(signal.SIGINT)
        rest, _ = process.communicate(timeout=10)
        assert "Traceback" not in rest


def test_large_files_go_compressed_to_who_takes_them(unpacked: Path) -> None:
    wasm = next((unpacked / "site" / "runtime").glob("*.wasm"))
    with started(unpacked) as (_, url, _told):
        request = urllib.request.Request(url + f"runtime/{wasm.name}", headers={"Accept-Encoding": "gzip"})
        with urllib.request.urlopen(request) as answer:
            assert answer.headers["Content-Encoding"] == "gzip"
            assert int(answer.headers["Content-Length"]) < wasm.stat().st_size / 2


def test_nothing_outside_the_site_is_served_whatever_is_asked(unpacked: Path) -> None:
    with started(unpacked) as (_, url, _told):
        for path in (
            "../start.py", "..%2fstart.py", "%2e%2e/start.py", "site/../../start.py", "lessons/..%5c..%5cstart.py",
            "//etc/passwd", "%00", "index.html%00.txt", "runtime/", "%ff%fe", "a" * 20_000, "classroom",
        ):  # fmt: skip
            answer = raw(url, b"GET /" + path.encode() + b" HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
            assert re.match(rb"HTTP/1\.[01] (404|400|414)", answer), path
        assert status(url, "POST") == 501
        assert b" 200 " not in raw(url, b"\x16\x03\x01 not http at all\r\n\r\n").partition(b"\r\n")[0]
        assert status(url) == 200, "it still serves"


def test_a_port_that_is_taken_is_passed_over(unpacked: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        with started(unpacked, "--port", str(port)) as (_, url, _told):
            assert int(url.rstrip("/").rpartition(":")[2]) > port
            assert status(url) == 200


_PASSES = """async (source) => {
  await lookback.ready;
  const { weights } = await lookback.widgets["live-table"].set({ q: [0, 0] });
  return [(await lookback.check("softmax", source)).verdict, weights.length, isSecureContext];
}"""


def test_a_classroom_sees_the_address_large_and_its_machines_run_the_lesson(
    unpacked: Path, tmp_path: Path
) -> None:
    with started(unpacked, "--classroom") as (_, url, told):
        shown = re.findall(r"^  (http://\S+)$", told, re.MULTILINE)
        if not shown:  # a machine on no network is told so
            assert "on no network" in told
            return
        assert told.count("█") > 20
        assert status(shown[0]) == 200
        with urllib.request.urlopen(f"{url}classroom") as answer:
            assert shown[0].removeprefix("http://").rstrip("/") in answer.read().decode("utf-8")
        if find_chromium() is None:
            pytest.skip("NOT TRIED IN A BROWSER: Chromium is not installed")
        # by the network's address a page has fewer rights: no digests, no service worker
        with opened("chromium", tmp_path / "profile") as driver:
            driver.open(f"{shown[0]}lessons/attention-as-a-bridge/")
            assert driver.evaluate(_PASSES, ANSWERS) == ["passed", 3, False]


def test_a_folder_without_its_site_says_what_to_do(unpacked: Path, tmp_path: Path) -> None:
    (tmp_path / "start.py").write_bytes((unpacked / "start.py").read_bytes())
    done = subprocess.run(
        [sys.executable, "start.py"], cwd=tmp_path, check=False, capture_output=True, text=True
    )
    assert done.returncode == 1
    assert "Unpack the whole zip" in done.stderr


def test_the_launchers_for_unix_hand_their_words_on(unpacked: Path) -> None:
    for name in ("start-linux.sh", "start-macos.command", "start-linux-classroom.sh"):
        done = subprocess.run(
            [str(unpacked / name), "--help"], check=False, capture_output=True, text=True, cwd="/"
        )
        if name.startswith("start-macos") and done.returncode:  # no developer tools, as on a Mac without them
            assert "python.org" in done.stdout
        else:
            assert "--classroom" in done.stdout, done.stderr
