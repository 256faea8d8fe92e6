"""What a built page says of the runtime it asks for (`#lookback-runtime`, written by `site.py`, read on the page)."""

from __future__ import annotations

import json
import re
from typing import Any

_DESCRIPTION = re.compile(r'<script[^>]*id="lookback-runtime"[^>]*>(.*?)</script>', re.DOTALL)


def element_of(html: str) -> str:
    """The element that holds a page's description, empty on a page without Python."""
    found = _DESCRIPTION.search(html)
    return found[0] if found else ""


def descriptions(html: str) -> list[dict[str, Any]]:
    """The descriptions in a page's text: none on a page without Python, several in a course in one file."""
    return [json.loads(text) for text in _DESCRIPTION.findall(html)]
