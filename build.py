#!/usr/bin/env python3
"""Build, serve, check and test Lookback: the one entry point. It starts on a bare Python >= 3.11.

Run `python3 build.py --help`. What the commands do is in py/lookback_build/.
"""

import sys
from pathlib import Path

if sys.version_info < (3, 11):  # noqa: UP036  an older Python is exactly who this speaks to
    sys.exit(
        f"build.py needs Python 3.11 or newer and was started with {sys.version.split()[0]}; "
        "start it as python3.11 build.py (or newer)."
    )

sys.path.insert(0, str(Path(__file__).resolve().parent / "py"))

from lookback_build.cli import main

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
