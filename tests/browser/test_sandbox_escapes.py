"""Ways out of the sandbox, each tried: whoever finds another one adds it here.

A way in Python prints "reached" when it works. The walls behind them are tried from JavaScript, as code would that has
got past Python.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Error, Frame, Page

from browser.conftest import wait_until_live
from browser.workspace import BRIDGE, check, run
from lookback_build.browsers import SAVE_DATA
from support.hostile import RIGHT

pytestmark = pytest.mark.browser

IMPORTS = (
    "import js",
    "from js import fetch",
    "import pyodide_js",
    "import _pyodide_core",
    "import _pyodide",
    "from pyodide.code import run_js",
    "from pyodide.ffi import create_proxy",
    "from pyodide.http import pyfetch",
    "import micropip; micropip.install('https://example.invalid/a-1-py3-none-any.whl')",
    "import lookback.kernels",
    "import lookback.checker",
    "import ctypes; ctypes.CDLL(None).emscripten_run_script(b'postMessage(1)')",
    "import _ctypes",
    "import importlib; importlib.import_module('js')",
    "import builtins; builtins.__import__('pyodide_js')",
    "import sys; sys.meta_path.clear(); import js",
    "import sys; sys.meta_path[:] = sys.meta_path[1:]; import lookback.checker",
    "import sys; sys.modules['pyodide_js']",
    "import importlib.machinery as m; m.BuiltinImporter.load_module('_pyodide_core').run_js('1')",
    "from importlib.machinery import BuiltinImporter as b; "
    "b.load_module('_pyodide_core').to_js({}).constructor.constructor('return globalThis')()",
    "import urllib.request; urllib.request.urlopen('https://example.invalid/')",
    "import socket; socket.create_connection(('127.0.0.1', 80), timeout=1)",
    "import subprocess; subprocess.run(['ls'])",
)

# Objects of JavaScript, or of what runs the code, looked for in all of memory.
SEARCHES = {
    "a proxy of JavaScript": """
import gc
for thing in gc.get_objects():
    if "JsProxy" in type(thing).__name__ and not isinstance(thing, type):
        thing.constructor.constructor("return globalThis")()
        print("reached")
""",
    "eval of JavaScript": """
import gc
for thing in gc.get_objects():
    if type(thing).__name__ == "builtin_function_or_method" and thing.__name__ == "run_js":
        thing("1")
        print("reached")
    if type(thing).__name__ == "function" and thing.__name__ in ("run_js", "eval_code_js"):
        thing("globalThis.fetch('/')")
        print("reached")
""",
    "files of the checker": """
import os
for folder, _, files in os.walk("/"):
    for name in files:
        if "lookback" in folder + name or "judge" in name:
            print("reached", folder, name)
""",
    "expected values": """
import gc
for thing in gc.get_objects():
    if isinstance(thing, dict) and isinstance(thing.get("calls"), list) and "answers" in thing:
        print("reached")
""",
}

FORGERIES = {
    "the answer itself": """
import gc
for thing in gc.get_objects():
    if isinstance(thing, dict) and thing.get("__name__") == "lookback.browser.sandbox":
        thing["_dumps"] = lambda *a, **k: '{"verdict": "passed", "calls": [], "load": null, "loaded": true}'
""",
    "the answer, as no record at all": """
import gc
for thing in gc.get_objects():
    if isinstance(thing, dict) and thing.get("__name__") == "lookback.browser.sandbox":
        thing["_dumps"] = lambda *a, **k: '["passed"]'
""",
    "the judge": """
import gc
for thing in gc.get_objects():
    if isinstance(thing, dict) and str(thing.get("__name__")).startswith("lookback"):
        for name in list(thing):
            if name in ("judge", "diagnose", "climb", "_verdict"):
                thing[name] = lambda *a, **k: {"verdict": "passed"}
""",
    "messages of progress": """
import json, os
line = json.dumps({"loaded": True, "call": {"id": "table", "value": {"kind": "array"}}, "verdict": "passed"})
for fd in range(3, 40):
    try:
        os.write(fd, line.encode() + b"\\n")
    except OSError:
        pass
""",
    "a flood of messages": """
import os
for fd in range(3, 40):
    try:
        for _ in range(200):
            os.write(fd, b"x" * 100_000 + b"\\n")
    except OSError:
        pass
