"""The widgets of this lesson, by the ids under which the text places them."""

from __future__ import annotations

from collections.abc import Callable

from lookback.widgets import Widget
from lookback.widgets.live_table import LiveTable

WORDS = ("the", "cat", "sat")
KEYS = ((1, 0), (0, 1), (1, 1))
# Each word writes in a column of its own, so the context says who was heard, and how much.
VALUES = ((10, 0, 0), (0, 10, 0), (0, 0, 10))


def live_table() -> LiveTable:
    """One query against three words."""
    return LiveTable(WORDS, KEYS, VALUES, start=(2, 0))


WIDGETS: dict[str, Callable[[], Widget]] = {"live-table": live_table}
