"""The pages themselves: accessible, still, whole without a script, at every width, zoom and spacing."""

from __future__ import annotations

import gzip
import json
import tomllib
from collections.abc import Callable
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, Route, expect

from browser.conftest import LIVE_WITHIN, NewPage, wait_until_live
from lookback_build import names

pytestmark = pytest.mark.browser

# each with its first widget
LESSONS = {"attention-as-a-bridge": "#live-table", "additive-attention": "#beams"}
AXE = names.ROOT / "node_modules" / "axe-core" / "axe.min.js"
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]


def settled(page: Page) -> None:
    """The page in its final state: answers restored, widgets live."""
    page.wait_for_selector("html[data-keeping]")
    wait_until_live(page)


def open_all(page: Page) -> None:
    """Unfold every part and answer every question, so that nothing hides from a check."""
    page.evaluate(
        """() => {
          for (const part of document.querySelectorAll("main details")) part.open = true;
          for (const last of document.querySelectorAll("main .choice:last-of-type input")) last.click();
        }"""
    )


def findings(page: Page) -> list[str]:
    """What axe-core finds, one line for each element."""
    page.evaluate(AXE.read_text(encoding="utf-8"))
    result = page.evaluate("(tags) => axe.run(document, {runOnly: tags, resultTypes: ['violations']})", RULES)
    return [
        f"{finding['id']}: {node['target']} {node['failureSummary']}"
        for finding in result["violations"]
        for node in finding["nodes"]
    ]


def darken(page: Page) -> None:
    """Turn the reader's system dark, and wait until every figure has followed."""
    page.emulate_media(color_scheme="dark")
    page.evaluate(
        "Promise.all(Object.values(lookback.widgets).map((widget) => widget.set({}))).then(() => 0)"
    )


def loaded_first(page: Page, lesson: str) -> list[str]:
    """Open a lesson and wait until it is live; the paths that were asked for until its first figures were."""
    asked: list[str] = []
    page.context.on("request", lambda request: asked.append(urlsplit(request.url).path))
    held: list[Route] | None = []
    # never unrouted: Playwright does not tell of requests that are under way when it stops to intercept
    page.route("**/assets/lesson-*", lambda route: route.continue_() if held is None else held.append(route))
    with page.expect_request("**/pyodide-*"):  # Python begins to start before the page's own script is there
        page.goto(f"lessons/{lesson}/", wait_until="commit")
    # the sandbox is fetched when the figures are live
    with page.expect_request("**/assets/sandbox-*", timeout=LIVE_WITHIN):
        waiting, held = held, None
        for route in waiting:
            route.continue_()
        status = page.locator("[data-runtime-status]")
        expect(status).to_have_attribute("data-state", "loading")
        first = page.locator(LESSONS[lesson])
        first.scroll_into_view_if_needed()
        before = first.bounding_box()
        settled(page)
        after = first.bounding_box()
        expect(status).to_have_attribute("data-state", "ready")
    assert before is not None
    assert after is not None
    assert abs(before["height"] - after["height"]) <= 1
    return asked[: next(at for at, path in enumerate(asked) if path.startswith("/assets/sandbox-"))]


@pytest.mark.parametrize("lesson", LESSONS)
@pytest.mark.parametrize("width", [390, 1440])
def test_a_page_goes_live_without_a_jump_loads_no_more_than_it_may_and_axe_finds_nothing(
    new_page: NewPage, dist: Path, lesson: str, width: int
) -> None:
    page = new_page(width=width)
    page.add_init_script(
        """window.shift = 0;
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) window.shift += entry.value;
        }).observe({type: "layout-shift", buffered: true});"""
    )
    loaded = loaded_first(page, lesson)
    assert [path for path in loaded if "more" in path] == []
    assert len([path for path in loaded if path.startswith("/assets/stage-")]) == 1  # and begins once
    files = [path for name in loaded if (path := dist / name.strip("/")).is_file()]
    budget = tomllib.loads((names.ROOT / "budgets.toml").read_text("utf-8"))["first_live_widget"]["bytes"]
    assert sum(len(gzip.compress(path.read_bytes(), 9)) for path in files) <= budget
    for section in page.locator(".body > section").all():
        section.scroll_into_view_if_needed()
    assert page.evaluate("window.shift") < 0.02
    assert findings(page) == []
    open_all(page)
    assert findings(page) == []
    darken(page)
    assert findings(page) == []
    status = page.locator("[data-runtime-status]")
    status.locator("summary").click()
    expect(status).to_contain_text("NumPy")


