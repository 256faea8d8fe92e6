"""`pack --scorm 1.2`: a package for learning platforms that speak SCORM 1.2."""

from __future__ import annotations

from pathlib import Path

from lookback_build.pack import Order, scorm


def pack(order: Order) -> Path:
    """Write the package."""
    return scorm.pack(order, "1.2")
