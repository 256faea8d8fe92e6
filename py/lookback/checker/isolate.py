"""A room for learner code: its output caught and capped, odd imports refused, and everything put back afterwards.

The interpreter is shared, so this is about accidents and curiosity, not about security: what a submission patches,
replaces, switches on or leaves behind must not change its own verdict or the next run. A submission that never
returns, or that brings the interpreter down, is ended from outside (a worker or child process that can be killed).
"""

from __future__ import annotations

import builtins
import contextlib
import decimal
import gc
import importlib.abc
import io
import locale
import operator
import os
import random
import sys
import threading
import types
import warnings
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, NoReturn

import numpy as np

from lookback.checker import packages

LINES, CHARACTERS = 10_000, 250_000  # of output kept
SUBMISSION = "submission"  # the module name learner code runs under
HIDDEN = ("lookback", "js", "pyodide", "pyodide_js", "_pyodide", "_pyodide_core", "micropip")
OPEN = ((sys.stdlib_module_names | packages.MODULES | {"numpy", SUBMISSION}) - frozenset(HIDDEN)) | {
    "micropip"
}

_real_import = builtins.__import__


class Output(io.TextIOBase):
    """Standard output and error of a submission: kept up to a limit, dropped beyond it."""

    encoding = "utf-8"
    errors = "replace"

    def __init__(self, echo: Callable[[str], None] | None = None) -> None:
        self._parts: list[str] = []
        self._echo = echo
        self._characters = 0
        self._lines = 0
        self.truncated = False
        self.buffer = _Bytes(self)

    def writable(self) -> bool:
        return True

    def write(self, text: str) -> int:
        if not isinstance(text, str):
            raise TypeError(f"write() argument must be str, not {type(text).__name__}")
        room = CHARACTERS - self._characters
        if room <= 0 or self._lines >= LINES:
            self.truncated = True
            return len(text)
        kept = text[:room]
        lines = kept.count("\n")
        if lines > LINES - self._lines:
            kept = "".join(kept.splitlines(keepends=True)[: LINES - self._lines])
            lines = LINES - self._lines
        self.truncated = self.truncated or len(kept) < len(text)
        if kept:
            self._parts.append(kept)
            self._characters += len(kept)
            self._lines += lines
            if self._echo is not None:
                self._echo(kept)
            if len(self._parts) > 1000:
                self._parts = ["".join(self._parts)]
        return len(text)

    def text(self) -> str:
        """What was kept, safe to write anywhere."""
        return "".join(self._parts).encode("utf-8", "replace").decode("utf-8")


class _Bytes(io.RawIOBase):
    """``sys.stdout.buffer``: bytes end up as text in the same place."""

    def __init__(self, output: Output) -> None:
        self._output = output

    def writable(self) -> bool:
        return True

    def write(self, data: Any) -> int:
        self._output.write(bytes(data).decode("utf-8", "replace"))
        return len(data)


class _NoInput(io.TextIOBase):
    """``sys.stdin``: nobody is there to type."""

    def readable(self) -> bool:
        return True

    def read(self, size: int | None = -1) -> str:
        raise EOFError("input is not available here: a check has nobody to ask")

    def readline(self, size: int | None = -1) -> str:  # type: ignore[override]
        raise EOFError("input is not available here: a check has nobody to ask")


class _Closed(importlib.abc.MetaPathFinder):
    """Refuses every import that is neither the standard library, nor NumPy, nor brought by the lesson."""

    def find_spec(self, name: str, path: Any = None, target: Any = None) -> None:
        if name.partition(".")[0] not in OPEN:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)


def _import(name: str, globals: Any = None, locals: Any = None, fromlist: Any = (), level: int = 0) -> Any:
    """``import`` as learner code sees it: modules that are installed but not part of the playground are not found."""
    if level == 0 and name.partition(".")[0] not in OPEN:
        raise ModuleNotFoundError(f"No module named {name!r}", name=name)
    return _real_import(name, globals, locals, fromlist, level)


