"""What tests of the sandbox and the workspace share: pages, answers, a thread watched for blocks."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Page, expect

BRIDGE = "lessons/attention-as-a-bridge/"
SETTLES_WITHIN = 90_000  # milliseconds; what takes long is the start of Python on a loaded machine

ANSWERS = """\
import numpy as np


def softmax(z):
    e = np.exp(z - np.max(z))
    return e / e.sum()


def attention(q, K, V, mask=None):
    scores = K @ q
    if mask is not None:
        if not np.any(mask):
            raise ValueError("every position is masked out")
        scores = np.where(mask, scores, -np.inf)
    weights = softmax(scores)
    return weights, weights @ V


def attend_all(Q, K, V):
    scores = Q @ K.T
    e = np.exp(scores - scores.max(axis=1, keepdims=True))
    weights = e / e.sum(axis=1, keepdims=True)
    return weights, weights @ V
"""

ADDITIVE_ANSWERS = """\
import numpy as np


def additive_score(query, key, parameters):
    hidden = np.tanh(parameters["Wq"] @ query + parameters["Wk"] @ key + parameters["bias"])
    return float(parameters["v"] @ hidden)


def alignment_weights(scores):
    e = np.exp(scores - scores.max())
    return e / e.sum()


def context_vector(weights, states):
    return weights @ states
"""

_SETTLED = """([call, args, limit]) => Promise.race([
  lookback[call](...args).catch((error) => ({rejected: `${error.type}: ${error.message}`})),
  new Promise((resolve) => setTimeout(resolve, limit, {rejected: "it did not settle"})),
])"""

# The longest time between two turns of the page's thread, from now on.
WATCH_THREAD = """() => {
  window.longest = 0;
  let last = performance.now();
  const turns = new MessageChannel();
  turns.port1.onmessage = () => {
    const now = performance.now();
    window.longest = Math.max(window.longest, now - last);
    last = now;
    if (window.longest < 1e6) setTimeout(() => turns.port2.postMessage(0), 4);
  };
  turns.port2.postMessage(0);
}"""


def check(page: Page, source: str, exercise: str = "softmax", **options: Any) -> dict[str, Any]:
    """The report, through the page's own interface; `rejected` when there is none."""
    report: dict[str, Any] = page.evaluate(
        _SETTLED, ["check", [exercise, source, options or {}], SETTLES_WITHIN]
    )
    return report


def run(page: Page, source: str) -> dict[str, Any]:
    """The outcome of a run."""
    outcome: dict[str, Any] = page.evaluate(_SETTLED, ["run", [source], SETTLES_WITHIN])
    return outcome


def open_workspace(page: Page, lesson: str = BRIDGE) -> None:
    """Open a lesson and wait until its editor is there; Python may still be loading."""
    page.goto(lesson)
    page.locator(".workspace[data-live]").wait_for(timeout=60_000)


def editor(page: Page) -> Any:
    """The place where code is typed."""
    return page.locator(".cm-content")


def text_of(page: Page) -> str:
    """The editor's text."""
    lines: list[str] = page.locator(".cm-line").all_inner_texts()
    return "\n".join(line.replace("\u200b", "").rstrip("\n") for line in lines)


def write(page: Page, source: str) -> None:
    """Replace what is in the editor, as a reader does who pastes."""
    editor(page).click()
    page.keyboard.press("Control+a")
    page.keyboard.insert_text(source)


def expect_verdict(page: Page, exercise: str, verdict: str) -> None:
    """Wait for the report of an exercise."""
    report = page.locator(f"#{exercise} .report")
    expect(report).to_have_attribute("data-verdict", verdict, timeout=SETTLES_WITHIN)
