"""Imported before Panel: lets it start in the browser without packages that it asks for and we never use.

They are a tenth of what it loads, in bytes and in time. A stand-in is there while Panel is imported, and no longer:
whoever imports the real module later gets it.
"""

from __future__ import annotations

import sys
from types import ModuleType


def _stand_in(name: str, **attributes: object) -> None:
    if name not in sys.modules:
        module = ModuleType(name)
        module.__dict__.update(attributes)
        sys.modules[name] = module
        _names.append(name)


_names: list[str] = []
# panel.io.pyodide wraps pandas' readers for HTTP unless pyodide_http does that job. Our widgets make no requests,
# so there is nothing to patch, and pandas (20 MB) stays out.
_stand_in("pyodide_http", patch_all=lambda: None)
# Whole pages and chats. Panel's own package imports them for those who use them.
_stand_in("panel.template", Template=None)
_stand_in("panel.chat")
_stand_in("panel.pipeline")
# panel.io.cache knows how to hash a mock.
_mock = ModuleType("unittest.mock")
_mock.Mock = type("Mock", (), {})  # type: ignore[attr-defined]
_stand_in("unittest", mock=_mock)
_stand_in("unittest.mock", Mock=_mock.Mock)

import panel  # noqa: E402, F401

for _name in _names:
    del sys.modules[_name]
