"""Probes that stumble are errors in tests, not silence; and at the end, what the checks cost."""

from __future__ import annotations

import statistics
import sys
from collections.abc import Iterator

import pytest
from checker_support import COSTS

from lookback.checker import diagnose

# Packages that no check asks for.
OTHERS = {
    *(
        "bokeh",
        "elementpath",
        "jinja2",
        "jsonschema",
        "lookback_build",
        "markdown_it",
        "mdit_py_plugins",
        "panel",
    ),
    *("param", "PIL", "playwright", "tornado", "tqdm", "xmlschema", "yaml"),
}


@pytest.fixture(autouse=True, scope="module")
def _few_modules() -> Iterator[None]:
    """A check remembers every module there is: what other tests have loaded would make each take twice as long."""
    aside = {name: module for name, module in sys.modules.items() if name.partition(".")[0] in OTHERS}
    for name in aside:
        del sys.modules[name]
    yield
    sys.modules.update(aside)


@pytest.fixture(autouse=True)
def _strict_probes(monkeypatch):
    monkeypatch.setattr(diagnose, "strict", True)


def pytest_terminal_summary(terminalreporter):
    if len(COSTS) > 100:
        middle, most = statistics.median(COSTS), max(COSTS)
        ninth, last = statistics.quantiles(COSTS, n=10)[-1], statistics.quantiles(COSTS, n=100)[-1]
        terminalreporter.write_line(
            f"{len(COSTS)} checks: median {middle:.0f} ms of CPU time, nine of ten within {ninth:.0f}, "
            f"99 of 100 within {last:.0f}, slowest {most:.0f}"
        )
