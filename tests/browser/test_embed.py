"""Lessons in pages of another origin: the element, the messages, and those who mean no good."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from playwright.sync_api import Frame, Page, expect

from browser.conftest import LIVE_WITHIN, NewPage, Watch
from browser.workspace import ANSWERS, SETTLES_WITHIN
from lookback_build import names
from support.servers import static_site

pytestmark = pytest.mark.browser

EXAMPLES = names.ROOT / "docs" / "examples"
PLACE = "https://lookback.example/"  # stands for the address of a site in the examples
HOLD_MESSAGES = """window.messages = [];
addEventListener("message", ({data, origin}) => messages.push({data, origin}));"""


@contextmanager
def course(folder: Path, site: str, watch: Watch, pages: dict[str, str] | None = None) -> Iterator[str]:
    """A course of another origin: the examples of the documentation, or pages of one's own, with the site's address."""
    texts = pages or {path.name: path.read_text("utf-8") for path in EXAMPLES.glob("*.html")}
    for name, text in texts.items():
        # browsers ask for an icon, which a folder of examples has not
        text = text.replace("</title>", '</title><link rel="icon" href="data:,">')
        (folder / name).write_text(text.replace(PLACE, site), "utf-8")
    with static_site(folder) as url:
        watch.others.append(url)
        yield url


def messages(page: Page, kind: str, lesson: str = "attention-as-a-bridge") -> list[dict[str, Any]]:
    """What was told so far."""
    found: list[dict[str, Any]] = page.evaluate("messages.map(({data}) => data)")
    return [one for one in found if one["type"] == kind and one["lesson"] == lesson]


def wait_for_message(page: Page, condition: str) -> None:
    """Wait until a message `m` fulfils `condition`."""
    page.wait_for_function(
        f"messages.some(({{data: m}}) => m.source === 'lookback' && ({condition}))", timeout=LIVE_WITHIN
    )


def frame_of(page: Page, part: str) -> Frame:
    """The frame whose address has `part`."""
    return next(frame for frame in page.frames if part in frame.url)


def check_in(frame: Frame, source: str, exercise: str = "softmax", verdict: str = "passed") -> None:
    """Write code in a frame's editor and press Check."""
    frame.locator(".workspace[data-live]").wait_for(timeout=SETTLES_WITHIN)
    frame.locator(".cm-content").click()
    frame.page.keyboard.press("Control+a")
    frame.page.keyboard.insert_text(source)
    frame.locator(".toolbar button.main").first.click()
    report = frame.locator(f"#{exercise} .report")
    expect(report).to_have_attribute("data-verdict", verdict, timeout=SETTLES_WITHIN)


def test_a_course_page_holds_two_lessons_and_a_widget(
    new_page: NewPage, site: str, watch: Watch, dist: Path, tmp_path: Path
) -> None:
    with course(tmp_path, site, watch) as url:
        page = new_page(height=500)
        page.add_init_script(HOLD_MESSAGES)
        page.goto(url + "plain.html")
        wait_for_message(page, "m.type === 'ready' && m.part === 'live-table' && m.live")
        table = frame_of(page, "#live-table")
        expect(table.locator("#live-table [data-live]")).to_be_visible()
        assert table.locator("h1, .rail, footer.site").locator("visible=true").count() == 0
        # one part is as high as itself: nothing scrolls inside
        element = page.locator("lookback-lesson").first
        assert table.evaluate("document.documentElement.scrollHeight - innerHeight") <= 0
        assert 200 < element.evaluate("(e) => e.getBoundingClientRect().height") < 1400

        # what is far down the page is not loaded before the reader comes near
        whole = page.locator("lookback-lesson").nth(1)
        last = page.locator("lookback-lesson").nth(2)
        assert last.evaluate("(e) => e.shadowRoot.querySelector('iframe')") is None
        last.scroll_into_view_if_needed()
        wait_for_message(page, "m.type === 'ready' && m.lesson === 'additive-attention'")
        whole.scroll_into_view_if_needed()
        wait_for_message(page, "m.type === 'ready' && m.lesson === 'attention-as-a-bridge' && m.part === ''")

        lesson = frame_of(page, "hide=head")
        assert lesson.locator(".lesson-head, .hero").locator("visible=true").count() == 0
        lesson.locator("#last-state-only input").last.check()
        wait_for_message(page, "m.type === 'result' && m.item === 'last-state-only'")
        wait_for_message(page, "m.type === 'progress' && m.done === 1")
        expect(page.locator("#done")).to_have_text("attention-as-a-bridge: 1 of 8 done", use_inner_text=True)
        check_in(lesson, ANSWERS)
        wait_for_message(page, "m.type === 'result' && m.item === 'softmax' && m.report.verdict === 'passed'")

        wait_for_message(page, "m.type === 'progress' && m.done === 2")

        # what the page around kept brings the work back in a browser that knows nothing of it
        state = page.evaluate("messages.findLast(({data}) => data.type === 'progress').data.state")
        schema = Draft202012Validator(json.loads((dist / "embed.schema.json").read_text("utf-8")))
        for told in page.evaluate("messages.map(({data}) => data)"):
            schema.validate(told)
        other = new_page(python=False)
        other.add_init_script(HOLD_MESSAGES)
        other.goto(url + "plain.html")
        element = other.locator("lookback-lesson").nth(1)
        element.evaluate("(e, state) => e.restore(state)", state)
        element.scroll_into_view_if_needed()
        wait_for_message(other, "m.type === 'progress' && m.done === 2")
        restored = frame_of(other, "hide=head")
        expect(restored.locator(".cm-content")).to_contain_text("def attend_all")
        expect(restored.locator("#last-state-only input").last).to_be_checked()
