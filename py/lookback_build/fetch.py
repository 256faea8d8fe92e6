"""Runtime files into the cache: from the first source that has the pinned bytes, and never any others."""

from __future__ import annotations

import io
import os
import shutil
import tarfile
import tempfile
import threading
import zipfile
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path

from lookback.errors import Findings, LookbackError
from lookback_build import names
from lookback_build.console import Console, Step, megabytes
from lookback_build.digest import sha256_of
from lookback_build.download import RemoteFile, SourceError, download
from lookback_build.host import Node
from lookback_build.locks import exclusive
from lookback_build.runtime_lock import RuntimeFile, Source
from lookback_build.sources import Addresses


def cached_path(file: RuntimeFile) -> Path:
    """Where the cache keeps this file: the name says which bytes."""
    return names.CACHE / "runtime" / file.sha256[:16] / file.name


def ensure_runtime(
    files: Iterable[RuntimeFile], node: Node, console: Console, wheelhouse: Path | None = None
) -> dict[str, Path]:
    """Put every file into the cache and return where each is.

    Files that are there and whole are used as they are, without the network. Raises one error for each file
    that no source could give, naming the file, what each source said, and the mend.
    """
    files = list(files)
    if any(not _is_whole(file, cached_path(file)) for file in files):
        with exclusive(names.CACHE / "runtime.lock"):
            missing = [file for file in files if not _is_whole(file, cached_path(file))]
            if missing:
                with console.step("Fetching the runtime") as step:
                    _fetch_all(missing, node, step, console, wheelhouse)
    return {file.name: cached_path(file) for file in files}


def _fetch_all(
    missing: list[RuntimeFile], node: Node, step: Step, console: Console, wheelhouse: Path | None
) -> None:
    total = sum(file.size for file in missing)
    # pyodide.mjs first: it names the address of Pyodide's release files
    missing = sorted(missing, key=lambda file: file.name != "pyodide.mjs")
    core = next((path for path in names.CACHE.glob("runtime/*/pyodide.mjs")), None)
    with ThreadPoolExecutor(names.DOWNLOADS_AT_ONCE) as pool:
        fetch = _Fetch(node, _Progress(step, total), console, wheelhouse, core)
        fetch.addresses = fetch.make_addresses(missing)
        errors = []
        if missing[0].name == "pyodide.mjs":
            errors.append(fetch.one(missing[0]))
            fetch.core = cached_path(missing.pop(0))
            fetch.addresses = fetch.make_addresses(missing)
        errors += pool.map(fetch.one, missing)
    failed = tuple(error for error in errors if error)
    if failed:
        raise failed[0] if len(failed) == 1 else Findings("runtime files are missing", findings=failed)
    step.result = megabytes(total)


@dataclass
class _Progress:
    """Bytes that arrived, over all threads."""

    step: Step
    total: int
    done: int = 0
    lock: threading.Lock = field(default_factory=threading.Lock)

    def add(self, name: str) -> Callable[[int], None]:
        def tell(count: int) -> None:
            with self.lock:
                self.done += count
                # an archive may be larger than what we take from it: never show more than all
                shown = min(self.done, self.total)
                self.step.progress(f"{megabytes(shown)} of {megabytes(self.total)}: {name}")

        return tell