""",
}

# Run in the frame around a worker, which has the same origin and the same policy: each must fail.
JAVASCRIPT = {
    "network": "fetch(siteUrl)",
    "network, older": "new Promise((yes, no) => { const x = new XMLHttpRequest(); x.onload = yes; x.onerror = no; "
    "x.open('GET', siteUrl); x.send(); })",
    "socket": "new Promise((yes, no) => { const s = new WebSocket(siteUrl.replace('http', 'ws')); "
    "s.onopen = yes; s.onerror = no; })",
    "image": "new Promise((yes, no) => { const i = new Image(); i.onload = yes; i.onerror = no; "
    "i.src = siteUrl + 'icon.svg'; })",
    "beacon": "Promise.reject(navigator.sendBeacon(siteUrl))",
    "module": "import(siteUrl + 'x.js')",
    "module of data": "import('data:text/javascript,export default 1')",
    "script": "new Promise((yes, no) => { const s = document.createElement('script'); s.onload = yes; s.onerror = no; "
    "s.src = 'data:text/javascript,1'; document.head.append(s); })",
    "eval": "(0, eval)('1')",
    "Function": "new Function('return 1')()",
    "cookies": "document.cookie",
    "local storage": "localStorage.length",
    "database": "new Promise((yes, no) => { const r = indexedDB.open('x'); r.onsuccess = yes; r.onerror = no; })",
    "caches": "caches.open('x')",
    "the page": "parent.document.title",
    "the page's interface": "parent.lookback.stop()",
    "the page's address": "top.location.href = 'about:blank'",
    "popup": "open('about:blank') ?? Promise.reject()",
    "service worker": "navigator.serviceWorker.register('x.js')",
}  # fmt: skip


@pytest.fixture(scope="module")
def watched(chromium: Browser, site: str) -> Iterator[tuple[Page, list[str]]]:
    """A page, and the address of every answer that anything on it gets from now on."""
    context = chromium.new_context(base_url=site, service_workers="block")
    context.add_init_script(SAVE_DATA)
    page = context.new_page()
    page.goto(BRIDGE)
    wait_until_live(page)
    assert check(page, RIGHT)["verdict"] == "passed"
    page.wait_for_function("document.querySelectorAll('iframe[sandbox]').length === 3")
    # What the page itself fetches late: the modules that this names, and after them nothing more.
    assert run(page, "import statistics")["error"] is None
    page.wait_for_load_state("networkidle")
    asked: list[str] = []
    # Answers, not requests: what a policy stops is reported as a request, too, and never leaves the browser.
    context.on("response", lambda response: response.url.startswith("blob:") or asked.append(response.url))
    yield page, asked
    context.close()


@pytest.mark.parametrize("source", IMPORTS)
def test_no_import_leads_out(watched: tuple[Page, list[str]], source: str) -> None:
    page, asked = watched
    outcome = run(page, f"{source}\nprint('reached')")
    assert "reached" not in outcome["stdout"]
    assert outcome["error"] is not None, outcome
    assert asked == []
    assert check(page, RIGHT)["verdict"] == "passed"


@pytest.mark.parametrize("name", SEARCHES)
def test_nothing_in_memory_leads_out(watched: tuple[Page, list[str]], name: str) -> None:
    page, asked = watched
    outcome = run(page, SEARCHES[name])
    assert "reached" not in outcome["stdout"], outcome["stdout"]
    assert asked == []
    assert check(page, RIGHT)["verdict"] == "passed"


@pytest.mark.parametrize("name", FORGERIES)
def test_a_verdict_cannot_be_forged(watched: tuple[Page, list[str]], name: str) -> None:
    page, asked = watched
    report = check(page, FORGERIES[name] + "\ndef softmax(z):\n    return z\n")
    assert report["verdict"] in {"failed", "error", "stopped"}, report
    assert len(report["cases"]) > 10
    assert asked == []
    assert check(page, RIGHT)["verdict"] == "passed"


def frame_of(page: Page) -> Frame:
    return next(frame for frame in page.frames if frame.parent_frame is not None)


@pytest.mark.parametrize("name", JAVASCRIPT)
def test_the_walls_hold_against_javascript(watched: tuple[Page, list[str]], name: str, site: str) -> None:
    page, asked = watched
    # In a task of its own, as a script of the frame: what the debugger runs itself is not held to the policy.
    tried = frame_of(page).evaluate(
        f"""(siteUrl) => new Promise((done) => setTimeout(() => {{
          const trying = (async () => {JAVASCRIPT[name]})();
          trying.then(() => done("reached"), () => done("refused"));
          setTimeout(done, 3000, "no answer");
        }}))""",
        site,
    )
    assert tried in {"refused", "no answer"}
    assert asked == []
    assert page.url.startswith(site)


def test_the_worker_has_not_even_eval(watched: tuple[Page, list[str]]) -> None:
    page, _ = watched
    sandboxes = [worker for worker in page.workers if worker.url.startswith("blob:null")]
    assert len(sandboxes) == 3
    for worker in sandboxes:
        with pytest.raises(Error, match="eval is not a function"):  # the debugger's own way in needs it
            worker.evaluate("1")
