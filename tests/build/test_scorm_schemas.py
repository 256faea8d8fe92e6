"""The manifests of SCORM packages against the schemas that ADL and IMS publish."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
import xmlschema

from lookback_build import names
from lookback_build.console import Console
from lookback_build.fetch import ensure_runtime
from lookback_build.host import ensure_node
from lookback_build.pack.scorm_manifest import Version, manifest
from lookback_build.runtime_lock import read_runtime_lock
from support.scos import FILES, SCOS

pytestmark = pytest.mark.build

LOCK = names.ROOT / "tests" / "support" / "scorm-schemas.lock.toml"
# Content packaging first; the others are what its "any" elements and attributes are held against.
SCHEMAS: dict[Version, tuple[str, ...]] = {
    "1.2": ("imscp_rootv1p1p2.xsd", "adlcp_rootv1p2.xsd"),
    "2004": ("imscp_v1p1.xsd", "adlcp_v1p3.xsd", "imsss_v1p0.xsd", "adlseq_v1p3.xsd", "adlnav_v1p3.xsd"),
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    target = tmp_path_factory.mktemp("schemas")
    files = ensure_runtime(read_runtime_lock(LOCK).values(), ensure_node(Console()), Console())
    for name, path in files.items():
        shutil.copyfile(path, target / name)
    return target


@pytest.mark.parametrize("version", SCHEMAS)
def test_a_manifest_is_valid_and_a_broken_one_is_not(folder: Path, version: Version) -> None:
    # Lax, because the schema of xml:base that 1.2 brings along binds a reserved prefix and is passed over.
    places = [str(folder / name) for name in SCHEMAS[version]]
    schema = xmlschema.XMLSchema(places, validation="lax", allow="local")
    text = manifest(version, "lookback", "Attention", SCOS, FILES)
    assert [str(error) for error in schema.iter_errors(text)] == []
    for right, wrong in (
        ("<organizations ", "<organizations colour='red' "),
        ('isvisible="true"', 'isvisible="perhaps"'),
        (' type="webcontent"', ""),
        ("<title>Lesson two</title>", "<title>Lesson two</title><title>Lesson two</title>"),
        ("</resources>", "</resources><metadata/>"),
    ):
        assert right in text
        assert list(schema.iter_errors(text.replace(right, wrong))), f"{right} as {wrong!r}"
