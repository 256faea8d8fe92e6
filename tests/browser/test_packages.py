"""A lesson that brings a package: its reader's code imports it, in a sandbox that reaches no network."""

from __future__ import annotations

import io
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from browser.conftest import Watch
from browser.workspace import run
from lookback_build import names
from lookback_build.browsers import SAVE_DATA
from lookback_build.console import Console
from lookback_build.steps import build
from support.servers import static_site
from support.wheels import write_wheel

pytestmark = pytest.mark.browser


@pytest.fixture
def site_with_packages(tmp_path: Path) -> Iterator[str]:
    fixture = names.ROOT / "tests" / "fixtures" / "lessons" / "packages"
    shutil.copytree(fixture, tmp_path / "lessons" / "packages")
    write_wheel(tmp_path / "house")
    build(tmp_path / "dist", tmp_path / "house", Console(io.StringIO()), lessons=tmp_path / "lessons")
    assert "abacus 1.2" in (tmp_path / "dist" / "licences.txt").read_text("utf-8")
    with static_site(tmp_path / "dist") as url:
        yield url


def test_readers_import_what_the_lesson_brings(chromium: Browser, site_with_packages: str) -> None:
    watch = Watch(site_with_packages)
    context = chromium.new_context(base_url=site_with_packages)
    context.add_init_script(SAVE_DATA)
    watch.on(context)
    page = context.new_page()
    page.goto("lessons/packages/")
    page.wait_for_function("window.lookback")
    # a file of data lies beside the modules
    assert run(page, "import abacus\nabacus.count(2)")["values"][0]["text"] == "'two'"
    by_micropip = "import micropip\nawait micropip.install('abacus')\nfrom abacus import count\ncount(3)"
    assert run(page, by_micropip)["values"][0]["text"] == "'three'"
    for other in ("import pandas", "import micropip\nawait micropip.install('pandas')"):
        assert "the standard library, NumPy and abacus 1.2" in run(page, other)["error"]["message"]
    assert run(page, "import sys\nsys.modules.clear()")["status"] in ("done", "error")
    assert run(page, by_micropip)["values"][0]["text"] == "'three'"
    context.close()
    watch.check()
