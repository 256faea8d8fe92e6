"""Questions and tasks of both lessons: answered, said aloud, kept. With the keyboard alone: test_keyboard.py."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from browser.conftest import NewPage

pytestmark = pytest.mark.browser

BRIDGE = "lessons/attention-as-a-bridge/"
ADDITIVE = "lessons/additive-attention/"
RECORD = """async (id) => {
  const open = indexedDB.open("lookback");
  const db = await new Promise((done) => { open.onsuccess = () => done(open.result); });
  const get = db.transaction("records").objectStore("records").get("lesson/" + id);
  return new Promise((done) => { get.onsuccess = () => { db.close(); done(get.result ?? null); }; });
}"""


def kept(page: Page, lesson: str) -> dict[str, object]:
    """The record in the browser's storage."""
    record = page.evaluate(RECORD, lesson)
    return record["items"] if record else {}


def wait_until_kept(page: Page, lesson: str, item: str, part: str) -> None:
    """Wait until the stored answer of an item holds `part`."""
    page.wait_for_function(
        f"([lesson, item, part]) => ({RECORD})(lesson).then("
        "(record) => JSON.stringify(record?.items[item] ?? null).includes(part))",
        arg=[lesson, item, part],
    )


def test_a_right_and_a_wrong_prediction_get_different_replies(page: Page) -> None:
    page.goto(BRIDGE)
    question = page.locator("#last-state-only")
    replies = []
    for radio in question.get_by_role("radio").all():
        radio.check()
        replies.append(question.locator("[data-reply]:visible").inner_text())
        expect(page.locator("[data-announce]")).to_contain_text(replies[-1][:40])
    assert len(set(replies)) == 2
    expect(question).not_to_contain_text("Right")


def test_a_closing_question_says_why_for_every_choice(page: Page) -> None:
    page.goto(BRIDGE)
    quiz = page.locator("#mask-sat")
    verdicts = []
    for radio in quiz.get_by_role("radio").all():
        radio.check()
        verdicts.append(quiz.locator(".why:visible").inner_text())
    assert len(set(verdicts)) == 4
    assert sum(verdict.startswith("Right.") for verdict in verdicts) == 1


TYPED = (
    ("weight-on-the", ".446", "√2", False),
    ("weight-on-the", "0.5", "raw scores", False),
    ("weight-on-the", ".444", "powers of 2", False),
    ("weight-on-the", ".063", "the row of “cat”", False),
    ("weight-on-the", ".937", "two rows added", False),
    ("weight-on-the", ".881", "left out “sat”", False),
    ("weight-on-the", "2", "2 is the score", False),
    ("weight-on-the", ".333", "q = [0, 0]", False),
    ("weight-on-the", ".47", "not to the 3 decimals", False),
    ("weight-on-the", "−7", "not one of the weights", False),
    ("weight-on-the", "a lot", "is not a number", False),
    ("weight-on-the", "", "Nothing typed yet", False),
    ("weight-on-the-with-cat-masked", ".468", "before the mask", False),
    ("weight-on-the-with-cat-masked", ".881", "“sat” is masked", False),
    ("weight-on-the-with-cat-masked", "1", "both “cat” and “sat”", False),
    ("weight-on-the-with-cat-masked", ".333", "three equal words", False),
    ("weight-on-the", ".468", "7.389 / 15.778", True),
    ("weight-on-the", "0,468", "7.389 / 15.778", True),
    ("weight-on-the", "46.8 %", "7.389 / 15.778", True),
    ("weight-on-the-with-cat-masked", ",5", "share the whole 1 equally", True),
)


def test_a_typed_number_is_diagnosed(page: Page) -> None:
    page.goto(BRIDGE)
    page.wait_for_selector("html[data-keeping]")
    for task, typed, words, done in TYPED:
        block = page.locator(f"#{task}")
        block.get_by_role("textbox").fill(typed)
        block.get_by_role("textbox").press("Enter")
        expect(block.locator(".say")).to_contain_text(words)
        expect(block.locator("[data-state-of]")).to_have_text("Done" if done else "To do")


def test_the_goal_is_read_live_from_the_table(live: Page) -> None:
    task = live.locator("#cat-at-least-seven-tenths")
    live.evaluate("lookback.widgets['live-table'].set({q: [0, 5]})")
    expect(task.locator("[data-goal-now]")).to_have_text(".498")
    expect(task.locator("[data-state-of]")).to_have_text("To do")
    expect(task.locator(".say")).to_contain_text("[0, 5]")
    live.evaluate("lookback.widgets['live-table'].set({q: [2, 0], mask: [false, true, false]})")
    expect(task.locator("[data-goal-now]")).to_have_text("1")
    expect(task.locator("[data-state-of]")).to_have_text("To do")
    live.evaluate("lookback.widgets['live-table'].set({q: [-1, 2], mask: [true, true, true]})")
    expect(task.locator("[data-state-of]")).to_have_text("Done")
    wait_until_kept(live, "attention-as-a-bridge", "cat-at-least-seven-tenths", '"done":true')
    live.reload()
    expect(task.locator("[data-state-of]")).to_have_text("Done")
    expect(task.locator("[data-goal-done]")).to_be_visible()


