"""The catalogues of the interface: complete in every language, and every key is used and known."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from lookback.lesson.strings import Words, catalogue, languages

SITE = Path(__file__).resolve().parents[3] / "site"
LANGUAGES = sorted(path.stem for path in (SITE / "strings").glob("*.json"))
# keys put together in a template or a module from a fixed list of endings
MADE = {
    "theme.system", "theme.light", "theme.dark", "keep.denied", "keep.corrupt", "keep.newer", "keep.failed",
    "editor.next.check", "editor.next.run", "editor.already.check", "editor.already.run",
    "exercise.state.started", "exercise.state.verified",
    "train.died-why", "train.stopped-why", "train.timeout-why",
    "output.died", "output.done", "output.exception", "output.stopped", "output.timeout",
    "report.error", "report.stopped", "report.timeout",
    "report.status.error", "report.status.failed", "report.status.passed", "report.status.skipped",
    *(f"offline.{state}" for state in (
        "insecure", "unsupported", "taken", "host", "denied", "off", "storing", "ready", "full", "cut", "changed",
    )),
    *(f"offline.do.{action}" for action in ("on", "off", "again", "persist")),
}  # fmt: skip


def used() -> set[str]:
    sources = [
        *SITE.glob("pages/**/*.html"),
        *SITE.glob("page/**/*.js"),
        *SITE.glob("offline/*.js"),
        *SITE.glob("element/*.js"),
        *SITE.glob("scorm/*.js"),
    ]
    text = "\n".join(path.read_text(encoding="utf-8") for path in sources)
    known = set(catalogue("en"))
    return {
        key
        for key in re.findall(r"[\"'`]([a-z]+\.[a-zA-Z.-]+)[\"'`]", text)
        if key in known or is_key(key, known)
    }


def is_key(text: str, known: set[str]) -> bool:
    return text.split(".")[0] in {key.split(".")[0] for key in known} and not text.endswith(
        (".js", ".json", ".html")
    )


def test_english_and_german_are_there():
    assert {"en", "de"} <= set(LANGUAGES)
    assert languages()["de"] == "Deutsch"


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_catalogue_has_every_key_with_the_same_gaps(language):
    english, other = catalogue("en"), json.loads((SITE / "strings" / f"{language}.json").read_text("utf-8"))
    assert set(other) == set(english)
    for key, words in other.items():
        assert words.strip(), key
        assert set(re.findall(r"\{(\w+)\}", words)) == set(re.findall(r"\{(\w+)\}", english[key])), key
        assert "!" not in words, key


def test_every_key_in_use_is_in_the_catalogue():
    assert used() - set(catalogue("en")) == set()


def test_every_key_of_the_catalogue_is_in_use():
    why = {key for key in catalogue("en") if key.endswith(".why")}
    assert set(catalogue("en")) - used() - MADE - why == {"language.name"}


def test_words_carry_their_key_and_values_for_the_script():
    span = str(Words("en").span("progress.of", done=1, all=8))
    assert span.startswith('<span data-string="progress.of"')
    assert "1 of 8 done" in span
    assert "&#34;done&#34;: 1" in span


def test_an_unknown_key_is_an_error():
    with pytest.raises(KeyError):
        Words("en").plain("no.such")
