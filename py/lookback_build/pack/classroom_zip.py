"""`pack --zip`: the site with a small server for Windows, macOS and Linux. Same input, same bytes."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from lookback.errors import UsageError
from lookback_build.console import megabytes
from lookback_build.digest import sha256_of
from lookback_build.pack import Order
from lookback_build.pack.archive import write_zip

_LAUNCHERS = Path(__file__).parent / "launchers"
_WINDOWS = {".bat", ".ps1"}  # cmd finds no labels in files with short line ends


def pack(order: Order) -> Path:
    """Write the zip, and beside it the SHA-256 as `sha256sum --check` reads it."""
    if order.lesson:
        raise UsageError("a zip carries the whole course", mend="leave --lesson out, or take --single-file")
    place = order.place(".zip")
    with order.console.step(f"Packing {place.name}") as step:
        folder = f"lookback-{order.version}"
        write_zip(place, {f"{folder}/{name}": content for name, content in _members(order)})
        digest = sha256_of(place)
        place.with_name(f"{place.name}.sha256").write_text(f"{digest}  {place.name}\n", newline="\n")
        step.result = f"{megabytes(place.stat().st_size)}, SHA-256 {digest}"
    return place


def _members(order: Order) -> Iterator[tuple[str, bytes]]:
    """Everything in the zip, by its path below the one folder that it makes."""
    for path in _LAUNCHERS.iterdir():
        if path.is_file():
            content = path.read_bytes()
            if path.name == "README.txt":
                content = content.replace(b"{version}", order.version.encode())
            if path.suffix in _WINDOWS:
                content = content.replace(b"\n", b"\r\n")
            yield path.name, content
    for path in order.site.rglob("*"):
        if path.is_file():
            yield f"site/{path.relative_to(order.site).as_posix()}", path.read_bytes()
