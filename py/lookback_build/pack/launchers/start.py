"""Serves the folder `site` beside this file, to this machine or to a classroom. Needs Python 3.8 or newer, and no more.

    python3 start.py                 open Lookback in the browser of this machine
    python3 start.py --classroom     let everyone on the same network open it
    python3 start.py --port 8123     start with this port (default: 8000); a port that is taken is passed over
    python3 start.py --no-browser    open no browser

Ctrl+C ends it. It reads the files of `site` and writes nothing.
"""

from __future__ import annotations

import argparse
import contextlib
import errno
import gzip
import html
import socket
import sys
import threading
import urllib.parse
import webbrowser
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

SITE = Path(__file__).resolve().parent / "site"
PORTS_TO_TRY = 50
ROOM_PAGE = "/classroom"

# Some systems' own tables are wrong about these, and a browser then refuses the file.
TYPES = {
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".mjs": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".json": "application/json; charset=utf-8",
    ".webmanifest": "application/manifest+json; charset=utf-8",
    ".txt": "text/plain; charset=utf-8",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".ico": "image/x-icon",
    ".wasm": "application/wasm",
}
# What gains by compression. A class of thirty loads a third of the bytes.
COMPRESSED = (".html", ".js", ".mjs", ".css", ".json", ".txt", ".svg", ".wasm")

# Five rows for each character of an address.
LETTERS = {
    "0": ("███", "█ █", "█ █", "█ █", "███"),
    "1": (" █ ", "██ ", " █ ", " █ ", "███"),
    "2": ("███", "  █", "███", "█  ", "███"),
    "3": ("███", "  █", " ██", "  █", "███"),
    "4": ("█ █", "█ █", "███", "  █", "  █"),
    "5": ("███", "█  ", "███", "  █", "███"),
    "6": ("███", "█  ", "███", "█ █", "███"),
    "7": ("███", "  █", " █ ", " █ ", " █ "),
    "8": ("███", "█ █", "███", "█ █", "███"),
    "9": ("███", "█ █", "███", "  █", "███"),
    ".": (" ", " ", " ", " ", "█"),
    ":": (" ", "█", " ", "█", " "),
}

ROOM = """<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Lookback: the address for this room</title>
<style>
:root {{ color-scheme: light dark; }}
body {{ margin: 0; min-height: 100vh; display: grid; place-content: center; gap: 4vh; padding: 2rem;
  box-sizing: border-box; font: 1.25rem/1.5 Palatino, "Palatino Linotype", Georgia, serif; text-align: center; }}
h1, p {{ margin: 0; font-weight: normal; }}
strong {{ display: block; font: 600 min(9vw, 8rem)/1.2 ui-monospace, Consolas, monospace; overflow-wrap: anywhere; }}
</style>
<h1>Type this into the address line of a browser</h1>
{addresses}
<p>The device must be on the same network as this machine. <a href="/">Open Lookback here</a></p>
</html>
"""


def find_files(site: Path) -> dict[str, Path]:
    """Every file by the path that asks for it. What is not in this table does not exist, whatever a request says."""
    found = {}
    for path in site.rglob("*"):
        if path.is_file():
            name = "/" + path.relative_to(site).as_posix()
            found[name] = path
            if path.name == "index.html":
                found[name[: -len("index.html")]] = path
    return found


class Site:
    """The files, and the compressed form of those that were asked for."""

    def __init__(self, folder: Path) -> None:
        self.files = find_files(folder)
        self.addresses: list[
            str
        ] = []  # where the classroom reaches it; empty when it is for this machine alone
        self._packed: dict[Path, bytes] = {}
        self._lock = threading.Lock()

    def read(self, path: Path, accepts_gzip: bool) -> tuple[bytes, bool]:
        """Content and whether it is compressed."""
        if not accepts_gzip or path.suffix not in COMPRESSED:
            return path.read_bytes(), False
        with self._lock:  # the first of thirty compresses, the others wait for it
            if path not in self._packed:
                self._packed[path] = gzip.compress(path.read_bytes(), 6)
            return self._packed[path], True


