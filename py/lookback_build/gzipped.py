"""Files under gzip at its best. The runtime's take seconds and seldom change, so what was packed once is kept."""

from __future__ import annotations

import gzip
import hashlib
import os

from lookback_build import names

_KEPT_FROM = 100_000  # bytes; less is packed in no time


def gzipped(content: bytes) -> bytes:
    """`content` packed, the same bytes each time."""
    if len(content) < _KEPT_FROM:
        return gzip.compress(content, 9, mtime=0)
    kept = names.CACHE / "gzipped" / f"{hashlib.sha256(content).hexdigest()[:32]}.gz"
    if kept.exists():
        return kept.read_bytes()
    packed = gzip.compress(content, 9, mtime=0)
    kept.parent.mkdir(parents=True, exist_ok=True)
    part = kept.with_suffix(f".{os.getpid()}.part")
    part.write_bytes(packed)
    part.replace(kept)
    return packed
