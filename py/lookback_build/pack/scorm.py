"""A SCORM package: the lessons with a page that a learning platform launches, and its manifest.

What the platform is told is in site/scorm/. The package holds the site as it is, without the pages that no platform
launches; docs/embedding.md says what a platform gets to know.
"""

from __future__ import annotations

from pathlib import Path

from lookback.lesson.load import load_lesson
from lookback.lesson.model import Lesson
from lookback.lesson.render import render_launch
from lookback_build import names
from lookback_build.assets import bundle_script
from lookback_build.console import megabytes
from lookback_build.pack import Order
from lookback_build.pack.archive import write_zip
from lookback_build.pack.scorm_manifest import Sco, Version, manifest

# What a platform has no use for: the course page, the teacher's page, what other sites load, what browsers install.
_LEFT_OUT = ("index.html", "teacher/", "carried/", "embed.", "sw.js", "manifest.webmanifest")


def pack(order: Order, version: Version) -> Path:
    """Write the package for one version of the standard and return where it is."""
    lessons = [
        load_lesson(folder.parent)
        for folder in sorted(names.LESSONS.glob("*/lesson.md"))
        if order.lesson in (None, folder.parent.name)
    ]
    lessons.sort(key=lambda lesson: lesson.order)
    files = _site_files(order.site, {lesson.id for lesson in lessons})
    files["scorm/scorm.js"] = bundle_script("scorm/launch.js", order.node).encode()
    for lesson in lessons:
        files[f"scorm/{lesson.id}.html"] = render_launch(lesson, version).encode()
    title = lessons[0].title if order.lesson else "Lookback"
    scos = [_sco(lesson, files) for lesson in lessons]
    shared = set(files) - {name for sco in scos for name in (sco.href, *sco.files)}
    identifier = "-".join(part for part in ("lookback", order.lesson) if part)
    files["imsmanifest.xml"] = manifest(version, identifier, title, scos, shared).encode()
    place = order.place(f"-scorm-{version}.zip")
    with order.console.step(f"Packing {place.name}") as step:
        write_zip(place, files)
        step.result = megabytes(place.stat().st_size)
    return place


def _site_files(site: Path, lessons: set[str]) -> dict[str, bytes]:
    """The files of the site that these lessons need, by their path."""
    paths = {path.relative_to(site).as_posix(): path for path in site.rglob("*") if path.is_file()}
    return {
        name: path.read_bytes()
        for name, path in sorted(paths.items())
        if not name.startswith(_LEFT_OUT) and _lesson_of(name) in {None, *lessons}
    }


def _lesson_of(name: str) -> str | None:
    """The lesson that a file belongs to alone."""
    parts = name.split("/")
    if parts[0] != "lessons" or parts[1] in {"index.json", "schema.json"}:
        return None
    return parts[1].removesuffix(".json")


def _sco(lesson: Lesson, files: dict[str, bytes]) -> Sco:
    own = tuple(name for name in files if _lesson_of(name) == lesson.id)
    return Sco(lesson.id, lesson.title, f"scorm/{lesson.id}.html", own)
