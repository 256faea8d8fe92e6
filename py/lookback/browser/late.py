"""Stand-ins for modules that others import for whoever may want them: the first use brings the real ones.

While packages are imported, such a module is empty and hands out names. Afterwards it is gone, and a package that
offers one of its names finds the real thing behind it: `panel.pane.Vega` imports `panel.pane.vega` when it is asked
for. A module that works with such a name itself cannot wait for that, so it needs the real one from the beginning.
"""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from types import ModuleType
from typing import Any


class Name:
    """What a stand-in hands out in place of something in its module."""

    def __init__(self, module: str, name: str) -> None:
        self._place = module, name

    def real(self) -> Any:
        """What it stands for; imports the module."""
        module, name = self._place
        return getattr(importlib.import_module(module), name)


class StandIn(ModuleType):
    """Stands for a module; whoever keeps it for longer reaches the real one through it."""

    is_over = False

    def real(self) -> ModuleType:
        """The module itself."""
        return importlib.import_module(self.__name__)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):  # the import system asks for those
            raise AttributeError(name)
        one = Name(self.__name__, name)
        return one.real() if self.is_over else one


@contextmanager
def late(modules: Mapping[str, Mapping[str, Any]]) -> Iterator[None]:
    """While this lasts, each of these modules is a stand-in, unless it is imported already.

    modules : by their names, with what they have for those who use it at once.
    """
    stand_ins = {name: StandIn(name) for name in modules if name not in sys.modules}
    sys.modules.update(stand_ins)
    for name, stand_in in stand_ins.items():
        vars(stand_in).update(modules[name])
        parent, _, child = name.rpartition(".")
        if parent in sys.modules and child not in vars(sys.modules[parent]):
            setattr(sys.modules[parent], child, stand_in)
    before = set(sys.modules)
    try:
        yield
    finally:
        for name, stand_in in stand_ins.items():
            stand_in.is_over = True
            del sys.modules[name]
        new = [sys.modules[name] for name in set(sys.modules) - before]
        for module in new:
            if isinstance(module, ModuleType):  # anything may lie there
                _look_up_late(module)


def _look_up_late(module: ModuleType) -> None:
    """Have a module look for the names that it got from stand-ins when somebody asks for them."""
    names: dict[str, Name | StandIn]
    names = {name: value for name, value in vars(module).items() if isinstance(value, Name)}
    if hasattr(module, "__path__"):
        names |= {name: value for name, value in vars(module).items() if isinstance(value, StandIn)}
    for name in names:
        delattr(module, name)
    if names:
        otherwise = vars(module).get("__getattr__")
        module.__getattr__ = _finder(module, names, otherwise)  # type: ignore[method-assign]


def _finder(
    module: ModuleType, names: Mapping[str, Name | StandIn], otherwise: Callable[[str], Any] | None
) -> Callable[[str], Any]:
    def find(name: str) -> Any:
        if name in names:
            value = names[name].real()
            setattr(module, name, value)
            return value
        if otherwise is not None:
            return otherwise(name)
        raise AttributeError(f"module {module.__name__!r} has no attribute {name!r}")

    return find
