"""The widgets of this lesson, by the ids under which the text places them."""

from __future__ import annotations

from collections.abc import Callable

from lookback.widgets import Widget
from lookback.widgets.live_table import LiveTable
from lookback.widgets.plane import Hint
from lookback.widgets.recurrence import Recurrence

WORDS = ("the", "cat", "sat")
KEYS = ((1, 0), (0, 1), (1, 1))
# Each word writes in a column of its own, so the context says who was heard, and how much.
VALUES = ((10, 0, 0), (0, 10, 0), (0, 0, 10))


def live_table() -> LiveTable:
    """One query against three words, and the plane of all queries."""
    # The weight on "cat" cannot reach .7 where q[0] is above log(3/7): the key of "sat" contains its key.
    hint = Hint("cat", 0.7, against="sat")
    return LiveTable(WORDS, KEYS, VALUES, start=(2, 0), field="cat", hint=hint, own=True)


WIDGETS: dict[str, Callable[[], Widget]] = {"live-table": live_table, "recurrence-plot": Recurrence}
