"""The sandbox worker's Python: runs learner code, or judges what another worker has run. Text (JSON) in, text out.

While code runs it tells the page what happens through one file, so that no JavaScript object lives in this
interpreter.
"""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import sys
import time
from collections.abc import Callable
from importlib.machinery import ModuleSpec
from types import ModuleType
from typing import Any

from lookback.checker import judge, observe
from lookback.checker.observe import record_of
from lookback.runner import run

DEVICE = "/dev/lookback"
# Output is told as it comes (what was printed last before a loop is what matters), and in batches once there is much.
AT_ONCE, BATCH_CHARACTERS, BATCH_SECONDS = 500, 8192, 0.05

# Taken before learner code runs, which may replace the names in these modules while it does.
_dumps, _loads, _write, _clock = json.dumps, json.loads, os.write, time.perf_counter
_known_folders = sys.path_importer_cache
_device = os.open(DEVICE, os.O_WRONLY)

Request = dict[str, Any]


def answer(action: str, request: Any) -> str:
    """Do what the page asks: "run", "observe" or "judge"."""
    return _dumps(_ACTIONS[action](_loads(request)))


class Teller:
    """Tells the page about output, in batches once there is much, and about everything else at once."""

    def __init__(self) -> None:
        self._output: list[str] = []
        self._characters = 0
        self._pieces = 0
        self._last = _clock()

    def echo(self, text: str) -> None:
        """Output of the learner's code."""
        self._output.append(text)
        self._characters += len(text)
        self._pieces += 1
        few = self._pieces <= AT_ONCE
        if few or self._characters > BATCH_CHARACTERS or _clock() - self._last > BATCH_SECONDS:
            self.flush()

    def tell(self, message: Request) -> None:
        """Progress of a check."""
        self.flush()
        self._send(message)

    def flush(self) -> None:
        """Whatever output has gathered."""
        self._last = _clock()
        if self._output:
            self._send({"output": "".join(self._output)})
            self._output, self._characters = [], 0

    def _send(self, message: Request) -> None:
        with contextlib.suppress(OSError):  # the code has closed the file; its own run is then silent
            _write(_device, _dumps(message).encode() + b"\n")


def _run(request: Request) -> Request:
    teller = Teller()
    outcome = run(request["source"], teller.echo)
    teller.flush()
    return outcome


def _observe(request: Request) -> Request:
    teller = Teller()
    record = observe(request["calls"], request["source"], request["time_limit"], teller.tell, teller.echo)
    teller.flush()
    return record


def _judge(request: Request) -> Request:
    """The report on a record, or on the messages of a run that was ended from outside.

    ``sound`` is False when the record is no record at all: code has got at what writes it, and the interpreter it came
    from is not to be used again.
    """
    for record, ended in ((request["record"], request["ended"]), (None, "stopped")):
        try:
            known = (
                record_of(request["messages"] if request["record"] is None else ())
                if record is None
                else record
            )
            known = {**known, **request["facts"]}
            report = judge(
                request["bundle"], request["data"], known, request["source"], request["round"], ended
            )
            return {"report": report, "sound": record is request["record"]}
        except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError):
            continue
    raise RuntimeError("the lesson's check cannot be judged")


_ACTIONS: dict[str, Callable[[Request], Request]] = {"run": _run, "observe": _observe, "judge": _judge}


def look_again() -> None:
    """Files of modules have come or gone. (`importlib.invalidate_caches` would import half of `email` besides.)"""
    _known_folders.clear()


def seal() -> None:
    """Take away what a computation does not need: the ways to JavaScript, and the files of this package."""
    import pyodide_js

    os.unlink(DEVICE)
    for name in ("js", "pyodide_js"):
        pyodide_js.unregisterJsModule(name)
    _warm_up()
    package = os.path.dirname(os.path.dirname(__file__))
    sys.meta_path.append(_Kept(f"{package}/checker/probes"))
    for name in [name for name in sys.modules if name.partition(".")[0] in _CLOSED]:
        del sys.modules[name]
    sys.meta_path[:] = [finder for finder in sys.meta_path if not _leads_out(finder)]
    shutil.rmtree(package)
    look_again()
    sys.addaudithook(_refuse)


class _Kept:
    """Finds the checker's probes when their files are gone: few of them are ever needed, so none is loaded before."""

    def __init__(self, folder: str) -> None:
        self._sources = {}
        for file in os.listdir(folder):
            with open(f"{folder}/{file}", encoding="utf-8") as source:
                self._sources[f"lookback.checker.probes.{file.removesuffix('.py')}"] = source.read()

    def find_spec(self, name: str, path: object = None, target: object = None) -> ModuleSpec | None:
        return ModuleSpec(name, self) if name in self._sources else None  # type: ignore[arg-type]

    def create_module(self, spec: ModuleSpec) -> None:
        return None

    def exec_module(self, module: ModuleType) -> None:
        exec(compile(self._sources[module.__name__], module.__name__, "exec"), module.__dict__)


def _warm_up() -> None:
    """Do once what the first run would wait for: import what is imported late, fill NumPy's and Python's caches."""
    source = (
        "import numpy as np\n\ndef f(x):\n    return np.exp(x) / np.exp(x).sum()\n\nf(np.ones(2))\n1 / 0\n"
    )
    call = {"id": "warm", "args": [], "kwargs": {}}
    observe({"function": "f", "arity": [], "given": "", "calls": [call]}, source)
    run(source)


# ctypes writes anywhere in memory and calls what JavaScript lent to C.
_CLOSED = frozenset(
    {"js", "pyodide", "pyodide_js", "_pyodide", "_pyodide_core", "micropip", "ctypes", "_ctypes"}
)


def _leads_out(finder: object) -> bool:
    return type(finder).__module__.partition(".")[0] in _CLOSED


def _refuse(event: str, args: tuple[Any, ...]) -> None:
    """A hook that cannot be taken away again: no way back to JavaScript, and no second hook."""
    if event == "import" and args[0].partition(".")[0] in _CLOSED:
        raise ModuleNotFoundError(f"No module named {args[0]!r}", name=args[0])
    if event == "sys.addaudithook":
        raise RuntimeError(f"{event} is not available here")
