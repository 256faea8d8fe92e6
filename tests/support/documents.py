"""Bokeh documents, so that two of them can be compared."""

from __future__ import annotations

import json
import re
from typing import Any

# Bokeh's ids, and the names that Panel gives to what has none.
_COUNTED = re.compile(r'"(p\d+|[0-9a-f]{8}-[0-9a-f-]{27}|[A-Z][A-Za-z]*\d{5,})"')


def plain(document: str) -> str:
    """What an item to embed draws: its roots as JSON, all that is only counted numbered in the order of appearance.

    The definitions of models beside it are left out: they are those of all widgets that Python has opened so far.
    Sets are sorted: their order is that of Python's hashes, which every start draws anew.
    """
    ids: dict[str, str] = {}
    roots = json.dumps(json.loads(document, object_hook=_sorted)["doc"]["roots"], indent=1)
    return _COUNTED.sub(lambda found: ids.setdefault(found[1], f'"#{len(ids)}"'), roots)


def _sorted(entry: dict[str, Any]) -> dict[str, Any]:
    if entry.get("type") == "set":
        return {**entry, "entries": sorted(entry["entries"])}
    return entry