def test_progress_counts_what_is_done_everywhere(page: Page) -> None:
    page.goto(ADDITIVE)
    page.wait_for_selector("html[data-keeping]")
    expect(page.locator("[data-progress-words]")).to_have_text("0 of 9 done")
    page.locator("#softmax-axis [data-right]").check()
    expect(page.locator("[data-progress-words]")).to_have_text("1 of 9 done")
    expect(page.locator('[data-part-state="check"]')).to_contain_text("all done")
    expect(page.locator('[data-rail-of="check"]')).to_have_text("done")
    wait_until_kept(page, "additive-attention", "softmax-axis", '"done":true')
    page.goto("")
    expect(page.locator('[data-lesson="additive-attention"] [data-course-state]')).to_have_text(
        "1 of 9 parts done"
    )


def test_saved_work_comes_back_in_another_browser(page: Page, new_page: NewPage, tmp_path: Path) -> None:
    page.goto(BRIDGE)
    page.wait_for_selector("html[data-keeping]")
    page.locator("#mask-sat [data-right]").check()
    wait_until_kept(page, "attention-as-a-bridge", "mask-sat", '"done":true')
    with page.expect_download() as download:
        page.get_by_role("button", name="Save my work as a file").click()
    file = tmp_path / "work.json"
    download.value.save_as(file)
    assert (
        json.loads(file.read_text())["lessons"]["attention-as-a-bridge"]["items"]["mask-sat"]["done"] is True
    )

    other = new_page(python=False)
    other.goto(BRIDGE)
    other.wait_for_selector("html[data-keeping]")
    other.locator("[data-import-file]").set_input_files(file)
    other.get_by_role("button", name="Load it").click()
    expect(other.locator("#mask-sat [data-right]")).to_be_checked()


def test_a_file_of_another_kind_changes_nothing(page: Page, tmp_path: Path) -> None:
    page.goto(BRIDGE)
    page.wait_for_selector("html[data-keeping]")
    page.locator("#mask-sat [data-right]").check()
    wait_until_kept(page, "attention-as-a-bridge", "mask-sat", '"done":true')
    file = tmp_path / "notes.json"
    file.write_text('{"lookback": 1, "lessons": {"attention-as-a-bridge": {"version": 1}}}')
    page.locator("[data-import-file]").set_input_files(file)
    expect(page.locator(".notice")).to_contain_text("“notes.json” is not a Lookback file")
    assert "mask-sat" in kept(page, "attention-as-a-bridge")


def test_starting_over_asks_first(page: Page) -> None:
    page.goto(BRIDGE)
    page.wait_for_selector("html[data-keeping]")
    page.locator("#mask-sat [data-right]").check()
    wait_until_kept(page, "attention-as-a-bridge", "mask-sat", '"done":true')
    page.get_by_role("button", name="Start over").click()
    page.get_by_role("button", name="Keep everything").click()
    expect(page.locator("#mask-sat [data-right]")).to_be_checked()
    page.get_by_role("button", name="Start over").click()
    page.locator(".notice").get_by_role("button", name="Start over").click()
    expect(page.locator("#mask-sat input:checked")).to_have_count(0)


PUT = """async (value) => {
  const open = indexedDB.open("lookback");
  open.onupgradeneeded = () => open.result.createObjectStore("records");
  const db = await new Promise((done) => { open.onsuccess = () => done(open.result); });
  const put = db.transaction("records", "readwrite").objectStore("records");
  const request = put.put(value, "lesson/attention-as-a-bridge");
  await new Promise((done) => { request.onsuccess = done; });
  db.close();
}"""


@pytest.mark.parametrize(
    "value", ["nonsense", {"version": 1, "items": 3}, {"version": 1, "lesson": "x", "items": {"a": 1}}]
)
def test_what_cannot_be_read_is_set_aside_and_told(page: Page, value: object) -> None:
    page.goto("")
    page.evaluate(PUT, value)
    page.goto(BRIDGE)
    expect(page.locator(".notice")).to_contain_text("cannot be read")
    page.locator("#mask-sat [data-right]").check()
    wait_until_kept(page, "attention-as-a-bridge", "mask-sat", '"done":true')


def test_a_record_of_a_newer_version_is_left_alone(page: Page) -> None:
    record = {"version": 99, "lesson": "attention-as-a-bridge", "items": {"later": {"done": True}}}
    page.goto("")
    page.evaluate(PUT, record)
    page.goto(BRIDGE)
    expect(page.locator(".notice")).to_contain_text("newer version")
    page.locator("#mask-sat [data-right]").check()
    expect(page.locator("[data-progress-words]")).to_have_text("1 of 8 done")
    assert page.evaluate(RECORD, "attention-as-a-bridge") == record


