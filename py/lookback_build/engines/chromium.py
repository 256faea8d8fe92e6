"""Chromium through Playwright, on a profile that is kept."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Error, Page

from lookback_build.browsers import CHROMIUM_ARGUMENTS, find_chromium
from lookback_build.engines import ScriptError, as_json
from lookback_build.engines.shared import playwright


class Chromium:
    """A page of Playwright's as a `Driver`."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def open(self, url: str) -> None:
        self.page.goto(url)

    def begin(self, url: str) -> None:
        self.page.goto(url, wait_until="domcontentloaded")

    def reload(self) -> None:
        self.page.reload()

    def evaluate(self, expression: str, *arguments: Any) -> Any:
        try:
            return json.loads(self.page.evaluate(as_json(expression, arguments)))
        except Error as error:
            raise ScriptError(error.message) from None

    def set_offline(self, offline: bool) -> None:
        self.page.context.set_offline(offline)

    def press(self, key: str) -> None:
        self.page.keyboard.press(key)

    def before_pages(self, script: str) -> None:
        self.page.context.add_init_script(f"({script})()")

    def screenshot(self, path: Path) -> None:
        self.page.screenshot(path=path)


@contextmanager
def opened(profile: Path) -> Iterator[Chromium]:
    """A window of Chromium on `profile`."""
    context = playwright().chromium.launch_persistent_context(
        profile,
        executable_path=find_chromium(),
        args=list(CHROMIUM_ARGUMENTS),
        viewport={"width": 1440, "height": 900},
    )
    try:
        yield Chromium(context.pages[0])
    finally:
        context.close()
