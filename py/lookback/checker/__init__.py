"""The exercise checker: pure Python and NumPy, the same on a host and in a browser.

`check(bundle, source)` runs a submission and writes the report. It is `observe` (runs the code, knows nothing of
what is right) followed by `judge` (knows what is right, runs nothing), which may as well live in two processes.
"""

from lookback.checker.judge import Checker, check, judge, split
from lookback.checker.observe import observe

__all__ = ["Checker", "check", "judge", "observe", "split"]
