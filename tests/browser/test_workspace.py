"""The workspace: Run, Check, Stop and reports. From start to end with the keyboard alone: test_keyboard.py."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from browser.conftest import Watch
from browser.workspace import (
    ANSWERS,
    SETTLES_WITHIN,
    expect_verdict,
    open_workspace,
    text_of,
    write,
)
from lookback_build.browsers import SAVE_DATA

pytestmark = pytest.mark.browser

COLUMNS = ANSWERS.replace("axis=1, keepdims=True", "axis=0")


@pytest.fixture(scope="module")
def shared(chromium: Browser, site: str) -> Iterator[Page]:
    """One page for all tests that start from an editor with Python behind it."""
    watch = Watch(site)
    context = chromium.new_context(viewport={"width": 1440, "height": 900}, base_url=site)
    context.add_init_script(SAVE_DATA)
    watch.on(context)
    page = context.new_page()
    open_workspace(page)
    yield page
    context.close()
    watch.check()


@pytest.fixture
def bench(shared: Page) -> Page:
    """The shared page with the first exercise open."""
    shared.locator("#tab-softmax").click()
    return shared


def press(page: Page, name: str) -> None:
    page.locator(".live-bench").get_by_role("button", name=name, exact=True).click()


def test_a_check_asked_for_early_runs_when_python_is_here(shared: Page) -> None:
    page = shared  # which has just been opened: this is the first test
    write(page, ANSWERS)
    press(page, "Check")
    expect_verdict(page, "softmax", "passed")


def test_a_loop_is_stopped_by_the_button_and_nothing_typed_is_lost(bench: Page) -> None:
    page = bench
    stop = page.locator(".live-bench").get_by_role("button", name="Stop")
    expect(stop).to_have_attribute("aria-disabled", "true")
    write(page, "print('begun')\nwhile True:\n    pass")
    press(page, "Run")
    expect(page.locator(".output")).to_contain_text("begun", timeout=SETTLES_WITHIN)
    stop.click()
    expect(page.locator(".output")).to_have_attribute("data-status", "stopped")
    expect(page.locator(".output")).to_contain_text("begun")
    assert text_of(page).startswith("print('begun')")
    write(page, "1 + 1")
    press(page, "Run")
    expect(page.locator(".output .value")).to_contain_text("2", timeout=SETTLES_WITHIN)


def test_what_is_asked_for_while_code_runs_follows_it_and_stop_drops_it(bench: Page) -> None:
    page = bench
    now, stop = (
        page.locator(".live-bench .now"),
        page.locator(".live-bench").get_by_role("button", name="Stop"),
    )
    output, report = page.locator(".output"), page.locator("#softmax .report")
    write(page, "print('begun')\nwhile True:\n    pass")
    press(page, "Run")
    expect(output).to_contain_text("begun", timeout=SETTLES_WITHIN)
    before = report.get_attribute("data-verdict")
    place = stop.bounding_box()
    press(page, "Run")
    expect(now).to_have_text("Running already")
    press(page, "Check")
    expect(now).to_have_text("Check follows")
    expect(page.locator("[data-announce]")).to_have_text("Check follows")
    assert stop.bounding_box() == place
    stop.click()
    expect(output).to_have_attribute("data-status", "stopped")
    expect(now).to_have_text("Ctrl + Enter runs")
    assert report.get_attribute("data-verdict") == before
    stop.click(force=True)  # it says that it is disabled
    expect(now).to_have_text("Nothing is running")

    # By the keys, the last of several: the text as it stood then, against the exercise that was open then.
    other = page.locator("#attend_all .report")
    unasked = other.get_attribute("data-verdict")
    page.locator("#tab-attend_all").click()
    write(page, "import time\ntime.sleep(4.5)")  # half a second less than a run may take
    page.keyboard.press("Control+Enter")
    write(page, ANSWERS.replace("return e / e.sum()", "return e"))
    page.keyboard.press("Control+Shift+Enter")
    page.locator("#tab-softmax").click()
    page.locator(".cm-content").focus()
    page.keyboard.press("Control+Shift+Enter")
    expect(now).to_have_text("Check follows")
    write(page, ANSWERS)
    expect(output).to_have_attribute("data-status", "done", timeout=SETTLES_WITHIN)
    expect_verdict(page, "softmax", "failed")
    assert other.get_attribute("data-verdict") == unasked


def test_a_timeout_says_what_was_running_and_that_python_is_back(bench: Page) -> None:
    page = bench
    write(page, "def softmax(z):\n    while True:\n        pass\n")
    press(page, "Check")
    expect_verdict(page, "softmax", "timeout")
    report = page.locator("#softmax .report")
    expect(report).to_contain_text("did not come to an end")
    expect(report).to_contain_text("Python is ready again")


def test_output_and_errors_are_text_never_markup(bench: Page) -> None:
    page = bench
    bad = "<img src=x onerror=\"document.title='owned'\">"
    write(page, f"print({bad!r})\nclass X(Exception): pass\nX.__name__ = {bad!r}\nraise X({bad!r})\n")
    press(page, "Run")
    expect(page.locator(".output")).to_have_attribute("data-status", "error", timeout=SETTLES_WITHIN)
    expect(page.locator(".output samp")).to_contain_text("<img src=x")
    press(page, "Check")
    expect_verdict(page, "softmax", "error")
    assert page.locator(".workspace img").count() == 0
    assert "owned" not in page.title()


def test_the_report_is_read_aloud_and_the_focus_stays(bench: Page) -> None:
    page = bench
    write(page, ANSWERS)
    page.keyboard.press("Control+Shift+Enter")
    expect_verdict(page, "softmax", "passed")
    expect(page.locator("#softmax .report")).to_have_attribute("aria-live", "polite")
    assert page.evaluate("document.activeElement.className").startswith("cm-content")


def test_the_solution_is_shown_beside_the_learner_s_function(bench: Page) -> None:
    page = bench
    write(page, COLUMNS)
    page.locator("#tab-attend_all").click()
    page.locator("#attend_all details.solution summary").click()
    shown = page.locator("#attend_all details.solution")
    expect(shown.locator(".minus")).not_to_have_count(0)
    expect(shown.locator(".plus")).not_to_have_count(0)


def test_the_list_of_completions_leaves_the_buttons_in_view_and_names_each_function_once(bench: Page) -> None:
    page = bench
    write(page, "import numpy as np\n# all, array and any" + "\n" * 9 + "np.a")
    page.keyboard.press("Control+Space")
    offered = page.locator(".cm-tooltip-autocomplete")
    expect(offered).to_contain_text("allclose")
    expect(offered.locator("li", has_text="all").filter(has_text="(a, axis=None)")).to_have_count(1)
    assert not [
        one for one in offered.locator("li").all_inner_texts() if one.strip() in ("all", "and", "array")
    ]
    box, toolbar = offered.bounding_box(), page.locator(".live-bench .toolbar").bounding_box()
    assert box is not None
    assert toolbar is not None
    assert box["y"] + box["height"] <= toolbar["y"]
    page.keyboard.press("Escape")


def test_cases_open_to_their_call_and_their_numbers(bench: Page) -> None:
    page = bench
    write(page, COLUMNS)
    page.locator("#tab-attend_all").click()
    press(page, "Check")
    expect_verdict(page, "attend_all", "failed")
    case = page.locator("#attend_all .cases > li").first
    case.locator("summary").click()
    expect(case.locator(".call")).to_contain_text("attend_all(")
    expect(case.locator("table.heat")).to_have_count(3)
    expect(case.locator("td.first")).to_have_count(1)


def test_a_missing_runtime_file_is_named_and_asked_for_again(python_page: Page, watch: object) -> None:
    page = python_page
    watch.expected += ["Failed to load resource", "404"]  # type: ignore[attr-defined]
    missing = {"on": True}
    page.route(
        "**/checker-*",
        lambda route: route.fulfill(status=404, body="") if missing["on"] else route.continue_(),
    )
    open_workspace(page)
    write(page, ANSWERS)
    press(page, "Check")
    report = page.locator("#softmax .report")
    expect(report).to_contain_text("Checker is not there", timeout=SETTLES_WITHIN)
    missing["on"] = False
    press(page, "Check")
    expect_verdict(page, "softmax", "passed")
