"""Lookback: attention kernels, an exercise checker and widgets that run in the reader's browser."""

__version__ = "0.1.0"
