"""`pack --scorm 2004`: a package for learning platforms that speak SCORM 2004 4th edition."""

from __future__ import annotations

from pathlib import Path

from lookback_build.pack import Order, scorm


def pack(order: Order) -> Path:
    """Write the package."""
    return scorm.pack(order, "2004")