def test_denied_storage_is_survived_and_told(new_page: NewPage) -> None:
    page = new_page(python=False)
    page.add_init_script(
        """const deny = () => { throw new DOMException("denied", "SecurityError"); };
        Object.defineProperty(window, "indexedDB", { get: deny });
        Object.defineProperty(window, "localStorage", { get: deny });"""
    )
    page.goto(BRIDGE)
    expect(page.locator(".notice")).to_contain_text("does not let the page keep anything")
    page.locator("#mask-sat [data-right]").check()
    expect(page.locator("[data-progress-words]")).to_have_text("1 of 8 done")
    page.get_by_label("dark").check()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    with page.expect_download() as download:
        page.locator(".notice").get_by_role("button", name="Save my work").click()
    other = new_page(python=False)
    other.add_init_script(
        'Object.defineProperty(window, "indexedDB", { get() { throw new Error("denied"); } })'
    )
    other.goto(BRIDGE)
    expect(other.locator(".notice")).to_contain_text("load it the next time")
    other.locator("[data-import-file]").set_input_files(download.value.path())
    with other.expect_navigation():
        other.locator(".notice button.main").click()
    expect(other.locator("#mask-sat [data-right]")).to_be_checked()


def test_what_a_full_storage_does_not_take_is_in_the_saved_file(page: Page) -> None:
    page.add_init_script(
        """const put = IDBObjectStore.prototype.put;
        IDBObjectStore.prototype.put = function (...given) {
          if (window.isFull) throw new DOMException("full", "QuotaExceededError");
          return put.apply(this, given);
        };"""
    )
    page.goto(BRIDGE)
    page.locator("#last-state-only input").first.check()
    page.wait_for_function("lookback.progress()?.items['last-state-only']?.done")
    page.evaluate("window.isFull = true")
    page.locator("#mask-sat [data-right]").check()
    expect(page.locator(".notice")).to_contain_text("The last change could not be kept")
    with page.expect_download() as download:
        page.locator(".notice").get_by_role("button", name="Save my work").click()
    saved = json.loads(download.value.path().read_text("utf-8"))["lessons"]["attention-as-a-bridge"]
    assert [saved["items"][name]["done"] for name in ("last-state-only", "mask-sat")] == [True, True]


def test_a_storage_that_never_answers_is_not_waited_for(page: Page) -> None:
    page.add_init_script("IDBFactory.prototype.open = () => ({});")
    page.clock.install()
    page.goto(BRIDGE)
    page.clock.fast_forward(10_000)
    expect(page.locator(".notice")).to_contain_text("does not let the page keep anything")
    page.locator("#mask-sat [data-right]").check()
    expect(page.locator("[data-progress-words]")).to_have_text("1 of 8 done")


def test_two_tabs_do_not_undo_each_other(page: Page) -> None:
    other = page.context.new_page()
    for tab in (page, other):
        tab.goto(BRIDGE)
        tab.wait_for_selector("html[data-keeping]")
    page.locator("#mask-sat [data-right]").check()
    wait_until_kept(page, "attention-as-a-bridge", "mask-sat", '"done":true')
    other.locator("#last-state-only input").first.check()
    wait_until_kept(other, "attention-as-a-bridge", "last-state-only", '"done":true')
    assert {"mask-sat", "last-state-only"} <= set(kept(page, "attention-as-a-bridge"))
    # what was done in the first counts in the second as well
    expect(other.locator("[data-progress-words]")).to_have_text("2 of 8 done")


def test_what_is_right_stays_done_whatever_another_tab_answers_and_goes_when_it_starts_over(
    page: Page,
) -> None:
    other = page.context.new_page()
    for tab in (page, other):
        tab.goto(BRIDGE)
        tab.wait_for_selector("html[data-keeping]")
    done = "[data-progress-words]"
    page.locator("#mask-sat [data-right]").check()
    expect(other.locator(done)).to_have_text("1 of 8 done")
    other.locator("#mask-sat input:not([data-right])").first.check()
    wait_until_kept(other, "attention-as-a-bridge", "mask-sat", '"attempts":2')
    for tab in (page, other):
        expect(tab.locator(done)).to_have_text("1 of 8 done")
    page.get_by_role("button", name="Start over").click()
    page.locator(".notice").get_by_role("button", name="Start over").click()
    expect(other.locator(done)).to_have_text("0 of 8 done")
    other.locator("#mask-sat input:not([data-right])").last.check()
    wait_until_kept(other, "attention-as-a-bridge", "mask-sat", '"attempts":1')
    expect(other.locator(done)).to_have_text("0 of 8 done")
