"""Playwright, started once for a process: its synchronous form allows no second one beside it."""

from __future__ import annotations

from functools import cache

from playwright.sync_api import Playwright, sync_playwright


@cache
def playwright() -> Playwright:
    """The one of this process; it ends with it."""
    return sync_playwright().start()
