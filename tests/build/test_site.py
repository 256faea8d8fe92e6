"""`dist/`: whole, relative, reproducible, and never in place of somebody's files."""

from __future__ import annotations

import base64
import gzip
import hashlib
import io
import json
import os
import re
import shutil
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path

import pytest
from PIL import Image

from lookback_build import names
from lookback_build.described import descriptions

pytestmark = pytest.mark.build


def build(out: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(names.ROOT / "build.py"), "build", "--out", str(out), *arguments]
    return subprocess.run(command, check=False, capture_output=True, text=True)


def tree(folder: Path) -> dict[str, str]:
    return {
        path.relative_to(folder).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in folder.rglob("*")
        if path.is_file()
    }


class Links(HTMLParser):
    """Everything a page refers to."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found += [value for name, value in attrs if name in ("href", "src") and value]


def test_the_same_sources_make_the_same_bytes(dist: Path, tmp_path: Path) -> None:
    again = tmp_path / "again"
    assert build(again).returncode == 0
    assert tree(again) == tree(dist)


def test_build_json_lists_every_file_with_its_size_and_sha256(dist: Path) -> None:
    listed = json.loads((dist / "build.json").read_text("utf-8"))
    assert {"version", "lessons", "files"} <= set(listed)
    found = {name: digest for name, digest in tree(dist).items() if name != "build.json"}
    assert {entry["path"]: entry["sha256"] for entry in listed["files"]} == found
    assert all(entry["bytes"] == (dist / entry["path"]).stat().st_size for entry in listed["files"])


def test_what_contracts_promise_is_there(dist: Path) -> None:
    for lesson in json.loads((dist / "build.json").read_text("utf-8"))["lessons"]:
        assert (dist / "lessons" / lesson / "index.html").is_file()
        assert (dist / "lessons" / f"{lesson}.json").is_file()
    promised = ("index.html", "teacher/index.html", "embed.js", "embed.schema.json", "licences.txt")
    for name in (*promised, "lessons/index.json", "lessons/schema.json"):
        assert (dist / name).is_file()


def test_it_can_be_installed(dist: Path) -> None:
    manifest = json.loads((dist / "manifest.webmanifest").read_text("utf-8"))
    assert not any(re.match(r"[a-z]+:|/", manifest[key]) for key in ("id", "start_url", "scope"))
    assert (dist / manifest["start_url"]).is_file()
    drawn = {}
    for icon in manifest["icons"]:
        content = (dist / icon["src"]).read_bytes()
        if icon["type"] == "image/png":
            image = Image.open(io.BytesIO(content)).convert("RGBA")
            assert icon["sizes"] == f"{image.width}x{image.height}"
            drawn[icon["purpose"], image.width] = image
    corner, middle = (0, 0), (256, 256)
    assert drawn["any", 512].getpixel(corner)[3] == 0, "its corners are round"
    assert drawn["maskable", 512].getpixel(corner)[3] == 255, "the mask cuts its corners"
    assert drawn["any", 512].getpixel(middle) == drawn["maskable", 512].getpixel(middle) == (255,) * 4
    assert drawn["maskable", 512].getpixel((60, 256)) == (0x15, 0x18, 0x1C, 255), "the mask may cut here"


def test_a_page_names_the_content_of_all_that_it_loads(dist: Path) -> None:
    """Then two builds cannot mix in it; docs/offline.md says what rests on this."""
    for page in (dist / "lessons").glob("*/index.html"):
        (description,) = descriptions(page.read_text("utf-8"))
        path, _, start = description["bundle"].partition("?v=")
        assert len(start) == 12
        assert hashlib.sha256((dist / path).read_bytes()).hexdigest().startswith(start)
        links = Links()
        links.feed(page.read_text("utf-8"))
        loaded = [link for link in links.found if Path(link).suffix in {".js", ".css", ".svg", ".png"}]
        assert all(link.startswith("../../assets/") for link in loaded)


def test_without_offline_the_worker_takes_itself_away(dist: Path, tmp_path: Path) -> None:
    out = tmp_path / "site"
    assert build(out, "--no-offline").returncode == 0
    assert "unregister" in (out / "sw.js").read_text("utf-8")
    assert "unregister" not in (dist / "sw.js").read_text("utf-8")
    assert '<meta name="lookback-offline" content="off">' in (out / "index.html").read_text("utf-8")
    assert "lookback-offline" not in (dist / "index.html").read_text("utf-8")


def test_pages_refer_to_nothing_by_an_absolute_address(dist: Path) -> None:
    for page in dist.rglob("*.html"):
        links = Links()
        links.feed(page.read_text("utf-8"))
        for link in links.found:
            assert not re.match(r"[a-z]+:|/", link), f"{page.name} refers to {link}"
            target = (page.parent / link.split("#")[0].split("?")[0]).resolve()
            assert target.exists(), f"{page.name} refers to {link}, which is not there"


def test_styles_load_nothing_from_elsewhere(dist: Path) -> None:
    for style in (dist / "assets").glob("*.css"):
        assert re.findall(r"url\(\s*['\"]?(https?:|//)", style.read_text("utf-8")) == []


def test_licences_of_what_is_carried_are_collected(dist: Path) -> None:
    text = (dist / "licences.txt").read_text("utf-8")
    for project in (
        "Pyodide",
        "CPython",
        "numpy",
        "bokeh",
        "panel",
        "idb-keyval",
        "@codemirror/view",
        "@lezer/python",
    ):
        assert project in text


def test_a_folder_with_other_files_is_not_replaced(tmp_path: Path) -> None:
    (tmp_path / "thesis.txt").write_text("mine")
    done = build(tmp_path)
    assert done.returncode == 2
    assert "holds something else than a Lookback site" in done.stderr
    assert (tmp_path / "thesis.txt").read_text() == "mine"


def test_everything_cached_works_with_the_network_cut(dist: Path, tmp_path: Path) -> None:
    """In a network namespace of its own a process reaches no host; without the right to one, proxies lie."""
    command = [sys.executable, str(names.ROOT / "build.py"), "build", "--out", str(tmp_path / "site")]
    if shutil.which("unshare") and subprocess.run(["unshare", "--net", "true"], check=False).returncode == 0:
        command = ["unshare", "--net", *command]
    nowhere = dict.fromkeys(("http_proxy", "https_proxy", "HTTP_PROXY", "HTTPS_PROXY"), "http://127.0.0.1:9")
    done = subprocess.run(command, check=False, capture_output=True, text=True, env={**os.environ, **nowhere})
    assert done.returncode == 0, done.stderr
    assert tree(tmp_path / "site") == tree(dist)


def test_what_a_sandboxed_page_reads_is_there_as_scripts(dist: Path) -> None:
    """Each hands over the bytes of the file it is named after."""
    scripts = sorted((dist / "carried").rglob("*.js"))
    assert any(path.name.endswith(".wasm.js") for path in scripts)
    for script in scripts:
        call = re.fullmatch(r"lookbackCarried\((.*)\);\n", script.read_text("utf-8"), re.DOTALL)
        assert call
        path, _, packed, text = json.loads(f"[{call[1]}]")
        assert script == dist / "carried" / f"{path}.js"
        stored = base64.b64decode(text)
        assert (gzip.decompress(stored) if packed else stored) == (dist / path).read_bytes()
