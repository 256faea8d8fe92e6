"""The site in the browser's own store: whole or not at all, one build for each page, mended when damaged."""

from __future__ import annotations

import os
import shutil
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from browser.conftest import Watch, wait_until_live
from browser.workspace import open_workspace, text_of, write
from support.publishing import published, without_python
from support.servers import StaticSite, stoppable_site

pytestmark = pytest.mark.browser

PLACE = "course/lookback/"  # a site is rarely at the root of its host
LESSON = "lessons/attention-as-a-bridge/"

# Python is for other tests: here a worker is only told things.
NO_PYTHON = """globalThis.Worker = class { postMessage() {} addEventListener() {} terminate() {} };"""

STORED = """async () => {
  const name = (await caches.keys()).find((name) => name.startsWith("lookback/"));
  return name ? (await (await caches.open(name)).keys()).map(({ url }) => url.split(".offline/")[1]) : [];
}"""

# Entries deleted, or one bit of them flipped, as a failing disk does; a seed makes it the same again.
DAMAGE = """async (seed) => {
  let state = seed * 2654435761 >>> 0;
  const random = () => { // xorshift
    state ^= state << 13; state ^= state >>> 17; state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
  for (let i = 0; i < 10; i += 1) random();
  const name = (await caches.keys()).find((name) => name.startsWith("lookback/"));
  const cache = await caches.open(name);
  const share = random() * random();
  const done = [];
  for (const request of await cache.keys()) {
    if (random() > share) continue;
    const response = await cache.match(request);
    done.push(request.url.split(".offline/")[1]);
    if (random() < 0.5) await cache.delete(request);
    else {
      const bytes = new Uint8Array(await response.arrayBuffer());
      bytes[Math.floor(random() * bytes.length)] ^= 1 << Math.floor(random() * 8);
      await cache.put(request, new Response(bytes, { headers: response.headers }));
    }
  }
  return done;
}"""

SEEDS = 20  # among which each of these comes up
HEADINGS = {
    "Attention, computed in your browser",
    "Attention as a bridge",
    "This page is damaged in the browser's store",
}

# Ask for every file by a name that says which content is meant, and tell what is not that content.
WRONG = """async (files) => {
  const isRight = async ({ path, sha256 }) => {
    const bytes = await (await fetch(`${path}?v=${sha256.slice(0, 12)}`, { cache: "no-store" })).arrayBuffer();
    const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
    return Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("") === sha256;
  };
  const right = await Promise.all(files.map(isRight));
  return files.filter((_, n) => !right[n]).map(({ path }) => path);
}"""


