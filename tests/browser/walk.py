"""What a reader does in a page, as JavaScript that any engine can be asked to do. See `lookback_build.engines`."""

from __future__ import annotations

import json
import time
from typing import Any

from browser.workspace import ANSWERS
from lookback_build.engines import Driver, ScriptError

LIVE_WITHIN = 170.0  # seconds; a slow machine starts Python in a fraction of it
WRONG = ANSWERS.replace("e / e.sum()", "e")

_TYPE = """(source) => {
  const content = document.querySelector(".cm-content");
  content.scrollIntoView();
  content.focus();
  // By its key: a window that nobody looks at has no focus, and then the editor does not follow the page's selection.
  const mac = /Mac/.test(navigator.platform);
  const all = { key: "a", code: "KeyA", keyCode: 65, ctrlKey: !mac, metaKey: mac, bubbles: true, cancelable: true };
  content.dispatchEvent(new KeyboardEvent("keydown", all));
  // A plain event with the one thing that is read from it: Firefox lets no script fill a real one.
  const paste = new Event("paste", { bubbles: true, cancelable: true });
  Object.defineProperty(paste, "clipboardData", { value: { getData: () => source, types: ["text/plain"] } });
  content.dispatchEvent(paste);
}"""

_PRESS = """(words) => [...document.querySelectorAll(".live-bench button")]
  .find((button) => button.textContent.trim() === words).click()"""

# All text below an element, through the shadow trees that Bokeh draws in.
_DEEP_TEXT = """(element) => {
  const of = (node) => node.nodeType === 3 ? node.data : node.localName === "style" ? "" :
    [...(node.shadowRoot ? [node.shadowRoot] : []), ...node.childNodes].map(of).join(" ");
  return of(document.querySelector(element));
}"""

_SETTLED = """async (promise) => Promise.race([promise, new Promise((_, no) => setTimeout(no, 170000, "no answer"))])"""


class Walk:
    """A reader in one window of one engine."""

    def __init__(self, driver: Driver, site: str) -> None:
        self.driver = driver
        self.site = site

    def until(self, expression: str, *arguments: Any, limit: float = LIVE_WITHIN) -> Any:
        """Wait until an expression is true in the page, and return it."""
        end = time.monotonic() + limit
        while True:
            found = self.driver.evaluate(expression, *arguments)
            if found:
                return found
            if time.monotonic() > end:
                told = self.driver.evaluate("document.querySelector('header.site')?.innerText")
                raise ScriptError(
                    f"never became true within {limit:.0f} s: {expression}; the header says {told!r}"
                )
            time.sleep(0.1)

    def open(self, lesson: str) -> None:
        """Open a lesson and wait until its figures are live and its editor is there."""
        self.driver.open(f"{self.site}lessons/{lesson}/")
        self.wait_until_live()

    def reload(self) -> None:
        """Load the page again, and wait as `open` does."""
        self.driver.reload()
        self.wait_until_live()

    def wait_until_live(self) -> None:
        """Wait for `lookback.ready` and the editor."""
        self.until("document.querySelector('.workspace[data-live]') !== null")
        self.driver.evaluate(f"({_SETTLED})(lookback.ready.then(() => true))")

    def write(self, source: str) -> None:
        """Replace what is in the editor."""
        self.driver.evaluate(_TYPE, source)
        assert self.text() == source

    def text(self) -> str:
        """What is in the editor."""
        lines = self.driver.evaluate(
            "[...document.querySelectorAll('.cm-line')].map((line) => line.textContent.replaceAll('\\u200b', ''))"
        )
        return "\n".join(lines)

    def press(self, words: str) -> None:
        """Press a button of the bench."""
        self.driver.evaluate(_PRESS, words)

    def check(self, exercise: str) -> str:
        """Open an exercise, press Check, and say the verdict and the words of the report."""
        self.driver.evaluate("(tab) => document.querySelector(tab).click()", f"#tab-{exercise}")
        self.press("Check")
        waiting = "document.querySelector('[data-workspace]').hasAttribute('data-busy')"
        self.until(f"!{waiting}")
        report = f"document.querySelector('#{exercise} .report')"
        verdict: str = self.driver.evaluate(f"{report}.dataset.verdict")
        return f"{verdict}: {self.driver.evaluate(f'{report}.innerText')}"

    def run(self, source: str) -> dict[str, Any]:
        """The outcome of a run through the page's own interface."""
        outcome: dict[str, Any] = self.driver.evaluate(
            f"(source) => ({_SETTLED})(lookback.run(source))", source
        )
        return outcome

    def verdict(self, exercise: str, source: str) -> str:
        """The verdict of a check through the page's own interface."""
        verdict: str = self.driver.evaluate(
            f"async (exercise, source) => (await ({_SETTLED})(lookback.check(exercise, source))).verdict",
            exercise,
            source,
        )
        return verdict


