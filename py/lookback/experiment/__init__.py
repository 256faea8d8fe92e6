"""Experiments: what a lesson trains with the learner's own functions, and the trials beside it.

A lesson's ``experiment.py`` says what is trained (`model.Experiment`); this package runs it (`train`, `trial`), hands
the learner's functions over under guard (`guard`), and keeps the moments worth going back to (`lookback.moments`).
"""

from lookback.experiment.guard import Returns
from lookback.experiment.model import (
    Cell,
    Experiment,
    Functions,
    Moment,
    Row,
    Setting,
    Table,
    Trial,
    Values,
)

__all__ = [
    "Cell",
    "Experiment",
    "Functions",
    "Moment",
    "Returns",
    "Row",
    "Setting",
    "Table",
    "Trial",
    "Values",
]