class Handler(BaseHTTPRequestHandler):
    """Answers GET and HEAD for the files of one site."""

    protocol_version = "HTTP/1.1"
    server_version = "Lookback"
    sys_version = ""
    timeout = 60  # seconds without a word, after which a connection is closed

    server: Server

    def do_GET(self) -> None:
        try:
            self._answer()
        except (BrokenPipeError, ConnectionResetError, ConnectionAbortedError, socket.timeout):  # noqa: UP041  another error before Python 3.10
            self.close_connection = True  # the browser went away

    do_HEAD = do_GET

    def _answer(self) -> None:
        asked = urllib.parse.urlsplit(self.path).path
        name = urllib.parse.unquote(asked)
        site = self.server.site
        if name == ROOM_PAGE and site.addresses:
            self._send(200, room_page(site.addresses).encode("utf-8"), TYPES[".html"])
        elif name in site.files:
            self._send_file(name, site.files[name])
        elif name + "/" in site.files:
            last = urllib.parse.quote(name.rpartition("/")[2])
            self._send(301, b"", TYPES[".txt"], {"Location": f"{last}/"})
        else:
            self._send(404, b"There is no such page here.\n", TYPES[".txt"])

    def _send_file(self, name: str, path: Path) -> None:
        content, packed = self.server.site.read(path, "gzip" in self.headers.get("Accept-Encoding", ""))
        # Files of the runtime and the assets carry a hash in their name; all else may change with another version.
        named_by_hash = name.startswith(("/runtime/", "/assets/"))
        headers = {"Cache-Control": "max-age=31536000, immutable" if named_by_hash else "no-cache"}
        if path.suffix in COMPRESSED:
            headers["Vary"] = "Accept-Encoding"
        if packed:
            headers["Content-Encoding"] = "gzip"
        self._send(200, content, TYPES.get(path.suffix, "application/octet-stream"), headers)

    def _send(self, status: int, content: bytes, kind: str, headers: dict[str, str] | None = None) -> None:
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(content)))
        self.send_header("X-Content-Type-Options", "nosniff")
        for header, value in (headers or {}).items():
            self.send_header(header, value)
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(content)

    def log_message(self, format: str, *args: Any) -> None:
        """Say nothing: the address must stay in sight."""


class Server(ThreadingHTTPServer):
    """One that takes no port which another program listens on."""

    daemon_threads = True
    allow_reuse_address = sys.platform != "win32"  # on Windows it would share a port that is taken
    site: Site
    request_queue_size = 128  # a class that clicks at once

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A broken request is the business of whoever sent it."""


def bind(host: str, port: int, site: Site) -> Server | None:
    """A server on `port` or the next that is free."""
    for candidate in range(port, min(port + PORTS_TO_TRY, 65536)):
        try:
            server = Server((host, candidate), Handler)
        except OSError as error:
            if error.errno in (errno.EADDRINUSE, errno.EACCES, getattr(errno, "WSAEACCES", errno.EACCES)):
                continue
            raise
        server.site = site
        return server
    return None


def own_addresses() -> list[str]:
    """The addresses of this machine on its networks, the one that leads outside first. Nothing is sent."""
    found = []
    for outside in (
        "192.0.2.1",
        "10.255.255.255",
    ):  # addresses of nobody: asking for the way to them is enough
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
            try:
                probe.connect((outside, 9))
                found.append(probe.getsockname()[0])
            except OSError:
                continue
    with contextlib.suppress(OSError):  # a machine that does not know its own name
        found += socket.gethostbyname_ex(socket.gethostname())[2]
    return [one for one in dict.fromkeys(found) if not one.startswith("127.") and one != "0.0.0.0"]


def room_page(addresses: list[str]) -> str:
    """The page for the projector."""
    lines = "\n".join(f"<p><strong>{html.escape(address)}</strong></p>" for address in addresses)
    return ROOM.format(addresses=lines)


def large(text: str) -> str:
    """`text` in letters five rows high; as it is where the terminal cannot show them."""
    rows = ["  ".join(LETTERS[character][row] for character in text) for row in range(5)]
    picture = "\n".join("  " + row for row in rows)
    try:
        picture.encode(sys.stdout.encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        picture = picture.replace("█", "#")
    return picture


def options() -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(
        description="Serve Lookback to this machine, or with --classroom to a room."
    )
    parser.add_argument("--classroom", action="store_true", help="let everyone on the same network open it")
    parser.add_argument("--port", type=int, default=8000, help="the first port to try (default: 8000)")
    parser.add_argument("--no-browser", action="store_true", help="open no browser")
    chosen = parser.parse_args()
    if not 1 <= chosen.port <= 65535:
        parser.error("--port takes a number from 1 to 65535")
    return chosen


def main() -> None:
    """Serve until Ctrl+C."""
    chosen = options()
    if not (SITE / "build.json").is_file():
        sys.exit("The folder “site” is not beside start.py. Unpack the whole zip, and start it from there.")
    site = Site(SITE)
    server = bind("0.0.0.0" if chosen.classroom else "127.0.0.1", chosen.port, site)
    if server is None:
        sys.exit(
            f"Ports {chosen.port} to {chosen.port + PORTS_TO_TRY - 1} are taken. Name another with --port."
        )
    port = server.server_address[1]
    here = f"http://127.0.0.1:{port}/"
    if chosen.classroom:
        site.addresses = [f"{address}:{port}" for address in own_addresses()]
    print(f"\nLookback is at {here}")
    if site.addresses:
        print("\nIn this room, type into the address line of a browser:\n")
        for address in site.addresses:
            print(f"{large(address)}\n\n  http://{address}/\n")
        print(f"For the projector: {here}{ROOM_PAGE[1:]}")
        print(
            "When nobody reaches it: allow Python in this machine's firewall, and look that all are on one network."
        )
    elif chosen.classroom:
        print("This machine is on no network that others could reach it by. Join one, and start again.")
    print("Ctrl+C ends it.\n", flush=True)
    if not chosen.no_browser:
        webbrowser.open(here + (ROOM_PAGE[1:] if site.addresses else ""))
    try:
        server.serve_forever()
    except KeyboardInterrupt:
        print("\nEnded.")
    finally:
        server.server_close()


if __name__ == "__main__":
    main()
