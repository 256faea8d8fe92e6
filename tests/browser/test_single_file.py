"""The course in one HTML file, opened from a folder, with no server and no network, in more than one engine."""

from __future__ import annotations

from collections.abc import Iterator
from io import StringIO
from pathlib import Path
from typing import Any

import pytest

from browser.workspace import ANSWERS
from lookback_build import host
from lookback_build.browsers import find_chromium, find_firefox, find_webkit
from lookback_build.console import Console
from lookback_build.engines import Driver, opened
from lookback_build.pack import Order
from lookback_build.pack.single_file import single_file

pytestmark = pytest.mark.browser

BRIDGE = "attention-as-a-bridge"
FOUND = {"chromium": find_chromium, "firefox": find_firefox, "webkit": find_webkit}
WRONG = "import numpy as np\n\n\ndef softmax(z):\n    return np.exp(z) / np.exp(z).sum()\n"

_LIVE = """new Promise((resolve) => {
  lookback.ready.then(() => resolve("live"));
  setInterval(() => {
    const status = document.querySelector("[data-runtime-status]");
    if (status?.dataset.state === "failed") resolve(status.innerText);
  }, 200);
})"""

# An answer has reached the browser's storage.
_STORED = """async (name) => {
  for (;;) {
    const open = indexedDB.open("lookback");
    const db = await new Promise((done) => { open.onsuccess = () => done(open.result); });
    const records = db.transaction("records").objectStore("records").getAll();
    const found = await new Promise((done) => { records.onsuccess = () => done(records.result); });
    db.close();
    if (found.some(({ items }) => items?.[name]?.done)) return true;
    await new Promise((later) => setTimeout(later, 50));
  }
}"""

_SHADOWS = "[...document.querySelectorAll('.widget *')].filter((element) => element.shadowRoot).length"

# Where the page's bytes came from: nothing but itself.
_ASKED = """performance.getEntriesByType("resource").map(({ name }) => name)
  .filter((name) => !/^(blob|data):/.test(name))"""


@pytest.fixture(scope="module")
def course(dist: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The packed course, in a folder whose name an address must escape."""
    console = Console(StringIO())
    place = tmp_path_factory.mktemp("stick") / "Kurs für 10 % 'x'" / "look back.html"
    place.parent.mkdir()
    order = Order(dist, None, place, host.ensure_node(console), console)
    place.write_text(single_file(order), "utf-8", newline="\n")
    return place


@pytest.fixture(params=sorted(FOUND))
def window(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Driver]:
    if FOUND[request.param]() is None:
        pytest.skip(f"{request.param.upper()} IS NOT INSTALLED: the single file was not tried in it")
    with opened(request.param, tmp_path / "profile") as driver:
        yield driver


def item(driver: Driver, name: str) -> Any:
    return driver.evaluate("(name) => lookback.progress().items[name]", name)


def test_a_reader_has_everything_from_a_folder_without_a_network(course: Path, window: Driver) -> None:
    window.open(course.as_uri())
    if "Chromium" in type(window).__name__:
        window.set_offline(True)
    assert window.evaluate("document.querySelectorAll('.toc > li').length") >= 2
    assert window.evaluate(f"document.querySelector('.toc a[href=\"?page={BRIDGE}\"]') !== null")

    window.open(f"{course.as_uri()}?page={BRIDGE}#live")
    assert window.evaluate("document.title").startswith("Attention as a bridge")
    assert window.evaluate(_SHADOWS) > 0, "pictures of widgets stand there before Python does"
    assert window.evaluate(_LIVE) == "live"
    state = window.evaluate('lookback.widgets["live-table"].set({q: [2, 0]})')
    assert [round(weight, 3) for weight in state["weights"]] == [0.468, 0.063, 0.468]

    wrong = window.evaluate("(source) => lookback.check('softmax', source)", WRONG)
    assert (wrong["verdict"], wrong["diagnosis"]["id"]) == ("failed", "softmax/no-max-shift")
    right = window.evaluate("(source) => lookback.check('attend_all', source)", ANSWERS)
    assert right["verdict"] == "passed"
    assert window.evaluate("lookback.run('while True: pass')")["status"] == "timeout"
    assert window.evaluate("lookback.run('print(6 * 7)')")["stdout"] == "42\n"

    window.evaluate("document.querySelector('[data-kind=predict] input').click()")
    predicted = window.evaluate("document.querySelector('[data-kind=predict]').dataset.item")
    window.evaluate(_STORED, predicted)
    window.reload()
    window.evaluate(
        "new Promise((resolve) => { const look = () => document.documentElement.dataset.keeping ? resolve()"
        " : setTimeout(look, 50); look(); })"
    )
    assert window.evaluate("document.documentElement.dataset.keeping") == "kept"
    assert item(window, predicted)["done"] is True
    assert window.evaluate(_ASKED) == []


def test_a_copy_that_is_cut_off_says_what_it_lacks(course: Path, tmp_path: Path) -> None:
    if find_chromium() is None:
        pytest.skip("CHROMIUM IS NOT INSTALLED")
    text = course.read_text("utf-8")
    cut = tmp_path / "cut.html"
    cut.write_text(text[: text.index('data-carried="runtime/numpy')], "utf-8")
    damaged = tmp_path / "damaged.html"
    at = text.index(">", text.index('data-carried="runtime/numpy')) + 200_000
    other = "A" if text[at] != "A" else "B"
    damaged.write_text(text[:at] + other + text[at + 1 :], "utf-8")
    with opened("chromium", tmp_path / "profile") as window:
        window.open(f"{cut.as_uri()}?page={BRIDGE}")
        assert "is missing: this copy of the page is cut off" in window.evaluate(_LIVE)
        assert window.evaluate("document.querySelector('#idea') !== null"), "it can be read"
        window.open(f"{damaged.as_uri()}?page={BRIDGE}")
        assert "NumPy is damaged" in window.evaluate(_LIVE)
