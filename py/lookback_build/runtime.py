"""The runtime as the browser loads it: Pyodide's core, and compiled bundles of Python packages.

Sources are compiled once, at build time, by the interpreter that will import them; otherwise every visitor's
browser would do it at every visit. A bundle is a gzipped tar that a worker unpacks before Python starts.
"""

from __future__ import annotations

import gzip
import hashlib
import io
import shutil
import subprocess
import tarfile
import tempfile
import zipfile
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from lookback.errors import LookbackError
from lookback_build import names
from lookback_build.console import Console, megabytes
from lookback_build.host import Node

CORE = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json")
_SITE_PACKAGES = "/lib/python3.14/site-packages"
_COMPILER = Path(__file__).parent / "node" / "compile.mjs"

# Bundles by name: the packages (as the manifest's file names begin) that each holds.
_BUNDLES = {
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
    """What `dist/runtime/` is made of: files by their place in it."""

    pyodide: Path  # a folder with Pyodide's core as released, for Node
    stdlib: Path
    bundles: Mapping[str, Path]


def build_runtime(files: Mapping[str, Path], node: Node, console: Console) -> Runtime:
    """Compile the standard library and the bundles, or take them from the cache when nothing changed."""
    pyodide = core_folder(files)
    stdlib = _cached(
        "stdlib.zip", [files["python_stdlib.zip"]], node, pyodide, console, _stdlib_tree, _zip_tree
    )
    bundles = {}
    for name, prefixes in _BUNDLES.items():
        wheels = [path for file, path in sorted(files.items()) if file.startswith(prefixes)]
        bundles[name] = _cached(f"{name}.bundle", wheels, node, pyodide, console, _wheel_trees, _tar_tree)
    sources = sorted(path for path in names.PACKAGE.rglob("*") if path.suffix in _OWN_SUFFIXES)
    own = {
        "lookback": [path for path in sources if not _own_place(path).startswith(_NOT_FOR_STAGE)],
        "checker": [path for path in sources if _own_place(path).startswith(_CHECKER)],
        "training": [path for path in sources if _own_place(path).startswith(_TRAINING)],
    }
    for name, paths in own.items():
        bundles[name] = _cached(f"{name}.bundle", paths, node, pyodide, console, _own_tree, _tar_tree)
    return Runtime(pyodide, stdlib, bundles)


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


def _cached(
    name: str,
    inputs: list[Path],
    node: Node,
    pyodide: Path,
    console: Console,
    lay_out: Callable[[list[Path], Path], None],
    pack: Callable[[Path], bytes],
) -> Path:
    """The packed, compiled form of `inputs`, made only when an input, this file or the compiler changed."""
    key = _key([*inputs, Path(__file__), _COMPILER, pyodide / "pyodide-lock.json"])
    result = names.CACHE / "bundles" / key / name
    if result.exists():
        return result
    result.parent.mkdir(parents=True, exist_ok=True)
    with console.step(f"Compiling {name}") as step, tempfile.TemporaryDirectory(dir=names.CACHE) as scratch:
        source, output = Path(scratch, "source"), Path(scratch, "output")
        source.mkdir()
        output.mkdir()
        lay_out(inputs, source)
        _compile(node, pyodide, source, output)
        part = result.with_name(f"{name}.{Path(scratch).name}.part")
        part.write_bytes(pack(output))
        part.replace(result)
        step.result = megabytes(result.stat().st_size)
    return result


def _compile(node: Node, pyodide: Path, source: Path, output: Path) -> None:
    prefix = "/lib/python314.zip" if (source / "encodings").exists() else _SITE_PACKAGES
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


def _stdlib_tree(inputs: list[Path], target: Path) -> None:
    with zipfile.ZipFile(inputs[0]) as archive:
        archive.extractall(target)


def _wheel_trees(wheels: list[Path], target: Path) -> None:
    for wheel in wheels:
        with zipfile.ZipFile(wheel) as archive:
            for member in archive.namelist():
                if _is_wanted(PurePosixPath(member)):
                    archive.extract(member, target)


def _is_wanted(path: PurePosixPath) -> bool:
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


def _tar_tree(folder: Path) -> bytes:
    """A gzipped tar of `folder` that depends on names and contents alone."""
    plain = io.BytesIO()
    with tarfile.open(fileobj=plain, mode="w", format=tarfile.USTAR_FORMAT) as archive:
        for path in _files(folder):
            entry = tarfile.TarInfo(f"{_SITE_PACKAGES[1:]}/{path.relative_to(folder).as_posix()}")
            entry.size = path.stat().st_size
            with path.open("rb") as content:
                archive.addfile(entry, content)
    return gzip.compress(plain.getvalue(), compresslevel=9, mtime=0)


def _zip_tree(folder: Path) -> bytes:
    """A zip of `folder` that Python imports from, depending on names and contents alone."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for path in _files(folder):
            entry = zipfile.ZipInfo(path.relative_to(folder).as_posix(), date_time=(1980, 1, 1, 0, 0, 0))
            entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, path.read_bytes())
    return packed.getvalue()


def _files(folder: Path) -> list[Path]:
    return sorted((path for path in folder.rglob("*") if path.is_file()), key=lambda path: path.as_posix())


def _key(paths: Iterable[Path]) -> str:
    digest = hashlib.sha256()
    for path in paths:
        digest.update(path.name.encode() + b"\0" + str(path.parent.name).encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()[:16]
