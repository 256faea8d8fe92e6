"""The training worker's Python: trains with the learner's functions, runs trials. Text (JSON) in, text out.

It is a sandbox like the others, behind the same walls, in a worker of its own: a training takes long, and a check asked
for meanwhile does not wait for it. It alone has the reference scorer, which no code that is being checked can find.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import lru_cache
from typing import Any

# A lesson's experiment.py may use these, and seal() takes the files of the package away.
import lookback.drawing
import lookback.training  # noqa: F401
from lookback.browser.sandbox import Request, Teller, seal
from lookback.experiment.model import Experiment, load
from lookback.experiment.train import train
from lookback.experiment.trial import run_trial

__all__ = ["answer", "seal"]

_dumps, _loads = json.dumps, json.loads


def answer(action: str, request: Any) -> str:
    """Do what the page asks: "train" or "trial"."""
    return _dumps(_ACTIONS[action](_loads(request)))


@lru_cache(maxsize=1)
def _experiment(source: str) -> Experiment:
    return load(source)


def _train(request: Request) -> Request:
    teller = Teller()
    try:
        experiment = _experiment(request["experiment"])
        outcome = train(experiment, request["source"], request["settings"], teller.tell, teller.echo)
    except ValueError as error:
        return {"refused": str(error)}
    teller.flush()
    return outcome


def _trial(request: Request) -> Request:
    teller = Teller()
    return run_trial(_experiment(request["experiment"]), request["name"], teller.tell)


_ACTIONS: dict[str, Callable[[Request], Request]] = {"train": _train, "trial": _trial}
