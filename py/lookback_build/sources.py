"""From a named package to an address: asked of npm and pip, so that their own settings (mirrors) hold."""

from __future__ import annotations

import json
import re
import subprocess
import tempfile
import threading
from collections.abc import Iterable
from pathlib import Path

from lookback.lesson.requirements import normal
from lookback_build import names
from lookback_build.download import SourceError
from lookback_build.host import Node, node_environment, venv_python
from lookback_build.runtime_lock import Source


class Addresses:
    """Looks up where the sources of the manifest live; each is asked for once. Safe for several threads."""

    def __init__(self, node: Node, pypi_requests: Iterable[str], core: Path | None = None) -> None:
        """`pypi_requests` are looked up together; `core` is pyodide.mjs, which names Pyodide's address."""
        self._node = node
        self._wanted = sorted(set(pypi_requests))
        self._core = core
        self._found: dict[str, str] = {}
        self._failed: dict[str, str] = {}
        self._lock = threading.Lock()

    def find(self, source: Source, name: str) -> str:
        """The address of `source`'s file, or of the archive that holds it; SourceError if there is none."""
        if source.kind == "pyodide":
            return self._pyodide(name)
        key = f"{source.kind}:{source.request}"
        with self._lock:
            if key not in self._found and key not in self._failed:
                try:
                    self._found.update(self._ask(source))
                except SourceError as error:
                    self._failed[key] = str(error)
            if key in self._found:
                return self._found[key]
            raise SourceError(self._failed.get(key, "is not there"))

    def _pyodide(self, name: str) -> str:
        base = names.PYODIDE_URL
        if base is None and self._core is not None and self._core.exists():
            # The address stands in pyodide.mjs itself, which the manifest pins: nothing to keep in step here.
            source = self._core.read_text("utf-8")
            version = re.search(r'"(\d+\.\d+\.\d+)"', source)
            match = re.search(r"`(https://[^`$]*v)\$\{\w+\}(/[^`]*)`", source)
            base = f"{match[1]}{version[1]}{match[2]}" if match and version else None
        if base is None:
            raise SourceError("has no address yet (pyodide.mjs, which names it, is not here)")
        return f"{base.rstrip('/')}/{name}"

    def _ask(self, source: Source) -> dict[str, str]:
        if source.kind == "npm":
            return {f"npm:{source.request}": self._ask_npm(source.request)}
        try:
            return _ask_pip(self._wanted)
        except SourceError:
            if self._wanted == [source.request]:
                raise
            return _ask_pip([source.request])  # one name that is not there must not hide the others

    def _ask_npm(self, request: str) -> str:
        command = [*self._node.npm, "view", request, "dist.tarball"]
        done = subprocess.run(
            command,
            capture_output=True,
            text=True,
            check=False,
            cwd=names.ROOT,
            env=node_environment(self._node),
        )
        if done.returncode != 0 or not done.stdout.strip():
            raise SourceError(_last_line(done.stderr))
        return done.stdout.strip()


def _ask_pip(requests: list[str]) -> dict[str, str]:
    """Ask pip where these wheels are, without fetching them.

    The platform is fixed, so that every machine gets the same files: MarkupSafe and PyYAML give their
    Python sources alone.
    """
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder, "report.json")
        command = [
            str(venv_python()),
            "-m",
            "pip",
            "install",
            "--dry-run",
            "--ignore-installed",
            "--no-deps",
            "-q",
        ]
        command += [
            "--no-deps",
            "--disable-pip-version-check",
            "--only-binary=:all:",
            "--implementation",
            "cp",
        ]
        command += ["--python-version", "3.12", "--abi", "cp312", "--platform", "manylinux2014_x86_64"]
        command += ["--target", folder, "--report", str(report), *requests]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode != 0:
            raise SourceError(_last_line(done.stderr))
        installs = json.loads(report.read_text("utf-8"))["install"]
    found = {normal(item["metadata"]["name"]): item["download_info"]["url"] for item in installs}
    by_request = {request: found.get(normal(request.split("==")[0])) for request in requests}
    return {f"pypi:{request}": url for request, url in by_request.items() if url}


def _last_line(text: str) -> str:
    lines = [line for line in text.splitlines() if line.strip() and not line.startswith("WARNING")]
    errors = [line for line in lines if "rror" in line or "ERR" in line]
    return (errors or lines or ["gave no answer"])[-1].strip()[:200]
