"""The editor: keys, completion, marks, and texts that are found again."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from browser.conftest import NewPage, Watch
from browser.workspace import (
    ANSWERS,
    BRIDGE,
    SETTLES_WITHIN,
    editor,
    expect_verdict,
    open_workspace,
    text_of,
    write,
)

pytestmark = pytest.mark.browser

BROKEN = "import numpy as np\n\n\ndef softmax(z):\n    return z / zero\n\n\nsoftmax(np.ones(2))\n"


@pytest.fixture
def workspace(page: Page) -> Page:
    """The bridge lesson with its editor there."""
    open_workspace(page)
    return page


def saved(page: Page) -> None:
    """Wait until the text is kept."""
    expect(page.locator(".editor-head").last).to_be_attached()
    page.wait_for_function(
        "[...document.querySelectorAll('.live-bench .editor-head')].every((e) => e.textContent.includes('saved'))"
    )


def test_the_starters_of_all_exercises_make_one_file(workspace: Page) -> None:
    text = text_of(workspace)
    assert text.startswith("import numpy as np\n\n\ndef softmax(z):")
    assert [name for name in ("softmax", "attention", "attend_all") if f"def {name}(" in text] == [
        "softmax",
        "attention",
        "attend_all",
    ]


def test_without_javascript_statement_starter_hints_and_solution_are_there(new_page: NewPage) -> None:
    page = new_page(java_script_enabled=False)
    page.goto(BRIDGE)
    exercise = page.locator("#softmax")
    expect(exercise.locator(".editor pre")).to_be_visible()
    expect(exercise.locator("details.hint").first).to_be_visible()
    expect(exercise.get_by_text("Reference solution")).to_be_visible()


def test_enter_runs_and_checks_and_the_line_of_an_exception_is_marked_until_it_is_edited(
    python_page: Page,
) -> None:
    page = python_page
    open_workspace(page)
    write(page, "print(6 * 7)")
    page.keyboard.press("Control+Enter")
    expect(page.locator(".output")).to_contain_text("42", timeout=SETTLES_WITHIN)
    page.locator(".workspace:not([data-busy])").wait_for()  # output comes before the run is over
    page.keyboard.press("Control+Shift+Enter")
    expect_verdict(page, "softmax", "error")
    assert text_of(page).strip() == "print(6 * 7)"
    assert page.evaluate("document.activeElement.className").startswith("cm-content")

    write(page, BROKEN)
    page.keyboard.press("Control+Enter")
    marked = page.locator(".cm-error-line")
    expect(marked).to_contain_text("return z / zero", timeout=SETTLES_WITHIN)
    expect(page.locator(".output")).to_contain_text("line 5")
    marked.click()
    page.keyboard.press("End")
    page.keyboard.type("s")
    expect(marked).to_have_count(0)


def test_tab_indents_and_escape_then_tab_leaves(workspace: Page) -> None:
    write(workspace, "if True:\nx = 1")
    workspace.keyboard.press("Home")
    workspace.keyboard.press("Tab")
    assert "    x = 1" in text_of(workspace)
    workspace.keyboard.press("Escape")
    workspace.keyboard.press("Tab")
    expect(workspace.locator(".live-bench").get_by_role("button", name="Check")).to_be_focused()


def test_a_reader_who_only_passes_is_not_held_by_the_editor(workspace: Page) -> None:
    workspace.locator("#round-softmax").focus()
    met = []
    for _ in range(12):
        workspace.keyboard.press("Tab")
        met.append(workspace.evaluate("document.activeElement.textContent.trim().slice(0, 20)"))
        if met[-1] == "Check":
            break
    assert met[-1] == "Check"


def test_brackets_close_and_lines_indent_by_themselves(workspace: Page) -> None:
    write(workspace, "")
    workspace.keyboard.type("def f(x):\nreturn (x")
    assert text_of(workspace) == "def f(x):\n    return (x)"


def test_the_lesson_s_names_and_numpy_s_functions_are_completed(workspace: Page) -> None:
    write(workspace, "")
    workspace.keyboard.type("np.broa")
    option = workspace.get_by_role("option", name="broadcast_to")
    option.click()
    assert "np.broadcast_to" in text_of(workspace)
    workspace.keyboard.type("\natten")
    expect(workspace.get_by_role("option", name="attention")).to_be_visible()


def test_roles_are_coloured_and_keywords_bold(workspace: Page) -> None:
    write(workspace, ANSWERS)
    expect(workspace.locator(".cm-line .q", has_text="q").first).to_be_visible()
    expect(workspace.locator(".cm-line .w", has_text="weights").first).to_be_visible()
    weight = workspace.locator(".tok-keyword").first.evaluate("(e) => getComputedStyle(e).fontWeight")
    assert int(weight) >= 700


def test_what_is_typed_is_found_again_with_its_undo_steps(workspace: Page) -> None:
    before = text_of(workspace)
    write(workspace, "x = 1  # typed\n")
    saved(workspace)
    workspace.reload()
    workspace.locator(".workspace[data-live]").wait_for()
    assert text_of(workspace) == "x = 1  # typed\n"
    editor(workspace).click()
    workspace.keyboard.press("Control+z")
    assert text_of(workspace) == before


def test_a_draft_is_kept_within_a_second_while_typing_goes_on(workspace: Page) -> None:
    write(workspace, "")
    workspace.evaluate(
        """() => { window.kept = [];
        const real = IDBObjectStore.prototype.put;
        IDBObjectStore.prototype.put = function (value, ...rest) {
          window.kept.push(performance.now());
          return real.call(this, value, ...rest);
        };
        window.begun = performance.now(); }"""
    )
    workspace.keyboard.type("a = 1; " * 12, delay=25)
    first = workspace.evaluate("window.kept[0] - window.begun")
    assert first < 1500


def test_reset_brings_the_starter_back_and_can_be_undone(workspace: Page) -> None:
    starter = text_of(workspace)
    write(workspace, "mine = 1")
    workspace.locator(".live-bench").get_by_role("button", name="Reset").click()
    assert text_of(workspace) == starter
    workspace.get_by_role("button", name="Bring mine back").click()
    assert text_of(workspace) == "mine = 1"


def test_two_tabs_see_each_other_s_text(workspace: Page) -> None:
    other = workspace.context.new_page()
    open_workspace(other)
    write(workspace, "from_the_first = 1")
    expect(editor(other)).to_contain_text("from_the_first")
    write(other, "from_the_second = 2")
    expect(editor(workspace)).to_contain_text("from_the_second")


def test_two_tabs_that_type_at_once_lose_nothing(workspace: Page) -> None:
    other = workspace.context.new_page()
    open_workspace(other)
    silent = "BroadcastChannel.prototype.postMessage = () => {}"
    for page in (workspace, other):
        page.evaluate(silent)
    write(workspace, "from_the_first = 1")
    saved(workspace)
    write(other, "from_the_second = 2")
    expect(other.get_by_text("Another tab had changed this code, too")).to_be_visible()
    other.get_by_role("button", name="Use the other version here").click()
    assert text_of(other) == "from_the_first = 1"
    other.keyboard.press("Control+z")


def test_rounds_have_drafts_of_their_own(workspace: Page) -> None:
    write(workspace, "third = 3")
    workspace.locator("#round-softmax").select_option("1")
    assert "To fill in" in text_of(workspace)
    write(workspace, "first = 1")
    workspace.locator("#round-softmax").select_option("3")
    assert text_of(workspace) == "third = 3"
    workspace.locator("#round-softmax").select_option("1")
    assert text_of(workspace) == "first = 1"


def test_storage_denied_the_editor_works_and_says_so(new_page: NewPage) -> None:
    page = new_page()
    page.add_init_script("indexedDB.open = () => { throw new DOMException('denied', 'SecurityError'); }")
    open_workspace(page)
    write(page, "x = 1")
    page.keyboard.press("Control+Enter")
    expect(page.locator(".output")).to_be_visible()
    expect(page.locator(".live-bench .editor-head")).to_contain_text("not kept in this browser")


@pytest.mark.parametrize(
    "kept",
    ['{"text": 5}', '{"text": "x = 1", "undo": {"history": "?", "selection": []}}', '{"revision": "?"}'],
)
def test_a_draft_that_cannot_be_read_does_not_break_the_page(workspace: Page, kept: str) -> None:
    workspace.evaluate(
        """async (kept) => {
        const open = indexedDB.open("lookback");
        open.onupgradeneeded = () => open.result.createObjectStore("records");
        const db = await new Promise((done) => { open.onsuccess = () => done(open.result); });
        const write = db.transaction("records", "readwrite").objectStore("records").put(
          {version: 1, lesson: "attention-as-a-bridge", bundle: "x", saved: "x", items: {draft: JSON.parse(kept)}},
          "lesson/attention-as-a-bridge");
        await new Promise((done) => { write.onsuccess = done; });
        db.close(); }""",
        kept,
    )
    workspace.reload()
    workspace.locator(".workspace[data-live]").wait_for()
    assert text_of(workspace).strip()
    write(workspace, "y = 2")
    saved(workspace)


def test_a_changed_exercise_keeps_the_draft_and_shows_what_changed(workspace: Page) -> None:
    write(workspace, "mine = 1")
    saved(workspace)

    def newer(route: object) -> None:
        response = route.fetch()  # type: ignore[attr-defined]
        body = response.text().replace("Turn the scores of one query", "Turn all scores of one query")
        route.fulfill(response=response, body=body)  # type: ignore[attr-defined]

    workspace.route("**/attention-as-a-bridge/", newer)
    workspace.reload()
    expect(workspace.get_by_text("This exercise has changed since you began")).to_be_visible()
    assert text_of(workspace) == "mine = 1"
    workspace.get_by_role("button", name="Show what changed").click()
    expect(workspace.locator(".changes .plus")).to_contain_text("Turn all scores")
    expect(workspace.locator(".changes .minus")).to_contain_text("Turn the scores")
    saved(workspace)


def test_a_megabyte_on_one_line_does_not_freeze_the_editor(workspace: Page, watch: Watch) -> None:
    write(workspace, "x = '" + "a" * 1_000_000 + "'")
    workspace.keyboard.press("Control+End")
    workspace.keyboard.type("\ny = 1")
    expect(editor(workspace)).to_contain_text("y = 1")
