"""Show the widgets of a lesson to their author: python -m lookback.widgets LESSON [--port 5006] [--code FILE].

Runs on the host's Python with Panel's own server and reloads when a source file changes. Each widget has a page
of its own, with ?theme=dark for the other colours and ?set={"q": [0, 1]} for another state; ?still=1 shows the
poster in its place. With ``--code`` the widgets know that file as the reader's: ?set={"whose": "yours"}. It runs in
this process, so it should be the author's own.
"""

from __future__ import annotations

import argparse
import ast
import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import panel as pn
from markupsafe import Markup

from lookback.checker.observe import observe
from lookback.errors import LookbackError, UsageError
from lookback.lesson.parts import load_widgets
from lookback.widgets import theme
from lookback.widgets.base import Widget

_PAGE = """
{% extends base %}
{% block postamble %}<meta name="viewport" content="width=device-width">
<style>{{ tokens }}</style><script>document.documentElement.dataset.theme = "{{ theme }}"</script>{% endblock %}
{% block contents %}
<main style="max-width: 62.5rem; margin: 0 auto">{{ poster }}{% for root in roots %}{{ embed(root) }}{% endfor %}</main>
{% endblock %}
"""


def main(arguments: list[str]) -> int:
    """Parse the command line and serve until interrupted; 1 for a finding, 2 for wrong usage."""
    parser = argparse.ArgumentParser(prog="python -m lookback.widgets", description=__doc__.splitlines()[0])
    parser.add_argument("lesson", help="the lesson's folder, or its name under lessons/")
    parser.add_argument("--port", type=int, default=5006)
    parser.add_argument(
        "--code", type=Path, help="a file of the reader's functions, for widgets drawn by them"
    )
    options = parser.parse_args(arguments)
    try:
        pages = pages_of(options.lesson, options.code)
    except LookbackError as error:
        print(error, file=sys.stderr)
        return error.exit_code
    for name in pages:
        print(f"http://localhost:{options.port}/{name}")
    pn.serve(pages, port=options.port, show=False, autoreload=True, title="Lookback widgets")
    return 0


def pages_of(lesson: str, code: Path | None = None) -> dict[str, Callable[[], Any]]:
    """A page per widget of a lesson, given as a folder or as a name under lessons/; ``code``: the reader's file."""
    if code is not None and not code.is_file():
        raise UsageError(
            f"there is no file '{code}' here", mend="give a Python file with the reader's functions"
        )
    folder = next((path for path in (Path(lesson), Path("lessons") / lesson) if path.is_dir()), None)
    if folder is None:
        raise UsageError(
            f"there is no lesson '{lesson}' here", mend="give a folder, or a name under lessons/"
        )
    widgets = load_widgets(folder)
    if not widgets:
        raise LookbackError("has no widgets", folder / "widgets.py", mend="list them in WIDGETS")
    return {name: _page_of(make, code) for name, make in widgets.items()}


def _page_of(make: Callable[[], Widget], code: Path | None) -> Callable[[], Any]:
    """A function proper for each page: Panel shows any other callable as text."""
    return lambda: page(make, code)


def hand_over(widget: Widget, source: str) -> None:
    """Let a widget be drawn by the functions of this source, whatever it asks of them from now on."""
    names = () if widget.own is None else widget.own.functions
    defined = {node.name for node in ast.parse(source).body if isinstance(node, ast.FunctionDef)}
    widget.know({name: "written" for name in names if name in defined})
    widget.on_change(lambda: _answer(widget, source))


def _answer(widget: Widget, source: str) -> None:
    while (ask := widget.ask()) is not None:
        widget.hear(ask["serial"], {"record": observe(ask["calls"], source, 1.0)})


def page(make: Callable[[], Widget], code: Path | None = None) -> Any:
    """The page of one widget, in the theme and the state its address asks for."""
    asked = {key: values[0].decode() for key, values in pn.state.session_args.items()}
    widget = make()
    widget.set_theme(asked.get("theme", "light"))
    if code is not None:
        hand_over(widget, code.read_text(encoding="utf-8"))
    widget.set(json.loads(asked.get("set", "{}")))
    template = pn.template.Template(_PAGE)
    template.add_variable("tokens", Markup(theme.tokens()))
    template.add_variable("theme", widget.theme)
    template.add_variable("poster", Markup(widget.poster() if "still" in asked else ""))
    if "still" not in asked:
        template.add_panel("widget", widget.view())
    return template


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
