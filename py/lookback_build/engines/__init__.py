"""Three browser engines behind one small interface: open a page, evaluate in it, reload, close.

A walk written against `Driver` runs in all of them, because it asks for nothing but JavaScript in the page. Chromium
comes through Playwright; Debian has no geckodriver, and Playwright's own way to a released Firefox asks for commands
that the ESR does not have yet, so Firefox is spoken to in WebDriver BiDi and WebKitGTK in WebDriver: two W3C protocols
of which a walk needs five commands each.
"""

from __future__ import annotations

import json
import tempfile
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Any, Protocol, TypeVar

EVALUATE_LIMIT = 180.0  # seconds; a slow machine starts Python in a fraction of it


D = TypeVar("D")


class ScriptError(AssertionError):
    """The page threw, or did not answer."""


class Driver(Protocol):
    """One window of one browser. What its engine has no way to raises NotImplementedError, and says why."""

    def open(self, url: str) -> None:
        """Go to a page and wait until it is loaded."""

    def begin(self, url: str) -> None:
        """Go to a page and wait until its text is there, and no longer."""

    def reload(self) -> None:
        """Load the page again."""

    def press(self, key: str) -> None:
        """Press and let go a key of the keyboard, by its name in the DOM."""

    def before_pages(self, script: str) -> None:
        """Call a JavaScript function in every page from now on, before the page's own scripts."""

    def evaluate(self, expression: str, *arguments: Any) -> Any:
        """What a JavaScript expression gives, awaited, as plain JSON; a function is called with `arguments`."""

    def set_offline(self, offline: bool) -> None:
        """Cut the network of the browser."""

    def screenshot(self, path: Path) -> None:
        """What the window shows, as PNG."""


def as_json(expression: str, arguments: tuple[Any, ...]) -> str:
    """An expression whose value is a promise of the JSON of what `expression` gives: the same in every protocol."""
    given = json.dumps(list(arguments))
    return f"""(async () => {{
      const made = ({expression});
      const value = await (typeof made === "function" ? made(...{given}) : made);
      return JSON.stringify(value ?? null);
    }})()"""


def opened(engine: str, profile: Path) -> AbstractContextManager[Driver]:
    """A window of `engine` with its own profile; the folder outlives the window."""
    from lookback_build.engines import chromium, firefox, webkit

    makers: dict[str, Callable[[Path], AbstractContextManager[Driver]]] = {
        "chromium": chromium.opened,
        "firefox": firefox.opened,
        "webkit": webkit.opened,
    }
    return makers[engine](profile)


@contextmanager
def in_new_profile(opened: Callable[[Path], AbstractContextManager[D]]) -> Iterator[D]:
    """A window on an empty profile on disk, which goes when the window does."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder, opened(Path(folder)) as window:
        yield window
