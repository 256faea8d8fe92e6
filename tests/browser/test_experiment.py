"""The experiment: from locked to trained with the reader's own code, kept, outdated, and every way in which it ends."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from browser.conftest import NewPage, Watch, wait_until_live
from browser.workspace import ADDITIVE_ANSWERS as ANSWERS
from browser.workspace import SETTLES_WITHIN, WATCH_THREAD, expect_verdict, open_workspace, write

pytestmark = pytest.mark.browser

ADDITIVE = "lessons/additive-attention/"
NAMES = ("additive_score", "alignment_weights", "context_vector")
# Each is put behind the right functions: the name that is found last is the one that trains.
SLOW = """
import time
quick = additive_score
def additive_score(*args):
    time.sleep(0.02)
    return quick(*args)
"""
LATE = """
calls, inner = 0, additive_score
def additive_score(*args):
    global calls
    calls += 1
    if calls > 9 * 60:
        raise ValueError("too late")
    return inner(*args)
"""


def check(page: Page, name: str) -> None:
    page.locator(f"#tab-{name}").click()
    page.locator(".live-bench").get_by_role("button", name="Check", exact=True).click()
    expect_verdict(page, name, "passed")


def state(page: Page) -> Locator:
    return page.locator("#train [data-train-state]")


def note(page: Page) -> Locator:
    return page.locator("#train [data-train-note]")


def press(page: Page, name: str) -> None:
    page.locator("#train .train").get_by_role("button", name=name, exact=True).click()


def train(page: Page, ends: str, **settings: str) -> None:
    """Train with these settings, and wait for the end in these words."""
    for label, value in settings.items():
        page.locator("#train .train").get_by_label(label.replace("_", " ")).fill(value)
    page.locator("#train [data-train-start]").click()
    expect(state(page)).to_contain_text(ends, timeout=SETTLES_WITHIN)


def replay(page: Page) -> dict[str, Any]:
    shown: dict[str, Any] = page.evaluate("lookback.widgets.replay.get()")
    return shown


def wait_for_run(page: Page, name: str, epoch: int) -> None:
    page.wait_for_function(
        "([name, epoch]) => { const s = lookback.widgets.replay.get(); return s.run === name && s.epoch === epoch; }",
        arg=[name, epoch],
    )


def test_the_experiment_opens_with_the_third_verified_function_and_trains_on_all_three(
    new_page: NewPage,
) -> None:
    page = new_page()
    open_workspace(page, ADDITIVE)
    expect(state(page)).to_contain_text("0 of 3 functions verified")
    start = page.locator("#train [data-train-start]")
    expect(start).to_have_attribute("aria-disabled", "true")
    write(page, ANSWERS)
    for name in NAMES:
        check(page, name)
    expect(state(page)).to_contain_text("Ready to train")
    wait_until_live(page)
    assert replay(page)["run"] == "The course’s run"

    # Stop right after Train, however little has begun.
    page.evaluate(
        "for (const what of ['start', 'stop']) document.querySelector(`#train [data-train-${what}]`).click()"
    )
    expect(state(page)).to_have_text("Stopped before the first epoch")
    expect(note(page)).to_contain_text("Nothing was trained")
    assert replay(page)["run"] == "The course’s run"

    # The whole run of the lesson, on this code, while the page stays awake and a check is answered.
    page.evaluate(WATCH_THREAD)
    start.click()
    report = page.evaluate("(source) => lookback.check('context_vector', source)", ANSWERS)
    assert report["verdict"] == "passed"
    expect(state(page)).to_contain_text("Finished: 2,000 epochs", timeout=SETTLES_WITHIN)
    assert page.evaluate("window.longest") < 2500, "the page stood still"
    wait_for_run(page, "Your run", 2000)
    shown = replay(page)
    assert shown["loss"] == pytest.approx(0.0019, abs=2e-4)
    assert [row[2 - i] > 0.95 for i, row in enumerate(shown["weights"])] == [True] * 3
    assert 50 <= len(shown["epochs"]) <= 100
    page.evaluate("lookback.widgets.replay.set({epoch: 100})")
    assert replay(page)["loss"] == pytest.approx(0.155, abs=0.01)
    # the slider counts saved moments, and says which epoch each of them is
    expect(page.locator("#replay").get_by_role("slider", name="epoch")).to_have_attribute(
        "aria-valuetext", "100"
    )
    kept = page.evaluate("lookback.progress().items.train")
    assert kept["done"]
    assert kept["run"]["sha256"] == report["source_sha256"]
    expect(page.locator('[data-rail-of="experiment"]')).to_contain_text("1 of 5")
    page.locator("#train").get_by_label("the course’s run").check()
    page.wait_for_function('lookback.widgets.replay.get().run === "The course’s run"')

    # Found again on return; outdated as soon as the code differs, and not when it is put back.
    page.close()
    page = page.context.new_page()
    open_workspace(page, ADDITIVE)
    expect(state(page)).to_contain_text("Finished: 2,000 epochs")
    expect(note(page)).to_contain_text("unchanged since")
    wait_until_live(page)
    wait_for_run(page, "Your run", 2000)
    write(page, ANSWERS + SLOW)
    expect(note(page)).to_contain_text("Your code has changed since this run")

    # Slow code is stopped at any moment; what was trained stays in view, and the finished run is kept.
    press(page, "Train again")
    under_way = "lookback.widgets.replay.get().epochs.length < 20 && lookback.widgets.replay.get().epoch > 3"
    page.wait_for_function(under_way, timeout=SETTLES_WITHIN)
    write(page, ANSWERS + SLOW + "# another\n")
    press(page, "Train again")
    expect(note(page)).to_contain_text("Training follows as soon as")
    press(page, "Stop")
    expect(state(page)).to_contain_text("Stopped at epoch")
    assert 3 < replay(page)["epoch"] < 2000
    assert page.evaluate("lookback.progress().items.train.run.status") == "done"

    # Settings that do not fit are told; code that fails late is told with its line, and the run before it stays.
    train(page, "Stopped at epoch", learning_rate="fast")
    expect(note(page)).to_contain_text("learning rate: a number from 0.001 to 100 fits here.")
    page.locator("#train .train").get_by_role("button", name="Reset").click()
    write(page, ANSWERS + LATE)
    train(page, "Ended at epoch", epochs="200")
    expect(note(page)).to_contain_text("Line 22")
    page.wait_for_function("lookback.widgets.replay.get().epoch > 40")
    assert replay(page)["epoch"] <= 60
    write(page, ANSWERS)
    train(page, "Finished: 40 epochs", epochs="40", seed="3", learning_rate="0,5")
    expect(note(page)).to_contain_text("unchanged since")
    assert page.evaluate("lookback.progress().items.train.run.settings") == {
        "seed": 3, "learning_rate": 0.5, "epochs": 40,
    }  # fmt: skip


def test_trials_follow_a_prediction_and_are_really_run(new_page: NewPage) -> None:
    page = new_page()
    page.goto(ADDITIVE)
    question = page.locator("#large-steps")
    run = question.locator("[data-trial-run]")
    expect(question.locator("[data-trial-state]")).to_contain_text("Predict first", timeout=SETTLES_WITHIN)
    expect(run).to_have_attribute("aria-disabled", "true")
    expect(question.locator("table")).to_be_hidden()
    question.get_by_label("All of them.").check()
    expect(question.locator(".follow:visible")).to_have_count(0)
    run.click()

    # Another one is asked for meanwhile: it follows, can be withdrawn, and the last wish counts.
    page.locator("#labels-off > summary").click()
    trial = page.locator("#unlabelled")
    expect(trial.locator("[data-trial-state]")).to_contain_text("Computed when this page was built")
    trial.get_by_role("button", name="Run it").click()
    expect(trial.locator("[data-trial-state]")).to_contain_text("Runs as soon as")
    trial.get_by_role("button", name="Stop").click()
    expect(trial.locator("[data-trial-state]")).to_contain_text("Computed when this page was built")
    trial.get_by_role("button", name="Run it").click()

    expect(question.locator("[data-trial-state]")).to_contain_text("Computed here", timeout=SETTLES_WITHIN)
    rows = question.locator("tbody tr")
    for row, words in zip(rows.all(), ("20 of 20", "18 of 20", "7 of 20"), strict=True):
        expect(row).to_contain_text(words)
        expect(row.locator(".seeds i")).to_have_count(20)
    expect(question.locator(".follow:visible")).to_contain_text("18 of 20 succeed")
    expect(trial.locator("[data-trial-state]")).to_contain_text("Computed here", timeout=SETTLES_WITHIN)
    fresh = trial.locator("tr", has_text="fresh dates")
    assert float(fresh.locator(".bar").evaluate("(bar) => bar.style.getPropertyValue('--w')")) >= 0.99

    page.reload()
    expect(question.locator("[data-trial-state]")).to_contain_text(
        "Computed here earlier", timeout=SETTLES_WITHIN
    )
    expect(question.get_by_label("All of them.")).to_be_checked()
    expect(rows.last).to_contain_text("7 of 20")


def test_without_python_the_built_numbers_answer_the_prediction(new_page: NewPage, watch: Watch) -> None:
    watch.expected.append("Failed to load resource")
    page = new_page()
    page.context.route("**/training-*.bundle", lambda route: route.abort())
    page.goto(ADDITIVE)
    question = page.locator("#tanh-off")
    question.get_by_label("It explodes.").check()
    question.get_by_role("button", name="Run it").click()
    expect(question.locator("[data-trial-state]")).to_contain_text(
        "Training could not be reached", timeout=SETTLES_WITHIN
    )
    expect(question.locator("tbody tr").last).to_contain_text("1.0986")
    expect(question.locator(".follow:visible")).to_contain_text("Nothing grows here")
