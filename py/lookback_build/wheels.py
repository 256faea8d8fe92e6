"""The packages that lessons bring for their readers' code: wheels of pure Python, pinned by their SHA-256.

A wheel is taken from the folder named with ``--wheelhouse``, the cache, or the index that pip is set up for.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Iterable, Iterator
from email.message import Message
from email.parser import HeaderParser
from pathlib import Path, PurePosixPath

from lookback.checker.packages import LIST
from lookback.errors import Findings, LookbackError
from lookback.lesson.model import Lesson
from lookback.lesson.requirements import THERE_ALREADY, Requirement, normal, read
from lookback_build import names
from lookback_build.console import Console
from lookback_build.digest import sha256_of
from lookback_build.host import venv_python

ALL_LESSONS = ""
_COMPILED = {".so", ".pyd", ".dylib", ".dll"}
# A reader's Python: its version and its platform decide which dependencies a wheel has.
_TARGET = {
    "python_version": "3.14",
    "python_full_version": "3.14.2",
    "sys_platform": "emscripten",
    "platform_system": "Emscripten",
    "platform_machine": "wasm32",
    "os_name": "posix",
    "implementation_name": "cpython",
    "platform_python_implementation": "CPython",
    "extra": "",
}


def wheels_of_all(
    lessons: Iterable[Lesson], console: Console, wheelhouse: Path | None
) -> dict[str, list[Path]]:
    """Wheels by lesson, and under `ALL_LESSONS` those of all: the teacher's page checks answers to any of them."""
    by_lesson = {lesson.id: wheels_of(lesson, console, wheelhouse) for lesson in lessons}
    together: dict[str, tuple[str, Path]] = {}
    for lesson, wheels in by_lesson.items():
        for path in wheels:
            other, known = together.setdefault(_name_of(path), (lesson, path))
            if known != path:
                raise LookbackError(
                    f"lessons {other} and {lesson} bring different files of {_name_of(path)}",
                    mend="pin one version in both: the teacher's page loads them together",
                )
    return {**by_lesson, ALL_LESSONS: [path for _, path in together.values()]}


def wheels_of(lesson: Lesson, console: Console, wheelhouse: Path | None) -> list[Path]:
    """Every wheel that the lesson brings, in the cache. Raises all findings at once, each at its line."""
    if not lesson.requirements:
        return []
    file = lesson.folder / lesson.requirements
    requirements, _ = read(file)  # what is wrong with the file is told when the lesson is read
    wheels: dict[Requirement, Path] = {}
    findings: list[LookbackError] = []
    for requirement in requirements:
        try:
            wheels[requirement] = _wheel(requirement, file, console, wheelhouse)
        except LookbackError as error:
            findings.append(error)
    if not findings:
        findings = list(_unmet(wheels, file))
    if findings:
        raise (
            findings[0] if len(findings) == 1 else Findings("packages are missing", findings=tuple(findings))
        )
    _unpack(lesson.id, list(wheels.values()))
    return list(wheels.values())


def list_of_packages(wheels: Iterable[Path]) -> str:
    """The list that `lookback.checker.packages` reads, as JSON."""
    known = {}
    for path in wheels:
        _, version, *_ = path.name.split("-")
        known[_name_of(path)] = {"version": version, "modules": sorted(_modules(path))}
    return json.dumps(known, sort_keys=True)


def _unpack(lesson: str, wheels: list[Path]) -> None:
    """Lay the packages out for `lookback.check`, which runs readers' files on the host."""
    folder = names.CACHE / "packages" / lesson
    listed = list_of_packages(wheels)
    if (folder / LIST).is_file() and (folder / LIST).read_text("utf-8") == listed:
        return
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    for path in wheels:
        with zipfile.ZipFile(path) as wheel:
            wheel.extractall(folder)
    (folder / LIST).write_text(listed, "utf-8")


def _wheel(requirement: Requirement, file: Path, console: Console, wheelhouse: Path | None) -> Path:
    kept = _find(requirement, names.CACHE / "wheels")
    if kept is None:
        found = _find(requirement, wheelhouse) if wheelhouse else None
        with tempfile.TemporaryDirectory() as folder:
            if found is None:
                with console.step(f"Fetching {requirement}"):
                    found = _download(requirement, file, Path(folder))
            _look_at(found, requirement, file)
            kept = names.CACHE / "wheels" / sha256_of(found)[:16] / found.name
            kept.parent.mkdir(parents=True, exist_ok=True)
            part = kept.with_suffix(".part")
            shutil.copyfile(found, part)
            part.replace(kept)
    return kept


