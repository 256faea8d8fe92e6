"""SCORM packages in a real run-time: launch, suspend, resume, complete, and what goes wrong on the way."""

from __future__ import annotations

import base64
import json
import zipfile
import zlib
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest
from playwright.sync_api import Frame, Page, expect

from browser.conftest import NewPage, Watch
from browser.test_embed import check_in, leave
from browser.workspace import ANSWERS
from lookback_build import host, names
from lookback_build.console import Console
from lookback_build.pack import Order, scorm
from lookback_build.pack.scorm_manifest import Version
from support.servers import static_site

pytestmark = pytest.mark.browser

LESSON = "attention-as-a-bridge"
# A learning platform in one page: scorm-again's run-time, fed with what it kept of the last visit.
PLATFORM = """<!doctype html><meta charset="utf-8"><title>Platform</title><link rel="icon" href="data:,">
<script src="run-time.js"></script>
<iframe id="sco" style="width:1200px;height:900px"></iframe>
<script>
window.open_ = (version, kept, learner) => {
  const settings = {autocommit: false, logLevel: 5};
  const api = version === "1.2" ? new Scorm12API(settings) : new Scorm2004API(settings);
  window.commits = 0;
  window.suspended = []; // what was to be kept at each commit
  const who = version === "1.2" ? {core: {student_id: learner}} : {learner_id: learner};
  api.loadFromJSON(kept ? {suspend_data: kept, ...who} : who);
  const prefix = version === "1.2" ? "LMS" : "";
  const commit = api[prefix + "Commit"].bind(api);
  api[prefix + "Commit"] = (...values) => {
    if (window.refuse) return "false";
    const done = commit(...values);
    window.saved = JSON.parse(JSON.stringify(api.renderCMIToJSONObject()));
    window.commits += 1;
    suspended.push(api.getCMIValue("cmi.suspend_data"));
    return done;
  };
  const finish = prefix + (version === "1.2" ? "Finish" : "Terminate");
  const end = api[finish].bind(api);
  api[finish] = (...values) => { window.ended = true; return end(...values); };
  window[version === "1.2" ? "API" : "API_1484_11"] = api;
  window.api = api;
  document.getElementById("sco").src = document.location.hash.slice(1);
};
</script>"""


def packed(version: Version, site: Path, folder: Path) -> Path:
    """Pack one lesson of the built site and unpack it as a platform does."""
    console = Console()
    order = Order(site, LESSON, folder / "package.zip", host.ensure_node(console), console)
    place = scorm.pack(order, version)
    with zipfile.ZipFile(place) as archive:
        archive.extractall(folder / "course")
    manifest = ET.parse(folder / "course" / "imsmanifest.xml")
    hrefs = [element.get("href") for element in manifest.iter() if element.tag.endswith("}file")]
    there = {
        path.relative_to(folder / "course").as_posix()
        for path in (folder / "course").rglob("*")
        if path.is_file()
    }
    assert set(hrefs) == there - {"imsmanifest.xml"}
    return folder / "course"


def suspended(state: dict[str, Any]) -> str:
    """A state as a platform keeps it."""
    deflate = zlib.compressobj(wbits=-15)
    return "lb1:" + base64.b64encode(deflate.compress(json.dumps(state).encode()) + deflate.flush()).decode()


def resumed(text: str) -> dict[str, Any]:
    """The state that a platform keeps."""
    state: dict[str, Any] = json.loads(
        zlib.decompress(base64.b64decode(text.removeprefix("lb1:")), wbits=-15)
    )
    return state


def launch(page: Page, url: str, version: str, kept: str | None = None, learner: str = "ada") -> Frame:
    """Open the package in the platform and wait for the lesson."""
    page.goto(f"{url}platform.html?learner={learner}#scorm/{LESSON}.html")
    page.evaluate("([version, kept, learner]) => open_(version, kept, learner)", [version, kept, learner])
    page.wait_for_function("window.commits > 0", timeout=60_000)
    return next(frame for frame in page.frames if "embed=1" in frame.url)


def value(page: Page, element: str) -> str:
    """What the run-time holds."""
    found: str = page.evaluate("(element) => api.getCMIValue(element)", element)
    return str(found)


