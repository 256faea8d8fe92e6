"""`build.py test`: everything through pytest, with a real browser."""

from __future__ import annotations

import os
import subprocess
import sys

from lookback.errors import LookbackError
from lookback_build import host, names
from lookback_build.browsers import find_chromium, find_firefox, find_webkit
from lookback_build.console import Console
from lookback_build.steps import build


def run_tests(arguments: list[str], console: Console) -> int:
    """Install what pip and npm can give, name what they cannot, and run pytest."""
    node = host.ensure_node(console)
    host.ensure_npm_packages(console, node)
    if find_chromium() is None:
        raise LookbackError(
            "the browser tests need Chromium",
            mend="install it (Debian and Ubuntu: apt install chromium), or name it in LOOKBACK_CHROMIUM",
        )
    _tell_missing(console)
    build(names.DIST, None, console)  # what is cold is made once here, not by each worker
    # Files stay whole, because the tests of one share a page; two processes keep two cores busy while pages wait. Their
    # order stays, because files of few and long tests would come last, one process waiting for the other.
    spread = ["-n", str(min(os.cpu_count() or 1, 4)), "--dist", "loadfile", "--no-loadscope-reorder"]
    command = [sys.executable, "-m", "pytest", *spread, *arguments]
    return subprocess.run(command, cwd=names.ROOT, check=False).returncode


def _tell_missing(console: Console) -> None:
    """Say loudly which engines nothing is known about after this run."""
    others = {"Firefox": (find_firefox, "firefox-esr"), "WebKitGTK": (find_webkit, "webkit2gtk-driver xvfb")}
    for engine, (find, packages) in others.items():
        if find() is None:
            console.say(
                f"  NOT TRIED IN {engine.upper()}: it is not installed (Debian and Ubuntu: apt install {packages})"
            )
