"""The runtime as the browser loads it: Pyodide's core, and compiled bundles of Python packages.

Sources are compiled once, at build time, by the interpreter that will import them; otherwise every visitor's
browser would do it at every visit. A bundle is a gzipped tar that a worker unpacks before Python starts.
"""

from __future__ import annotations

import contextlib
import gzip
import hashlib
import io
import os
import shutil
import subprocess
import tarfile
import tempfile
import zipfile
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path, PurePosixPath

from lookback.checker.packages import LIST as PACKAGES_LIST
from lookback.errors import LookbackError
from lookback_build import names
from lookback_build.console import Console, megabytes
from lookback_build.first_modules import read_first_modules
from lookback_build.host import Node
from lookback_build.wheels import list_of_packages

CORE = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json")
# Pyodide wants its standard library as one zip. In a folder that Python looks into as early, it can come in parts, and
# is packed with the rest: a third smaller than a zip, whose members are packed one by one.
_LIBRARY = "/lib/python3.14/lib-dynload"
_SITE_PACKAGES = "/lib/python3.14/site-packages"
_COMPILER = Path(__file__).parent / "node" / "compile.mjs"

# Packages by what needs them, as the manifest's file names begin.
PACKAGES = {
    "numpy": ("numpy-",),
    "widgets": (
        "bokeh-",
        "jinja2-",
        "markupsafe-",
        "packaging-",
        "panel-",
        "param-",
        "pyviz_comms-",
        "pyyaml-",
        "tqdm-",
    ),
}

# What no page imports or reads: the page gets BokehJS and Panel's styles by themselves.
_LEFT_OUT_FOLDERS = (
    "bokeh/command", "bokeh/sampledata", "bokeh/server/static", "bokeh/sphinxext", "typings",
    "numpy/f2py", "numpy/core/include", "numpy/_core/include", "numpy/_core/lib",
    "numpy/_pyinstaller", "numpy/random/lib",
    "panel/dist", "panel/tests", "panel/command", "panel/examples", "panel/node_modules",
)  # fmt: skip
_LEFT_OUT_SUFFIXES = {
    ".a",
    ".c",
    ".h",
    ".less",
    ".map",
    ".md",
    ".pxd",
    ".pyi",
    ".pyx",
    ".rst",
    ".ts",
    ".tsx",
}
_OWN_SUFFIXES = {".py", ".css", ".json"}  # of our own package: code, and data that it reads
# Of our own package, what the sandbox runs; no kernels, which would be answers. Only the room that trains gets those.
_CHECKER = ("__init__.py", "errors.py", "checker/", "runner/", "browser/__init__.py", "browser/sandbox.py")
# Of the checker, what reads and audits exercises: the host's work.
_NOT_FOR_SANDBOX = tuple(
    f"checker/{name}.py" for name in ("audit", "child", "exercise", "fields", "mutate", "numbers", "terminal")
)
# Many formulas, a third of their weight when compiled. Python compiles those of a family at its first wrong answer.
_AS_SOURCE = "checker/probes/"
_TRAINING = (
    "kernels.py",
    "training.py",
    "moments.py",
    "drawing/__init__.py",
    "experiment/",
    "browser/trainer.py",
)
_NOT_FOR_STAGE = ("checker/", "runner/", "lesson/", "experiment/", "browser/sandbox.py", "browser/trainer.py")


@dataclass(frozen=True)
class Runtime:
    """What `dist/runtime/` is made of."""

    pyodide: Path  # a folder with Pyodide's core as released, for Node
    bundles: Mapping[str, Path]
    later: tuple[str, ...]  # names in learner code that may need the bundle "more"


@dataclass(frozen=True)
class _Member:
    """A file of a bundle: the module it is (None for data), its place in the file system, and where it is now."""

    module: str | None
    place: str
    path: Path


def build_runtime(files: Mapping[str, Path], node: Node, console: Console) -> Runtime:
    """Compile the standard library and all packages and pack them, or take from the cache what has not changed.

    What a page needs at once and what lessons and learners may ask for later come in different bundles.
    """
    pyodide = core_folder(files)
    tree = partial(_compiled, node=node, pyodide=pyodide, console=console)
    library = tree("stdlib", [files["python_stdlib.zip"]], _stdlib_tree, place=_LIBRARY)
    packages = {
        name: tree(
            name,
            [path for file, path in sorted(files.items()) if file.startswith(prefixes)],
            _wheel_trees,
            place=_SITE_PACKAGES,
        )
        for name, prefixes in PACKAGES.items()
    }
    contents = {
        **_divided(library, packages["numpy"], packages["widgets"]),
        "lookback": tree("lookback", _own_files("stage"), _own_tree, place=_SITE_PACKAGES),
        "checker": [
            *tree("checker", _compiled_files("sandbox"), _own_tree, place=_SITE_PACKAGES),
            *_source_members("sandbox"),
        ],
        "training": tree("training", _own_files("trainer"), _own_tree, place=_SITE_PACKAGES),
    }
    contents["widgets"].append(_list_of_later([*contents["more"], *contents["widgets-more"]]))
    bundles = {name: _packed(name, members, console) for name, members in contents.items()}
    return Runtime(pyodide, bundles, _words(contents["more"]))


