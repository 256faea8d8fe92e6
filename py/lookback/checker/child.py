"""Run `observe` in a process of its own, which can be killed: for the command line, where nobody stands by.

``python -m lookback.checker.child`` reads a request from standard input and answers with JSON lines. What it runs
cannot start processes, use the network, or touch files outside of its own folder.
"""

from __future__ import annotations

import contextlib
import json
import os
import queue
import secrets
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import IO, Any

from lookback.checker.observe import observe, record_of

Record = dict[str, Any]

START_WITHIN = 60.0  # seconds for Python and NumPy to start, before the clock of the submission runs
GRACE = 0.5  # seconds past the limit, in which `observe` may end a slow run by itself
MEMORY = 3 * 2**30  # bytes of address space
PROCESSES = (
    "subprocess.",
    "os.system",
    "os.exec",
    "os.fork",
    "os.posix_spawn",
    "os.spawn",
    "os.startfile",
    "pty.spawn",
)
NETWORK = (
    "socket.connect",
    "socket.bind",
    "socket.getaddrinfo",
    "socket.sendto",
    "urllib.Request",
    "http.client.connect",
)
REMOVING = (
    "os.remove",
    "os.rename",
    "os.rmdir",
    "os.mkdir",
    "os.chmod",
    "os.link",
    "os.symlink",
    "os.truncate",
    "shutil.rmtree",
)
ENDING = ("os.kill", "os.killpg", "signal.pthread_kill")
LONGEST_LINE = 64 * 2**20  # bytes of one answer: far more than a record can have
FOREIGN = 2**20  # bytes that are no answers, after which the channel counts as flooded


def observe_apart(
    calls: Record, source: str, time_limit: float, hidden: list[str], packages: Path | None = None
) -> tuple[Record, str]:
    """What a submission does, from a child process.

    ``hidden`` are folders the submission may not read, ``packages`` is one with what the lesson brings. Returns the record and how the run ended: "" by itself,
    "timeout" or "stopped" (the process died).
    """
    token = secrets.token_hex(16)
    request = json.dumps(
        {"calls": calls, "source": source, "time_limit": time_limit, "hidden": hidden, "token": token}
    )
    with tempfile.TemporaryDirectory() as folder:
        process = _start(folder, packages)
        lines: queue.Queue[str | None] = queue.Queue()
        threads = [
            threading.Thread(target=_send, args=(process, request), daemon=True),
            threading.Thread(target=_receive, args=(process, lines), daemon=True),
        ]
        for thread in threads:
            thread.start()
        started = time.perf_counter()
        try:
            record, ended = _collect(lines, time_limit, token)
            if ended == "timeout":
                record["memory_mb"] = _memory(process.pid)
            if ended == "stopped" and "channel" not in record and _lives_on(process):
                record["channel"] = "closed"
        finally:
            _end(process)
            for thread in threads:
                thread.join(1)
    record.setdefault("duration_ms", round((time.perf_counter() - started) * 1000, 1))
    return record, ended


def _memory(pid: int) -> int:
    """How much memory a process has had at most, in MB; 0 where the system does not tell."""
    try:
        status = Path(f"/proc/{pid}/status").read_text()
    except OSError:
        return 0
    peak = next((line for line in status.splitlines() if line.startswith("VmHWM:")), "0 0")
    return int(peak.split()[1]) // 1024


def _lives_on(process: subprocess.Popen[bytes]) -> bool:
    """Whether the answers ended though no signal ended the process: it runs on, or Python stumbled over the answer."""
    with contextlib.suppress(subprocess.TimeoutExpired):
        process.wait(0.3)
    return process.returncode in (None, 1)


def _start(folder: str, packages: Path | None) -> subprocess.Popen[bytes]:
    places = [Path(__file__).resolve().parents[2], packages]
    environment = {
        **os.environ,
        "PYTHONPATH": os.pathsep.join(str(place) for place in places if place),
        "PYTHONUTF8": "1",
        "PYTHONDONTWRITEBYTECODE": "1",
    }
    command = [sys.executable, "-P", "-m", "lookback.checker.child"]
    return subprocess.Popen(
        command,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        cwd=folder,
        env=environment,
        start_new_session=True,
    )


def _send(process: subprocess.Popen[bytes], request: str) -> None:
    if process.stdin is not None:
        with contextlib.suppress(OSError), process.stdin as pipe:
            pipe.write(request.encode("utf-8", "surrogatepass"))


