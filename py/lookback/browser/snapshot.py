"""What a snapshot asks of the stage's Python: to settle before it is taken, and to wake after it was restored."""

from __future__ import annotations

import gc
import json
import random
import sys

from lookback.browser import stage  # before Panel: it sees to what Panel asks for

import panel.io.pyodide  # isort: skip


def settle(lessons: str) -> None:
    """Open the widgets of lessons, and let go of what no snapshot can hold.

    `lessons` is JSON: a list of {"source", "name", "widgets"}, `widgets` being their ids.
    """
    for lesson in json.loads(lessons):
        stage.prepare(lesson["source"], lesson["name"], json.dumps(lesson["widgets"]))
    # A JavaScript function, for documents that Panel itself writes into a page. Ours are not.
    panel.io.pyodide._dict_converter = None
    gc.unfreeze()  # a module's garbage, too, may hold a JavaScript object
    gc.collect()
    gc.freeze()


def wake() -> None:
    """Seed anew the random generators whose state would be the same at each visit."""
    random.seed()
    if "numpy.random" in sys.modules:
        sys.modules["numpy.random"].seed()
