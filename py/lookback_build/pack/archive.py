"""Zip archives: same input, same bytes."""

from __future__ import annotations

import zipfile
from collections.abc import Mapping
from pathlib import Path

_WHEN = (1980, 1, 1, 0, 0, 0)  # the earliest that a zip can say
_EXECUTABLE = {".py", ".sh", ".command"}


def write_zip(place: Path, members: Mapping[str, bytes]) -> Path:
    """Write `members` by their path inside and return `place`."""
    with zipfile.ZipFile(place, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name in sorted(members):
            entry = zipfile.ZipInfo(name, date_time=_WHEN)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.create_system = 3  # Unix, so that unpackers keep what may be executed
            entry.external_attr = (0o100755 if Path(name).suffix in _EXECUTABLE else 0o100644) << 16
            archive.writestr(entry, members[name])
    return place
