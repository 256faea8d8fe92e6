"""What a file's bytes are known by."""

from __future__ import annotations

import hashlib
from pathlib import Path


def sha256_of(path: Path) -> str:
    """The SHA-256 of a file, as hexadecimal text."""
    return hashlib.sha256(path.read_bytes()).hexdigest()
