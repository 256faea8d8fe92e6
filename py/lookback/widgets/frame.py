"""The frame of every widget: its head with title, state and Reset, live and still."""

from __future__ import annotations

from collections.abc import Callable
from html import escape
from typing import Any

from lookback.widgets.parts import Box, Button, Html, element, poster_button, still


def live_frame(
    title: str, reset: Callable[[], None], *body: Any, wide: bool = False, switch: Box | None = None
) -> tuple[Box, Button]:
    """A live widget around its body, and its Reset button.

    ``wide``: the body has two columns. ``switch`` stands over them (see `own.Switch`).
    """
    button = Button("Reset", part="lb-link lb-reset")
    button.on_click(lambda _: reset())
    # The page copies: only it knows its own address.
    copy = Button("Copy link", part="lb-link lb-copy", attributes={"data-action": "copy-link"})
    top = Box(Html(_head(title, live=True), part="lb-title"), copy, button, part="lb-top")
    content = Box(*body, part=f"lb-body{' lb-wide' if wide else ''}")
    attributes = {"role": "group", "aria-label": title}
    parts = (top, content) if switch is None else (top, switch, content)
    return Box(*parts, part="lb-widget", attributes=attributes), button


def still_frame(title: str, body: str, *, wide: bool = False, switch: str = "") -> str:
    """The same as a poster."""
    top = element("div", "lb-title", _head(title, live=False))
    top += element("div", "lb-link lb-copy", poster_button("Copy link"))
    top += element("div", "lb-link lb-reset", poster_button("Reset"))
    content = element("div", f"lb-body{' lb-wide' if wide else ''}", body)
    inner = element("div", "lb-top", top) + switch + content
    return still(element("div", "lb-widget", inner, role="group", aria_label=title))


def _head(title: str, *, live: bool) -> str:
    """Title and state. No heading: the page that places a widget has one for it, at its own level."""
    state = "computed live by Python" if live else "a picture until Python arrives"
    return f'<div class="lb-head"><p class="lb-h">{escape(title)}</p><span class="lb-state two">{state}</span></div>'
