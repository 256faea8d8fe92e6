"""How long a packed file takes from a double click to live widgets, in a real browser where there is one."""

from __future__ import annotations

from pathlib import Path

from lookback_build.browsers import CHROMIUM_ARGUMENTS, find_chromium
from lookback_build.console import Console

_LIMIT = 120  # seconds
# A file that allows no eval, as ours does, can be asked but not polled by Playwright.
_LIVE = """(limit) => Promise.race([
  lookback.ready.then(() => performance.now() / 1000),
  new Promise((resolve) => setInterval(() => {
    if (document.querySelector("[data-runtime-status]").dataset.state === "failed") resolve(null);
  }, 200)),
  new Promise((resolve) => setTimeout(resolve, limit * 1000, null)),
])"""


def tell_start(file: Path, lesson: str, console: Console) -> None:
    """Say how many seconds went by until the widgets of `lesson` were live, or why that was not measured."""
    executable = find_chromium()
    if executable is None:
        console.say("  Start not measured: there is no Chromium here (LOOKBACK_CHROMIUM names one)")
        return
    from playwright.sync_api import Error, sync_playwright

    with console.step(f"Starting {lesson} in Chromium") as step, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=executable, args=list(CHROMIUM_ARGUMENTS))
        try:
            page = browser.new_page()
            page.goto(f"{file.resolve().as_uri()}?page={lesson}", timeout=_LIMIT * 1000)
            seconds = page.evaluate(_LIVE, _LIMIT)
            told = "" if seconds else page.locator("[data-runtime-status]").inner_text()[:300]
            step.result = f"live after {seconds:.1f} s" if seconds else f"not live: {told}"
        except Error as error:
            step.result = f"not live: {error.message.splitlines()[0]}"
        finally:
            browser.close()
