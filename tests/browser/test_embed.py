"""Lessons in pages of another origin: the element, the messages, and those who mean no good."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from markdown_it import MarkdownIt
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


def leave(*pages: Page) -> None:
    """Go elsewhere before the servers end: a page may still be loading something."""
    for page in pages:
        page.goto("about:blank")


def messages(page: Page, kind: str, lesson: str = "attention-as-a-bridge") -> list[dict[str, Any]]:
    """What was told so far."""
    found: list[dict[str, Any]] = page.evaluate(
        "messages.map(({data}) => data).filter((data) => data?.source)"
    )
    return [one for one in found if one["type"] == kind and one.get("lesson") == lesson]


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
        # the table's query is the answer to a task: what one frame knows to be done counts in the other, too
        wait_for_message(page, "m.type === 'progress' && m.done === 2")
        expect(page.locator("#done")).to_contain_text("attention-as-a-bridge: 2 of 8 done")
        check_in(lesson, ANSWERS)
        wait_for_message(page, "m.type === 'result' && m.item === 'softmax' && m.report.verdict === 'passed'")
        wait_for_message(page, "m.type === 'progress' && m.done === 3")

        # what the page around kept brings the work back in a browser that knows nothing of it
        state = page.evaluate(
            "messages.find(({data}) => data.type === 'progress' && data.done === 3).data.state"
        )
        schema = Draft202012Validator(json.loads((dist / "embed.schema.json").read_text("utf-8")))
        for told in page.evaluate("messages.map(({data}) => data)"):
            schema.validate(told)
        other = new_page(python=False)
        other.add_init_script(HOLD_MESSAGES)
        other.goto(url + "plain.html")
        element = other.locator("lookback-lesson").nth(1)
        element.evaluate("(e, state) => e.restore(state)", state)
        element.scroll_into_view_if_needed()
        wait_for_message(other, "m.type === 'progress' && m.done === 3")
        restored = frame_of(other, "hide=head")
        expect(restored.locator(".cm-content")).to_contain_text("def attend_all")
        expect(restored.locator("#last-state-only input").last).to_be_checked()

        # what has long been out of sight has no Python, and has it again when it is seen
        live = table.locator("#live-table [data-live='']")
        expect(live).to_have_count(0, timeout=60_000)
        page.locator("lookback-lesson").first.scroll_into_view_if_needed()
        expect(live).to_be_visible(timeout=LIVE_WITHIN)
        leave(page, other)


HOSTILE = """<!doctype html><title>x</title>
<iframe id="lesson" src="https://lookback.example/lessons/attention-as-a-bridge/index.html?embed=1"></iframe>
<iframe id="muted"
  src="https://lookback.example/lessons/additive-attention/index.html?embed=1&parent=https://trusted.example"></iframe>
<iframe id="child" src="child.html"></iframe>
<script src="https://lookback.example/embed.js"></script>
<lookback-lesson id="fooled" src="liar.html" loading="eager"></lookback-lesson>"""
# a frame beside the lesson: it pretends to be the page around, and to be the lesson
CHILD = """<!doctype html><title>x</title><script>
const say = (target, fields) => target.postMessage({source: "lookback", version: 1, ...fields}, "*");
say(parent.frames[0], {type: "get-progress"});
say(parent.frames[0], {type: "restore", state: {version: 1, lesson: "attention-as-a-bridge", bundle: "",
  saved: "2999-01-01T00:00:00Z", items: {"last-state-only": {done: true}}}});
