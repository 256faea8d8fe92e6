"""A plain static server for `dist/` on this machine, and a watch that rebuilds when a source changes."""

from __future__ import annotations

import errno
import functools
import threading
from collections.abc import Callable
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from lookback.errors import LookbackError, UsageError
from lookback_build import names
from lookback_build.console import Console

_WATCHED = (names.LESSONS, names.SITE, names.PACKAGE)
_LOOK_AGAIN = 0.5  # seconds


class _Handler(SimpleHTTPRequestHandler):
    # What a browser has stored would be shown to an author instead of what was just written, so here the service
    # worker is the one that takes stored things away. `python3 -m http.server -d dist` serves the site as hosts do.
    removal: bytes

    def do_GET(self) -> None:
        if self.path.split("?")[0] != "/sw.js":
            super().do_GET()
            return
        self.send_response(200)
        self.send_header("Content-Type", "text/javascript")
        self.send_header("Content-Length", str(len(self.removal)))
        self.end_headers()
        self.wfile.write(self.removal)

    # Some systems' type tables are wrong about these, and a browser then refuses the file.
    extensions_map = SimpleHTTPRequestHandler.extensions_map | {
        ".js": "text/javascript",
        ".mjs": "text/javascript",
        ".css": "text/css",
        ".json": "application/json",
        ".wasm": "application/wasm",
        ".svg": "image/svg+xml",
    }

    def end_headers(self) -> None:
        # Files of the runtime and the assets carry a hash in their name; all else may change at any time.
        named_by_hash = self.path.lstrip("/").startswith(("runtime/", "assets/"))
        self.send_header("Cache-Control", "max-age=31536000, immutable" if named_by_hash else "no-cache")
        super().end_headers()

    def log_message(self, format: str, *args: Any) -> None:
        """Say nothing of what went well."""

    def log_error(self, format: str, *args: Any) -> None:
        """Say nothing here either: the page itself tells what it did not get."""


def serve(out: Path, port: int | None, removal: bytes, rebuild: Callable[[], None], console: Console) -> None:
    """Serve `out` until Ctrl+C. Without a port, the first free one from the default on.

    `removal` is the script of a service worker that stores nothing.
    """
    server = _bind(out, port, removal)
    address = f"http://127.0.0.1:{server.server_address[1]}/"
    console.say(
        f"\nLookback is at {address} (Ctrl+C stops it; a change in lessons/, site/ or py/ rebuilds it)"
    )
    stop = threading.Event()
    watcher = threading.Thread(target=_watch, args=(rebuild, console, stop), daemon=True)
    watcher.start()
    try:
        server.serve_forever()
    except KeyboardInterrupt:
        console.say("Stopped")
    finally:
        stop.set()
        server.server_close()


def _bind(out: Path, port: int | None, removal: bytes) -> ThreadingHTTPServer:
    own = type("_OwnHandler", (_Handler,), {"removal": removal})
    handler = functools.partial(own, directory=str(out))
    candidates = [port] if port is not None else range(names.DEFAULT_PORT, names.DEFAULT_PORT + 20)
    for candidate in candidates:
        try:
            return ThreadingHTTPServer(("127.0.0.1", candidate), handler)
        except OSError as error:
            if error.errno not in (errno.EADDRINUSE, errno.EACCES):
                raise
    wanted = f"port {port} is" if port is not None else f"ports {names.DEFAULT_PORT} and the next 19 are"
    raise UsageError(f"{wanted} in use or not allowed", mend="name another with --port")


def _watch(rebuild: Callable[[], None], console: Console, stop: threading.Event) -> None:
    seen, good = _snapshot(), True
    while not stop.wait(_LOOK_AGAIN):
        now = _snapshot()
        if now == seen:
            continue
        seen = now
        try:
            rebuild()
            if not good:
                console.say("The mended build is up.")
            good = True
        except LookbackError as error:
            console.say(f"{error}\nThe last good build stays up.")
            good = False


def _snapshot() -> dict[Path, int]:
    found = {}
    for folder in _WATCHED:
        for path in folder.rglob("*"):
            if path.suffix != ".pyc":
                try:
                    found[path] = path.stat().st_mtime_ns
                except OSError:  # gone between listing and looking
                    continue
    return found
