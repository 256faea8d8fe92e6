"""What learner code may import besides the standard library and NumPy: the packages that its lesson brings.

The build puts them where Python looks, with a list beside them; where there is no list, there are none.
"""

from __future__ import annotations

import json
import os
import re
import sys
import types
from collections.abc import Generator

LIST = "lookback_packages.json"  # {name: {"version": …, "modules": [names to import]}}

Packages = dict[str, dict[str, object]]


def _listed() -> Packages:
    for folder in sys.path:
        path = os.path.join(folder, LIST)
        if os.path.isfile(path):
            with open(path, encoding="utf-8") as file:
                known: Packages = json.load(file)
            return known
    return {}


BROUGHT = _listed()
MODULES = frozenset(str(name) for one in BROUGHT.values() for name in one["modules"])  # type: ignore[attr-defined]


def there_is() -> str:
    """What can be imported, in words: the subject of a sentence whose verb is "are"."""
    brought = [f"{name} {one['version']}" for name, one in BROUGHT.items()]
    parts = ["the standard library", "NumPy", *brought]
    return f"{', '.join(parts[:-1])} and {parts[-1]}"


class _Installed:
    """What `install` returns: it can be awaited, and need not be."""

    def __await__(self) -> Generator[None, None, None]:
        return
        yield


def install(requirements: str | list[str], *_: object, **__: object) -> _Installed:
    """`micropip.install`: finds what the lesson has brought, and nothing else, for there is no network here.

    Raises ValueError that says which packages there are.
    """
    for asked in [requirements] if isinstance(requirements, str) else requirements:
        match = re.match(r"\s*([\w.-]+)(?:\[[^]]*\])?\s*(?:==\s*([\w.!+-]+))?", str(asked))
        name = re.sub(r"[-_.]+", "-", match[1]).lower() if match else ""
        if name == "numpy" or name in sys.stdlib_module_names:
            continue
        if name not in BROUGHT:
            raise ValueError(f"'{asked}' is not on this site; {there_is()} are")
        if match and match[2] and match[2] != BROUGHT[name]["version"]:
            raise ValueError(f"'{asked}' is not on this site; {there_is()} are")
    return _Installed()


def micropip() -> types.ModuleType:
    """The module under Pyodide's name for it. The real one reaches for JavaScript, which the sandbox has taken away."""
    module = types.ModuleType("micropip", "Packages of this lesson.")
    vars(module).update(install=install, list=lambda: {name: one["version"] for name, one in BROUGHT.items()})
    return module
