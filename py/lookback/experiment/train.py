"""Train with the learner's own functions: what happens is told as it happens, and every end is told in words."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable, Mapping
from typing import Any

from lookback.checker import failures, isolate, raised
from lookback.checker.execute import compiled, execute
from lookback.experiment.guard import Diverged, Fault, Guarded
from lookback.experiment.model import Experiment, Moment
from lookback.moments import epochs_to_keep, moment_to_plain

Message = dict[str, Any]
Tell = Callable[[Message], None]
TICK = 0.1  # seconds between two messages about where the training is
_clock = time.perf_counter


def train(
    experiment: Experiment,
    source: str,
    chosen: Mapping[str, Any],
    tell: Tell = lambda message: None,
    echo: Callable[[str], None] | None = None,
) -> Message:
    """Run a learner's file, take its functions, and train.

    Parameters
    ----------
    experiment : the lesson's.
    source : the learner's file.
    chosen : settings that differ from their start.
    tell : called with ``{"moment": …}`` at each moment that is kept (see `moments.moment_to_plain`) and, at most ten
        times a second, with ``{"now": …}`` in between, which has an epoch and a loss.
    echo : called with every piece of output that is kept.

    Returns
    -------
    dict
        ``status`` ("done" or "error"), ``epoch`` reached, ``error`` (None, or ``title``, ``message``, ``line``,
        ``traceback``), ``source_sha256``, ``stdout``, ``stdout_truncated``, ``duration_ms``.

    Raises
    ------
    ValueError
        A setting does not fit.
    """
    values = experiment.values(chosen)
    started = _clock()
    follower = _Follower(int(values["epochs"]), tell)
    functions: dict[str, Guarded] = {}
    error: Message | None = None
    with isolate.room(echo) as room:
        try:
            with isolate.quiet():
                functions |= _functions(experiment, source)
                follower.follow(experiment, functions, values)
        except BaseException as thrown:
            error = _in_words(thrown, functions, source)
    return {
        "status": "done" if error is None else "error",
        "epoch": follower.epoch,
        "error": error,
        "source_sha256": sha256(source),
        "stdout": room.output.text(),
        "stdout_truncated": room.output.truncated,
        "duration_ms": round((_clock() - started) * 1000, 1),
    }


def sha256(source: str) -> str:
    """The hash by which a result knows the code that made it."""
    return hashlib.sha256(source.encode("utf-8", "surrogatepass")).hexdigest()


def _functions(experiment: Experiment, source: str) -> dict[str, Guarded]:
    """The learner's functions from a fresh run of the file."""
    space = isolate.namespace()
    execute(compiled(source.removeprefix("\ufeff"), failures.FILENAME), space)
    guarded = {}
    for name, returns in experiment.functions.items():
        function = dict.get(space, name)
        if not callable(function):
            raise Fault(
                name, f"No function {name}", f"The file has no function called {name} when it has run."
            )
        guarded[name] = Guarded(name, function, returns)
    return guarded


class _Follower:
    """Goes along with a training: keeps the moments to keep, tells where it is."""

    def __init__(self, last: int, tell: Tell) -> None:
        self.epoch = 0
        self._kept = frozenset(epochs_to_keep(last))
        self._tell, self._last, self._told = tell, last, _clock()

    def follow(
        self, experiment: Experiment, functions: Mapping[str, Guarded], values: Mapping[str, Any]
    ) -> None:
        calls = {name: function.call() for name, function in functions.items()}
        for moment in experiment.train(calls, values):
            self.epoch = moment.epoch
            if moment.epoch in self._kept:
                self._keep(moment, functions)
            elif _clock() - self._told > TICK:
                self._told = _clock()
                self._tell({"now": {"epoch": moment.epoch, "loss": round(float(moment.loss), 7)}})

    def _keep(self, moment: Moment, functions: Mapping[str, Guarded]) -> None:
        contexts = None if moment.contexts is None else moment.contexts()
        for function in functions.values():
            function.look_again()
        self._tell({"moment": moment_to_plain(moment.epoch, moment.loss, moment.weights, contexts)})


def _in_words(thrown: BaseException, functions: Mapping[str, Guarded], source: str) -> Message:
    """Why a training ended early: a sentence, and the line of the learner's file if there is one."""
    if isinstance(thrown, Fault):
        line = functions[thrown.function].line if thrown.function in functions else None
        return {"title": thrown.title, "message": thrown.message, "line": line, "traceback": None}
    if isinstance(thrown, Diverged):
        message = (
            "The parameters themselves are no longer finite. A smaller learning rate makes shorter steps."
        )
        return {
            "title": "The numbers have outgrown the training",
            "message": message,
            "line": None,
            "traceback": None,
        }
    record = failures.describe(thrown, source)
    if "SyntaxError" in record["bases"]:
        title, message = "Python cannot read the file", raised.explain_syntax(record)
    else:
        cause, message = raised.explain(record)
        title = cause.title
    return {"title": title, "message": message, "line": record["line"], "traceback": record["traceback"]}
