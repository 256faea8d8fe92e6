"""`build.py serve`: builds, says where the site is, serves it, stops on Ctrl+C."""

from __future__ import annotations

import re
import signal
import socket
import subprocess
import sys
import urllib.request
from collections.abc import Iterator

import pytest

from lookback_build import names

pytestmark = pytest.mark.build


def start(*arguments: str) -> subprocess.Popen[str]:
    command = [sys.executable, str(names.ROOT / "build.py"), "serve", *arguments]
    # A test run in the background of a shell ignores Ctrl+C, and hands that on to what it starts.
    return subprocess.Popen(command, stderr=subprocess.PIPE, text=True, preexec_fn=_hear_interrupts)


def _hear_interrupts() -> None:
    signal.signal(signal.SIGINT, signal.SIG_DFL)


@pytest.fixture
def served() -> Iterator[tuple[subprocess.Popen[str], str]]:
    """A running server and its address, as the command says it."""
    with start("--port", "0") as process:
        assert process.stderr is not None
        lines = iter(process.stderr.readline, "")
        url = next(
            (found[1] for line in lines if (found := re.search(r"Lookback is at (http://\S+)", line))), None
        )
        assert url, "the server ended without saying where it is"
        yield process, url
        process.kill()


def test_the_address_it_says_serves_the_site_with_the_right_types(
    served: tuple[subprocess.Popen[str], str],
) -> None:
    _, url = served
    with urllib.request.urlopen(url) as page:
        assert page.headers["Content-Type"].startswith("text/html")
        assert "Lookback" in page.read().decode("utf-8")
    for pattern, kind in (("bokeh-*.js", "text/javascript"), ("pyodide-*.wasm", "application/wasm")):
        name = next((names.DIST / "runtime").glob(pattern)).name
        with urllib.request.urlopen(f"{url}runtime/{name}") as answer:
            assert answer.headers["Content-Type"] == kind


def test_it_ends_on_an_interrupt_without_a_traceback(served: tuple[subprocess.Popen[str], str]) -> None:
    process, _ = served
    process.send_signal(signal.SIGINT)
    _, told = process.communicate(timeout=30)
    assert "Traceback" not in told


def test_a_port_in_use_is_told_with_the_mend() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        with start("--port", str(taken.getsockname()[1])) as process:
            _, told = process.communicate(timeout=300)
    assert process.returncode == 2
    assert "in use" in told
    assert "--port" in told