def test_a_panel_of_the_header_covers_no_line_of_it_and_closes_when_the_reader_goes_on(
    new_page: NewPage,
) -> None:
    page = new_page(width=390, python=False, has_touch=True)
    page.goto("lessons/attention-as-a-bridge/")
    lines = page.locator(".states details")
    expect(page.locator("[data-runtime-status]")).to_have_attribute("data-state", "loading")
    for line in lines.all():
        summary, panel = line.locator("summary"), line.locator(".panel")
        leave_by: tuple[Callable[[], object], ...] = (
            lambda: page.keyboard.press("Escape"),
            lambda: page.touchscreen.tap(200, 700),
            lambda: page.mouse.click(200, 700),
            page.locator(".wordmark").focus,
            summary.tap,
        )
        for leave in leave_by:
            summary.tap()
            expect(panel).to_be_visible()
            top = panel.bounding_box()
            for other in lines.locator("summary").all():
                box = other.bounding_box()
                assert box is not None
                assert top is not None
                assert box["y"] + box["height"] <= top["y"]
            panel.click(position={"x": 5, "y": 5})
            expect(panel).to_be_visible()
            leave()
            expect(panel).to_be_hidden()
        summary.focus()
        page.keyboard.press("Enter")
        expect(panel).to_be_visible()
        page.keyboard.press("Escape")
        expect(summary).to_be_focused()
    lines.first.locator("summary").tap()
    lines.last.locator("summary").tap()
    expect(lines.first.locator(".panel")).to_be_hidden()


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_nothing_on_the_course_page(new_page: NewPage, theme: str) -> None:
    page = new_page(python=False, color_scheme=theme)
    page.goto("")
    expect(page.locator(".toc")).to_be_visible()
    assert findings(page) == []


@pytest.mark.parametrize("lesson", LESSONS)
def test_a_lesson_reads_whole_without_javascript(new_page: NewPage, lesson: str) -> None:
    page = new_page(python=False, java_script_enabled=False)
    page.goto(f"lessons/{lesson}/")
    for heading in page.locator(".body h2").all():
        expect(heading).to_be_visible()
    assert page.locator("main math").count() > 10
    for figure in page.locator("main svg.fig:not(details svg, .only-narrow)").all():
        expect(figure).to_be_visible()
    for control in page.locator(".needs-script").all():
        expect(control).to_be_hidden()
    question = page.locator(".question:not(details .question)").first
    question.get_by_role("radio").first.check()
    expect(question.locator("[data-reply]:visible")).to_have_count(1)


def test_without_javascript_the_typed_tasks_give_their_answers(new_page: NewPage) -> None:
    page = new_page(python=False, java_script_enabled=False)
    page.goto("lessons/attention-as-a-bridge/")
    page.locator("#weight-on-the summary", has_text="Answers").click()
    expect(page.locator("#weight-on-the")).to_contain_text("7.389 / 15.778")


def test_without_javascript_the_stepper_shows_every_stage_of_every_run(new_page: NewPage) -> None:
    page = new_page(python=False, java_script_enabled=False)
    page.goto("lessons/additive-attention/")
    assert page.locator(".case:visible").count() == 3
    expect(page.locator('[data-case="year"]')).to_contain_text(".951")
    expect(page.locator('[data-case="year"]')).to_contain_text("11.023")


@pytest.mark.parametrize("lesson", LESSONS)
@pytest.mark.parametrize("width", [320, 390, 720, 1024, 1440])
def test_no_width_scrolls_sideways(new_page: NewPage, lesson: str, width: int) -> None:
    page = new_page(python=False, width=width)
    page.goto(f"lessons/{lesson}/")
    page.wait_for_selector("html[data-keeping]")
    open_all(page)
    assert page.evaluate("document.scrollingElement.scrollWidth") <= width


