"""Run and Check in the real sandbox: whatever the code does, every request settles and the next one is right."""

from __future__ import annotations

import time
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page

from browser.conftest import Watch, wait_until_live
from browser.workspace import BRIDGE, WATCH_THREAD, check, run
from lookback_build.browsers import SAVE_DATA
from support.hostile import RIGHT, Hostile, entries

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def shared(chromium: Browser, site: str) -> Iterator[Page]:
    """One page for the whole file: what one test leaves behind must not matter to the next."""
    watch = Watch(site)
    context = chromium.new_context(base_url=site)
    context.add_init_script(SAVE_DATA)
    watch.on(context)
    page = context.new_page()
    page.goto(BRIDGE)
    wait_until_live(page)
    assert check(page, RIGHT)["verdict"] == "passed"
    yield page
    context.close()
    watch.check()


def inside(body: str) -> str:
    """A softmax with this body."""
    return "import numpy as np\n\ndef softmax(z):\n" + "".join(f"    {line}\n" for line in body.splitlines())


LOOP = "while True:\n    pass"
SWALLOWING = (
    "while True:\n    try:\n        while True:\n            pass\n    except BaseException:\n        pass"
)


@pytest.mark.parametrize(
    "source",
    [
        LOOP,
        SWALLOWING,
        inside(LOOP),
        inside(SWALLOWING),
        "sum(iter(int, 1))",
        "class A:\n    def __repr__(self):\n        while True: pass\nA()",
        "import sys\nsys.settrace(lambda *a: [0 for _ in iter(int, 1)])\n" + inside("return z"),
    ],
    ids=["file", "file, swallowing", "function", "function, swallowing", "in C", "repr", "trace"],
)
def test_code_that_never_ends_is_stopped_and_the_next_check_is_right_at_once(
    shared: Page, source: str
) -> None:
    shared.evaluate(WATCH_THREAD)
    function = source.startswith("import")
    started = time.monotonic()
    verdict = check(shared, source)["verdict"] if function else run(shared, source)["status"]
    took = time.monotonic() - started
    again = time.monotonic()
    report = check(shared, RIGHT)
    back = time.monotonic() - again
    assert verdict == "timeout"
    assert took > 4.9, "stopped before its time"
    assert report["verdict"] == "passed"
    # How fast, the bench says; here, that the page did not wait for a loop that goes on.
    assert back < 6 * took, f"the next check took {back:.1f} s"
    assert shared.evaluate("window.longest") < 1000, "the page stood still"


@pytest.mark.parametrize(
    ("source", "fair"),
    [
        ("np.ones(10 ** 10)", {"error"}),
        ("x = [1]\nwhile True:\n    x.extend(x)", {"error"}),
        ("x = b'a'\nwhile True:\n    x += x", {"error"}),
        ("def f(n):\n    return f(n + 1)\nf(0)", {"error"}),
        (
            "import sys\nsys.setrecursionlimit(10 ** 9)\ndef f(n):\n    return f(n + 1)\nf(0)",
            {"error", "timeout"},
        ),
        ("import os\nos._exit(1)", {"error"}),
        ("import os\nos.abort()", {"error"}),
        ("import os, signal\nos.kill(os.getpid(), signal.SIGKILL)", {"error", "done"}),
        ("while True:\n    print('flood')", {"timeout"}),
        ("import sys\nwhile True:\n    sys.stdout.write('x')", {"timeout"}),
        (
            "import os\nfor fd in range(100):\n    try:\n        os.close(fd)\n    except OSError: pass",
            {"done"},
        ),
    ],
    ids=[
        "large array",
        "list doubled",
        "bytes doubled",
        "recursion",
        "recursion without limit",
        "_exit",
        "abort",
        "kill",
        "print flood",
        "write flood",
        "files closed",
    ],
)
def test_code_that_brings_python_down_gets_an_outcome_and_the_next_run_is_right(
    shared: Page, source: str, fair: set[str]
) -> None:
    outcome = run(shared, source)
    assert outcome["status"] in fair
    assert len(outcome["stdout"]) <= 250_000
    assert outcome["stdout"].count("\n") <= 10_000
    again = run(shared, "print('here')\n2 + 2")
    assert (again["stdout"], again["values"][0]["text"]) == ("here\n", "4")
    assert check(shared, RIGHT)["verdict"] == "passed"


