"""Lessons as JSON: all that a lesson says and asks, versioned by its content, with a published schema."""

from __future__ import annotations

import hashlib
import json
from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import Any

from lookback.checker.exercise import exercise_folders
from lookback.checker.model import Exercise
from lookback.lesson import model as m
from lookback.lesson.memory import Memory, package_sources
from lookback.lesson.parts import widget_ids

FORMAT = 1
FORGETFUL = Memory()
SCHEMA = Path(__file__).with_name("schema.json")


def schema() -> dict[str, Any]:
    """The JSON Schema of lesson bundles, published as lessons/schema.json."""
    loaded: dict[str, Any] = json.loads(SCHEMA.read_text(encoding="utf-8"))
    return loaded


def bundle(lesson: m.Lesson, memory: Memory = FORGETFUL) -> dict[str, Any]:
    """`lesson` as plain JSON. `version` is the hash of everything else in it."""
    content = {
        "format": FORMAT,
        "id": lesson.id,
        "title": lesson.title,
        "aim": lesson.aim,
        "track": lesson.track,
        "place": lesson.place,
        "language": lesson.language,
        "minutes": lesson.minutes,
        "order": lesson.order,
        "needs": list(lesson.needs),
        "file": lesson.file,
        "text": [
            {
                "id": section.id,
                "title": section.title,
                "blocks": [_block(block) for block in section.blocks],
            }
            for section in lesson.sections
        ],
        "quizzes": [_block(question) for question in lesson.questions()],
        "tasks": [_block(task) for task in lesson.tasks()],
        "exercises": [exercise_bundle(exercise, memory) for exercise in lesson.exercises.values()],
        "widgets": {"source": _source(lesson, "widgets.py"), "ids": list(widget_ids(lesson.folder))},
        "experiment": _source(lesson, "experiment.py"),
    }
    canonical = json.dumps(content, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return {"version": hashlib.sha256(canonical.encode()).hexdigest()[:16], **content}


def exercise_sources(exercise: Exercise) -> tuple[str, list[Path]]:
    """The name and the sources under which a `Memory` keeps the exercise's bundle."""
    own = [path for path in sorted(exercise.folder.rglob("*")) if path.suffix in {".py", ".toml"}]
    siblings = exercise_folders(
        exercise.folder.parent.parent
    )  # a submission may call the functions of earlier ones
    shared = [folder / name for folder in siblings for name in ("exercise.toml", "solution.py")]
    sources = [*own, *(path for path in shared if path.is_file()), *package_sources("checker", "kernels.py")]
    return f"exercise {exercise.lesson}/{exercise.name}", sources


def exercise_bundle(exercise: Exercise, memory: Memory) -> dict[str, Any]:
    """An exercise with its expected values. New ones take a while: every stored mistake is run on every case."""
    return memory.recall(*exercise_sources(exercise), exercise.to_bundle)


def _source(lesson: m.Lesson, name: str) -> str:
    path = lesson.folder / name
    return path.read_text(encoding="utf-8") if path.is_file() else ""


def _block(block: m.Block) -> dict[str, Any]:
    """A block with its kind; lines and paths belong to the source and stay out of the bundle."""
    plain = {field.name: _plain(getattr(block, field.name)) for field in fields(block)}
    return {"kind": type(block).__name__.lower(), **_without_place(plain)}


def _plain(value: Any) -> Any:
    if isinstance(value, tuple):
        return [_plain(part) for part in value]
    if isinstance(value, m.Choice | m.Value):
        return _without_place({field.name: getattr(value, field.name) for field in fields(value)})
    if is_dataclass(value):
        return _block(value)  # type: ignore[arg-type]  # the only other dataclasses inside blocks are blocks
    return value


def _without_place(plain: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in plain.items() if key not in ("line", "file")}