def _input(prompt: object = "") -> str:
    raise EOFError("input() is not available here: a check has nobody to ask")


def _breakpoint(*args: object, **kwargs: object) -> None:
    raise RuntimeError("breakpoint() is not available here: a check has nobody to ask")


def _no_abort(*args: object) -> NoReturn:
    raise RuntimeError("ending the process is not available here")


def _capped(set_limit: Callable[[int], None], most: int) -> Callable[[int], None]:
    """``sys.setrecursionlimit`` that never goes up: past its own limit WebAssembly's stack breaks the interpreter."""
    return lambda limit: set_limit(min(limit, most))


def namespace() -> dict[str, Any]:
    """A fresh namespace for one submission: np is there, builtins are a copy of its own."""
    module = types.ModuleType(SUBMISSION)
    sys.modules[SUBMISSION] = module
    space = module.__dict__
    own = dict(vars(builtins)) | {"__import__": _import, "input": _input, "breakpoint": _breakpoint}
    space.update({"__builtins__": own, "np": np})
    return space


@dataclass(frozen=True)
class Room:
    """What a run needs of its room: its output, and ``mend``, to be called after every step of learner code.

    Only names that NumPy and the import system look up in passing are put back that often (NumPy imports some of
    its own modules at the first use): the builtins, and what was taken out of ``sys.modules``.
    """

    output: Output
    mend: Callable[[], None]


@contextlib.contextmanager
def room(echo: Callable[[str], None] | None = None) -> Iterator[Room]:
    """Run learner code inside; leaves the interpreter as it was.

    ``echo`` gets every piece of output that is kept, at once, for a run that may be ended from outside.
    """
    restore = _remember()
    output = Output(echo)
    try:
        sys.stdout = sys.stderr = output
        sys.stdin = _NoInput()
        for name in [name for name in sys.modules if name.partition(".")[0] in HIDDEN]:
            del sys.modules[name]
        sys.modules["micropip"] = packages.micropip()
        sys.meta_path.insert(0, _Closed())
        vars(os).update(abort=_no_abort, _exit=_no_abort)
        vars(sys).update(setrecursionlimit=_capped(sys.setrecursionlimit, sys.getrecursionlimit()))
        warnings.simplefilter("ignore")
        # The same code gets the same report, random numbers or not.
        random.seed(0)
        np.random.seed(0)  # noqa: NPY002
        yield Room(output, _mender())
    finally:
        restore()


@contextlib.contextmanager
def quiet() -> Iterator[None]:
    """Around each call: no floating-point errors raised, no warnings shown, whatever the submission has set."""
    with np.errstate(all="ignore"), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield


def _mender() -> Callable[[], None]:
    """The short version of putting back, cheap enough for every call."""
    put_back, modules, update = _keeper(vars(builtins)), dict(sys.modules), dict.update

    def mend() -> None:
        put_back()
        if len(sys.modules) < len(modules):
            update(sys.modules, {**modules, **sys.modules})

    return mend


