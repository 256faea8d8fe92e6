"""The pictures of widgets and of the workspace in `docs/pictures/`, taken from the built site.

`python -m lookback_build.pictures` (with `PYTHONPATH=py`, in `.venv`, after a build) takes all of them anew: each
light, dark, and on a phone. Look at every one before it is kept.
"""

from __future__ import annotations

import io
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from PIL import Image
from playwright.sync_api import Page, expect, sync_playwright

from lookback.checker.sources import without_marks
from lookback.errors import LookbackError
from lookback_build import names
from lookback_build.bench.line import Line, host
from lookback_build.browsers import CHROMIUM_ARGUMENTS, find_chromium
from lookback_build.console import Console

PICTURES = names.ROOT / "docs" / "pictures"
_SCALE = 1.5
_MARGIN = 16  # pixels of the page beside what is shown
_LIMIT = 90_000  # milliseconds
_SIZES = {"light": (1440, 1100), "dark": (1440, 1100), "phone": (390, 844)}

_BRIDGE = ("softmax", "attention", "attend_all")
_ADDITIVE = ("additive_score", "alignment_weights", "context_vector")


# The edges of everything that matches, on the whole page.
_AROUND = """(selector) => {
  const boxes = [...document.querySelectorAll(selector)].map((element) => element.getBoundingClientRect());
  const edge = (pick, name) => pick(...boxes.map((box) => box[name]));
  return [edge(Math.min, "left"), edge(Math.min, "top") + scrollY,
          edge(Math.max, "right"), edge(Math.max, "bottom") + scrollY];
}"""


@dataclass(frozen=True)
class Picture:
    """One picture, and the parts of the page that it shows."""

    name: str
    selector: str


def main() -> int:
    """Take all pictures."""
    console = Console()
    executable = find_chromium()
    if executable is None or not (names.DIST / "build.json").is_file():
        raise LookbackError(
            "pictures need Chromium and a built site", mend="run 'python3 build.py build' first"
        )
    with host(names.DIST, Line("local")) as (url, _), sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=executable, args=list(CHROMIUM_ARGUMENTS))
        for lesson, states in (("attention-as-a-bridge", _bridge), ("additive-attention", _additive)):
            context = browser.new_context(base_url=url, device_scale_factor=_SCALE, reduced_motion="reduce")
            page = context.new_page()
            page.set_default_timeout(_LIMIT)
            page.goto(f"lessons/{lesson}/")
            page.wait_for_selector(".workspace[data-live]")
            page.evaluate("lookback.ready.then(() => true)")
            for picture in states(page):
                with console.step(picture.name):
                    _take(page, picture)
            context.close()
        browser.close()
    return 0


def _take(page: Page, picture: Picture) -> None:
    for kind, (width, height) in _SIZES.items():
        page.set_viewport_size({"width": width, "height": height})
        page.emulate_media(color_scheme="dark" if kind == "dark" else "light")
        page.locator(picture.selector).first.scroll_into_view_if_needed()
        page.mouse.move(0, 0)
        page.evaluate("() => { document.activeElement?.blur(); }")
        page.wait_for_timeout(600)  # the canvases have taken the new size and colours
        left, top, right, bottom = page.evaluate(_AROUND, picture.selector)
        left, right = max(left - _MARGIN, 0), min(right + _MARGIN, width)
        clip = {"x": left, "y": top, "width": right - left, "height": bottom - top}
        shot = page.screenshot(clip=clip, full_page=True)  # type: ignore[arg-type]
        _keep(shot, PICTURES / f"{picture.name}-{kind}.png")
    page.set_viewport_size({"width": 1440, "height": 1100})
    page.emulate_media(color_scheme="light")


def _keep(shot: bytes, path: Path) -> None:
    """A picture with a palette: a third of the size, and the figures have few colours."""
    image = Image.open(io.BytesIO(shot)).convert("RGB")
    image.quantize(256, dither=Image.Dither.NONE).save(path, optimize=True)