@pytest.mark.parametrize("lesson", LESSONS)
@pytest.mark.parametrize("width", [390, 1440])
def test_wide_text_spacing_cuts_nothing(new_page: NewPage, lesson: str, width: int) -> None:
    page = new_page(python=False, width=width)
    page.goto(f"lessons/{lesson}/")
    page.wait_for_selector("html[data-keeping]")
    open_all(page)
    page.add_style_tag(
        content="""* { line-height: 1.5 !important; letter-spacing: .12em !important; }
        * { word-spacing: .16em !important; }
        p { margin-bottom: 2em !important; }"""
    )
    assert page.evaluate("document.scrollingElement.scrollWidth") <= width
    cut = page.evaluate(
        """() => [...document.querySelectorAll("main :is(p, li, td, th, dd, button, label, h2, h3)")]
        .filter((e) => e.checkVisibility() && !e.closest("[data-live], [data-poster], .vh"))
        .filter((e) => e.clientWidth > 1 && getComputedStyle(e).overflowX === "hidden")
        .map((e) => e.outerHTML.slice(0, 80))"""
    )
    assert cut == []


def test_the_stepper_steps_by_arrow_keys_in_both_directions_and_says_each_stage(page: Page) -> None:
    page.goto("lessons/additive-attention/")
    page.wait_for_selector("html[data-keeping]")
    stepper = page.locator("#one-output-step")
    said = [stepper.locator("[data-stage-say]").inner_text()]
    stepper.get_by_role("button", name="Next").focus()
    for n in range(2, 6):
        page.keyboard.press("ArrowRight")
        expect(stepper.locator("[data-stage-words]")).to_have_text(f"stage {n} of 5")
        said.append(stepper.locator("[data-stage-say]").inner_text())
    assert len(set(said)) == 5
    assert ".951" in said[3]
    expect(stepper.locator('[data-case="year"] .stage.now')).to_contain_text("Context")
    page.keyboard.press("ArrowRight")
    expect(stepper.locator("[data-stage-words]")).to_have_text("stage 5 of 5")
    page.keyboard.press("ArrowLeft")
    expect(stepper.locator("[data-stage-words]")).to_have_text("stage 4 of 5")
    stepper.get_by_label("month", exact=True).check()
    expect(stepper.locator('[data-case="month"] .stage.now')).to_contain_text("Weights")
    expect(stepper.locator('[data-case="year"]')).to_be_hidden()


@pytest.mark.parametrize(
    ("query", "locale", "word"),
    [
        ("?lang=de", "en-GB", "Darstellung"),
        ("", "de-AT", "Darstellung"),
        ("?lang=en", "de-DE", "Appearance"),
        ("", "fr-FR", "Appearance"),
    ],
)
def test_the_interface_speaks_the_language_of_url_or_browser(
    new_page: NewPage, query: str, locale: str, word: str
) -> None:
    page = new_page(python=False, locale=locale)
    page.goto(f"lessons/additive-attention/{query}")
    expect(page.locator("footer")).to_contain_text(word)


def test_a_chosen_language_stays_and_marks_what_it_speaks(page: Page) -> None:
    page.goto("lessons/additive-attention/")
    page.locator("[data-language-select]").select_option("de")
    expect(page.locator("html")).to_have_attribute("lang", "de")
    expect(page.locator("main")).to_have_attribute("lang", "en")
    expect(page.locator("#additive_score [data-state-of] [data-string]")).to_have_attribute("lang", "de")
    page.reload()
    expect(page.locator(".skip")).to_have_text("Zur Lektion springen")
    page.locator("#softmax-axis [data-right]").check()
    expect(page.locator("[data-progress-words]")).to_have_text("1 von 9 erledigt")


def test_the_appearance_is_chosen_kept_and_there_before_the_first_paint(page: Page) -> None:
    page.goto("lessons/additive-attention/")
    page.wait_for_selector("html[data-keeping]")
    page.get_by_label("dark").check()
    page.add_init_script(
        """new PerformanceObserver(() => { window.first ??= document.documentElement.dataset.theme; })
        .observe({type: "paint"});"""
    )
    page.reload()
    page.wait_for_function("window.first !== undefined")
    assert page.evaluate("window.first") == "dark"
    expect(page.get_by_label("dark")).to_be_checked()


def test_names_and_files_are_shown_as_text_never_as_markup(page: Page) -> None:
    page.goto("lessons/additive-attention/")
    page.wait_for_selector("html[data-keeping]")
    name = "<img src=x onerror=boom()>.json"
    page.locator("[data-import-file]").set_input_files(
        {"name": name, "mimeType": "application/json", "buffer": json.dumps(1).encode()}
    )
    expect(page.locator(".notice h2")).to_contain_text(name)
    expect(page.locator(".notice img")).to_have_count(0)
