"""The same walk in three browser engines, with a server and then without one."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from pathlib import Path

import pytest

from browser import walk as steps
from lookback_build.browsers import find_chromium, find_firefox, find_webkit
from lookback_build.engines import opened
from support.servers import static_site, stoppable_site

pytestmark = pytest.mark.browser

INSTALLED: dict[str, Callable[[], object]] = {
    "chromium": find_chromium,
    "firefox": find_firefox,
    "webkit": find_webkit,
}


@pytest.mark.timeout(600)
@pytest.mark.parametrize("engine", INSTALLED)
def test_the_walk_online_and_off(engine: str, dist: Path, tmp_path: Path) -> None:
    if INSTALLED[engine]() is None:
        pytest.skip(f"NOT TRIED IN {engine.upper()}: it is not installed (CONTRIBUTING.md says how)")
    with stoppable_site(dist) as site, opened(engine, tmp_path / engine) as driver:
        walk = steps.Walk(driver, site.url)
        walk.open("attention-as-a-bridge")
        steps.the_table_computes(walk)
        steps.wrong_and_right_code_are_told_apart(walk)
        steps.a_loop_is_killed(walk)
        steps.the_walls_hold(walk)
        assert not any("escaped" in path for path in site.asked)
        steps.it_is_stored_for_offline(walk)
        if engine == "firefox":  # Chromium has tests of its own for both
            (tmp_path / "course").mkdir()
            (tmp_path / "course" / "index.html").write_text(steps.COURSE.format(site=site.url), "utf-8")
            with static_site(tmp_path / "course") as course:
                steps.a_course_page_embeds_the_table(walk, course)
            steps.the_teacher_s_page_checks_again(walk)
            walk.open("attention-as-a-bridge")
        site.stop()
        with contextlib.suppress(NotImplementedError):
            driver.set_offline(True)
        steps.a_reload_restores(walk)
        steps.the_table_computes(walk)
        steps.wrong_and_right_code_are_told_apart(walk)
        steps.the_other_lesson_is_live(walk)
