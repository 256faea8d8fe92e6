"""A repeat visit starts from the snapshot that an earlier one left, and as ever when anything is odd about it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Route, expect

from browser.conftest import Watch, wait_until_live
from support.documents import plain

pytestmark = pytest.mark.browser

LESSON = "lessons/attention-as-a-bridge/"

# Added to the lesson's widgets: the live table also tells what Python itself computes.
PROBE = """
import random
import numpy.random

def _probed(make=WIDGETS["live-table"]):
    widget = make()
    plain = widget.get

    def get():
        matrix = numpy.array([[2.0, 1.0], [1.0, 3.0]])
        return {
            **plain(),
            "numbers": [
                numpy.linalg.solve(matrix, numpy.array([1.0, 2.0])).tolist(),
                numpy.linalg.svd(matrix)[1].tolist(),
                numpy.abs(numpy.fft.fft(numpy.arange(5.0))).tolist(),
                numpy.random.default_rng(7).normal(size=3).tolist(),
                numpy.sort(numpy.exp(numpy.array([0.5, -1.0, 2.0]))).tolist(),
            ],
            "luck": [random.random(), numpy.random.random(), numpy.random.default_rng().random()],
        }

    widget.get = get
    return widget

WIDGETS["live-table"] = _probed
"""

# Keeps every Bokeh document that the page is given.
LISTEN = """(() => {
  let bokeh;
  window.documents = [];
  const embed = (real) => ({...real, embed_item: (item, ...rest) => {
    window.documents.push(JSON.stringify(item));
    return real.embed_item(item, ...rest);
  }});
  Object.defineProperty(window, "Bokeh", {
    set: (value) => { bokeh = value; },
    get: () => bokeh && new Proxy(bokeh, {get: (it, name) => name === "embed" ? embed(it.embed) : it[name]}),
  });
})()"""

# What is done to the cache that holds the snapshot, between two visits.
STORE = """async (damage) => {
  const name = (await caches.keys()).find((name) => name.startsWith("lookback-snapshot"));
  const kept = await caches.open("kept by the test");
  const cache = await caches.open(name ?? `lookback-snapshot ${new URL("../../", location.href).href}`);
  localStorage.clear();
  if (damage === "save") {
    const [key] = await cache.keys();
    return kept.put(key, await cache.match(key));
  }
  const [key] = await kept.keys();
  const sound = await kept.match(key);
  const headers = Object.fromEntries(sound.headers);
  const bytes = new Uint8Array(await sound.arrayBuffer());
  const sum = async (bytes) => {
    const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
    return Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
  };
  const put = (url, bytes, more = {}) => cache.put(url, new Response(bytes, {headers: {...headers, ...more}}));
  for (const old of await cache.keys()) await cache.delete(old);
  if (damage === "none") return put(key.url, bytes);
  if (damage === "truncated") return put(key.url, bytes.subarray(0, 20_000_000));
  if (damage === "flipped") {
    bytes[bytes.length >> 1] ^= 1;
    return put(key.url, bytes);
  }
  if (damage === "another build") return put(key.url.replace(/build=[^&]*/, "build=0.0.0"), bytes);
  if (damage === "another start") {
    // Sound bytes, as of a browser that starts Python with more functions: nothing may be put back.
    const length = new DataView(bytes.buffer).getUint32(0, true);
    const text = new TextDecoder().decode(bytes.subarray(4, 4 + length));
    const other = new TextEncoder().encode(text.replace(/"freshTable":(.)/, (_, digit) => `"freshTable":${9 - digit}`));
    bytes.set(other, 4);
    return put(key.url, bytes, {"lookback-sha256": await sum(bytes)});
  }
  throw new Error(damage);
}"""


@dataclass
class Visit:
    """What a visit saw."""

    start: str
    state: dict[str, Any]
    documents: list[str]


@dataclass
class Visitor:
    """A reader who comes back: one profile, with the snapshot that the first visit made."""

    context: BrowserContext
    first: Visit | None = None

    def visit(self, setup: str = "") -> Visit:
        page = self.open(setup)
        try:
            return self.see(page)
        finally:
            page.close()

    def open(self, setup: str = "") -> Page:
        page = self.context.new_page()
        if setup:
            page.add_init_script(setup)
        page.goto(LESSON)
        wait_until_live(page)
        return page

    @staticmethod
    def see(page: Page) -> Visit:
        status = page.locator("[data-runtime-status]")
        expect(status).to_have_attribute("data-state", "ready")
        return Visit(
            str(status.get_attribute("data-start")),
            page.evaluate('lookback.widgets["live-table"].set({q: [2, 0]})'),
            [plain(document) for document in page.evaluate("documents")],
        )

    def store(self, damage: str) -> None:
        """Put the snapshot back, damaged in this way."""
        page = self.context.new_page()
        page.goto("licences.txt")  # of the same origin, and without scripts
        page.evaluate(STORE.replace("../../", "./"), damage)
        page.close()


def probe(route: Route) -> None:
    lesson = route.fetch().json()
    lesson["widgets"]["source"] += PROBE
    route.fulfill(json=lesson)


@pytest.fixture(scope="module")
def visitor(chromium: Browser, site: str) -> Iterator[Visitor]:
    context = chromium.new_context(base_url=site)
    watch = Watch(site)
    watch.on(context)
    context.route("**/lessons/attention-as-a-bridge.json*", probe)
    context.route(
        "**/favicon.ico", lambda route: route.fulfill(status=204)
    )  # a page of mere text names no icon
    context.add_init_script(LISTEN)
    visitor = Visitor(context)
    page = visitor.open()
    visitor.first = visitor.see(page)
    expect(page.locator("html")).to_have_attribute("data-snapshot", "kept", timeout=120_000)
    page.close()
    visitor.store("save")
    yield visitor
    context.close()
    watch.check()


def test_a_repeat_visit_starts_from_the_snapshot_and_shows_the_same(visitor: Visitor) -> None:
    visits = [visitor.visit(), visitor.visit()]
    fresh = visitor.first
    assert fresh is not None
    assert [fresh.start, *(visit.start for visit in visits)] == ["fresh", "snapshot", "snapshot"]
    for visit in visits:
        for seen, shown in zip(visit.documents, fresh.documents, strict=True):
            assert seen.splitlines() == shown.splitlines()
        assert drop(visit.state, "luck") == drop(fresh.state, "luck")
    for draws in zip(fresh.state["luck"], *(visit.state["luck"] for visit in visits), strict=True):
        assert len(set(draws)) == 3, "a random number came twice"


def drop(state: dict[str, Any], key: str) -> str:
    return json.dumps({name: value for name, value in state.items() if name != key})


@pytest.mark.parametrize("damage", ["truncated", "flipped", "another build", "another start"])
def test_a_snapshot_that_does_not_fit_is_passed_over(visitor: Visitor, damage: str) -> None:
    visitor.store(damage)
    visit = visitor.visit()
    assert visit.start == "fresh"
    assert visitor.first is not None
    assert drop(visit.state, "luck") == drop(visitor.first.state, "luck")


def test_a_page_whose_storage_is_denied_starts_as_ever(visitor: Visitor) -> None:
    visitor.store("none")
    denied = """for (const name of ["localStorage", "sessionStorage", "caches"]) Object.defineProperty(window, name, {
      get() { throw new DOMException("denied", "SecurityError"); },
    });"""
    assert visitor.visit(denied).start == "fresh"


def test_a_snapshot_with_which_a_page_twice_did_not_come_to_life_is_thrown_away(visitor: Visitor) -> None:
    visitor.store("none")
    # In the page alone: the sandbox's frame has no storage.
    page = visitor.open(
        "if (window === top) sessionStorage.setItem(`lookback-snapshot ${location.href}`, '2')"
    )
    assert visitor.see(page).start == "fresh"
    kept = [name for name in page.evaluate("caches.keys()") if "snapshot" in name]
    assert kept == []
    page.close()
