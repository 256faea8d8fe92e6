"""Names that an author has chosen, of words, positions and output steps: as long as they like.

Where there is no room the stylesheet cuts them (`.lb-cut`, and the heads of tables); the whole name stands in the
element, for who listens, and in its title, for who points.
"""

from __future__ import annotations

from html import escape

#: Characters of a name that has room everywhere.
FITS = 8


def title(name: str) -> str:
    """The attribute with the whole name, for an element that may cut it."""
    return f' title="{escape(name)}"' if len(name) > FITS else ""
