"""Imports Panel, before anything else does: without packages that it asks for and we never use, and without `eval`.

Those packages are a tenth of what it loads, in bytes and in time. A stand-in is there while Panel is imported, and no
longer: whoever imports the real module later gets it.
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

# At its import panel.io.pyodide evaluates a JavaScript function for its own way of talking to a page, which we do not
# go. A page whose content-security policy forbids eval would stop Python there.
if sys.platform == "emscripten":
    import pyodide.code

    _run_js = pyodide.code.run_js
    pyodide.code.run_js = lambda _: None
    try:
        import panel  # noqa: F401
    finally:
        pyodide.code.run_js = _run_js

for _name in _names:
    del sys.modules[_name]
