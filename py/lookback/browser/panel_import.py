"""Imported before Panel: lets it start in the browser without packages that it asks for and we never use."""

from __future__ import annotations

import sys
from types import ModuleType

# panel.io.pyodide wraps pandas' readers for HTTP unless pyodide_http does that job. Our widgets make no requests,
# so there is nothing to patch, and pandas (20 MB) stays out.
if "pyodide_http" not in sys.modules:
    _http = ModuleType("pyodide_http")
    _http.patch_all = lambda: None  # type: ignore[attr-defined]
    sys.modules["pyodide_http"] = _http
