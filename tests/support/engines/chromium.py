"""Chromium through Playwright, on a profile that is kept."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Error, Page

from lookback_build.browsers import CHROMIUM_ARGUMENTS, find_chromium
from support.engines import Driver, ScriptError, as_json
from support.engines.shared import playwright


class _Chromium:
    def __init__(self, page: Page) -> None:
        self._page = page

    def open(self, url: str) -> None:
        self._page.goto(url)

    def reload(self) -> None:
        self._page.reload()

    def evaluate(self, expression: str, *arguments: Any) -> Any:
        try:
            return json.loads(self._page.evaluate(as_json(expression, arguments)))
        except Error as error:
            raise ScriptError(error.message) from None

    def set_offline(self, offline: bool) -> None:
        self._page.context.set_offline(offline)

    def screenshot(self, path: Path) -> None:
        self._page.screenshot(path=path)


@contextmanager
def opened(profile: Path) -> Iterator[Driver]:
    """A window of Chromium on `profile`."""
    context = playwright().chromium.launch_persistent_context(
        profile,
        executable_path=find_chromium(),
        args=list(CHROMIUM_ARGUMENTS),
        viewport={"width": 1440, "height": 900},
    )
    try:
        yield _Chromium(context.pages[0])
    finally:
        context.close()
