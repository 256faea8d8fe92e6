"""How a page starts: readable at once, below any path, honest about what failed. Jumps: test_lesson_page.py."""

from __future__ import annotations

import contextlib
import re
import shutil
from pathlib import Path

import pytest
from playwright.sync_api import Error, Page, Route, Worker, expect

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


LOGIN = "<!doctype html><title>Log in</title>"  # what some networks send in place of everything


def test_what_did_not_come_can_be_fetched_again(page: Page, watch: Watch) -> None:
    watch.expected += ["Failed to load resource", "404", "integrity", "Cannot find Bokeh"]
    scripts = re.compile(r"/runtime/bokeh-[^/]*js$")
    page.route(scripts, lambda route: route.fulfill(body=LOGIN, content_type="text/html"))
    page.goto(LESSON)
    status = page.locator("[data-runtime-status]")
    expect(status).to_contain_text("did not arrive, or is damaged", timeout=60_000)
    page.unroute(scripts)
    page.route("**/numpy-*", lambda route: route.fulfill(status=404, body=""), times=1)
    status.get_by_role("button", name="Fetch it again").click()
    expect(status).to_contain_text("NumPy is not there (the host answered 404)", timeout=60_000)
    page.route("**/lookback-*", lambda route: route.abort())
    status.get_by_role("button", name="Fetch it again").click()
    expect(status).to_contain_text("Lookback could not be reached", timeout=60_000)
    page.unroute("**/lookback-*")
    page.evaluate("dispatchEvent(new Event('online'))")  # a network that is back needs no click
    wait_until_live(page)


_FORBIDDEN = {
    "WebAssembly": "script-src 'self' 'unsafe-inline' blob:",
    "Worker": "script-src 'self' 'unsafe-inline' 'wasm-unsafe-eval'; worker-src 'self'",
}


@pytest.mark.parametrize("what", _FORBIDDEN)
def test_a_page_that_may_not_start_python_says_what_is_forbidden(
    new_page: NewPage, watch: Watch, what: str
) -> None:
    watch.expected += ["violates the following Content Security Policy"]
    page = new_page(locale="de-DE")

    def forbid(route: Route) -> None:
        response = route.fetch()
        route.fulfill(
            response=response, headers={**response.headers, "content-security-policy": _FORBIDDEN[what]}
        )

    page.route(f"**/{LESSON}", forbid)
    page.goto(LESSON)
    status = page.locator("[data-runtime-status]")
    expect(status).to_contain_text(f"{what}", timeout=60_000)
    expect(status).to_contain_text("verbietet es")
    page.locator("[data-language-select]").select_option("en")
    expect(status).to_contain_text(
        "A rule of the site or of the browser forbids it" if what == "Worker" else "forbids it"
    )
    page.get_by_role("button", name="Check", exact=True).last.click()
    expect(page.locator("#softmax .report")).to_contain_text("forbids it", timeout=60_000)


def test_a_part_of_the_page_s_own_script_that_is_not_whole_is_told(
    new_page: NewPage, watch: Watch, dist: Path
) -> None:
    """The editor, which is loaded late, and the page's own script, which ends in the middle."""
    watch.expected += ["Failed to load resource", "Unexpected end of input", "Failed to fetch dynamically"]
    page = new_page(python=False)
    chunks = (dist / "assets").glob("chunk-*.js")
    editor = max(chunks, key=lambda path: path.stat().st_size).name
    page.route(f"**/{editor}", lambda route: route.abort())
    page.goto(LESSON)
    expect(page.locator("[data-broken]")).to_be_visible()
    page.locator("#last-state-only input").first.check()
    expect(page.locator("[data-progress-words]")).to_have_text("1 of 8 done")
    page.unroute(f"**/{editor}")
    scripts = re.compile(r"/assets/lesson-[^/]*js$")
    page.route(scripts, lambda route: route.fulfill(body="const cut = {", content_type="text/javascript"))
    page.locator("[data-broken] a").click()
    expect(page.locator(".states")).to_be_hidden()
    expect(page.locator("[data-broken]")).to_be_visible()
    page.unroute(scripts)
    page.locator("[data-broken] a").click()
    page.locator(".workspace[data-live]").wait_for(timeout=60_000)
    expect(page.locator("[data-broken]")).to_be_hidden()


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