@dataclass
class _Fetch:
    """One run of fetching: tries the sources of each file in order."""

    node: Node
    progress: _Progress
    console: Console
    wheelhouse: Path | None
    core: Path | None
    addresses: Addresses | None = None
    dead: set[str] = field(default_factory=set)  # hosts that could not be reached: asked once, not per file
    archives: dict[str, threading.Lock] = field(default_factory=dict)
    lock: threading.Lock = field(default_factory=threading.Lock)

    def make_addresses(self, missing: list[RuntimeFile]) -> Addresses:
        wanted = [source.request for file in missing for source in file.sources if source.kind == "pypi"]
        return Addresses(self.node, wanted, self.core)

    def one(self, file: RuntimeFile) -> LookbackError | None:
        """Fetch one file; the error when no source has it."""
        said = []
        try:
            if self.wheelhouse and self._from_wheelhouse(file):
                return None
            for source in file.sources:
                try:
                    self._from_source(file, source)
                    return None
                except SourceError as error:
                    said.append(f"{source} {error}")
        except LookbackError as error:
            return error
        return LookbackError(
            f"no source has the pinned bytes of {file.name}: {'; '.join(said)}",
            mend="check the network, or put the file into a folder and name it with --wheelhouse",
        )

    def _from_wheelhouse(self, file: RuntimeFile) -> bool:
        assert self.wheelhouse is not None  # noqa: S101  the caller has looked
        for path in sorted(self.wheelhouse.rglob(file.name)):
            if _is_whole(file, path):
                _move_into_cache(file, _copy(path, _part(file)))
                return True
            self.console.say(
                f"  {path} is not the pinned {file.name} (its SHA-256 or size differs): not used"
            )
        return False

    def _from_source(self, file: RuntimeFile, source: Source) -> None:
        assert self.addresses is not None  # noqa: S101  set before the first file
        url = self.addresses.find(source, file.name)
        host = url.split("/")[2]
        if host in self.dead:
            raise SourceError("cannot be reached")
        try:
            if not source.member:
                self._whole_file(file, url)
            elif source.kind == "npm":
                self._from_archive(file, source, url)
            else:
                self._from_remote_zip(file, source, url)
        except SourceError as error:
            if "cannot be reached" in str(error):
                self.dead.add(host)
            raise

    def _whole_file(self, file: RuntimeFile, url: str) -> None:
        part = _part(file)
        resumed = part.exists()
        tell = self.progress.add(file.name)
        if resumed:
            tell(part.stat().st_size)
        download(url, part, file.size, tell)
        try:
            _move_into_cache(file, part)
        except SourceError:
            if not resumed:
                raise
            # what an earlier run left was not the beginning of these bytes: once more, from the start
            download(url, part, file.size, tell)
            _move_into_cache(file, part)

    def _from_remote_zip(self, file: RuntimeFile, source: Source, url: str) -> None:
        try:
            remote = io.BufferedReader(RemoteFile(url, self.progress.add(file.name)))
            with zipfile.ZipFile(remote) as archive:
                _move_into_cache(file, _write(archive.read(source.member), _part(file)))
        except (SourceError, OSError, KeyError, zipfile.BadZipFile):
            self._from_archive(file, source, url)  # the server gives no parts: take the whole archive

    def _from_archive(self, file: RuntimeFile, source: Source, url: str) -> None:
        archive = names.CACHE / "archives" / url.rpartition("/")[2]
        with self.lock:
            own_lock = self.archives.setdefault(archive.name, threading.Lock())
        with own_lock:
            if not archive.exists():
                part = archive.with_name(archive.name + ".part")
                part.parent.mkdir(parents=True, exist_ok=True)
                download(url, part, None, self.progress.add(archive.name))
                os.replace(part, archive)
            try:
                _move_into_cache(file, _write(_read_member(archive, source.member), _part(file)))
            except (KeyError, OSError, tarfile.TarError, zipfile.BadZipFile) as error:
                archive.unlink(missing_ok=True)
                raise SourceError(f"sent an archive without a readable {source.member}") from error


def _read_member(archive: Path, member: str) -> bytes:
    if archive.suffix in {".whl", ".zip"}:
        with zipfile.ZipFile(archive) as opened:
            return opened.read(member)
    with tarfile.open(archive) as opened_tar:
        content = opened_tar.extractfile(member)
        if content is None:
            raise KeyError(member)
        return content.read()


def _part(file: RuntimeFile) -> Path:
    path = cached_path(file)
    path.parent.mkdir(parents=True, exist_ok=True)
    return path.with_name(path.name + ".part")


def _move_into_cache(file: RuntimeFile, part: Path) -> None:
    """Take the file over when its bytes are the pinned ones; refuse and delete it otherwise."""
    if not _is_whole(file, part):
        got = sha256_of(part)
        size = part.stat().st_size
        part.unlink()
        raise SourceError(
            f"sent other bytes (SHA-256 {got[:12]}…, {size:,} bytes; "
            f"pinned are {file.sha256[:12]}…, {file.size:,} bytes)"
        )
    os.replace(part, cached_path(file))


def _is_whole(file: RuntimeFile, path: Path) -> bool:
    if not path.is_file() or path.stat().st_size != file.size:
        return False
    return sha256_of(path) == file.sha256


def _copy(source: Path, target: Path) -> Path:
    return _write(source.read_bytes(), target)


def _write(content: bytes, target: Path) -> Path:
    """Write through a temporary name, so that a full disk leaves nothing that looks finished."""
    try:
        with tempfile.NamedTemporaryFile(dir=target.parent, delete=False) as out:
            out.write(content)
        os.replace(out.name, target)
    except OSError as error:
        Path(out.name).unlink(missing_ok=True)
        raise LookbackError(
            f"{target.name.removesuffix('.part')} cannot be written ({error.strerror})",
            target.parent,
            mend="free some space, or set LOOKBACK_CACHE to a folder on another disk, and start again",
        ) from error
    return target


def clear_archives() -> None:
    """Drop archives that only served to take members out."""
    shutil.rmtree(names.CACHE / "archives", ignore_errors=True)
