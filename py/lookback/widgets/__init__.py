"""Widgets: figures with state, drawn by Panel and Bokeh, readable before Python arrives."""

from lookback.widgets.base import Widget

__all__ = ["Widget"]