def the_table_computes(walk: Walk) -> None:
    """The live table answers with the right weights, in the numbers that are seen."""
    state = walk.driver.evaluate('lookback.widgets["live-table"].set({q: [2, 0]})')
    assert [round(weight, 3) for weight in state["weights"]] == [0.468, 0.063, 0.468]
    walk.until(f"({_DEEP_TEXT})('#live-table').includes('.063')")


def wrong_and_right_code_are_told_apart(walk: Walk) -> None:
    """Check names the mistake of a wrong softmax, and passes a right one."""
    for source, verdict in ((WRONG, "failed"), (ANSWERS, "passed")):
        walk.write(source)
        report = walk.check("softmax")
        assert report.startswith(f"{verdict}:"), report


def a_loop_is_killed(walk: Walk) -> None:
    """A loop ends at its limit, the page stays in hand meanwhile, and the next run is right."""
    walk.driver.evaluate("() => { window.turns = 0; setInterval(() => { window.turns += 1; }, 100); }")
    outcome = walk.run("while True:\n    pass")
    assert outcome["status"] == "timeout", outcome
    assert walk.driver.evaluate("window.turns") > 20, "the page stood still"
    again = walk.run("1 + 1")
    assert again["values"][0]["text"] == "2", again
    assert walk.verdict("softmax", ANSWERS) == "passed"


def a_reload_restores(walk: Walk) -> None:
    """What was typed and what was verified are there again."""
    walk.until("lookback.progress().items.softmax?.done === true")
    walk.until("(text) => lookback.progress().items.draft?.text === text", ANSWERS)
    walk.reload()
    assert walk.text() == ANSWERS
    assert walk.driver.evaluate("lookback.progress().items.softmax.done") is True
    assert "1 of 3" in walk.driver.evaluate("document.querySelector('[data-verified]').innerText")


def the_other_lesson_is_live(walk: Walk) -> None:
    """The second lesson's figures and its exercises work, too."""
    walk.open("additive-attention")
    source = """import numpy as np


def alignment_weights(scores):
    e = np.exp(scores - np.max(scores))
    return e / e.sum()
"""
    assert walk.verdict("alignment_weights", source) == "passed"
    assert walk.verdict("alignment_weights", source.replace("e / e.sum()", "e")) == "failed"


def it_is_stored_for_offline(walk: Walk) -> None:
    """The header says that the site is stored, when it is."""
    state = "document.querySelector('[data-offline-status]').dataset.state"
    walk.until(f"{state} === 'ready'")


# A course page of another origin: the frame tells that its table is live, and what is asked of it.
_EMBEDS = """new Promise((done) => {
  const lesson = document.querySelector("lookback-lesson");
  lesson.addEventListener("lookback:ready", async ({ detail }) => {
    if (!detail.live) return;
    done([detail.widgets, (await lesson.progress()).done, lesson.getBoundingClientRect().height > 200]);
  });
})"""

COURSE = """<!doctype html><title>A course</title><link rel="icon" href="data:,"><script src="{site}embed.js"></script>
<lookback-lesson lesson="attention-as-a-bridge" part="live-table"></lookback-lesson>"""


def a_course_page_embeds_the_table(walk: Walk, course: str) -> None:
    """The element on a page of another origin brings the table to life, and passes on what is told.

    The other origin is another port, so both pages are of one site, and the frame knows what was verified on the other.
    """
    walk.driver.open(course)
    told = walk.driver.evaluate(f"({_SETTLED})({_EMBEDS})")
    assert told == [["live-table"], 1, True], told


_COLLECT = """(files) => {
  const given = new DataTransfer();
  for (const [name, text] of Object.entries(files)) given.items.add(new File([text], name));
  const input = document.querySelector("[data-teacher=files]");
  input.files = given.files;
  input.dispatchEvent(new Event("change"));
}"""


