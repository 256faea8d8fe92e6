"""Imports Panel, before anything else does: without packages that it asks for and we never use, and without `eval`."""

from __future__ import annotations

import sys
from types import ModuleType

# panel.io.pyodide wraps pandas' readers for HTTP unless pyodide_http does that job. Our widgets make no requests,
# so there is nothing to patch, and pandas (20 MB) stays out.
if "pyodide_http" not in sys.modules:
    _http = ModuleType("pyodide_http")
    _http.patch_all = lambda: None  # type: ignore[attr-defined]
    sys.modules["pyodide_http"] = _http

# At its import the same module evaluates a JavaScript function for its own way of talking to a page, which we do not
# go. A page whose content-security policy forbids eval would stop Python there.
if sys.platform == "emscripten":
    import pyodide.code

    _run_js = pyodide.code.run_js
    pyodide.code.run_js = lambda _: None
    try:
        import panel  # noqa: F401
    finally:
        pyodide.code.run_js = _run_js
