"""Each lesson with the keyboard alone: from the first prediction to all verified, and everything found again."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from browser.conftest import NewPage, wait_until_live
from browser.workspace import ADDITIVE_ANSWERS, ANSWERS, expect_verdict, open_workspace, text_of

pytestmark = pytest.mark.browser

# lesson, exercises, right code, the same with a mistake in the last function, what the report says of it, what is next
WALKS = {
    "attention-as-a-bridge": (
        ("softmax", "attention", "attend_all"),
        ANSWERS,
        ANSWERS.replace("axis=1, keepdims=True", "axis=0"),
        "Softmax down the columns",
        "Next lesson: Additive attention",
    ),
    "additive-attention": (
        ("additive_score", "alignment_weights", "context_vector"),
        ADDITIVE_ANSWERS,
        ADDITIVE_ANSWERS.replace("weights @ states", "states.mean(axis=0)"),
        "weights",
        "The experiment is open",
    ),
}


def focused(page: Page) -> dict[str, str]:
    return page.evaluate(
        """() => { const e = document.activeElement;
        return {tag: e.tagName, type: e.type ?? "", item: e.closest("[data-item]")?.dataset.item ?? "",
                kind: e.closest("[data-item]")?.dataset.kind ?? "",
                editor: e.classList.contains("cm-content")}; }"""
    )


def answer_all(page: Page) -> set[str]:
    """Press Tab through the whole page, answer what is asked, and say which items were met."""
    page.locator("body").focus()
    met = set()
    for _ in range(800):
        page.keyboard.press("Tab")
        here = focused(page)
        if here["tag"] == "BODY":
            return met
        met.add(here["item"])
        if here["editor"]:
            page.keyboard.press("Escape")
        elif here["type"] == "radio" and here["kind"] in ("predict", "quiz"):
            page.keyboard.press("Space")
        elif here["type"] == "text" and here["kind"] == "number":
            page.keyboard.type(",5")
            page.keyboard.press("Enter")
    raise AssertionError("Tab goes round and round")


def type_and_check(page: Page, source: str) -> None:
    """From a tab on to the editor, to a report, and back to the tab."""
    for _ in range(30):
        page.keyboard.press("Tab")
        if focused(page)["editor"]:
            break
    page.keyboard.press("Control+a")
    page.keyboard.insert_text(source)
    page.keyboard.press("Control+Shift+Enter")


@pytest.mark.parametrize("lesson", WALKS)
def test_from_the_first_prediction_to_all_verified(new_page: NewPage, lesson: str) -> None:
    names, right, wrong, told, following = WALKS[lesson]
    page = new_page()
    open_workspace(page, f"lessons/{lesson}/")
    wait_until_live(page)
    items = page.evaluate("JSON.parse(document.getElementById('lesson-data').textContent).items")
    asked = {item["id"]: item["kind"] for item in items if item["kind"] in ("predict", "quiz", "number")}
    assert set(asked) <= answer_all(page)

    page.locator(f"#tab-{names[0]}").focus()
    for name in names:
        if name != names[0]:
            page.keyboard.press("ArrowRight")
        expect(page.locator(f"#tab-{name}")).to_be_focused()
        type_and_check(page, wrong)
        expect_verdict(page, name, "failed" if name == names[-1] else "passed")
        page.keyboard.press("Escape")
        page.locator(f"#tab-{name}").focus()
    expect(page.locator(f"#{names[-1]} .report .diag")).to_contain_text(told)
    expect(page.locator("[data-verified]")).to_contain_text("2 of 3")
    expect(page.locator("[data-all-verified]")).to_be_hidden()
    type_and_check(page, right)
    expect_verdict(page, names[-1], "passed")
    expect(page.locator("[data-all-verified]")).to_contain_text(following)
    page.keyboard.press("Escape")
    for _ in range(30):  # what comes next is reached from the editor
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.closest('[data-all-verified]') !== null"):
            break
    else:
        raise AssertionError("Tab does not lead from the editor to what comes next")

    page.wait_for_function("(text) => lookback.progress().items.draft?.text === text", arg=right)
    page.close()
    again = page.context.new_page()
    open_workspace(again, f"lessons/{lesson}/")
    assert text_of(again) == right
    expect(again.locator("[data-verified]")).to_contain_text("3 of 3")
    expect(again.locator("[data-all-verified]")).to_be_visible()
    for item, kind in asked.items():
        block = again.locator(f'[data-item="{item}"]')
        if kind == "number":
            expect(block.locator("input")).to_have_value(",5")
            expect(block.locator(".say")).not_to_be_empty()
        else:
            expect(block.locator("input:checked")).to_have_count(1)
            # A prediction about a trial gets its reply when that has been run.
            withheld = block.get_attribute("data-withheld") is not None
            expect(block.locator("[data-reply]:visible")).to_have_count(0 if withheld else 1)


@pytest.mark.parametrize("lesson", WALKS)
def test_focus_goes_down_the_page_as_it_is_read(page: Page, lesson: str) -> None:
    page.goto(f"lessons/{lesson}/")
    page.wait_for_selector("html[data-keeping]")
    page.locator("body").focus()
    places = []
    for _ in range(600):
        page.keyboard.press("Tab")
        if focused(page)["tag"] == "BODY":
            break
        places.append(
            page.evaluate(
                "[...document.querySelectorAll('.body section, footer')].findIndex("
                "(part) => part.contains(document.activeElement))"
            )
        )
    inside = [place for place in places if place >= 0]
    assert inside == sorted(inside)
    assert len(inside) > 20
