"""Files that learners hand in, and the page on which a teacher checks them again."""

from __future__ import annotations

import csv
import io
import json
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from browser.conftest import NewPage
from browser.workspace import ANSWERS, open_workspace, write

pytestmark = pytest.mark.browser

CHECKED_WITHIN = 240_000  # milliseconds
NO_SHIFT = ANSWERS.replace("np.exp(z - np.max(z))", "np.exp(z)")
WRONG_AXIS = ANSWERS.replace("axis=1", "axis=0")
STEALS = """\
import gc
def softmax(z):
    for one in gc.get_objects():
        if isinstance(one, dict) and "verdict" in one:
            one["verdict"] = "passed"
    return z
"""
ENDLESS = "def softmax(z):\n    while True:\n        pass\n"


def hand_in_here(page: Page, name: str) -> Path:
    """Fill in the form at the end of a lesson and take the file."""
    page.get_by_label("Your name or code").fill(name)
    with page.expect_download() as download:
        page.get_by_role("button", name="Make the file").click()
    assert download.value.suggested_filename == f"attention-as-a-bridge-{name}.json"
    return Path(download.value.path())


def variant(real: dict[str, Any], name: str, source: str | None, claims: str | None = None) -> dict[str, Any]:
    """The hand-in of another learner: their softmax, and what their page said of it."""
    made = deepcopy(real)
    made["name"] = name
    made["answers"] = [one for one in made["answers"] if one["exercise"] == "softmax"]
    claimed = claims and {"verdict": claims, "sha256": "0" * 64, "cases": [], "diagnosis": None}
    made["answers"][0] |= {"source": source, "claimed": claimed}
    return made


def the_class(folder: Path, real: dict[str, Any]) -> list[Path]:
    """200 files: most of them right, some wrong in known ways, some forged, damaged, foreign or the same twice."""
    made: dict[str, Any] = {"real.json": real}
    for n in range(150):
        made[f"right-{n:03}.json"] = variant(real, f"Learner {n:03}", ANSWERS + f"# {n % 10}\n", "passed")
    for n in range(20):
        made[f"shift-{n:02}.json"] = variant(real, f"Overflow {n:02}", NO_SHIFT, "failed")
    for n in range(8):
        made[f"forged-{n}.json"] = variant(real, f"Forged {n}", NO_SHIFT + f"# {n % 2}\n", "passed")
    made["steals.json"] = variant(real, "Steals", STEALS, "passed")
    made["endless.json"] = variant(real, "Endless", ENDLESS, "timeout")
    made["empty.json"] = variant(real, "Empty", None)
    made["formula.json"] = variant(real, '=HYPERLINK("https://evil.example","x")', ANSWERS, "passed")
    made["markup.json"] = variant(real, "<img src=x onerror=alert(1)>", ANSWERS, "passed")
    other = variant(real, "Other build", NO_SHIFT, "passed")
    made["other.json"] = {**other, "lesson": {**other["lesson"], "version": "0123456789abcdef"}}
    unknown = variant(real, "Unknown", ANSWERS, "passed")
    made["unknown.json"] = {**unknown, "lesson": {**unknown["lesson"], "id": "__proto__"}}
    files = {name: json.dumps(value) for name, value in made.items()}
    files["twin.json"] = files["right-000.json"]
    files["cut.json"] = files["right-001.json"][:300]
    files["noise.json"] = "\x00\ufffdPK"
    files["list.json"] = "[1, 2, 3]"
    files["work.json"] = json.dumps({"lookback": 1, "lessons": {}, "aside": {}})
    files["newer.json"] = json.dumps({**real, "format": 99})
    files["negative.json"] = json.dumps({**real, "seconds": -1})
    files["long.json"] = json.dumps({**real, "name": "x" * 5000})
    files["deep.json"] = "[" * 100_000
    files["huge.json"] = '"' + "x" * 50_000_000 + '"'
    while len(files) < 200:
        files[f"foreign-{len(files)}.json"] = json.dumps({"grades": [len(files)]})
    for name, text in files.items():
        (folder / name).write_text(text, "utf-8")
    return [folder / name for name in files]