def build_packages(wheels: list[Path], node: Node, pyodide: Path, console: Console) -> Path:
    """The bundle of the packages that a lesson brings, with the list of them."""
    members = _compiled(
        "packages", wheels, _wheel_trees, place=_SITE_PACKAGES, node=node, pyodide=pyodide, console=console
    )
    listed = _data_file(PACKAGES_LIST, list_of_packages(wheels))
    return _packed(
        "packages", [*members, _Member(None, f"{_SITE_PACKAGES[1:]}/{PACKAGES_LIST}", listed)], console
    )


def sources_of(worker: str) -> list[Path]:
    """The modules of our own package that a worker has: "sandbox" or "stage"."""
    return [path for path in _own_files(worker) if path.suffix == ".py"]


def _own_files(worker: str) -> list[Path]:
    files = sorted(path for path in names.PACKAGE.rglob("*") if path.suffix in _OWN_SUFFIXES)
    if worker == "sandbox":
        return [
            path
            for path in files
            if _own_place(path).startswith(_CHECKER) and not _own_place(path).startswith(_NOT_FOR_SANDBOX)
        ]
    if worker == "trainer":  # what it has besides the sandbox
        return [path for path in files if _own_place(path).startswith(_TRAINING)]
    return [path for path in files if not _own_place(path).startswith(_NOT_FOR_STAGE)]


def _compiled_files(worker: str) -> list[Path]:
    return [path for path in _own_files(worker) if not _own_place(path).startswith(_AS_SOURCE)]


def _source_members(worker: str) -> list[_Member]:
    """Copies in a folder named by their contents, as the compiled files have one: packing goes by the folder."""
    files = [path for path in _own_files(worker) if _own_place(path).startswith(_AS_SOURCE)]
    folder = names.CACHE / "compiled" / f"source-{_key(files)}"
    if files and not folder.exists():
        folder.parent.mkdir(parents=True, exist_ok=True)
        new = Path(tempfile.mkdtemp(dir=folder.parent))
        _own_tree(files, new)
        with contextlib.suppress(OSError):  # another build was first
            new.rename(folder)
        shutil.rmtree(new, ignore_errors=True)
    places = [f"lookback/{_own_place(path)}" for path in files]
    return [_Member(None, f"{_SITE_PACKAGES[1:]}/{place}", folder / place) for place in places]


def _divided(
    library: list[_Member], numpy: list[_Member], widgets: list[_Member]
) -> dict[str, list[_Member]]:
    """Members by bundle. The sandbox starts with "python" and "numpy", the stage with "widgets" besides."""
    first = read_first_modules()
    sandbox, stage = set(first["sandbox"]), set(first["stage"])
    python = [one for one in library if one.module in sandbox]
    early = [one for one in numpy if one.module is None or one.module in sandbox | stage]
    figures = [one for one in widgets if one.module is None or one.module in stage]
    return {
        "python": python,
        "numpy": early,
        "widgets": [*figures, *(one for one in library if one.module in stage - sandbox)],
        "more": [*_without(library, python), *_without(numpy, early)],
        "widgets-more": _without(widgets, figures),
    }


def _without(members: list[_Member], taken: list[_Member]) -> list[_Member]:
    return [one for one in members if one not in taken]


def _words(members: Iterable[_Member]) -> tuple[str, ...]:
    """What a source says when it means one of these modules: `statistics`, or `fft` for `numpy.fft`."""
    words = set()
    for one in members:
        top, _, inner = (one.module or "").partition(".")
        words.add(inner.partition(".")[0] if top == "numpy" else top)
    return tuple(sorted(word for word in words if word and not word.startswith("_")))


def _list_of_later(members: Iterable[_Member]) -> _Member:
    """A file for `lookback.browser.later`: the modules that it may fetch."""
    text = "\n".join(sorted(one.module for one in members if one.module is not None))
    path = _data_file("later.txt", text)
    return _Member(None, f"{_SITE_PACKAGES[1:]}/lookback/browser/later.txt", path)


def _data_file(name: str, text: str) -> Path:
    """A file of the cache in a folder that is named after its content."""
    path = names.CACHE / "compiled" / f"data-{hashlib.sha256(text.encode()).hexdigest()[:16]}" / name
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    return path


def core_folder(files: Mapping[str, Path]) -> Path:
    """Pyodide's own files side by side, as its loader under Node wants them."""
    folder = names.CACHE / "pyodide" / _key(files[name] for name in CORE)
    if not folder.exists():
        folder.parent.mkdir(parents=True, exist_ok=True)
        new = Path(tempfile.mkdtemp(dir=folder.parent))
        for name in CORE:
            shutil.copyfile(files[name], new / name)
        try:
            new.rename(folder)
        except OSError:  # another build was first
            shutil.rmtree(new)
    return folder