def _find(requirement: Requirement, folder: Path) -> Path | None:
    """The wheel of that name with the pinned bytes."""
    for path in sorted(folder.rglob("*.whl")):
        if _name_of(path) == requirement.name and sha256_of(path) in requirement.hashes:
            return path
    return None


def _download(requirement: Requirement, file: Path, folder: Path) -> Path:
    pinned = folder / "requirements.txt"
    hashes = " ".join(f"--hash=sha256:{digest}" for digest in sorted(requirement.hashes))
    pinned.write_text(f"{requirement} {hashes}\n", "utf-8")
    command = [str(venv_python()), "-m", "pip", "download", "-q", "--disable-pip-version-check", "--no-deps"]
    command += ["--only-binary=:all:", "--platform", "any", "--implementation", "py", "--abi", "none"]
    command += ["--python-version", "3.14", "--require-hashes", "-r", str(pinned), "-d", str(folder)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    found = next(folder.glob("*.whl"), None)
    if done.returncode == 0 and found is not None:
        return found
    if "THESE PACKAGES DO NOT MATCH THE HASHES" in done.stderr:
        what = f"what pip found of {requirement} has another SHA-256 than the pinned one"
        mend = "take the hash of the wheel that ends in -none-any.whl"
    elif "No matching distribution" in done.stderr:
        what = f"pip knows no wheel of pure Python of {requirement}"
        mend = "check name and version; packages with compiled parts cannot be brought"
    else:
        lines = [line for line in done.stderr.splitlines() if "ERROR" in line]
        what = f"pip could not fetch {requirement} ({(lines or ['no answer'])[-1].removeprefix('ERROR: ')[:160]})"
        mend = "check the network, or put the wheel into a folder and name it with --wheelhouse"
    raise LookbackError(what, file, requirement.line, mend)


def _look_at(path: Path, requirement: Requirement, file: Path) -> None:
    """Refuse a wheel that cannot run in a reader's browser, or would hide what is there."""
    try:
        with zipfile.ZipFile(path) as wheel:
            compiled = [name for name in wheel.namelist() if PurePosixPath(name).suffix in _COMPILED]
    except (OSError, zipfile.BadZipFile) as error:
        raise LookbackError(
            f"{path.name} is no wheel ({error})", file, requirement.line, "fetch it anew"
        ) from error
    if not path.name.endswith("-none-any.whl") or compiled:
        raise LookbackError(
            f"{path.name} has compiled parts", file, requirement.line, "choose a package of pure Python"
        )
    hidden = _modules(path) & (sys.stdlib_module_names | {"numpy", "lookback", "micropip"})
    if hidden:
        raise LookbackError(
            f"{requirement} would hide Python's own {', '.join(sorted(hidden))}",
            file,
            requirement.line,
            "choose another package",
        )


def _unmet(wheels: dict[Requirement, Path], file: Path) -> Iterator[LookbackError]:
    """What the packages need and the file does not list."""
    from packaging.requirements import Requirement as Needed

    versions = {requirement.name: requirement.version for requirement in wheels}
    for requirement, path in wheels.items():
        for text in _metadata(path).get_all("Requires-Dist") or []:
            needed = Needed(text)
            name = normal(needed.name)
            if name in THERE_ALREADY or (needed.marker and not needed.marker.evaluate(_TARGET)):
                continue
            if name not in versions:
                what, mend = f"{requirement} needs {name}, which is not listed", f"add {name} with its hash"
            elif not needed.specifier.contains(versions[name], prereleases=True):
                what = f"{requirement} needs {name}{needed.specifier}, and {versions[name]} is listed"
                mend = "pin versions that fit together"
            else:
                continue
            yield LookbackError(what, file, requirement.line, mend)


def _metadata(path: Path) -> Message:
    with zipfile.ZipFile(path) as wheel:
        member = next(name for name in wheel.namelist() if name.endswith(".dist-info/METADATA"))
        return HeaderParser().parsestr(wheel.read(member).decode("utf-8"))


def _modules(path: Path) -> set[str]:
    """The names under which a wheel's contents are imported."""
    with zipfile.ZipFile(path) as wheel:
        tops = {name.split("/")[0] for name in wheel.namelist()}
    return {top.removesuffix(".py") for top in tops if not top.endswith((".dist-info", ".data", ".pth"))}


def _name_of(path: Path) -> str:
    return normal(path.name.split("-")[0])