@pytest.mark.parametrize("version", ["1.2", "2004"])
def test_a_package_is_launched_suspended_resumed_and_completed(
    version: Version, new_page: NewPage, watch: Watch, dist: Path, tmp_path: Path
) -> None:
    course = packed(version, dist, tmp_path)
    run_time = "scorm12.js" if version == "1.2" else "scorm2004.js"
    (course / "run-time.js").write_bytes(
        (names.NODE_MODULES / "scorm-again" / "dist" / run_time).read_bytes()
    )
    (course / "platform.html").write_text(PLATFORM, "utf-8")
    old = version == "1.2"
    score, status = (
        ("cmi.core.score.raw", "cmi.core.lesson_status")
        if old
        else ("cmi.score.raw", "cmi.completion_status")
    )
    with static_site(course) as url:
        watch.others.append(url)
        page = new_page(python=old)  # one version with a check, the other without waiting for Python
        lesson = launch(page, url, version)
        assert value(page, status) == "incomplete"
        lesson.locator("#mask-sat input[data-right]").check()
        page.wait_for_function(f"api.getCMIValue('{score}') > 0")
        if old:
            check_in(lesson, ANSWERS)
        else:
            lesson.locator(".workspace[data-live]").wait_for()
            lesson.locator(".cm-content").click()
            page.keyboard.press("Control+a")
            page.keyboard.insert_text(ANSWERS)
            lesson.locator("#last-state-only input").last.check()
        page.wait_for_function("api.getCMIValue('cmi.interactions._count') == 2")
        page.wait_for_function("saved.cmi.interactions['1']")  # 1.2 lets nobody read them but the platform
        results = [page.evaluate(f"saved.cmi.interactions['{n}'].result") for n in range(2)]
        assert results == ["correct", "correct" if old else "neutral"]
        page.wait_for_function(f"api.getCMIValue('{score}') > {28 if old else 14}")

        # a commit that fails is said, and tried again
        page.evaluate("window.refuse = true")
        lesson.locator("#mask-sat input").first.check()
        words = page.frame_locator("#sco").locator("[data-scorm-words]")
        expect(words).to_contain_text("did not take")
        page.evaluate("window.refuse = false")
        lesson.locator("#last-state-only input").first.check()
        expect(words).to_contain_text("Kept by the platform", timeout=30_000)
        # the window is closed: the session ends, with its time
        page.evaluate("document.getElementById('sco').src = 'about:blank'")
        page.wait_for_function("window.ended")
        kept = page.evaluate("saved")
        cmi = kept["cmi"]
        assert len(cmi["suspend_data"]) <= (4096 if old else 64_000)
        assert (cmi["core"] if old else cmi)["exit"] == "suspend"

        # another browser, the same learner: everything comes from the platform
        other = new_page(python=False)
        lesson = launch(other, url, version, cmi["suspend_data"])
        expect(lesson.locator("#mask-sat input").first).to_be_checked(timeout=30_000)
        expect(lesson.locator(".cm-content")).to_contain_text("def attend_all", timeout=30_000)
        # at no moment did the platform keep less than before: the window may be closed at any of them
        for text in other.evaluate("suspended"):
            assert {"mask-sat", "last-state-only", "draft"} <= set(resumed(text)["items"])
        # the same browser, another learner: nothing of the first one's
        stranger = launch(other, url, version, None, "grace")
        stranger.locator(".workspace[data-live]").wait_for()
        assert stranger.locator("#mask-sat input:checked").count() == 0
        # everything done: complete
        items = json.loads(str(stranger.locator("#lesson-data").text_content()))["items"]
        state = {"version": 1, "lesson": LESSON, "bundle": "", "saved": "2026-01-01T00:00:00.000Z"}
        done = suspended({**state, "items": {item["id"]: {"done": True} for item in items}})
        launch(other, url, version, done, "alan")
        other.wait_for_function(f"api.getCMIValue('{status}') === 'completed'", timeout=30_000)
        assert float(value(other, score)) == 100
        # what cannot be read is said, and what a newer version kept is not replaced
        words = other.frame_locator("#sco").locator("[data-scorm-words]")
        newer = suspended({**state, "version": 99, "items": {}})
        launch(other, url, version, "lb1:cut off" if old else newer, "emmy")
        expect(words).to_contain_text(
            "is damaged" if old else "another version of this lesson", timeout=30_000
        )
        if not old:
            assert set(other.evaluate("suspended")) == {newer}
        # no platform at all: the lesson works
        other.goto(f"{url}scorm/{LESSON}.html")
        expect(other.locator("[data-scorm-words]")).to_contain_text("No learning platform")
        expect(other.frame_locator("iframe").locator("h1")).to_be_visible()
        leave(page, other)
