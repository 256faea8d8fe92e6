"""Imports Bokeh without what only its documentation and its whole pages need.

For each of its 450 classes Bokeh writes a signature with the default of every property, and it compiles a dozen
templates, as Panel does: more than half of the time of Bokeh's import. Nobody reads them here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from inspect import Parameter
from typing import Any

from bokeh.model.model import Model
from jinja2 import Environment


class _LateTemplate:
    """A template that is compiled when it is used after all."""

    def __init__(self, load: Callable[[], Any]) -> None:
        self._load = load

    def __getattr__(self, name: str) -> Any:
        return getattr(self._load(), name)


def _late_template(environment: Environment, *place: Any, **options: Any) -> Any:
    return _LateTemplate(lambda: environment.get_template(*place, **options))


def _without_signature(cls: type[Model]) -> None:
    super(Model, cls).__init_subclass__()


def _positional(cls: type[Model]) -> list[tuple[Parameter, str, str]]:
    """What a method that draws a glyph needs of its class: the names of the arguments that may go without one."""
    return [(Parameter(name, Parameter.POSITIONAL_OR_KEYWORD), "", "") for name in cls._args]


_LEFT_OUT = (
    (Model, "__init_subclass__", classmethod(_without_signature)),
    (Model, "parameters", classmethod(_positional)),
    (Environment, "get_template", _late_template),
)


@contextmanager
def without_documentation() -> Iterator[None]:
    """While this lasts, modules are imported without."""
    kept = [(owner, name, owner.__dict__[name]) for owner, name, _ in _LEFT_OUT]
    for owner, name, method in _LEFT_OUT:
        setattr(owner, name, method)
    try:
        yield
    finally:
        for owner, name, method in kept:
            setattr(owner, name, method)