def _compiled(
    name: str,
    inputs: list[Path],
    lay_out: Callable[[list[Path], Path], None],
    *,
    place: str,
    node: Node,
    pyodide: Path,
    console: Console,
) -> list[_Member]:
    """The compiled form of `inputs`, made only when an input, this file or the compiler changed."""
    folder = (
        names.CACHE / "compiled" / _key([*inputs, Path(__file__), _COMPILER, pyodide / "pyodide-lock.json"])
    )
    if not folder.exists():
        folder.parent.mkdir(parents=True, exist_ok=True)
        with console.step(f"Compiling {name}"):
            source, output = (Path(tempfile.mkdtemp(dir=folder.parent)) for _ in range(2))
            try:
                lay_out(inputs, source)
                _compile(node, pyodide, source, output, place)
                with contextlib.suppress(OSError):  # another build was first
                    output.rename(folder)
            finally:
                shutil.rmtree(source, ignore_errors=True)
                shutil.rmtree(output, ignore_errors=True)
    return [
        _Member(_module(path.relative_to(folder)), f"{place[1:]}/{path.relative_to(folder).as_posix()}", path)
        for path in _files(folder)
    ]


def _module(path: Path) -> str | None:
    """The dotted name under which Python imports this file."""
    if path.suffix not in (".pyc", ".so"):
        return None
    parts = [*path.parent.parts, path.name.partition(".")[0]]
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def _compile(node: Node, pyodide: Path, source: Path, output: Path, prefix: str) -> None:
    command = [node.executable, str(_COMPILER), str(pyodide), str(source), str(output), prefix]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        told = next(
            (line for line in reversed(done.stderr.splitlines()) if "Error" in line), done.stderr[-300:]
        )
        raise LookbackError(
            f"Pyodide could not compile the Python files ({told.strip()})",
            mend="mend that file, or delete .cache",
        )


def _packed(name: str, members: list[_Member], console: Console) -> Path:
    """A gzipped tar that depends on places and contents alone."""
    key = hashlib.sha256(
        b"".join(f"{one.place}\0{one.path.parent}\0".encode() for one in members)
        + Path(__file__).read_bytes()
    ).hexdigest()[:16]
    result = names.CACHE / "bundles" / key / f"{name}.bundle"
    if result.exists():
        return result
    result.parent.mkdir(parents=True, exist_ok=True)
    with console.step(f"Packing {name}") as step:
        plain = io.BytesIO()
        with tarfile.open(fileobj=plain, mode="w", format=tarfile.USTAR_FORMAT) as archive:
            for one in sorted(members, key=lambda one: one.place):
                entry = tarfile.TarInfo(one.place)
                entry.size = one.path.stat().st_size
                with one.path.open("rb") as content:
                    archive.addfile(entry, content)
        packed = gzip.compress(plain.getvalue(), compresslevel=9, mtime=0)
        part = result.with_name(f"{name}.{os.getpid()}.part")
        part.write_bytes(packed)
        part.replace(result)
        step.result = megabytes(len(packed))
    return result


def _stdlib_tree(inputs: list[Path], target: Path) -> None:
    with zipfile.ZipFile(inputs[0]) as archive:
        archive.extractall(target)


def _wheel_trees(wheels: list[Path], target: Path) -> None:
    for wheel in wheels:
        with zipfile.ZipFile(wheel) as archive:
            for member in archive.namelist():
                if is_wanted(PurePosixPath(member)):
                    archive.extract(member, target)


def is_wanted(path: PurePosixPath) -> bool:
    text = str(path)
    if path.parts[0] == "pyviz_comms":
        return True  # reads its own scripts at import
    if text.startswith(_LEFT_OUT_FOLDERS) or path.suffix in _LEFT_OUT_SUFFIXES or "tests" in path.parts:
        return False
    if path.suffix == ".so":
        return "wasm32" in path.name  # MarkupSafe and PyYAML do without their compiled parts
    if path.parts[0].endswith(".dist-info"):
        return path.name == "METADATA"  # importlib.metadata is asked for versions
    return not text.endswith("/")


def _own_place(source: Path) -> str:
    return source.relative_to(names.PACKAGE).as_posix()


def _own_tree(sources: list[Path], target: Path) -> None:
    for source in sources:
        copy = target / "lookback" / source.relative_to(names.PACKAGE)
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(source, copy)


def _files(folder: Path) -> list[Path]:
    return sorted((path for path in folder.rglob("*") if path.is_file()), key=lambda path: path.as_posix())


def _key(paths: Iterable[Path]) -> str:
    digest = hashlib.sha256()
    for path in paths:
        digest.update(path.name.encode() + b"\0" + str(path.parent.name).encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()[:16]
