"""The command line of build.py. Starts on the standard library alone."""

from __future__ import annotations

import argparse
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

from lookback.errors import LookbackError, UsageError
from lookback_build import host, names
from lookback_build.bench import PARTS
from lookback_build.browsers import BENCHED
from lookback_build.console import Console


def main(arguments: list[str]) -> int:
    """Run one command and return its exit code: 0 good, 1 a finding, 2 wrong usage."""
    parser = _parser()
    options, rest = parser.parse_known_args(arguments)
    if rest and options.run is not _test:
        parser.error(f"unrecognized arguments: {' '.join(rest)}")
    options.pytest_arguments = rest
    console = Console()
    try:
        if not host.inside_venv():
            host.ensure_venv(console)
            command = [str(host.venv_python()), str(names.ROOT / "build.py"), *arguments]
            return _interruptible(lambda: subprocess.run(command, check=False).returncode)
        run: Callable[[argparse.Namespace, Console], int] = options.run
        return _interruptible(lambda: run(options, console))
    except LookbackError as error:
        print(error, file=sys.stderr)
        return error.exit_code


def _interruptible(run: Callable[[], int]) -> int:
    try:
        return run()
    except KeyboardInterrupt:
        return 130


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="build.py", description="Build, serve, check and test Lookback.")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")

    def add(
        name: str, help_text: str, run: Callable[[argparse.Namespace, Console], int]
    ) -> argparse.ArgumentParser:
        command = commands.add_parser(name, help=help_text, description=help_text)
        command.set_defaults(run=run)
        return command

    serve = add("serve", "build the site and serve it on this machine", _serve)
    serve.add_argument(
        "--port", type=int, help=f"port on 127.0.0.1 (default: the first free from {names.DEFAULT_PORT})"
    )
    build = add("build", "build the site into dist/", _build)
    build.add_argument("--out", type=Path, default=names.DIST, metavar="DIR", help="where to (default: dist)")
    build.add_argument(
        "--no-offline",
        action="store_true",
        help="do not have browsers keep the site for use with no network",
    )
    pack = add("pack", "pack the course for places where no host is", _pack)
    kinds = pack.add_mutually_exclusive_group(required=True)
    kinds.add_argument(
        "--single-file",
        dest="kind",
        action="store_const",
        const="single_file",
        help="one HTML file with everything, which opens by a double click",
    )
    kinds.add_argument(
        "--zip",
        dest="kind",
        action="store_const",
        const="classroom_zip",
        help="the site with a launcher for Windows, macOS and Linux",
    )
    kinds.add_argument(
        "--scorm",
        dest="kind",
        type=_scorm_kind,
        metavar="1.2|2004",
        help="a package for learning platforms, in one of the two versions of SCORM",
    )
    pack.add_argument("--lesson", metavar="LESSON", help="only this lesson")
    pack.add_argument(
        "--out",
        type=Path,
        metavar="FILE",
        help="the file to write (default: in dist-packs/, with the version)",
    )
    for command in (serve, build, pack):
        command.add_argument(
            "--wheelhouse",
            type=Path,
            metavar="DIR",
            help="a folder to look for runtime files in, before any download",
        )
    check = add("check", "say what is wrong with lessons and exercises", _check)
    check.add_argument("target", nargs="?", metavar="LESSON[/EXERCISE]", help="only this lesson or exercise")
    new = add("new", "write a small lesson to start from", _new)
    new.add_argument("lesson", metavar="LESSON", help="its name: small letters, digits and -")
    bench = add("bench", "measure how fast the site is, beside the stock recipe", _bench)
    bench.add_argument(
        "--engine",
        choices=tuple(BENCHED),
        default="chromium",
        help="the browser (default: chromium)",
    )
    bench.add_argument("--runs", type=int, default=5, help="visits of each kind (default: 5)")
    bench.add_argument(
        "--only",
        nargs="+",
        action="extend",
        choices=PARTS,
        metavar="PART",
        help=f"measure these parts only: {', '.join(PARTS)}",
    )
    bench.add_argument(
        "--out",
        type=Path,
        metavar="DIR",
        help="write bench.json and bench.svg there, beside what an earlier run has measured",
    )
    add("test", "run all tests; further arguments go to pytest", _test)
    return parser


def _scorm_kind(version: str) -> str:
    kinds = {"1.2": "scorm_12", "2004": "scorm_2004"}
    if version not in kinds:
        raise argparse.ArgumentTypeError(f"there is no version {version!r} here: take {' or '.join(kinds)}")
    return kinds[version]


def _build(options: argparse.Namespace, console: Console) -> int:
    from lookback_build.steps import build

    build(options.out.resolve(), _folder(options.wheelhouse), console, offline=not options.no_offline)
    return 0


def _pack(options: argparse.Namespace, console: Console) -> int:
    from lookback_build.pack.command import pack

    pack(options.kind, options.lesson, options.out, _folder(options.wheelhouse), console)
    return 0


def _serve(options: argparse.Namespace, console: Console) -> int:
    from lookback_build.assets import service_worker
    from lookback_build.serve import serve
    from lookback_build.steps import build

    wheelhouse = _folder(options.wheelhouse)
    build(names.DIST, wheelhouse, console)
    # A rebuild runs in a process of its own, because Python does not load changed modules again.
    command = [sys.executable, str(names.ROOT / "build.py"), "build"]
    removal = service_worker(host.ensure_node(console), offline=False)
    serve(names.DIST, options.port, removal, lambda: _run_again(command), console)
    return 0


def _check(options: argparse.Namespace, console: Console) -> int:
    from lookback_build.checking import check

    return check(options.target, console)


def _bench(options: argparse.Namespace, console: Console) -> int:
    from lookback_build.bench.command import bench

    if options.runs < 1:
        raise UsageError(f"--runs {options.runs} measures nothing", mend="give 1 or more")
    bench(options.engine, options.runs, options.only, options.out, console)
    return 0


def _new(options: argparse.Namespace, console: Console) -> int:
    from lookback.lesson.scaffold import new_lesson

    for path in new_lesson(names.ROOT, options.lesson):
        console.say(f"  {path.relative_to(names.ROOT)}")
    console.say(f"Next: python3 build.py serve, then open lessons/{options.lesson}/ and write")
    return 0


def _test(options: argparse.Namespace, console: Console) -> int:
    from lookback_build.testing import run_tests

    return run_tests(options.pytest_arguments, console)


def _run_again(command: list[str]) -> None:
    done = subprocess.run(command, check=False, stderr=subprocess.PIPE, text=True)
    if done.returncode != 0:
        raise LookbackError(done.stderr.strip().removesuffix("."))


def _folder(path: Path | None) -> Path | None:
    if path is not None and not path.is_dir():
        raise UsageError(f"--wheelhouse {path} is no folder", mend="name a folder that holds the files")
    return path