def test_stop_ends_a_run_at_once(shared: Page) -> None:
    started = time.monotonic()
    outcome = shared.evaluate(
        """async () => {
        const run = lookback.run("print('begun', flush=True)\\nwhile True: pass");
        setTimeout(() => lookback.stop(), 500);
        return run; }"""
    )
    assert outcome["status"] == "stopped"
    assert time.monotonic() - started < 4
    assert shared.evaluate("lookback.stop()") is False
    assert check(shared, RIGHT)["verdict"] == "passed"


def test_a_stopped_check_has_a_report(shared: Page) -> None:
    report = shared.evaluate(
        """async (source) => {
        const check = lookback.check("softmax", source);
        setTimeout(() => lookback.stop(), 500);
        return check; }""",
        inside(LOOP),
    )
    assert report["verdict"] == "stopped"
    assert {case["status"] for case in report["cases"]} == {"skipped"}


def test_requests_wait_for_their_turn_and_none_is_mixed_up(shared: Page) -> None:
    verdicts = shared.evaluate(
        """async ([right, wrong]) => {
        const reports = await Promise.all([right, wrong, right, wrong].map((s) => lookback.check("softmax", s)));
        return reports.map((report) => report.verdict); }""",
        [RIGHT, inside("return z")],
    )
    assert verdicts == ["passed", "failed", "passed", "failed"]


def test_the_report_names_the_source_it_is_about(shared: Page) -> None:
    import hashlib

    report = check(shared, RIGHT)
    assert report["source_sha256"] == hashlib.sha256(RIGHT.encode()).hexdigest()
    assert (report["lesson"], report["exercise"], report["round"]) == ("attention-as-a-bridge", "softmax", 3)


def test_an_exercise_that_is_not_there_is_refused(shared: Page) -> None:
    assert check(shared, RIGHT, "sofmax")["rejected"].startswith("refused: ")


def test_a_run_keeps_nothing_for_the_next(shared: Page) -> None:
    run(shared, "x = 1\nimport numpy\nnumpy.exp = len\nopen('kept.txt', 'w').write('1')")
    outcome = run(shared, "x")
    assert outcome["error"]["type"] == "NameError"
    assert run(shared, "np.exp(0.0)")["values"][0]["text"] == "1.0"


def test_the_progress_of_the_reader_is_untouched_by_the_interface(shared: Page) -> None:
    assert check(shared, RIGHT)["verdict"] == "passed"
    assert shared.evaluate("lookback.progress()")["done"] == 0


@pytest.mark.parametrize("entry", entries(), ids=lambda entry: f"{entry.family}-{entry.id}")
def test_hostile_files_end_as_they_should(shared: Page, entry: Hostile) -> None:
    report = check(shared, entry.code)
    assert report.get("verdict") in entry.verdicts, report.get("rejected") or report["diagnosis"]
    assert check(shared, RIGHT)["verdict"] == "passed"
    assert shared.title() == "Attention as a bridge · Lookback"


def test_every_module_is_there_from_the_first_run_on(python_page: Page) -> None:
    """What the first bundles do not hold is fetched: where the source names it, and where it does not."""
    python_page.goto(BRIDGE)
    named = "import statistics, numpy as np\nprint(statistics.mean([1, 2]), np.fft.fft(np.ones(2))[0].real)"
    unnamed = "module = __import__('frac' + 'tions')\nprint(module.Fraction(1, 2))"
    assert run(python_page, named)["stdout"] == "1.5 2.0\n"
    assert run(python_page, unnamed)["stdout"] == "1/2\n"


def test_a_module_that_never_arrives_is_told_by_its_file(python_page: Page, watch: Watch) -> None:
    watch.expected += ["Failed to load resource", "404"]
    python_page.route("**/more-*", lambda route: route.fulfill(status=404, body=""))
    python_page.goto(BRIDGE)
    told = python_page.evaluate(
        "window.lookback.run('import statistics').then(() => null, (error) => error.details)"
    )
    assert told == {"fault": "missing", "file": "The rest of Python", "status": 404}
    after = run(python_page, "print(1)")
    assert after.get("stdout") == "1\n", after
