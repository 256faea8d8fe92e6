"""Probes that stumble are errors in tests, not silence."""

from __future__ import annotations

import pytest

from lookback.checker import diagnose


@pytest.fixture(autouse=True)
def _strict_probes(monkeypatch):
    monkeypatch.setattr(diagnose, "strict", True)