say(parent, {type: "height", lesson: "attention-as-a-bridge", height: 7});
</script>"""
# a page that the element itself was pointed at
LIAR = """<!doctype html><title>x</title><script>
const told = [
  {type: "height", height: 1e9}, {type: "height", height: -5}, {type: "height", height: "1px"},
  {type: "height", height: NaN},
  {version: 2, type: "height", height: 333}, {type: "steal"}, {type: "progress", state: "x".repeat(2e6)},
];
for (const fields of told) parent.postMessage({source: "lookback", version: 1, ...fields}, "*");
parent.postMessage("noise", "*");
parent.postMessage({type: "height", height: 222}, "*");
parent.postMessage({source: "lookback", version: 1, type: "height", height: 444}, "*");
</script>"""


def test_hostile_pages_around_beside_and_inside_change_nothing(
    new_page: NewPage, site: str, watch: Watch, dist: Path, tmp_path: Path
) -> None:
    pages = {"course.html": HOSTILE, "child.html": CHILD, "liar.html": LIAR}
    with course(tmp_path, site, watch, pages) as url:
        page = new_page(python=False)
        page.add_init_script(HOLD_MESSAGES)
        page.goto(url + "course.html")
        wait_for_message(page, "m.type === 'progress' && m.lesson === 'attention-as-a-bridge'")
        # the element takes one height of all that it was told, the one in the right form
        page.wait_for_function(
            "document.querySelector('#fooled').shadowRoot.querySelector('iframe').style.height === '444px'"
        )
        frame_of(page, "additive-attention").locator("html[data-keeping]").wait_for()
        assert messages(page, "ready", "additive-attention") == []  # its page names another parent

        state = {"version": 1, "lesson": "attention-as-a-bridge", "bundle": "", "saved": "x", "items": {}}
        done = {"last-state-only": {"done": True}}
        wrong: list[Any] = [
            {"version": 2, "type": "restore", "state": {**state, "items": done}},
            {"version": 1, "type": "erase"},
            {"version": 1, "type": "restore"},
            {
                "version": 1,
                "type": "restore",
                "state": {**state, "lesson": "additive-attention", "items": done},
            },
            {"version": 1, "type": "restore", "state": {**state, "items": {"last-state-only": True}}},
            {"version": 1, "type": "restore", "state": {**state, "version": 99, "items": done}},
            {
                "version": 1,
                "type": "restore",
                "state": {**state, "items": {"draft": {"text": "x" * 2_000_000}}},
            },
        ]
        page.evaluate(
            """(wrong) => {
              const {contentWindow} = document.getElementById("lesson");
              for (const fields of wrong) contentWindow.postMessage({source: "lookback", ...fields}, "*");
              const circle = {source: "lookback", version: 1, type: "restore"};
              circle.state = circle;
              for (const one of [circle, null, 7, "lookback", [], {source: "other"}]) {
                contentWindow.postMessage(one, "*");
              }
              document.getElementById("muted").contentWindow.postMessage(
                {source: "lookback", version: 1, type: "get-progress"}, "*");
            }""",
            wrong,
        )
        page.wait_for_function("messages.filter(({data}) => data.type === 'error').length >= 8")
        codes = sorted(one["code"] for one in messages(page, "error"))
        assert codes == ["size", "size", "state", "state", "state", "state", "type", "version"]
        before = len(messages(page, "progress"))
        page.evaluate(
            """document.getElementById("lesson").contentWindow.postMessage(
            {source: "lookback", version: 1, type: "get-progress"}, "*")"""
        )
        page.wait_for_function(f"messages.filter(({{data}}) => data.type === 'progress').length > {before}")
        told = messages(page, "progress")
        assert {one["done"] for one in told} == {0}
        assert set(told[-1]["state"]["items"]) <= {"$time"}  # which is kept from time to time
        assert messages(page, "progress", "additive-attention") == []
        schema = Draft202012Validator(json.loads((dist / "embed.schema.json").read_text("utf-8")))
        for one in page.evaluate(
            "messages.filter(({origin}) => origin !== location.origin).map(({data}) => data)"
        ):
            schema.validate(one)
        leave(page)


def test_addresses_choose_theme_language_and_parts(new_page: NewPage) -> None:
    page = new_page(python=False, width=390)
    page.goto("lessons/attention-as-a-bridge/?embed=1&theme=dark&lang=de&hide=solutions,hints,hand-in#hand")
    page.locator("html[data-keeping]").wait_for()
    assert page.evaluate("document.documentElement.dataset.theme") == "dark"
    assert page.evaluate("document.documentElement.lang") == "de"
    # the part, and the table that its goal is read from
    expect(page.locator("#hand h2")).to_be_visible()
    expect(page.locator("#live-table")).to_be_visible()
    assert page.locator(".body > section").locator("visible=true").count() == 2
    assert page.locator("details.hint, details.solution, .hand-in").locator("visible=true").count() == 0
    # one exercise is whole by itself: no tabs that lead to what is not shown
    page.goto("lessons/attention-as-a-bridge/?embed=1#softmax")
    page.locator(".workspace[data-live]").wait_for()
    assert page.get_by_role("tab").locator("visible=true").count() == 0
    # what no lesson has is said where it is seen, and the page works
    page.goto("lessons/attention-as-a-bridge/?embed=1&hide=constructor,__proto__#no-such-part%E0%A4%A")
    page.locator("html[data-keeping]").wait_for()
    notice = page.locator(".notice")
    expect(notice).to_contain_text("no-such-part")
    expect(notice).to_contain_text("constructor, __proto__")
    assert notice.bounding_box()["y"] < 100  # type: ignore[index]
    expect(page.locator("h1")).to_be_visible()


# What docs/embedding.md says a host of the site may set.
POLICY = " ".join(
    line.strip()
    for line in (names.ROOT / "docs" / "embedding.md")
    .read_text("utf-8")
    .split("Content-Security-Policy: ")[1]
    .split("```")[0]
    .splitlines()
)


def test_a_sandboxed_frame_without_storage_runs_all_and_gets_its_work_back(
    new_page: NewPage, watch: Watch, dist: Path, tmp_path: Path
) -> None:
    """The example of a strict page, and a host of the site that sets the strictest policy we write down."""
    policy = POLICY.replace("https://course.example", "http://127.0.0.1:*")
    with static_site(dist, {"Content-Security-Policy": policy}) as strict:
        watch.others.append(strict)
        with course(tmp_path, strict, watch) as url:
            page = new_page(height=2000)
            page.add_init_script(HOLD_MESSAGES)
            page.goto(url + "lms.html")
            # this page's policy allows no eval, by which a function would be waited for: elements tell
            frame = page.frame_locator("#lesson")
            expect(frame.locator("#live-table [data-live='']")).to_be_visible(timeout=LIVE_WITHIN)
            lesson = frame_of(page, "embed=1")
            assert lesson.evaluate("[origin, document.documentElement.dataset.keeping]") == ["null", "denied"]
            # a live widget follows the query
            weights = lesson.evaluate(
                "lookback.widgets['live-table'].set({q: [0, 0]}).then(({weights}) => weights)"
            )
            assert [round(weight, 3) for weight in weights] == [0.333] * 3
            lesson.locator("#last-state-only input").last.check()
            typed = lesson.locator(".task form input").first
            typed.fill(".468")
            typed.press("Enter")
            check_in(lesson, ANSWERS)
            expect(page.locator("#done")).to_have_text("3 of 8 done")
            assert {one["kept"] for one in messages(page, "progress")} == {"denied"}
            assert [one["live"] for one in messages(page, "ready")] == [False, True]
            # the frame is opened anew, and the page around gives back what it kept
            page.evaluate("document.getElementById('done').textContent = ''")
            page.evaluate("document.getElementById('lesson').src += '&again=1'")
            expect(page.locator("#done")).to_have_text("3 of 8 done", timeout=30_000)
            again = frame_of(page, "again=1")
            expect(again.locator(".cm-content")).to_contain_text("def attend_all")
            expect(again.locator("#last-state-only input").last).to_be_checked()
            # it may not save files; the text of the hand-in can be copied
            again.get_by_label("Your name or code").fill("Ada")
            again.get_by_role("button", name="Make the file").click()
            text = again.locator(".hand-in textarea").input_value()
            assert json.loads(text)["name"] == "Ada"
            leave(page)


def test_a_page_made_from_markdown_holds_a_question_and_an_exercise(
    new_page: NewPage, site: str, watch: Watch, tmp_path: Path
) -> None:
    text = MarkdownIt("commonmark").render((EXAMPLES / "course.md").read_text("utf-8"))
    made = f"<!doctype html><meta charset='utf-8'><title>Week 6</title>{text}"
    with course(tmp_path, site, watch, {"index.html": made}) as url:
        page = new_page(python=False)
        page.add_init_script(HOLD_MESSAGES)
        page.goto(url)
        wait_for_message(page, "m.type === 'ready' && m.part === 'softmax'")
        exercise = frame_of(page, "#softmax")
        exercise.locator(".cm-content").wait_for()
        assert exercise.locator("details.solution, #attend_all").locator("visible=true").count() == 0
        # a fixed height stays what the page said
        question = page.locator("lookback-lesson").first
        assert question.evaluate("(e) => e.getBoundingClientRect().height") == 300
        # a frame that is made anew knows nothing where storage is denied: the element gives back what it was told
        question.evaluate("(e) => e.setAttribute('sandbox', '')")
        wait_for_message(page, "m.type === 'progress' && m.kept === 'denied'")
        frame_of(page, "#last-state-only").locator("#last-state-only input").last.check()
        wait_for_message(page, "m.type === 'progress' && m.done === 1")
        page.evaluate("messages.length = 0")
        question.evaluate("(e) => e.setAttribute('theme', 'dark')")
        wait_for_message(page, "m.type === 'progress' && m.restored && m.done === 1")
        again = frame_of(page, "theme=dark")
        expect(again.locator("#last-state-only input").last).to_be_checked()
        assert question.evaluate("(e) => e.progress().then(({done, restored}) => [done, restored])") == [
            1,
            True,
        ]
        leave(page)


def test_a_state_that_is_given_back_counts_beside_what_a_tab_has_kept_meanwhile(
    new_page: NewPage, site: str, watch: Watch, tmp_path: Path
) -> None:
    part = f'<script src="{site}embed.js"></script><lookback-lesson lesson="attention-as-a-bridge" part="mask-sat">'
    with course(tmp_path, site, watch, {"index.html": f"<!doctype html><title>Week 6</title>{part}"}) as url:
        page = new_page(python=False)
        page.add_init_script(HOLD_MESSAGES)
        page.goto(url)
        wait_for_message(page, "m.type === 'progress'")
        given = page.evaluate("messages.findLast(({data}) => data.type === 'progress').data.state")
        given["items"] = {"weight-on-the": {"done": True, "typed": ".468", "attempts": 1}}
        tab = page.context.new_page()
        tab.goto(site + "lessons/attention-as-a-bridge/")
        tab.wait_for_selector("html[data-keeping]")
        tab.locator("#last-state-only input").last.check()
        # the frame knows of it, too, at once
        wait_for_message(page, "m.type === 'progress' && m.done === 1")
        page.evaluate("(state) => document.querySelector('lookback-lesson').restore(state)", given)
        wait_for_message(page, "m.type === 'progress' && m.done === 2")
        expect(tab.locator("[data-progress-words]")).to_have_text("2 of 8 done")
        leave(page, tab)
