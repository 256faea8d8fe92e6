"""Run a trial of an experiment: no learner code, a table that grows as the numbers come."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from lookback.experiment.model import Experiment, Table

Message = dict[str, Any]
TICK = 0.1  # seconds between two tables that are told
_clock = time.perf_counter


def run_trial(experiment: Experiment, name: str, tell: Callable[[Message], None]) -> Message:
    """Run a trial to its end; what it has so far is told at most ten times a second.

    Returns ``{"status": "done", "table": …, "duration_ms": …}`` with the last table, see `model.Table.to_plain`.
    """
    started = told = _clock()
    last = Table(1, "", ())
    for table in experiment.trials[name].run():
        last = table
        if _clock() - told > TICK:
            told = _clock()
            tell({"table": table.to_plain()})
    return {
        "status": "done",
        "table": last.to_plain(),
        "duration_ms": round((_clock() - started) * 1000, 1),
    }
