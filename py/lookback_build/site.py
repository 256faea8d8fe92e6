"""`dist/`: the static site, from lessons, pages, assets and the runtime. Same input, same bytes."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import tempfile
import zipfile
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

import lookback
from lookback.errors import Findings, LookbackError, UsageError
from lookback.lesson.bundle import bundle, schema
from lookback.lesson.load import lesson_sources, load_lesson
from lookback.lesson.memory import Memory
from lookback.lesson.model import Lesson
from lookback.lesson.render import PageContext, render_index, render_lesson, render_page
from lookback_build import names
from lookback_build.ahead import compute
from lookback_build.assets import bundle_assets, service_worker
from lookback_build.carried import carry
from lookback_build.console import Console, megabytes
from lookback_build.digest import sha256_of
from lookback_build.gzipped import gzipped
from lookback_build.host import Node
from lookback_build.install import write_manifest
from lookback_build.interpreter import with_steady_loop
from lookback_build.licences import collect_licences
from lookback_build.runtime import Runtime, build_packages
from lookback_build.wheels import ALL_LESSONS, wheels_of_all

# BokehJS and Panel's part, in the order in which they must run; Panel 1.9 needs all four.
_SCRIPTS = (
    ("bokeh-", "bokeh/server/static/js/bokeh.min.js"),
    ("bokeh-", "bokeh/server/static/js/bokeh-widgets.min.js"),
    ("bokeh-", "bokeh/server/static/js/bokeh-tables.min.js"),
    ("panel-", "panel/dist/panel.min.js"),
)
# Style sheets that Panel's models ask for below PANEL_CDN_ROOT.
_PANEL_STYLES = ("panel/dist/css/", "panel/dist/bundled/theme/")

# By the answer for this a page knows whether its host compresses WebAssembly (site/shared/packed.js). An empty module
# with a section of zeros, large enough for hosts that leave small files alone.
_PROBE = b"\0asm\1\0\0\0" + b"\0\x83\x20" + b"\3pad".ljust(4099, b"\0")

# Stands in pages for the version, which depends on them.
_UNNAMED = "0.0.0+unnamed-build"

# How the files of the runtime are called on the page.
_TITLES = {
    "python": "Standard library",
    "numpy": "NumPy",
    "widgets": "Widgets",
    "lookback": "Lookback",
    "checker": "Checker",
    "training": "Training",
    "more": "The rest of Python",
    "widgets-more": "The rest of Panel",
    "packages": "Packages of the lesson",
}
# Which bundles each worker unpacks. The sandbox gets the checker alone: what it does not have, code cannot find there.
_STAGE = ("python", "numpy", "widgets", "lookback")
_SANDBOX = ("python", "numpy", "checker")
# What the stage loads when somebody imports a module that is not in the first ones.
_STAGE_LATER = ("more", "widgets-more")


def build_site(
    out: Path,
    runtime: Runtime,
    files: Mapping[str, Path],
    node: Node,
    console: Console,
    *,
    offline: bool,
    folder: Path,
    memory: Memory,
    wheelhouse: Path | None = None,
) -> None:
    """Make the site of the lessons in `folder` beside `out` and put it in place when it is whole.

    Without `offline`, browsers are not asked to keep it, and forget what an earlier build had them keep.
    An existing `out` is replaced only when an earlier build made it.
    """
    if out.exists() and any(out.iterdir()) and not (out / "build.json").exists():
        raise UsageError(
            f"{out} holds something else than a Lookback site",
            mend="name an empty or a new folder with --out",
        )
    out.parent.mkdir(parents=True, exist_ok=True)
    with console.step("Reading the lessons"):
        lessons = _load_lessons(folder, memory)
    compute(lessons, memory, console)
    wheels = wheels_of_all(lessons, console, wheelhouse)
    packages = {
        name: build_packages(own, node, runtime.pyodide, console) for name, own in wheels.items() if own
    }
    for own in wheels.values():
        files = {**files, **{path.name: path for path in own}}
    with console.step(f"Building {out.name}/") as step:
        new = Path(tempfile.mkdtemp(prefix=f".{out.name}-", dir=out.parent))
        try:
            new.chmod(0o755)
            _fill(new, lessons, runtime, files, packages, node, offline, memory)
            _swap(new, out)
        finally:
            shutil.rmtree(new, ignore_errors=True)
        total = sum(path.stat().st_size for path in out.rglob("*") if path.is_file())
        step.result = f"{len(lessons)} lessons, {megabytes(total)}"


def _load_lessons(root: Path, memory: Memory) -> list[Lesson]:
    """All lessons in `root`, those that have changed read anew; the findings of all of them at once."""
    lessons: list[Lesson] = []
    findings: list[LookbackError] = []
    for folder in sorted(path.parent for path in root.glob("*/lesson.md")):
        try:
            lessons.append(memory.recall(*lesson_sources(folder), partial(load_lesson, folder)))
        except Findings as error:
            findings += error.findings
        except LookbackError as error:
            findings.append(error)
    if findings:
        raise Findings("the lessons have mistakes", findings=tuple(findings))
    return lessons


def _fill(
    new: Path,
    lessons: list[Lesson],
    runtime: Runtime,
    files: Mapping[str, Path],
    packages: Mapping[str, Path],
    node: Node,
    offline: bool,
    memory: Memory,
) -> None:
    assets = bundle_assets(new, node, runtime.pyodide)
    description = _place_runtime(new, runtime, files)
    description["stage"] = _describe_packed(new, new / assets["workers/stage.js"], "Stage")
    description["sandbox"]["script"] = _describe_packed(new, new / assets["workers/sandbox.js"], "Sandbox")
    bundles = {lesson.id: bundle(lesson, memory) for lesson in lessons}
    _write_json(new / "lessons" / "schema.json", schema())
    for lesson in lessons:
        _write_json(new / "lessons" / f"{lesson.id}.json", bundles[lesson.id])
    listed = [
        {**_listing(bundles[lesson.id]), "bundle": _named(new, f"lessons/{lesson.id}.json")}
        for lesson in lessons
    ]
    _write_json(new / "lessons" / "index.json", {"lessons": listed})
    _copy(names.SITE / "element" / "embed.schema.json", new / "embed.schema.json")
    (new / "licences.txt").write_text(collect_licences(files), "utf-8")
    _write(new / "sw.js", service_worker(node, offline=offline))
    write_manifest(new, assets["pages/icon.svg"], memory)
    brought = {name: _place_bundle(new, "packages", path) for name, path in packages.items()}
    _write_pages(new, lessons, _Pages(assets, offline, memory), description, brought)
    carry(new, _read_by_pages(description, lessons, brought.values()))
    version = _name_version(new)
    write_build_json(new, version, [lesson.id for lesson in lessons])


def _write_pages(
    new: Path,
    lessons: list[Lesson],
    pages: _Pages,
    description: dict[str, Any],
    brought: Mapping[str, dict[str, Any]],
) -> None:
    root = "../../"
    course = sorted(lessons, key=lambda lesson: lesson.order)
    for lesson, following in zip(course, [*course[1:], None], strict=True):
        own = {
            "lesson": lesson.id,
            "bundle": _named(new, f"lessons/{lesson.id}.json"),
            "root": root,
            "version": _UNNAMED,
        }
        context = pages.context(root, {**_with(description, brought.get(lesson.id)), **own})
        html = render_lesson(lesson, replace(context, following=following))
        _write(new / "lessons" / lesson.id / "index.html", html)
    _write(new / "index.html", render_index(lessons, pages.context("./", None)))
    own = {
        "lesson": "",
        "bundle": _named(new, "lessons/index.json"),
        "root": "../",
        "version": _UNNAMED,
    }
    teacher = pages.context("../", {**_with(description, brought.get(ALL_LESSONS)), **own})
    _write(new / "teacher" / "index.html", render_page("teacher.html", teacher))


def _with(description: dict[str, Any], packages: dict[str, Any] | None) -> dict[str, Any]:
    """The description for a page whose sandbox has these packages besides."""
    if packages is None:
        return description
    sandbox = description["sandbox"]
    return {**description, "sandbox": {**sandbox, "bundles": [*sandbox["bundles"], packages]}}


def _named(new: Path, path: str) -> str:
    """The URL of a file, with its content named in it: a page of one build asks for no other's."""
    return f"{path}?v={_digest([new / path])[:12]}"