def results(page: Page) -> dict[str, list[str]]:
    """The results of each learner, by name."""
    rows = page.evaluate(
        """() => [...document.querySelectorAll("tbody tr[data-result]")].map((row) =>
        [row.cells[0].firstChild.textContent, row.dataset.result])"""
    )
    found: dict[str, list[str]] = {}
    for name, result in rows:
        found.setdefault(name, []).append(result)
    return found


def test_two_hundred_files_are_checked_again_and_none_is_lost(new_page: NewPage, tmp_path: Path) -> None:
    learner = new_page(python=False)
    open_workspace(learner)
    learner.locator("#last-state-only input").last.check()
    learner.locator("details.hint").first.locator("summary").click()
    learner.get_by_role("button", name="Make the file").click()
    expect(learner.get_by_text("The file needs a name or a code")).to_be_visible()
    write(learner, ANSWERS)
    real = json.loads(hand_in_here(learner, "Ada").read_text("utf-8"))
    assert [one["source"] for one in real["answers"]] == [ANSWERS] * 3
    assert real["done"] == 1
    assert {"id": "last-state-only", "attempts": 1}.items() <= real["items"][0].items()
    learner.close()

    files = the_class(tmp_path, real)
    assert len(files) == 200
    page = new_page()
    page.goto("teacher/")
    page.locator("[data-teacher=files]").set_input_files(files)
    words = page.locator("[data-teacher=words]")
    expect(words).to_contain_text("Checking answer", timeout=CHECKED_WITHIN)
    page.get_by_role("button", name="Cancel").click()
    expect(words).to_contain_text("Cancelled")
    page.get_by_role("button", name="Check the rest").click()
    expect(words).to_contain_text("Files: 200", timeout=CHECKED_WITHIN)

    found = results(page)
    assert found.pop("Ada") == ["passed"] * 3
    assert {name: found.pop(name) for name in ("Steals", "Endless", "Empty", "Other build", "Unknown")} == {
        "Steals": ["forged"],
        "Endless": ["timeout"],
        "Empty": ["empty"],
        "Other build": ["other-build"],
        "Unknown": ["unknown"],
    }
    assert {name: result for name, result in found.items() if name.startswith("Forged")} == {
        f"Forged {n}": ["forged"] for n in range(8)
    }
    assert sum(result == ["confirmed"] for result in found.values()) == 152
    assert sum(result == ["failed"] for result in found.values()) == 20
    refused = page.locator("[data-teacher=refused] li b").all_inner_texts()
    accepted = set(page.locator("td summary").all_inner_texts())
    assert {path.name for path in files} == accepted | set(refused)
    assert "huge.json is 50.0 MB" in page.locator("[data-teacher=refused]").inner_text()
    expect(page.get_by_text("twin.json is the same file as right-000.json")).to_be_visible()

    misconception = page.locator(".summary table").last.locator("tbody tr").first
    expect(misconception.locator("td").nth(1)).to_have_text("29")
    misconception.get_by_role("button").click()
    expect(page.locator("tbody tr[data-result]")).to_have_count(29)
    page.get_by_label("Result").select_option("forged")
    expect(page.locator("tbody tr[data-result]")).to_have_count(8)
    page.get_by_role("button", name="Show all").click()
    with page.expect_download() as download:
        page.get_by_role("button", name="Save as CSV").click()
    rows = list(csv.reader(io.StringIO(Path(download.value.path()).read_text("utf-8-sig"))))
    assert len(rows) == 1 + 3 + 150 + 20 + 8 + 7
    assert not any(cell.lstrip().startswith(("=", "+", "-", "@")) for row in rows for cell in row)
