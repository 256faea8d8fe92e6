"""Run: a learner's file executed as it stands, with its output, its last value and its errors in plain words."""

from lookback.runner.run import run

__all__ = ["run"]
