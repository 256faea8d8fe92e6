"""The words of the interface: one catalogue per language in site/strings, the same for pages and scripts."""

from __future__ import annotations

import json
from functools import lru_cache
from html import escape
from pathlib import Path
from typing import Any

from markupsafe import Markup

SITE = Path(__file__).resolve().parents[3] / "site"
FALLBACK = "en"


@lru_cache(maxsize=8)
def catalogue(language: str) -> dict[str, str]:
    """Words by key in `language`; English where there is no catalogue for it."""
    path = SITE / "strings" / f"{language}.json"
    if not path.is_file():
        path = SITE / "strings" / f"{FALLBACK}.json"
    words: dict[str, str] = json.loads(path.read_text(encoding="utf-8"))
    return words


def languages() -> dict[str, str]:
    """Each language there is a catalogue for, with its own name for itself."""
    found = sorted(path.stem for path in (SITE / "strings").glob("*.json"))
    return {language: catalogue(language)["language.name"] for language in found}


class Words:
    """Words for a template, marked so that the page's script can put another language in their place."""

    def __init__(self, language: str) -> None:
        self._words = catalogue(language)

    def plain(self, key: str, **values: Any) -> str:
        """The words of `key` with `{name}` filled in. An unknown key is an error of the template."""
        return self._words[key].format(**values)

    def span(self, key: str, **values: Any) -> Markup:
        """The words of `key` as an element the script can find again."""
        return Markup("<span{}>{}</span>").format(
            self._marks("data-string", key, values), self.plain(key, **values)
        )

    def label(self, key: str, **values: Any) -> Markup:
        """The words of `key` as an `aria-label`."""
        marks = self._marks("data-string-label", key, values)
        return Markup(' aria-label="{}"{}').format(self.plain(key, **values), marks)

    @staticmethod
    def _marks(attribute: str, key: str, values: dict[str, Any]) -> Markup:
        filled = Markup(' data-string-values="{}"').format(json.dumps(values)) if values else Markup("")
        return Markup(' {}="{}"').format(Markup(attribute), Markup(escape(key))) + filled