def _remember() -> Callable[[], None]:
    """Note the state of the interpreter; the function returned puts it back."""
    modules = dict(sys.modules)
    keepers = [_keeper(vars(module)) for module in modules.values() if type(module) is types.ModuleType]
    classes = [(kind, dict(vars(kind)), list(vars(kind).values())) for kind in _own_classes(modules)]
    shared: tuple[Any, ...] = (sys.path, sys.meta_path, sys.path_hooks, gc.callbacks, warnings.filters)
    lists = [(held, list(held)) for held in shared]
    environment, folder = dict(os.environ), _folder()
    recursion, collecting = sys.getrecursionlimit(), gc.isenabled()
    errors, printing = np.geterr(), np.get_printoptions()
    seeds = random.getstate(), np.random.get_state()  # noqa: NPY002
    context, place = decimal.getcontext().copy(), locale.setlocale(locale.LC_ALL)
    hooks = sys.gettrace(), sys.getprofile(), threading.gettrace()
    fill, mend_builtins, same = dict.update, _keeper(vars(builtins)), _same_objects

    def restore() -> None:
        # The order matters: first what a hook could use to run code, then the names the rest of this relies on.
        if sys.gettrace() is not hooks[0]:
            sys.settrace(hooks[0])
        if sys.getprofile() is not hooks[1]:
            sys.setprofile(hooks[1])
        mend_builtins()
        for held, entries in lists:
            held[:] = entries
        _keep_only_genuine(modules)
        fill(sys.modules, modules)
        for put_back in keepers:
            put_back()
        for kind, members, values in classes:
            if not same(vars(kind).values(), values):
                _restore_class(kind, members)
        sys.setrecursionlimit(recursion)
        (gc.enable if collecting else gc.disable)()
        if threading.gettrace() is not hooks[2]:
            threading.settrace(hooks[2])
        np.seterr(**errors)
        np.set_printoptions(**printing)
        random.setstate(seeds[0])
        np.random.set_state(seeds[1])  # noqa: NPY002
        decimal.setcontext(context)
        with contextlib.suppress(locale.Error):
            locale.setlocale(locale.LC_ALL, place)
        if dict(os.environ) != environment:
            os.environ.clear()
            os.environ.update(environment)
        if folder is not None and _folder() != folder:
            os.chdir(folder)

    return restore


def _same_objects(
    now: Any, before: list[Any], every: Any = all, each: Any = map, are: Any = operator.is_, count: Any = len
) -> bool:
    """Whether two sequences hold the same objects, without asking any of them (and fast: thousands per check)."""
    return count(now) == count(before) and bool(every(each(are, now, before)))


def _keeper(space: dict[str, Any]) -> Callable[[], None]:
    """Remember the names of a module; the function returned puts them back."""
    known, values = dict(space), list(space.values())
    put, drop, names_of = dict.__setitem__, dict.__delitem__, list
    same, missing, genuine = _same_objects, object(), _genuine

    def put_back() -> None:
        if same(space.values(), values):
            return
        for name in names_of(space):
            if name not in known and not genuine(space[name]):
                drop(space, name)
        for name, value in known.items():
            if space.get(name, missing) is not value:
                put(space, name, value)

    return put_back


def _keep_only_genuine(known: dict[str, Any]) -> None:
    """Drop what a submission put into sys.modules, but keep modules it really imported.

    Compiled modules of the standard library and of NumPy may be loaded only once in a process.
    """
    for name, module in list(sys.modules.items()):
        root = name.partition(".")[0] if isinstance(name, str) else SUBMISSION
        if name not in known and (root not in OPEN or root == SUBMISSION or not _genuine(module)):
            del sys.modules[name]


def _genuine(value: Any) -> bool:
    """Whether this is a module that the import system made."""
    return type(value) is types.ModuleType and value.__dict__.get("__spec__") is not None


_classes_of: dict[
    tuple[str, ...], list[type]
] = {}  # by the modules that were there: looking through all takes a while


def _own_classes(modules: dict[str, Any]) -> list[type]:
    """The classes of the checker and of the JSON modules, whose attributes Python lets anybody replace."""
    own = ("lookback", "json")
    names = tuple(name for name in modules if name.startswith(own) and name.partition(".")[0] in own)
    if names not in _classes_of:
        _classes_of[names] = [
            value
            for name in names
            for value in vars(modules[name]).values()
            if isinstance(value, type) and value.__module__.partition(".")[0] in own
        ]
    return _classes_of[names]


def _restore_class(kind: type, members: dict[str, Any]) -> None:
    current = dict(vars(kind))
    for name in current.keys() - members.keys():
        with contextlib.suppress(AttributeError, TypeError):
            type.__delattr__(kind, name)
    for name, value in members.items():
        if current.get(name) is not value and name not in ("__dict__", "__weakref__"):
            with contextlib.suppress(AttributeError, TypeError):
                type.__setattr__(kind, name, value)


def _folder() -> str | None:
    try:
        return os.getcwd()
    except OSError:
        return None
