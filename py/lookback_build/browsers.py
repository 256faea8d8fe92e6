"""Browsers of this machine that tests can drive."""

from __future__ import annotations

import os
import shutil
from dataclasses import dataclass
from pathlib import Path

_CHROMIUMS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
_MAC = Path("/Applications/Google Chrome.app/Contents/MacOS/Google Chrome")
_FIREFOXES = ("firefox-esr", "firefox")
_FIREFOX_MAC = Path("/Applications/Firefox.app/Contents/MacOS/firefox")

# Without these a Chromium under test asks its maker's servers for this and that.
CHROMIUM_ARGUMENTS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


# Run in a page, it makes it one on a metered line, which makes no snapshot at idle: a second Python, some seconds long.
SAVE_DATA = "Object.defineProperty(Navigator.prototype, 'connection', {get: () => ({saveData: true})});"


def find_chromium() -> str | None:
    """The path of a Chromium, or None."""
    named = os.environ.get("LOOKBACK_CHROMIUM")
    if named:
        return named if Path(named).exists() else None
    found = next((path for name in _CHROMIUMS if (path := shutil.which(name))), None)
    return found or (str(_MAC) if _MAC.exists() else None)


def find_firefox() -> str | None:
    """The path of a Firefox, or None."""
    named = os.environ.get("LOOKBACK_FIREFOX")
    if named:
        return named if Path(named).exists() else None
    found = next((path for name in _FIREFOXES if (path := shutil.which(name))), None)
    return found or (str(_FIREFOX_MAC) if _FIREFOX_MAC.exists() else None)


# Engines that the bench knows how to measure in, by name.
BENCHED = {"chromium": find_chromium, "firefox": find_firefox}


@dataclass(frozen=True)
class WebKit:
    """WebKitGTK's driver and the browser that it drives."""

    driver: str
    browser: str


def find_webkit() -> WebKit | None:
    """WebKitGTK with its driver and a screen to draw on, or None."""
    driver = shutil.which("WebKitWebDriver")
    browser = next(iter(sorted(Path("/usr").glob("lib*/**/webkit2gtk-4.1/MiniBrowser"))), None)
    if driver is None or browser is None or shutil.which("Xvfb") is None:
        return None
    return WebKit(driver, str(browser))