def the_teacher_s_page_checks_again(walk: Walk) -> None:
    """Of two files that claim the same one is forged, and a third is named."""
    walk.driver.open(f"{walk.site}teacher/")
    walk.until("document.documentElement.dataset.teacher === 'ready'")
    claim = {"verdict": "passed", "sha256": "", "cases": [], "diagnosis": None}
    files = {"cut.json": '{"lookback": "hand-in"'}
    for name, source in (("right", ANSWERS), ("forged", WRONG)):
        answer = {"exercise": "softmax", "round": 3, "source": source, "claimed": claim}
        answer |= {"attempts": 1, "hints": [], "solution": False}
        version = walk.driver.evaluate(
            "fetch('../lessons/index.json').then((response) => response.json())"
            ".then(({lessons}) => lessons.find(({id}) => id === 'attention-as-a-bridge').version)"
        )
        lesson = {"id": "attention-as-a-bridge", "title": "", "version": version}
        made = {"lookback": "hand-in", "format": 1, "name": name, "made": "2026-01-01", "build": ""}
        made |= {"lesson": lesson, "done": 1, "all": 8, "seconds": 60, "answers": [answer], "items": []}
        files[f"{name}.json"] = json.dumps(made)
    walk.driver.evaluate(_COLLECT, files)
    settled = (
        "document.querySelector('tr[data-result]') && !document.querySelector('tr[data-result=waiting]')"
    )
    walk.until(f"Boolean({settled})")
    found = walk.driver.evaluate(
        "[...document.querySelectorAll('tr[data-result]')]"
        ".map((row) => [row.cells[0].innerText, row.dataset.result])"
    )
    assert found == [["forged", "forged"], ["right", "confirmed"]], found
    assert "cut.json" in walk.driver.evaluate("document.querySelector('[data-teacher=refused]').innerText")


# What code that has got past Python could try in the worker around it. Each must fail.
_ESCAPES = {
    "network": "fetch(site + 'escaped')",
    "network, no answer needed": "fetch(site + 'escaped', { mode: 'no-cors' })",
    "network, older": "new Promise((yes, no) => { const x = new XMLHttpRequest(); x.onload = yes; x.onerror = no; "
    "x.open('GET', site + 'escaped'); x.send(); })",
    "socket": "new Promise((yes, no) => { const s = new WebSocket(site.replace('http', 'ws') + 'escaped'); "
    "s.onopen = yes; s.onerror = no; })",
    "module": "import(site + 'escaped.js')",
    "module of data": "import('data:text/javascript,export default 1')",
    "script": "importScripts(site + 'escaped.js')",
    "script of data": "importScripts('data:text/javascript,1')",
    "script of its own": "importScripts(URL.createObjectURL(new Blob(['1'])))",
    "eval": "(0, eval)('1')",
    "Function": "new Function('return 1')()",
    "database": "new Promise((yes, no) => { const r = indexedDB.open('x'); r.onsuccess = yes; r.onerror = no; })",
    # WebKit gives the worker caches of its own; what counts is that they are not the site's.
    "the site's store": "caches.keys().then((names) => names.length || Promise.reject())",
    "another worker": "new Promise((yes, no) => { const w = new Worker(URL.createObjectURL(new Blob(["
    "'fetch(\\'' + site + 'escaped\\', { mode: \\'no-cors\\' }).then(() => postMessage(1), () => postMessage(0))'])));"
    "w.onmessage = ({ data }) => data ? yes() : no(); w.onerror = no; })",
}  # fmt: skip

# A frame and a worker made as a room makes them, with the room's own policy, and other code inside.
_PROBE = """([escapes, site]) => new Promise((done) => {
  const room = document.querySelector("iframe[sandbox]");
  const tries = Object.entries(escapes).map(([name, code]) => `[${JSON.stringify(name)}, async () => ${code}]`);
  const inside = `const site = ${JSON.stringify(site)};
    const tried = async ([name, escape]) => [name, await Promise.race([
      escape().then(() => "reached", () => "refused"), new Promise((r) => setTimeout(r, 5000, "no answer"))])];
    Promise.all([${tries}].map(tried)).then((all) => postMessage(all));`;
  const outside = `const worker = new Worker(URL.createObjectURL(new Blob([${JSON.stringify(inside)}])));
    worker.onmessage = ({ data }) => parent.postMessage({ tried: data }, "*");
    worker.onerror = ({ message }) => parent.postMessage({ tried: message }, "*");`;
  const frame = document.createElement("iframe");
  frame.hidden = true;
  frame.setAttribute("sandbox", room.getAttribute("sandbox"));
  const [before] = room.srcdoc.split(/(?<=<script nonce="lookback">)/);
  frame.srcdoc = `${before}${outside.replaceAll("</", "<\\\\/")}</script>`;
  addEventListener("message", ({ data }) => data?.tried && done(data.tried));
  document.body.append(frame);
})"""


def the_walls_hold(walk: Walk) -> None:
    """Nothing leads from a sandbox's worker to the network, to other code or to what the site keeps."""
    walk.until("document.querySelector('iframe[sandbox]') !== null")
    tried = walk.driver.evaluate(f"(...all) => ({_PROBE})(all)", _ESCAPES, walk.site)
    assert isinstance(tried, list), tried
    assert {name for name, _ in tried} == set(_ESCAPES)
    assert [name for name, outcome in tried if outcome == "reached"] == []
