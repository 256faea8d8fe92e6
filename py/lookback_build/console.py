"""Progress and errors on the terminal: one line per step, redrawn in place where a person is looking."""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TextIO

REDRAW_SECONDS = 0.1
PLAIN_SECONDS = 5.0  # in a log file a running step reports this often


def megabytes(count: int) -> str:
    """A byte count as people read it: kB below one megabyte, MB above."""
    return f"{count / 1e6:.1f} MB" if count >= 1e6 else f"{count / 1e3:.0f} kB"


class Console:
    """Writes steps; safe to call from several threads."""

    def __init__(self, stream: TextIO | None = None) -> None:
        self._stream = stream or sys.stderr
        self._live = self._stream.isatty()
        self._lock = threading.Lock()
        self._last_drawn = 0.0
        self._line = ""

    @contextmanager
    def step(self, title: str) -> Iterator[Step]:
        """Announce a step, let it report progress, and say how long it took once it is done."""
        start = time.monotonic()
        step = Step(self, title)
        self._last_drawn = start if not self._live else 0.0
        step.progress("")
        try:
            yield step
        except BaseException:
            self._finish(f"  {title}: not finished")
            raise
        note = f" ({step.result})" if step.result else ""
        self._finish(f"  {title}{note}, {time.monotonic() - start:.1f} s")

    def say(self, text: str) -> None:
        """Print one line."""
        self._finish(text)

    def redraw(self, line: str) -> None:
        """Show a progress line: in place on a terminal, now and then in a log."""
        with self._lock:
            now = time.monotonic()
            if now - self._last_drawn < (REDRAW_SECONDS if self._live else PLAIN_SECONDS):
                return
            self._last_drawn = now
            if self._live:
                pad = " " * max(0, len(self._line) - len(line))
                self._stream.write(f"\r{line}{pad}")
                self._line = line
            else:
                self._stream.write(line + "\n")
            self._stream.flush()

    def _finish(self, line: str) -> None:
        with self._lock:
            if self._live and self._line:
                self._stream.write("\r" + " " * len(self._line) + "\r")
                self._line = ""
            self._stream.write(line + "\n")
            self._stream.flush()


class Step:
    """One running step of the console."""

    def __init__(self, console: Console, title: str) -> None:
        self._console = console
        self._title = title
        self.result = ""

    def progress(self, detail: str) -> None:
        """Say how far the step is, for example "3.1 of 9.6 MB"."""
        self._console.redraw(f"  {self._title} ... {detail}"[:110])