def _receive(process: subprocess.Popen[bytes], lines: queue.Queue[str | None]) -> None:
    if process.stdout is not None:
        with contextlib.suppress(OSError, ValueError), process.stdout as pipe:
            while line := pipe.readline(LONGEST_LINE):
                lines.put(line.decode("utf-8", "replace"))
    lines.put(None)


def _collect(lines: queue.Queue[str | None], time_limit: float, token: str) -> tuple[Record, str]:
    """Put the lines together until the run is done, late, or dead."""
    messages: list[Record] = []
    foreign = 0
    deadline = time.monotonic() + START_WITHIN
    while True:
        try:
            line = lines.get(timeout=max(deadline - time.monotonic(), 0.01))
        except queue.Empty:
            return record_of(messages), "timeout"
        if line is None:
            return record_of(messages), "stopped"
        if time.monotonic() > deadline:
            return record_of(messages), "timeout"
        # A line without the token was written by the submission to a descriptor it found.
        if not line.startswith(token):
            foreign += len(line)
            if foreign > FOREIGN:
                return record_of(messages) | {"channel": "flooded"}, "stopped"
            continue
        with contextlib.suppress(ValueError):
            message = json.loads(line[len(token) :])
            if message.get("ready"):
                deadline = time.monotonic() + time_limit + GRACE
            elif isinstance(message.get("done"), dict):
                return record_of(messages) | message["done"], ""
            else:
                messages.append(message)


def _end(process: subprocess.Popen[bytes]) -> None:
    """Kill the child and whatever it started."""
    if hasattr(os, "killpg"):
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)
    process.kill()
    process.wait()


def main() -> None:
    """The child: run one submission and answer on what was standard output."""
    request = json.loads(sys.stdin.buffer.read().decode("utf-8", "surrogatepass"))
    leave = os._exit
    answers = os.fdopen(os.dup(1), "wb", buffering=0)
    nowhere = os.open(os.devnull, os.O_RDWR)
    for descriptor in (0, 1, 2):
        os.dup2(nowhere, descriptor)
    _limit_memory()
    say = _speaker(answers, request["token"].encode())
    say({"ready": True})
    _guard([os.path.realpath(folder) for folder in request["hidden"]])
    record = observe(
        request["calls"],
        request["source"],
        request["time_limit"],
        progress=say,
        echo=lambda text: say({"output": text}),
    )
    say({"done": {key: value for key, value in record.items() if key not in ("calls", "stdout")}})
    # os._exit, not sys.exit: handlers and threads that the submission left behind do not get a turn.
    leave(0)


def _speaker(answers: IO[bytes], token: bytes) -> Callable[[Record], None]:
    dumps, write = json.dumps, answers.write

    def say(message: Record) -> None:
        write(token + dumps(message).encode() + b"\n")

    return say


def _limit_memory() -> None:
    with contextlib.suppress(ImportError, ValueError, OSError):
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def _guard(hidden: list[str]) -> None:
    """Refuse, for the rest of this process, what a submission has no business doing."""
    own = os.path.realpath(os.getcwd())
    real, absolute, within = os.path.realpath, os.path.abspath, os.path.commonpath

    def inside(path: Any, folder: str) -> bool:
        try:
            return within([real(absolute(os.fsdecode(path))), folder]) == folder
        except (ValueError, TypeError, OSError):
            return False

    def hook(event: str, args: tuple[Any, ...]) -> None:
        if event.startswith(PROCESSES):
            raise PermissionError("starting a process is not available here")
        if event.startswith(NETWORK):
            raise PermissionError("the network is not available here")
        if event in ENDING:
            raise PermissionError("sending signals to processes is not available here")
        if event == "os.chdir":
            raise PermissionError("the run stays in its own folder")
        if event in REMOVING and not all(inside(path, own) for path in args[:1]):
            raise PermissionError("files outside of the run's own folder cannot be changed here")
        # Not os.listdir, which the import system uses.
        if event == "os.scandir" and not inside(args[0], own) and args[0] not in ("/", None):
            raise PermissionError("folders outside of the run's own cannot be listed here")
        if event == "open" and not isinstance(args[0], int):
            writes = isinstance(args[2], int) and args[2] & (
                os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC
            )
            if writes and not inside(args[0], own) and args[0] != os.devnull:
                raise PermissionError("files outside of the run's own folder cannot be written here")
            if any(inside(args[0], folder) for folder in hidden):
                raise PermissionError("the lesson's sources cannot be read here")

    sys.addaudithook(hook)


if __name__ == "__main__":
    main()
