"""Lessons: from an author's Markdown to a checked model, a page and a JSON bundle. See docs/authoring.md."""

from lookback.lesson.bundle import bundle, schema
from lookback.lesson.load import load_lesson, validate
from lookback.lesson.render import PageContext, render_index, render_lesson
from lookback.lesson.scaffold import new_lesson

__all__ = [
    "PageContext",
    "bundle",
    "load_lesson",
    "new_lesson",
    "render_index",
    "render_lesson",
    "schema",
    "validate",
]
