"""Local web servers for tests: one that gives parts of files and can be told to misbehave."""

from __future__ import annotations

import re
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any


@dataclass
class FileServer:
    """Serves bytes by name, with ranges. `cut_after` breaks the line after so many bytes of an answer."""

    files: dict[str, bytes]
    cut_after: int | None = None
    gives_parts: bool = True
    requests: list[tuple[str, str | None]] = field(default_factory=list)
    sent: int = 0
    url: str = ""

    def answer(self, name: str, range_header: str | None) -> tuple[int, bytes, dict[str, str]]:
        """Status, body and headers for one request."""
        self.requests.append((name, range_header))
        content = self.files.get(name)
        if content is None:
            return 404, b"", {}
        asked = re.fullmatch(r"bytes=(\d+)-(\d*)", range_header or "")
        if not asked or not self.gives_parts:
            return 200, content, {}
        first = int(asked[1])
        if first >= len(content):
            return 416, b"", {"Content-Range": f"bytes */{len(content)}"}
        last = min(int(asked[2]), len(content) - 1) if asked[2] else len(content) - 1
        return 206, content[first : last + 1], {"Content-Range": f"bytes {first}-{last}/{len(content)}"}


@contextmanager
def serving(server: FileServer) -> Iterator[FileServer]:
    """Run a FileServer; its `url` ends in a slash."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            status, body, headers = server.answer(self.path.lstrip("/"), self.headers.get("Range"))
            self.send_response(status)
            self.send_header("Content-Length", str(len(body)))
            for name, value in headers.items():
                self.send_header(name, value)
            self.end_headers()
            cut = body[: server.cut_after]
            self.wfile.write(cut)
            server.sent += len(cut)

        def log_message(self, format: str, *args: Any) -> None:
            pass

    with _running(ThreadingHTTPServer(("127.0.0.1", 0), Handler)) as url:
        server.url = url
        yield server


class StaticSite:
    """Python's own plain file server, as `python -m http.server` runs it: no headers of ours.

    It can be stopped and started again at the same address, and serve another folder from one request to the next.
    `headers` go on every answer.
    """

    def __init__(self, folder: Path, *, headers: dict[str, str] | None = None) -> None:
        self.folder = folder
        self.headers = headers or {}
        self.asked: list[str] = []
        self._port = 0
        self._http: ThreadingHTTPServer | None = None
        self._thread: threading.Thread | None = None
        self.start()

    @property
    def url(self) -> str:
        """The address, with a slash at its end."""
        return f"http://127.0.0.1:{self._port}/"

    def start(self) -> None:
        """Listen, at the address it had before."""
        site = self

        class Quiet(SimpleHTTPRequestHandler):
            def do_GET(self) -> None:
                # Looked at for each request: browsers open connections before they know what to ask.
                self.directory = str(site.folder)
                site.asked.append(self.path)
                super().do_GET()

            def end_headers(self) -> None:
                for name, value in site.headers.items():
                    self.send_header(name, value)
                super().end_headers()

            def log_message(self, format: str, *args: Any) -> None:
                pass

        self._http = ThreadingHTTPServer(("127.0.0.1", self._port), Quiet)
        self._port = self._http.server_address[1]
        self._thread = threading.Thread(
            target=self._http.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True
        )
        self._thread.start()

    def stop(self) -> None:
        """Be gone, as a machine is that was switched off."""
        if self._http is None or self._thread is None:
            return
        self._http.shutdown()
        self._http.server_close()
        self._thread.join()
        self._http = None


@contextmanager
def static_site(folder: Path, headers: dict[str, str] | None = None) -> Iterator[str]:
    """The URL of a StaticSite of `folder`, with these headers on every answer."""
    with stoppable_site(folder, headers=headers) as site:
        yield site.url


@contextmanager
def stoppable_site(folder: Path, *, headers: dict[str, str] | None = None) -> Iterator[StaticSite]:
    """A StaticSite of `folder`, stopped at the end."""
    site = StaticSite(folder, headers=headers)
    try:
        yield site
    finally:
        site.stop()


@contextmanager
def _running(http: ThreadingHTTPServer) -> Iterator[str]:
    thread = threading.Thread(target=http.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{http.server_address[1]}/"
    finally:
        http.shutdown()
        http.server_close()
        thread.join()
