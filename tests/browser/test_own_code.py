"""Widgets drawn by the reader's own functions, and the state of a widget in the page's address."""

from __future__ import annotations

import json
from typing import Any
from urllib.parse import quote

import pytest
from playwright.sync_api import Page, expect

from browser.conftest import NewPage, wait_until_live
from browser.workspace import ANSWERS, BRIDGE, check, expect_verdict, run, write

pytestmark = pytest.mark.browser

TABLE, MAPS = "live-table", "your-scorer"
MULTIPLIED = ANSWERS.replace("np.where(mask, scores, -np.inf)", "scores * mask")
ENDLESS = ANSWERS.replace("weights = softmax(scores)\n", "weights = softmax(scores)\n    while True: pass\n")
SCORER = """\
import numpy as np


def additive_score(query, key, parameters):
    p = parameters
    return {score}
"""
BUGS = {
    'p["v"] @ (np.tanh(p["Wq"] @ query) + np.tanh(p["Wk"] @ key + p["bias"]))': [0.202, 0.335, 0.463],
    'p["v"] @ (p["Wq"] @ query + p["Wk"] @ key + p["bias"])': [0.897, 0.059, 0.044],
    'p["v"] @ np.tanh(p["Wq"] @ query + p["bias"])': [0.333, 0.333, 0.333],
}


def state(page: Page, widget: str = TABLE) -> dict[str, Any]:
    found: dict[str, Any] = page.evaluate("id => window.lookback.widgets[id].get()", widget)
    return found


def put(page: Page, widget: str = TABLE, **new: Any) -> dict[str, Any]:
    answer: dict[str, Any] = page.evaluate(
        "([id, state]) => window.lookback.widgets[id].set(state)", [widget, new]
    )
    return answer


def expect_yours(page: Page, words: str, widget: str = TABLE) -> dict[str, Any]:
    """Wait until this is said of the reader's code, on the page as in the state."""
    expect(page.locator(f"#{widget}")).to_contain_text(words, timeout=30_000)
    page.wait_for_function(
        "([id, words]) => window.lookback.widgets[id].get().yours?.note.includes(words)", arg=[widget, words]
    )
    yours: dict[str, Any] = state(page, widget)["yours"]
    return yours


def open_by_address(page: Page) -> str:
    """Open the table in a state that the address has, with two mistakes in it; another such address."""
    wrong = quote(json.dumps({"a": 99}))
    wanted = quote(json.dumps({"q": [-1, 2], "mask": [True, False, True], "field": "the"}))
    page.goto(f"{BRIDGE}?set.{TABLE}={wanted}&set.recurrence-plot={wrong}&set.nothing=x")
    notice = page.locator("[data-notices]")
    expect(notice).to_contain_text("This page has no widget called “nothing”")
    wait_until_live(page)
    expect(notice).to_contain_text("set.recurrence-plot")
    expect(notice).to_contain_text("a = 99; wanted a number from")
    found = state(page)
    assert (found["q"], found["mask"], found["field"]) == ([-1, 2], [True, False, True], "the")
    notice.get_by_role("button", name="Close").click()
    put(page, q=[0, 5], mask=[True, True, True])
    page.locator(f"#{TABLE}").get_by_role("button", name="Copy link").click()
    expect(page.locator("[data-announce]")).to_have_text("Copied")
    link: str = page.evaluate("navigator.clipboard.readText()")
    assert link == page.evaluate(f"window.lookback.widgets['{TABLE}'].link()")
    return link


def test_the_live_table_follows_the_address_and_the_readers_code_from_the_starter_to_verified(
    new_page: NewPage,
) -> None:
    page = new_page(permissions=["clipboard-read", "clipboard-write"])
    link = open_by_address(page)
    page.locator(".workspace[data-live]").wait_for(timeout=60_000)
    yours = page.locator(f"#{TABLE}").get_by_label("Yours")
    expect(yours).to_be_disabled()
    expect(page.locator(f"#{TABLE}")).to_contain_text("Yours opens when attention or softmax is written")

    write(page, MULTIPLIED)
    expect(yours).to_be_enabled(timeout=30_000)
    put(page, q=[-2, 0], mask=[True, False, True])
    yours.check()
    told = expect_yours(
        page, "attention, not verified. First difference: the weight on “the”, .107 instead of .500."
    )
    assert [round(w, 3) for w in told["weights"]] == [0.107, 0.787, 0.107]
    assert state(page)["weights"] == pytest.approx([0.5, 0, 0.5])

    # What does not return costs the widget's own room: the picture stays, and Check and Run have theirs.
    write(page, ENDLESS)
    told = expect_yours(page, "attention did not return within a second")
    assert (told["status"], told["differs"]) == ("halted", {"part": "weights", "index": [0]})
    assert check(page, ANSWERS)["verdict"] == "passed"
    assert run(page, "1 + 1")["status"] == "done"
    assert put(page, q=[0, 0])["yours"]["status"] == "halted"

    write(page, ANSWERS)
    told = expect_yours(page, "attention, not verified. The same as the reference.")
    assert told["state"] == {"q": [0, 0], "mask": [True, False, True]}
    page.locator("#tab-attention").click()
    page.locator(".live-bench").get_by_role("button", name="Check", exact=True).click()
    expect_verdict(page, "attention", "passed")
    assert expect_yours(page, "attention, verified. The same")["verified"] is True

    write(page, ANSWERS.replace("return weights, weights @ V", "return [1, 2], 'x'", 1))
    expect_yours(page, "attention returned a list of 2 where an array of shape (3,) is wanted")
    write(page, "import numpy as np\n\ndef attention(q, K, V, mask=None):\n    return K @ V")
    assert "line 4" in expect_yours(page, "attention raised ValueError")["note"]

    page.goto(link)
    page.locator(".workspace[data-live]").wait_for(timeout=60_000)
    wait_until_live(page)
    assert page.locator("[data-notices]").inner_text() == ""
    found = state(page)
    assert (found["q"], found["field"], found["whose"]) == ([0, 5], "the", "reference")
    assert put(page, whose="yours")["yours"]["status"] == "shown"
    page.workers[0].evaluate("setTimeout(() => close())")
    page.evaluate("document.addEventListener('lookback:widget', () => { window.back = true; })")
    page.get_by_role("slider").first.press("ArrowLeft")
    page.wait_for_function("window.back", timeout=60_000)
    assert state(page)["whose"] == "yours"
    expect_yours(page, "attention raised ValueError")


def test_a_wrong_scorer_draws_its_map_beside_the_right_one(python_page: Page) -> None:
    page = python_page
    page.goto("lessons/additive-attention/")
    page.locator(".workspace[data-live]").wait_for(timeout=60_000)
    wait_until_live(page)
    assert put(page, MAPS, whose="yours")["yours"]["status"] == "none"
    page.evaluate(f"document.querySelector('#{MAPS}').closest('details').open = true")
    for score, row in BUGS.items():
        write(page, SCORER.format(score=score))
        wanted = f"{row[0]:.3f}"[1:]
        told = expect_yours(page, f"the weight of “emit year” on “day”, {wanted} instead of .000.", MAPS)
        assert [[round(w, 3) for w in weights] for weights in told["weights"]] == [row] * 3
        expect(page.locator(f"#{MAPS}")).to_contain_text(wanted)
    assert put(page, "beams", whose="yours", epoch=2000)["yours"]["weights"][0] == pytest.approx([1 / 3] * 3)
    assert put(page, "scorers", whose="yours")["yours"]["differs"]["part"] == "scores"
