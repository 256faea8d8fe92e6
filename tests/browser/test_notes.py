"""What a widget says beside its figure has room for the longest that can be said: nothing below it moves.

Tried on the pictures of the widgets, which have the markup and the stylesheet of the live ones and need no Python.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page

from lookback.lesson.parts import load_widgets
from lookback.widgets import live_table_html, recurrence, scorers
from lookback.widgets.controls import Number, NumberControl, notes
from lookback.widgets.live_table import LiveTable
from lookback.widgets.own import LIMIT, _note
from lookback.widgets.replay import Replay
from lookback.widgets.replay_html import reading_html
from lookback_build import names

pytestmark = pytest.mark.browser

WIDTHS = (320, 390, 600, 768, 1024, 1440)
SAID = (
    "additive_score, alignment_weights and context_vector, not verified. First difference: the weight of "
    "“emit month” on “month”, −1.000×10³⁰⁰ instead of .998, and so it goes."
)

# Shows each text in a place, and gives how much the widget has grown and whether the place has to be scrolled.
TRY = """([widget, place, texts]) => {
  const root = document.querySelector(`[data-widget="${widget}"]`);
  const host = root.querySelector(".lb-poster").shadowRoot.querySelector(`.${place}`);
  const [before, was] = [root.offsetHeight, host.innerHTML];
  const found = texts.map((text) => {
    host.innerHTML = text;
    return [root.offsetHeight - before, host.scrollHeight - host.clientHeight];
  });
  host.innerHTML = was;
  return found;
}"""


def refused(number: Number) -> str:
    """The longest that is said of a text that is no number."""
    told = NumberControl(number, -5.125, lambda _: None, lambda: None)
    told.box.value = "−12345678901234567890"
    return notes([told])


def said() -> Iterator[tuple[str, str, str, list[str]]]:
    """Lesson, widget, place, and the longest texts that are shown there."""
    assert len(SAID) == LIMIT
    bridge, additive = "attention-as-a-bridge", "additive-attention"
    table = load_widgets(names.LESSONS / bridge)["live-table"]()
    assert isinstance(table, LiveTable)
    assert table._side is not None
    hint = table._side._hint_text(table._side._offered)
    coordinate = Number("q[0]", "", -6, 6, 0.1)
    yield bridge, "live-table", "lb-said", [_note(SAID)]
    yield bridge, "live-table", "lb-legend", [live_table_html.legend(refused(coordinate))]
    yield bridge, "live-table", "lb-hint", [hint]
    factor = Number("a", "", -1.5, 1.5, 0.05)
    yield bridge, "recurrence-plot", "lb-legend", [recurrence._legend(refused(factor))]
    sentences = [recurrence._sentence(a / 20) for a in range(-30, 31)]
    yield bridge, "recurrence-plot", "lb-say", sentences
    yield additive, "beams", "lb-said", [_note(SAID)]
    yield additive, "your-scorer", "lb-said", [_note(SAID)]
    yield additive, "scorers", "lb-said", [_note(SAID)]
    yield additive, "scorers", "lb-legend", [scorers._legend(refused(coordinate))]
    replay = load_widgets(names.LESSONS / additive)["replay"]()
    assert isinstance(replay, Replay)
    run, name = replay._run, replay._name
    yield additive, "replay", "lb-reading", [reading_html(run, at, name) for at in range(len(run.epochs))]


def test_no_note_moves_what_stands_below_it(page: Page) -> None:
    shown = ""
    for lesson, widget, place, texts in said():
        if lesson != shown:
            page.goto(f"lessons/{lesson}/")
            page.evaluate(
                "for (const fold of document.querySelectorAll('details:has([data-widget])')) fold.open = true"
            )
            shown = lesson
        for width in WIDTHS:
            page.set_viewport_size({"width": width, "height": 900})
            moved = page.evaluate(TRY, [widget, place, texts])
            assert moved == [[0, 0]] * len(texts), f"{widget}, {place}, {width} pixels"
