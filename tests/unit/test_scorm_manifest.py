"""The manifest of a SCORM package: order of elements, required attributes, identifiers that are unique and resolve.

`tests/build/test_scorm_schemas.py` holds it against the published schemas, which leave some of this open.
"""

from __future__ import annotations

import re
from xml.etree import ElementTree as ET

import pytest

from lookback_build.pack.scorm_manifest import DIALECTS, Version, manifest
from support.scos import FILES, SCOS

VERSIONS: tuple[Version, ...] = ("1.2", "2004")


def parsed(version: Version) -> ET.Element:
    text = manifest(version, "lookback", "Attention", SCOS, FILES)
    assert text.startswith('<?xml version="1.0" encoding="UTF-8"?>')
    return ET.fromstring(text)


@pytest.mark.parametrize("version", VERSIONS)
def test_it_has_the_elements_of_its_version_in_the_schemas_order(version: Version) -> None:
    dialect, root = DIALECTS[version], parsed(version)
    space = f"{{{dialect.content}}}"
    assert root.tag == space + "manifest"
    assert [child.tag for child in root] == [
        space + name for name in ("metadata", "organizations", "resources")
    ]
    assert [child.text for child in root[0]] == ["ADL SCORM", dialect.schema_version]
    organization = root[1][0]
    assert root[1].get("default") == organization.get("identifier")
    assert organization[0].tag == space + "title"
    items = organization.findall(space + "item")
    assert [item.findtext(space + "title") for item in items] == [sco.title for sco in SCOS]
    # sequencing, where there is any, comes after title and items
    tags = [child.tag for child in organization]
    rest = tags[tags.index(space + "item") :]
    assert rest[:2] == [space + "item"] * 2
    assert (len(rest) == 3) == (version == "2004")


@pytest.mark.parametrize("version", VERSIONS)
def test_every_identifier_is_an_xml_id_unique_and_resolves(version: Version) -> None:
    root = parsed(version)
    found = [element.get("identifier") for element in root.iter() if element.get("identifier")]
    assert len(found) == len(set(found))
    assert all(re.fullmatch(r"[A-Za-z_][\w.-]*", str(name)) for name in found)
    asked = {element.get("identifierref") for element in root.iter() if element.get("identifierref")}
    assert asked <= set(found)


@pytest.mark.parametrize("version", VERSIONS)
def test_resources_say_what_they_are_and_list_their_page_first(version: Version) -> None:
    dialect, root = DIALECTS[version], parsed(version)
    space, kind = f"{{{dialect.content}}}", f"{{{dialect.adl}}}{dialect.sco_attribute}"
    resources = root.findall(f"{space}resources/{space}resource")
    assert [resource.get(kind) for resource in resources] == ["sco", "sco", "asset"]
    assert all(resource.get("type") == "webcontent" for resource in resources)
    for resource in resources[:2]:
        files = [file.get("href") for file in resource.findall(space + "file")]
        assert files[0] == resource.get("href")
        assert resource[-1].tag == space + "dependency"
    hrefs = [file.get("href") for file in root.iter(space + "file")]
    assert len(hrefs) == len(set(hrefs))
