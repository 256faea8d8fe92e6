"""Imports Panel, before anything else does: with what our widgets use of it at once, and the rest when it is asked for.

What is left out is more than a third of what it loads, in bytes and in time.
"""

from __future__ import annotations

import gc
import importlib
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from lookback.browser.late import late


def _version(package: str) -> str:
    """The version of an installed package, from the name of its folder.

    `importlib.metadata` reads a file for that with a parser for letters.
    """
    for folder in sys.path:
        for place in Path(folder).glob(f"{package}-*.dist-info"):
            return place.name.removeprefix(f"{package}-").removesuffix(".dist-info")
    raise ImportError(f"{package} is not installed", name=package)


def _of(package: str, modules: str) -> dict[str, Mapping[str, Any]]:
    return {f"{package}.{name}": {} for name in modules.split()}


_LATE: dict[str, Mapping[str, Any]] = {
    # Whole pages, chats and designs that need a network; panes and widgets that need scripts which a site does not
    # have, or a microphone; what our own widgets never show, though a lesson's may.
    **_of("panel", "chat interact param pipeline template"),
    **_of("panel.theme", "bootstrap fast material"),
    **_of(
        "panel.pane",
        "alert deckgl echarts equation holoviews media perspective placeholder plotly streamz textual "
        "vega vizzu vtk",
    ),
    **_of(
        "panel.widgets",
        "codeeditor debugger file_selector icon misc player speech_to_text tables terminal text_to_speech "
        "texteditor",
    ),
    **_of("panel.layout", "feed flex float grid gridstack modal swipe tabs"),
    # Bokeh reads settings and themes with it.
    "yaml": {},
    "importlib.metadata": {"version": _version, "PackageNotFoundError": ImportError},
    # NumPy writes docstrings into its compiled functions, and prepares for foreign functions.
    **_of("numpy._core", "_add_newdocs _add_newdocs_scalars"),
    "ctypes": {},
    # panel.io.cache knows how to hash a mock.
    "unittest": {},
    "unittest.mock": {"Mock": type("Mock", (), {})},
    # panel.io.pyodide wraps pandas' readers for HTTP unless this does that job. Our widgets make no requests, so there
    # is nothing to patch, and pandas (20 MB) stays out.
    "pyodide_http": {"patch_all": lambda: None},
}


def import_panel() -> None:
    """Nothing of what is made here is garbage, so the collector does not look for any, now or later."""
    gc.disable()
    with late(_LATE), _without_running_scripts():
        from lookback.browser.bokeh_import import without_documentation
        from lookback.browser.param_import import inheriting_in_short

        with without_documentation(), inheriting_in_short():
            import panel.theme
    panes: Any = panel.pane.PaneBase
    panes.get_pane_type = _choose_of_all(panes.get_pane_type)
    from bokeh.settings import settings

    from lookback.browser.bokeh_defaults import remember

    settings.perform_error_diagnostics = False  # the signature of every callback, which a build has looked at
    remember()
    gc.freeze()
    gc.enable()


def _choose_of_all(choose: Callable[..., Any]) -> Callable[..., Any]:
    """Who has Panel choose a pane for an object, as `Row(param.bind(...))` does, has it choose among all panes."""

    def chosen(shown: Any, **options: Any) -> Any:
        for name in _LATE:
            if name.startswith(("panel.pane.", "panel.interact", "panel.param")) and name not in sys.modules:
                importlib.import_module(name)
        return choose(shown, **options)

    return chosen


@contextmanager
def _without_running_scripts() -> Iterator[None]:
    """At its import panel.io.pyodide evaluates a JavaScript function for its own way of talking to a page.

    We do not go that way, and a page whose content-security policy forbids `eval` would stop Python there.
    """
    if sys.platform == "emscripten":
        import pyodide.code

        run_js = pyodide.code.run_js
        pyodide.code.run_js = lambda _: None
        try:
            yield
        finally:
            pyodide.code.run_js = run_js
    else:
        yield


if sys.platform == "emscripten":
    import_panel()