def _name_version(new: Path) -> str:
    """Name the build after all of its content, pages included, and write the name into them."""
    version = f"{lookback.__version__}+{_digest_of_tree(new)[:8]}"
    for path in new.rglob("*.html"):
        path.write_bytes(path.read_bytes().replace(_UNNAMED.encode(), version.encode()))
    return version


def _read_by_pages(
    description: dict[str, Any], lessons: list[Lesson], packages: Iterable[dict[str, Any]]
) -> Iterator[str]:
    """The files whose bytes a lesson's page reads, beside those that it runs or shows."""
    sandbox = description["sandbox"]
    one = (description["stage"], description["wasm"], sandbox["script"])
    late = (sandbox["later"]["bundle"], sandbox["training"])
    many = (*description["bundles"], *description["later"], *sandbox["bundles"], *late, *packages)
    yield from sorted({file["url"] for file in (*one, *many)})
    yield from (f"lessons/{lesson.id}.json" for lesson in lessons)


@dataclass(frozen=True)
class _Pages:
    """What the pages of a site share."""

    assets: Mapping[str, str]
    offline: bool
    memory: Memory

    def context(self, root: str, description: dict[str, Any] | None) -> PageContext:
        """What a page is rendered with; `root` is the site's root as seen from it."""
        return PageContext(
            asset=lambda name: root + self.assets[name],
            root=root,
            version=_UNNAMED,
            offline=self.offline,
            # "<" is escaped, so that no text in it can end the script element it stands in
            memory=self.memory,
            runtime=json.dumps(description, sort_keys=True).replace("<", "\\u003c") if description else None,
        )


