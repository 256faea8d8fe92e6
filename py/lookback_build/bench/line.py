"""A static host at the end of a line of a given speed.

Chromium's own throttling leaves workers out, and other engines have none; so the line is the server's: one bucket of
bytes for all connections, and a delay before each answer. Text and WebAssembly go out gzipped, as most hosts do.
"""

from __future__ import annotations

import gzip
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

_GZIPPED = (".html", ".js", ".mjs", ".css", ".json", ".wasm", ".txt")
_PIECE = 16_384


@dataclass(frozen=True)
class Line:
    """Megabits per second, and milliseconds before an answer begins; None is as fast as it goes."""

    name: str
    megabits: float | None = None
    delay: float = 0


class _Bucket:
    """Lets so many bytes pass in a second, over all connections."""

    def __init__(self, megabits: float | None) -> None:
        self._rate = megabits and megabits * 1e6 / 8
        self._free_at = 0.0
        self._lock = threading.Lock()
        self.sent = 0

    def take(self, count: int) -> None:
        with self._lock:
            self.sent += count
            if self._rate is None:
                return
            self._free_at = max(self._free_at, time.monotonic()) + count / self._rate
            wait = self._free_at - time.monotonic()
        time.sleep(max(0.0, wait))


@cache
def _content(path: Path) -> tuple[bytes, bool]:
    data = path.read_bytes()
    if path.suffix in _GZIPPED:
        return gzip.compress(data, 6), True
    return data, False


@contextmanager
def host(
    folder: Path, line: Line, instead: Mapping[str, bytes] | None = None
) -> Iterator[tuple[str, _Bucket]]:
    """The URL of `folder` at the end of `line`, and the bucket, which counts bytes.

    instead : content of files that are other than in the folder, by their path in it.
    """
    for path in folder.rglob("*"):
        if path.suffix in _GZIPPED:
            _content(path)  # now, and not while a visit is measured
    others = {folder / path: content for path, content in (instead or {}).items()}
    bucket = _Bucket(line.megabits)

    class Handler(SimpleHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def __init__(self, *args: Any) -> None:
            super().__init__(*args, directory=str(folder))

        def do_GET(self) -> None:
            path = Path(self.translate_path(self.path))
            path = path / "index.html" if path.is_dir() else path
            time.sleep(line.delay / 1000)
            if not path.is_file():
                self.send_error(404)
                return
            body, gzipped = (others[path], False) if path in others else _content(path)
            self.send_response(200)
            self.send_header("Content-Type", self.guess_type(path.name))
            self.send_header("Content-Length", str(len(body)))
            self.send_header("Cache-Control", "max-age=3600")
            if gzipped:
                self.send_header("Content-Encoding", "gzip")
            self.end_headers()
            for at in range(0, len(body), _PIECE):
                bucket.take(len(body[at : at + _PIECE]))
                self.wfile.write(body[at : at + _PIECE])

        def log_message(self, format: str, *args: Any) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.handle_error = lambda *_: None  # type: ignore[method-assign]  # a page that closes breaks its lines
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}/", bucket
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
