"""Well-known names and limits of the build, each once."""

from __future__ import annotations

import os
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]

VENV = ROOT / ".venv"
CACHE = Path(os.environ.get("LOOKBACK_CACHE") or ROOT / ".cache")  # runtime files and compiled bundles
NODE_MODULES = ROOT / "node_modules"
DIST = ROOT / "dist"
PACKS = ROOT / "dist-packs"
LESSONS = ROOT / "lessons"
SITE = ROOT / "site"
PACKAGE = ROOT / "py" / "lookback"

HOST_LOCK = ROOT / "requirements.lock"
NODE_LOCK = ROOT / "requirements-node.lock"  # Node itself, for machines that have none
NPM_LOCK = ROOT / "package-lock.json"
RUNTIME_LOCK = ROOT / "runtime.lock.toml"

MIN_NODE = 20  # the oldest that Pyodide and esbuild both run on
DOWNLOADS_AT_ONCE = 4
NETWORK_TIMEOUT = 30  # seconds without a byte before a source counts as dead
DEFAULT_PORT = 8000

# A site of one's own that mirrors Pyodide's release files; without it, the address that pyodide.mjs names.
PYODIDE_URL = os.environ.get("LOOKBACK_PYODIDE_URL")
