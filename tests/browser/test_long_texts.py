"""Texts of any length in widgets: no note moves the figure below it, no name reaches over what is beside it.

Tried on the pictures of the widgets, which have the markup and the stylesheet of the live ones and need no Python.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest
from playwright.sync_api import Page

from lookback import training
from lookback.lesson.parts import load_widgets
from lookback.moments import Run
from lookback.widgets import Widget, live_table_html, recurrence, scorers
from lookback.widgets.beams import Beams
from lookback.widgets.controls import Number, NumberControl, notes
from lookback.widgets.live_table import LiveTable
from lookback.widgets.maps import Maps
from lookback.widgets.own import LIMIT, _note
from lookback.widgets.replay import Replay
from lookback.widgets.replay_html import reading_html
from lookback.widgets.scorers import Scorers
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


def long_named() -> dict[str, Widget]:
    """Every widget that shows names, with names as long as an author may choose them."""
    words = ("Wednesday afternoon", "Donaudampfschifffahrtsgesellschaft", "sat")
    steps = ("Wednesday afternoon", "the last day of the month", "day")
    keys, values, identity = ((1, 0), (0, 1), (1, 1)), ((10, 0, 0), (0, 10, 0), (0, 0, 10)), ((1, 0), (0, 1))
    parameters = {"Wq": identity, "Wk": identity, "bias": (0, 0), "v": (1, 1)}
    problem = training.date_alignment()
    run = Run.of(training.train(problem, training.initial_parameters(), epochs=3))
    queries, states = problem.queries, problem.states
    many = [f"{word} {i}" for i in range(4) for word in words]
    return {
        "live table": LiveTable(words, keys, values, start=(2, 0), field=words[1], own=True),
        "dense table": LiveTable(many, np.eye(12)[:, :8], np.eye(12)[:, :3], start=[1] * 8),
        "beams": Beams(run, queries, states, steps, words, start=(steps[0], 0), own=True),
        "replay": Replay(run, steps, words, values=states, name="The course’s run"),
        "scorers": Scorers(words, keys, parameters, start=(2, 1), word=words[0], own=True),
        "maps": Maps(queries, states, run.parameters[-1], steps, words, caption="trained, epoch 2,000"),
    }


# What of a picture reaches beyond its widget, or over the next number; what scrolls by itself may.
BEYOND = """(html) => {
  const root = document.querySelector("#recurrence-plot");
  root.querySelector("[data-poster]").setHTMLUnsafe(html);
  const { left, right } = root.getBoundingClientRect();
  const all = [...root.querySelector(".lb-poster").shadowRoot.querySelectorAll("*")];
  return all
    .filter((one) => !one.closest(".vh, .lb-live, .lb-sideways, .lb-link, svg"))
    .map((one) => [one, one.getBoundingClientRect()])
    .filter(([, box]) => box.width > 0 && (box.right > right + 1 || box.left < left - 1))
    .map(([one]) => `${one.tagName}.${one.className} ${one.textContent.slice(0, 30)}`);
}"""


def test_names_of_any_length_stay_within_their_widget_and_are_there_in_full(page: Page) -> None:
    page.goto("lessons/attention-as-a-bridge/")
    page.evaluate(
        "for (const fold of document.querySelectorAll('details:has([data-widget])')) fold.open = true"
    )
    for name, widget in long_named().items():
        html = widget.poster()
        assert html.count('title="Wednesday afternoon') > 0, name
        for width in (320, 390, 768, 1440):
            page.set_viewport_size({"width": width, "height": 900})
            assert page.evaluate(BEYOND, html) == [], f"{name}, {width} pixels"


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