@pytest.fixture(scope="module")
def host(dist: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[StaticSite]:
    """The site, light, below a path of a host that can be stopped."""
    folder = tmp_path_factory.mktemp("host")
    without_python(dist, folder / PLACE)
    with stoppable_site(folder, headers={"Cache-Control": "no-store"}) as site:
        yield site


@pytest.fixture
def context(chromium: Browser, host: StaticSite) -> Iterator[BrowserContext]:
    watch = Watch(host.url)
    watch.expected += ["net::ERR", "503", "404", "Failed to load", "valid digest in the 'integrity'"]
    context = chromium.new_context(base_url=host.url + PLACE)
    watch.on(context)
    yield context
    context.close()
    watch.check()


def status(page: Page) -> Any:
    return page.locator("[data-offline-status]")


def store(page: Page) -> None:
    """Open the course page and wait until all is stored."""
    page.goto("index.html")
    expect(status(page)).to_have_attribute("data-state", "ready", timeout=60_000)


def is_stored(path: str) -> bool:
    """Whether a file is kept; others are for the browser itself, frames without a store, hosts that do not compress."""
    return (
        path not in ("sw.js", "runtime/probe.wasm")
        and not path.startswith("carried/")
        and not path.endswith(".gz")
    )


def shell(context: BrowserContext) -> Page:
    """A page on which Python never starts."""
    page = context.new_page()
    page.add_init_script(NO_PYTHON)
    return page


def test_what_is_stored_is_the_build_and_stays_below_the_site_s_own_path(
    context: BrowserContext, host: StaticSite
) -> None:
    page = shell(context)
    page.goto("index.html")
    page.evaluate("caches.open('neighbour').then((cache) => cache.put('/x', new Response('mine')))")
    store(page)
    listing = page.evaluate("fetch('build.json').then((response) => response.json())")
    hashes = {entry["sha256"] for entry in listing["files"] if is_stored(entry["path"])}
    kept = page.evaluate(STORED)
    assert {name.removeprefix("file/") for name in kept if name.startswith("file/")} == hashes
    assert sum(name.startswith("list/") for name in kept) == 1
    status(page).locator("summary").click()
    expect(status(page)).to_contain_text(f"Version {listing['version']}")
    scopes = page.evaluate(
        "navigator.serviceWorker.getRegistrations().then((all) => all.map(({scope}) => scope))"
    )
    assert scopes == [host.url + PLACE]
    # Switched off, it takes its own things away, and nobody else's.
    status(page).get_by_role("button", name="Store nothing here").click()
    expect(status(page)).to_have_attribute("data-state", "off")
    assert page.evaluate("caches.keys()") == ["neighbour"]
    assert page.evaluate("navigator.serviceWorker.getRegistrations().then((all) => all.length)") == 0
    page.reload()
    expect(status(page)).to_have_attribute("data-state", "off")
    status(page).locator("summary").click()
    status(page).get_by_role("button", name="Store it for offline").click()
    expect(status(page)).to_have_attribute("data-state", "ready", timeout=60_000)


def test_a_cut_download_goes_on_where_it_was(context: BrowserContext, host: StaticSite) -> None:
    page = shell(context)
    # Some files in, the host is gone.
    page.goto("index.html")
    end = time.monotonic() + 60
    while len(page.evaluate(STORED)) < 12:
        assert time.monotonic() < end, "nothing is stored"
    host.stop()
    try:
        expect(status(page)).to_have_attribute("data-state", "cut", timeout=60_000)
    finally:
        host.start()
    before = {name for name in page.evaluate(STORED) if name.startswith("file/")}
    asked = len(host.asked)
    status(page).locator("summary").click()
    status(page).get_by_role("button", name="Try again").click()
    expect(status(page)).to_have_attribute("data-state", "ready", timeout=60_000)
    listing = page.evaluate("fetch('build.json').then((response) => response.json())")
    again = {path.split("?")[0].removeprefix("/" + PLACE) for path in host.asked[asked:]}
    stored = {entry["path"] for entry in listing["files"] if f"file/{entry['sha256']}" in before}
    assert len(before) > 10
    assert again & stored == set()


def test_no_room_is_said(context: BrowserContext, host: StaticSite) -> None:
    page = shell(context)
    page.goto("licences.txt")
    session = context.new_cdp_session(page)
    session.send("Storage.overrideQuotaForOrigin", {"origin": host.url, "quotaSize": 2_000_000})
    page.goto("index.html")
    expect(status(page)).to_have_attribute("data-state", "full", timeout=60_000)
    status(page).locator("summary").click()
    expect(status(page)).to_contain_text("This browser has no room")


def test_embedded_it_registers_nothing_and_says_nothing(context: BrowserContext) -> None:
    page = shell(context)
    page.goto("index.html?embed=1")
    expect(status(page)).to_be_hidden()
    assert page.evaluate("navigator.serviceWorker.getRegistrations().then((all) => all.length)") == 0


@pytest.mark.parametrize(
    ("browser_says", "state", "words"),
    [
        (
            "Object.defineProperty(globalThis, 'isSecureContext', { value: false })",
            "insecure",
            "only when its address begins with https",
        ),
        ("delete Navigator.prototype.serviceWorker", "unsupported", "has no store for offline use"),
        (
            "ServiceWorkerContainer.prototype.register = () => Promise.reject(new DOMException('', 'SecurityError'))",
            "denied",
            "will not keep the site",
        ),
        (
            "CacheStorage.prototype.open = () => Promise.reject(new DOMException('', 'SecurityError'))",
            "denied",
            "will not keep the site",
        ),
    ],
    ids=["insecure", "no worker", "worker refused", "store refused"],
)
def test_why_it_is_not_kept_is_said(
    context: BrowserContext, browser_says: str, state: str, words: str
) -> None:
    page = shell(context)
    page.add_init_script(browser_says)
    page.goto("index.html")
    expect(status(page)).to_have_attribute("data-state", state, timeout=60_000)
    status(page).locator("summary").click()
    expect(status(page)).to_contain_text(words)
    expect(status(page)).to_contain_text("With a network everything works")


def test_beside_another_worker_of_the_same_host(context: BrowserContext, host: StaticSite) -> None:
    other = host.folder / "sw-of-the-host.js"
    other.write_text(
        "self.addEventListener('install', () => self.skipWaiting());"
        "self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));"
        "self.addEventListener('fetch', () => {});"
    )
    (host.folder / "index.html").write_text("<!doctype html><title>The host</title><h1>The host</h1>")
    page = shell(context)
    page.goto(host.url)
    page.evaluate(
        "navigator.serviceWorker.register('/sw-of-the-host.js').then(() => navigator.serviceWorker.ready)"
    )
    store(page)
    host.stop()
    try:
        page.goto(LESSON)
        expect(page.locator("h1")).to_contain_text("Attention as a bridge")
    finally:
        host.start()
    scopes = page.evaluate(
        "navigator.serviceWorker.getRegistrations().then((all) => all.map(({scope}) => scope).sort())"
    )
    assert scopes == [host.url, host.url + PLACE]


def test_damage_is_mended_from_the_network_and_said_without_one(
    context: BrowserContext, host: StaticSite
) -> None:
    page = shell(context)
    store(page)
    listing = page.evaluate("fetch('build.json').then((response) => response.json())")
    outcomes = set()
    for seed in range(1, SEEDS + 1):
        done = page.evaluate(DAMAGE, seed)
        host.stop()
        try:
            page.goto(LESSON if seed % 2 else "index.html", wait_until="domcontentloaded")
            heading = page.locator("h1").inner_text()
            outcomes.add(heading)
            assert heading in HEADINGS, f"seed {seed}: {heading!r} after damage to {done}"
        finally:
            host.start()
        page.goto("index.html", wait_until="domcontentloaded")
        hurt = [entry for entry in listing["files"] if f"file/{entry['sha256']}" in done]
        # asked for while they are mended; each goes the same way, so a few of them will do
        assert page.evaluate(WRONG, hurt[:6]) == [], f"seed {seed}"
        expect(status(page)).to_have_attribute("data-state", "ready", timeout=60_000)
        kept = page.evaluate(STORED)
        wanted = {f"file/{entry['sha256']}" for entry in listing["files"] if is_stored(entry["path"])}
        assert wanted <= set(kept), f"seed {seed}"
    assert outcomes == HEADINGS, "the damage never reached a page"


def test_a_page_whose_script_is_damaged_says_so(context: BrowserContext, host: StaticSite) -> None:
    page = shell(context)
    store(page)
    script = page.evaluate("document.querySelector('script[type=module]').src")
    digest = page.evaluate(
        "(url) => fetch('build.json').then((response) => response.json())"
        ".then(({files}) => files.find(({path}) => url.endsWith(path)).sha256)",
        script,
    )
    page.evaluate(
        """async (digest) => {
        const name = (await caches.keys()).find((name) => name.startsWith("lookback/"));
        const cache = await caches.open(name);
        for (const request of await cache.keys()) if (request.url.includes(digest)) await cache.delete(request);
        }""",
        digest,
    )
    host.stop()
    try:
        page.goto("index.html")
        expect(page.locator("[data-broken]")).to_be_visible()
        expect(page.locator("h1")).to_be_visible()
    finally:
        host.start()
    page.locator("[data-broken] a").click()
    expect(status(page)).to_have_attribute("data-state", "ready", timeout=60_000)
    expect(page.locator("[data-broken]")).to_be_hidden()


@pytest.mark.timeout(600)
def test_a_new_version_waits_mixes_nothing_and_loses_no_draft(
    context: BrowserContext, dist: Path, host: StaticSite, tmp_path: Path
) -> None:
    light, first, second = host.folder, tmp_path / "first", tmp_path / "second"
    shutil.copytree(dist, first / PLACE, copy_function=os.link)
    version = published(dist, second / PLACE, heading="Second edition:")
    host.folder = first
    page, other = context.new_page(), context.new_page()
    other.add_init_script(NO_PYTHON)
    open_workspace(page, LESSON)
    wait_until_live(page)
    expect(status(page)).to_have_attribute("data-state", "ready", timeout=120_000)
    other.goto(LESSON)
    before = other.evaluate("lookback.version")
    scripts = other.evaluate(
        "performance.getEntriesByType('resource').map(({name}) => name).filter((name) => name.endsWith('.js'))"
    )
    write(page, "# half a thought")
    host.folder = second
    try:
        page.evaluate("dispatchEvent(new Event('online'))")
        notice = page.locator(".notice", has_text="A new version is here")
        expect(notice).to_be_visible(timeout=90_000)
        # It waits: what is opened meanwhile is of the version that is open.
        other.reload()
        expect(other.locator("h1")).to_have_text("Attention as a bridge")
        write(page, "# half a thought, and the rest of i")
        notice.get_by_role("button", name="Reload").click()
        expect(page.locator("h1")).to_have_text("Second edition: Attention as a bridge")
        page.locator(".workspace[data-live]").wait_for(timeout=60_000)
        assert text_of(page) == "# half a thought, and the rest of i"
        assert page.evaluate("lookback.version") == version
        # The other tab is of the first build and gets that one's files, which the host has no more.
        assert other.evaluate("lookback.version") == before
        for script in scripts:
            assert other.evaluate("(url) => fetch(url).then(({status}) => status)", script) == 200
        wait_until_live(page)
        for served in page.evaluate(
            "performance.getEntriesByType('resource').map(({name}) => name)"
            ".filter((name) => /assets.*[.]js$/.test(name))"
        ):
            assert served.endswith("B.js") or "/sandbox-" in served
    finally:
        host.folder = light
