"""Browsers of this machine that tests can drive."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

_CHROMIUMS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
_MAC = Path("/Applications/Google Chrome.app/Contents/MacOS/Google Chrome")

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


def find_chromium() -> str | None:
    """The path of a Chromium, or None."""
    named = os.environ.get("LOOKBACK_CHROMIUM")
    if named:
        return named if Path(named).exists() else None
    found = next((path for name in _CHROMIUMS if (path := shutil.which(name))), None)
    return found or (str(_MAC) if _MAC.exists() else None)