def _place_runtime(new: Path, runtime: Runtime, files: Mapping[str, Path]) -> dict[str, Any]:
    """Copy the runtime into `new`/runtime and describe it to the page: URLs relative to the site's root."""
    place = new / "runtime"
    wasm = with_steady_loop(files["pyodide.asm.wasm"].read_bytes())
    core = _write(place / f"pyodide-{hashlib.sha256(wasm).hexdigest()[:8]}.wasm", wasm)
    bundles = {name: _place_bundle(new, name, path) for name, path in runtime.bundles.items()}
    _write(place / "probe.wasm", _PROBE)
    scripts, panel_root = _place_scripts(place, files)
    return {
        "wasm": _describe_packed(new, core, "Python"),
        "bundles": [bundles[name] for name in _STAGE],
        "later": [bundles[name] for name in _STAGE_LATER],
        "sandbox": {
            "bundles": [bundles[name] for name in _SANDBOX],
            "later": {"bundle": bundles["more"], "words": runtime.later},
            "training": bundles["training"],
        },
        "scripts": [_describe_packed(new, path, path.name) for path in scripts],
        "panelRoot": panel_root,
    }


def _place_bundle(new: Path, name: str, path: Path) -> dict[str, Any]:
    place = new / "runtime" / f"{name}-{_digest([path])[:8]}.bundle"
    return _describe(new, _copy(path, place), _TITLES[name])


def _place_scripts(place: Path, files: Mapping[str, Path]) -> tuple[list[Path], str]:
    wheels = {
        prefix: next(path for name, path in files.items() if name.startswith(prefix))
        for prefix, _ in _SCRIPTS
    }
    scripts = []
    for prefix, member in _SCRIPTS:
        with zipfile.ZipFile(wheels[prefix]) as wheel:
            content = wheel.read(member)
        name = Path(member).name.removesuffix(".min.js")
        scripts.append(_write(place / f"{name}-{hashlib.sha256(content).hexdigest()[:8]}.js", content))
    panel = wheels["panel-"]
    version = panel.name.split("-")[1]
    folder = f"panel-{_digest([panel])[:8]}"
    with zipfile.ZipFile(panel) as wheel:
        for member in wheel.namelist():
            if member.startswith(_PANEL_STYLES) and member.endswith(".css"):
                _write(place / folder / version / member.removeprefix("panel/"), wheel.read(member))
    return scripts, f"runtime/{folder}/"


def _describe(new: Path, path: Path, title: str) -> dict[str, Any]:
    content = path.read_bytes()
    return {
        "name": title,
        "url": path.relative_to(new).as_posix(),
        "bytes": len(content),
        "sha256": hashlib.sha256(content).hexdigest(),
    }


def _describe_packed(new: Path, path: Path, title: str) -> dict[str, Any]:
    """A file with a packed twin beside it, for hosts that do not compress (site/shared/packed.js)."""
    _write(path.with_name(f"{path.name}.gz"), gzipped(path.read_bytes()))
    return {**_describe(new, path, title), "packed": True}


def _listing(bundle: dict[str, Any]) -> dict[str, Any]:
    """What a list of lessons needs to know of one."""
    known = ("id", "title", "version", "language", "minutes", "track", "chapter", "prerequisites")
    return {key: bundle[key] for key in known if key in bundle}


def write_build_json(new: Path, version: str, lessons: list[str]) -> None:
    """Write `new`/build.json: the list of all files beside it."""
    entries = [
        {
            "path": path.relative_to(new).as_posix(),
            "bytes": path.stat().st_size,
            "sha256": sha256_of(path),
        }
        for path in sorted(new.rglob("*"))
        if path.is_file()
    ]
    _write_json(
        new / "build.json",
        {"version": version, "lessons": lessons, "files": entries},
    )


def _swap(new: Path, out: Path) -> None:
    """Put the new site where the old one was; a server that reads from it sees one or the other."""
    old = out.with_name(f".{out.name}-old-{os.getpid()}")
    if out.exists():
        out.rename(old)
    new.rename(out)
    shutil.rmtree(old, ignore_errors=True)


def _digest(paths: Iterable[Path]) -> str:
    digest = hashlib.sha256()
    for path in paths:
        digest.update(path.read_bytes())
    return digest.hexdigest()


def _digest_of_tree(folder: Path) -> str:
    digest = hashlib.sha256()
    for path in sorted(path for path in folder.rglob("*") if path.is_file()):
        digest.update(path.relative_to(folder).as_posix().encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()


def _copy(source: Path, target: Path) -> Path:
    target.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(source, target)
    return target


def _write(target: Path, content: str | bytes) -> Path:
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_bytes(content.encode("utf-8") if isinstance(content, str) else content)
    return target


def _write_json(target: Path, value: object) -> None:
    _write(target, json.dumps(value, ensure_ascii=False, sort_keys=True, indent=1, allow_nan=False) + "\n")
