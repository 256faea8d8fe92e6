"""Has Bokeh work out the defaults of its models once for each class, not once for each model.

A lesson's first widget makes 140 models with 6,000 properties that nobody sets. For each of them Bokeh asks all parent
classes for a default, looks through the property's type to see whether it may change, and validates it: half of the
time in which a widget is built. All of that depends on the class and on the property alone.
"""

from __future__ import annotations

from functools import cache
from typing import Any, cast

from bokeh.core.has_props import HasProps
from bokeh.core.property import bases, descriptors
from bokeh.core.property.descriptors import PropertyDescriptor
from bokeh.model import util

# Shared between models, unlike all else, of which Bokeh makes a copy for each.
_IMMUTABLE = (type(None), bool, int, float, str)

_ask_default = PropertyDescriptor.instance_default
_ask_unstable = PropertyDescriptor.has_unstable_default
_known_defaults: dict[tuple[type[HasProps], str], Any] = {}
_known_unstable: dict[tuple[type[HasProps], str], bool] = {}


def _default(descriptor: PropertyDescriptor[Any], model: HasProps) -> Any:
    if model.themed_values():
        return _ask_default(descriptor, model)
    key = type(model), descriptor.name
    if key in _known_defaults:
        return _known_defaults[key]
    value = _ask_default(descriptor, model)
    if type(value) in _IMMUTABLE and not _unstable(descriptor, model):
        _known_defaults[key] = value
    return value


def _unstable(descriptor: PropertyDescriptor[Any], model: HasProps) -> bool:
    """Whether the default is a new one for each model."""
    key = type(model), descriptor.name
    known = _known_unstable.get(key)
    if known is None:
        known = _known_unstable[key] = _ask_unstable(descriptor, model)
    return known


def _themed_values(model: HasProps) -> dict[str, Any] | None:
    # As Bokeh's own, without raising an error inside for the many models that have none.
    return model.__dict__.get("__themed_values__")


_REMEMBERING: tuple[tuple[type, str, Any], ...] = (
    # Bokeh never changes a class's own defaults once the class is made.
    (
        HasProps,
        "_overridden_defaults",
        classmethod(cast(Any, cache(vars(HasProps)["_overridden_defaults"].__func__))),
    ),
    (HasProps, "themed_values", _themed_values),
    (PropertyDescriptor, "instance_default", _default),
    (PropertyDescriptor, "has_unstable_default", _unstable),
)


def remember() -> None:
    """From now on."""
    for owner, name, method in _REMEMBERING:
        setattr(owner, name, method)
    # Functions in these import from their own package, 12,000 times for a widget. As long as a module has a spec,
    # Python compares the package's name with it each time, in Python.
    for module in (bases, descriptors, util):
        module.__spec__ = None
