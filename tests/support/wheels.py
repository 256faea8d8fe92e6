"""Small wheels for tests, the same bytes on every machine."""

from __future__ import annotations

import hashlib
import zipfile
from collections.abc import Mapping
from pathlib import Path

ABACUS = {
    "abacus/__init__.py": "from abacus.words import count\n\n__all__ = ['count']\n",
    "abacus/words.py": (
        "from pathlib import Path\n\n"
        "WORDS = (Path(__file__).parent / 'words.txt').read_text('utf-8').split()\n\n\n"
        "def count(n):\n    return WORDS[n]\n"
    ),
    "abacus/words.txt": "none one two three",
}


def write_wheel(
    folder: Path,
    name: str = "abacus",
    version: str = "1.2",
    *,
    files: Mapping[str, str] = ABACUS,
    tag: str = "py3-none-any",
    needs: tuple[str, ...] = (),
) -> Path:
    """Write a wheel; its bytes depend on the arguments alone."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{name}-{version}-{tag}.whl"
    info = f"{name}-{version}.dist-info"
    metadata = ["Metadata-Version: 2.1", f"Name: {name}", f"Version: {version}", "License: MIT"]
    metadata += [f"Requires-Dist: {one}" for one in needs]
    wheel = ["Wheel-Version: 1.0", "Generator: tests", "Root-Is-Purelib: true", f"Tag: {tag}"]
    contents = {
        **files,
        f"{info}/METADATA": "\n".join(metadata) + "\n",
        f"{info}/WHEEL": "\n".join(wheel) + "\n",
        f"{info}/RECORD": "",
    }
    with zipfile.ZipFile(path, "w", zipfile.ZIP_STORED) as archive:
        for member, text in contents.items():
            archive.writestr(zipfile.ZipInfo(member), text)
    return path


def pin(path: Path) -> str:
    """The line of a requirements file that pins this wheel."""
    name, version, *_ = path.name.split("-")
    return f"{name}=={version} --hash=sha256:{hashlib.sha256(path.read_bytes()).hexdigest()}\n"
