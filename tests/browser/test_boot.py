"""How a page starts: readable at once, below any path, honest about what failed. Jumps: test_lesson_page.py."""

from __future__ import annotations

import contextlib
import shutil
from pathlib import Path

import pytest
from playwright.sync_api import Error, Page, Worker, expect

from browser.conftest import LIVE_WITHIN, NewPage, Watch, wait_until_live
from lookback_build.bench.measure import RIGHT
from support.servers import stoppable_site

pytestmark = pytest.mark.browser

LESSON = "lessons/attention-as-a-bridge/"


@pytest.fixture
def page(python_page: Page) -> Page:
    return python_page


def test_the_lesson_reads_without_javascript(new_page: NewPage) -> None:
    page = new_page(java_script_enabled=False)
    page.goto(LESSON)
    expect(page.get_by_role("heading", level=1)).to_have_text("Attention as a bridge")
    expect(page.locator("#idea")).to_be_visible()
    picture = page.locator("#live-table")
    expect(picture).to_contain_text(".468")
    expect(picture).to_contain_text(".063")


def test_the_site_works_below_any_path_where_the_host_does_not_compress(
    dist: Path, tmp_path: Path, new_page: NewPage, watch: Watch
) -> None:
    shutil.copytree(dist, tmp_path / "a" / "b" / "c")
    with stoppable_site(tmp_path) as host:
        # By a name of its own: from this machine's usual ones nothing comes packed.
        watch.origin = host.url.replace("127.0.0.1", "lookback.localhost")
        page = new_page()
        page.goto(f"{watch.origin}a/b/c/{LESSON}")
        wait_until_live(page)
        state = page.evaluate('lookback.widgets["live-table"].set({q: [2, 0]})')
        assert [round(weight, 3) for weight in state["weights"]] == [0.468, 0.063, 0.468]
        assert (
            page.evaluate(f"lookback.check('softmax', {RIGHT!r}).then((report) => report.verdict)")
            == "passed"
        )
        page.locator("[data-offline-status][data-state=ready]").wait_for(
            state="attached", timeout=LIVE_WITHIN
        )
        asked = set(host.asked)
        twins = {f"/a/b/c/{path.relative_to(dist).as_posix()}" for path in dist.rglob("*.gz")}
        assert len(twins) == 7
        assert twins <= asked
        assert not {twin.removesuffix(".gz") for twin in twins} & asked
        page.close()  # before its server: it still loads what the editor needs


def test_a_missing_file_can_be_fetched_again(page: Page, watch: Watch) -> None:
    watch.expected += ["Failed to load resource", "404"]
    page.route("**/numpy-*", lambda route: route.fulfill(status=404, body=""), times=1)
    page.goto(LESSON)
    status = page.locator("[data-runtime-status]")
    expect(status).to_have_attribute("data-state", "failed", timeout=60_000)
    expect(status).to_contain_text("NumPy is not there (the host answered 404)")
    status.get_by_role("button", name="Fetch it again").click()
    wait_until_live(page)


@pytest.mark.parametrize(
    ("files", "named"),
    [
        ("python-*", "Standard library"),
        ("widgets-*", "Widgets"),
        ("lookback-*", "Lookback"),
        ("pyodide-*.wasm", "Python"),
        ("panel-*.js", "panel"),
        ("stage-*", "Stage"),
    ],
)
def test_a_missing_file_is_named(page: Page, watch: Watch, files: str, named: str) -> None:
    watch.expected += ["Failed to load resource", "404"]
    page.route(f"**/{files}", lambda route: route.fulfill(status=404, body=""))
    page.goto(LESSON)
    status = page.locator("[data-runtime-status]")
    expect(status).to_have_attribute("data-state", "failed", timeout=60_000)
    expect(status).to_contain_text(named)


@pytest.mark.parametrize("name", ["numpy", "python", "lookback"])
def test_a_damaged_file_is_refused_by_name(page: Page, dist: Path, name: str) -> None:
    path = next((dist / "runtime").glob(f"{name}-*"))
    damaged = bytearray(path.read_bytes())
    damaged[len(damaged) // 2] ^= 0xFF
    page.route(f"**/{path.name}", lambda route: route.fulfill(body=bytes(damaged)))
    page.goto(LESSON)
    expect(page.locator("[data-runtime-status]")).to_contain_text("is damaged", timeout=60_000)


def stage_of(page: Page) -> Worker:
    """The newest worker by this name; code in a sandbox can evaluate nothing."""
    for worker in reversed(page.workers):
        with contextlib.suppress(Error):
            if worker.evaluate("self.name") == "lookback stage":
                return worker
    raise AssertionError("there is no stage")


def test_a_stage_that_dies_comes_back_with_the_reader_s_state(live: Page, watch: Watch) -> None:
    watch.expected.append("out of order")
    live.evaluate('lookback.widgets["live-table"].set({q: [-1, 2], mask: [true, true, false]})')
    live.evaluate("document.addEventListener('lookback:widget', () => { window.back = true; })")
    # with an error, and without a word: a stage that closed itself is noticed when it is asked
    for death in ("setTimeout(() => { throw new Error('out of order'); })", "close()"):
        live.evaluate("window.back = false")
        stage_of(live).evaluate(death)
        live.get_by_role("slider").first.press("ArrowLeft")
        live.wait_for_function("window.back", timeout=60_000)
        expect(live.locator("[data-runtime-status]")).to_have_attribute("data-state", "ready", timeout=60_000)
        state = live.evaluate('lookback.widgets["live-table"].get()')
        assert (state["q"], state["mask"]) == ([-1, 2], [True, True, False])
