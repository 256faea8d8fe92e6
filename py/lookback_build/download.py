"""Bytes from an address: resumable, with progress, and readable in parts. Standard library only."""

from __future__ import annotations

import errno
import functools
import http.client
import io
import ssl
import subprocess
import urllib.error
import urllib.request
from collections.abc import Callable
from pathlib import Path

from lookback.errors import LookbackError
from lookback_build import names
from lookback_build.console import megabytes
from lookback_build.host import venv_python

_CHUNK = 1 << 16
_BLOCK = 1 << 20  # what one request for a part of an archive asks for
_TRIES = 3

Tell = Callable[[int], None]  # is told how many bytes have just arrived


class SourceError(Exception):
    """This source did not give the bytes; another may."""


def download(url: str, part: Path, size: int | None, tell: Tell) -> None:
    """Bring `url` into `part`, going on where an earlier, cut download stopped.

    `size` is the expected number of bytes, when known. Raises SourceError when the source fails for good and
    LookbackError when this machine does (no room).
    """
    reason = ""
    for _ in range(_TRIES):
        before = _size(part)
        try:
            _append(url, part, tell)
            reason = ""
        except urllib.error.HTTPError as error:
            if error.code == 416:  # the part is longer than the file: it belongs to other bytes
                part.unlink(missing_ok=True)
                continue
            raise SourceError(f"answered {error.code} {error.reason}") from error
        except (OSError, http.client.HTTPException) as error:
            _raise_if_full(error, part)
            reason = _reason(error)
        if not reason and (size is None or _size(part) >= size):
            return
        reason = reason or f"stopped at {_size(part):,} of {size:,} bytes"
        if _size(part) == before:
            break  # nothing came: asking again at once would not help
    raise SourceError(reason)


def _append(url: str, part: Path, tell: Tell) -> None:
    have = _size(part)
    request = urllib.request.Request(url, headers={"Range": f"bytes={have}-"} if have else {})
    with open_url(request) as answer:
        goes_on = have > 0 and answer.status == 206
        if have and not goes_on:
            tell(-have)  # the server starts over
        with part.open("ab" if goes_on else "wb") as out:
            while chunk := answer.read(_CHUNK):
                out.write(chunk)
                tell(len(chunk))
        if getattr(answer, "length", None):
            raise ConnectionError(f"{answer.length:,} bytes are missing")


def open_url(request: urllib.request.Request) -> http.client.HTTPResponse:
    """Open an address with our time limit and certificates."""
    answer: http.client.HTTPResponse = urllib.request.urlopen(
        request, timeout=names.NETWORK_TIMEOUT, context=_tls()
    )
    return answer


class RemoteFile(io.RawIOBase):
    """A file on a server, read in blocks on demand, so that one member of a large archive costs little.

    Raises SourceError when the server does not give parts.
    """

    def __init__(self, url: str, tell: Tell) -> None:
        self._url, self._tell = url, tell
        self._position = 0
        self._blocks: dict[int, bytes] = {}
        with open_url(urllib.request.Request(url, headers={"Range": "bytes=0-0"})) as answer:
            if answer.status != 206:
                raise SourceError("does not give parts of a file")
            self._size = int(answer.headers["Content-Range"].rpartition("/")[2])

    def seekable(self) -> bool:
        return True

    def readable(self) -> bool:
        return True

    def seek(self, offset: int, whence: int = io.SEEK_SET) -> int:
        base = {io.SEEK_SET: 0, io.SEEK_CUR: self._position, io.SEEK_END: self._size}[whence]
        self._position = base + offset
        return self._position

    def tell(self) -> int:
        return self._position

    def readinto(self, buffer: memoryview) -> int:  # type: ignore[override]
        if self._position >= self._size:
            return 0
        number, offset = divmod(self._position, _BLOCK)
        block = self._blocks.get(number)
        if block is None:
            block = self._blocks[number] = self._fetch(number)
        piece = block[offset : offset + len(buffer)]
        buffer[: len(piece)] = piece
        self._position += len(piece)
        return len(piece)

    def _fetch(self, number: int) -> bytes:
        first = number * _BLOCK
        last = min(first + _BLOCK, self._size) - 1
        request = urllib.request.Request(self._url, headers={"Range": f"bytes={first}-{last}"})
        with open_url(request) as answer:
            block = answer.read()
        if len(block) != last - first + 1:
            raise SourceError(f"sent {len(block):,} of {last - first + 1:,} bytes")
        self._tell(len(block))
        return block


def _raise_if_full(error: BaseException, part: Path) -> None:
    if isinstance(error, OSError) and error.errno in (errno.ENOSPC, errno.EDQUOT):
        have = _size(part)
        raise LookbackError(
            f"there is no room left for {part.name.removesuffix('.part')} ({megabytes(have)} of it arrived)",
            part.parent,
            mend="free some space, or set LOOKBACK_CACHE to a folder on another disk, and start again",
        ) from error


def _size(part: Path) -> int:
    return part.stat().st_size if part.exists() else 0


def _reason(error: BaseException) -> str:
    if isinstance(error, urllib.error.URLError):
        return f"cannot be reached ({error.reason})"
    if isinstance(error, TimeoutError):
        return f"sent nothing for {names.NETWORK_TIMEOUT} s"
    return f"broke off ({error or type(error).__name__})"


@functools.cache
def _tls() -> ssl.SSLContext:
    context = ssl.create_default_context()
    if context.cert_store_stats()["x509_ca"] == 0:
        # Python from python.org on macOS comes without certificates; pip brings its own.
        command = [str(venv_python()), "-c", "from pip._vendor import certifi; print(certifi.where())"]
        found = subprocess.run(command, capture_output=True, text=True, check=False).stdout.strip()
        if found:
            context.load_verify_locations(found)
    return context