def _bridge(page: Page) -> Iterator[Picture]:
    _set(page, "live-table", "{q: [2, 0]}")
    yield Picture("live-table", "#live-table")
    page.evaluate("document.querySelector('#recurrence-plot').closest('details').open = true")
    yield Picture("recurrence-plot", "#recurrence-plot")
    right = _answers("attention-as-a-bridge", _BRIDGE)
    columns = right.replace("scores, axis=1, keepdims=True", "scores, axis=0").replace(
        "exponentials, axis=1, keepdims=True", "exponentials, axis=0"
    )
    _write(page, columns)
    _check(page, "attend_all", "failed")
    yield Picture("workspace", "#attend_all .bench")
    _write(page, right.replace("np.where(mask, scores, -np.inf)", "scores * mask"))
    _set(page, "live-table", "{q: [-2, 0], mask: [true, false, true], whose: 'yours'}")
    expect(page.locator("#live-table")).to_contain_text("instead of", timeout=_LIMIT)
    yield Picture("own-live-table", "#live-table")
    _write(page, right)
    for name in _BRIDGE:
        _check(page, name, "passed")
    yield Picture("all-verified", "[data-all-verified]")


def _additive(page: Page) -> Iterator[Picture]:
    yield Picture("beams", "#beams")
    yield Picture("scorers", "#scorers")
    stepper = page.locator("[data-stepper]").first
    for _ in range(3):
        stepper.get_by_role("button").last.click()
    yield Picture("stepper", "[data-stepper]")
    right = _answers("additive-attention", _ADDITIVE)
    apart = 'np.tanh(parameters["Wq"] @ query) + np.tanh(parameters["Wk"] @ key + parameters["bias"])'
    wrong = (
        f"{right}\n\ndef additive_score(query, key, parameters):\n    return parameters['v'] @ ({apart})\n"
    )
    _write(page, wrong)
    for name in ("beams", "scorers", "your-scorer"):
        page.evaluate(
            "(id) => { const fold = document.getElementById(id).closest('details'); if (fold) fold.open = true; }",
            name,
        )
        _set(page, name, "{whose: 'yours'}")
        page.wait_for_function("(id) => lookback.widgets[id].get().yours.differs", arg=name, timeout=_LIMIT)
    _set(page, "beams", "{epoch: 2000}")
    yield Picture("own-beams", "#beams")
    yield Picture("own-scorers", "#scorers")
    yield Picture("own-maps", "#your-scorer")
    _write(page, right)
    for name in _ADDITIVE:
        _check(page, name, "passed")
    page.locator("[data-train-start]").click()
    expect(page.locator("[data-train-state]")).to_contain_text("Finished", timeout=_LIMIT)
    yield Picture("replay", "#train > .train, #replay")


def _set(page: Page, widget: str, state: str) -> None:
    page.evaluate(f"lookback.widgets[{widget!r}].set({state}).then(() => true)")


def _answers(lesson: str, exercises: tuple[str, ...]) -> str:
    """The lesson's own solutions in one file."""
    folder = names.LESSONS / lesson / "exercises"
    parts = [without_marks((folder / name / "solution.py").read_text("utf-8")) for name in exercises]
    return "\n\n".join(
        ["import numpy as np\n", *(part.replace("import numpy as np\n", "").strip() + "\n" for part in parts)]
    )


def _write(page: Page, source: str) -> None:
    page.locator(".cm-content").click()
    page.keyboard.press("Control+a")
    page.keyboard.insert_text(source)


def _check(page: Page, exercise: str, verdict: str) -> None:
    page.locator(f"#tab-{exercise}").click()
    page.locator(".live-bench .toolbar button").first.click()
    report = page.locator(f"#{exercise} .report")
    expect(report).to_have_attribute("data-verdict", verdict, timeout=_LIMIT)


if __name__ == "__main__":
    sys.exit(main())
