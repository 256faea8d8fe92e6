"""imsmanifest.xml of a SCORM package, for version 1.2 and for 2004 4th edition.

Sources: ADL, "SCORM Content Aggregation Model" 1.2 (2001), section 2.3; "SCORM 2004 4th Edition Content Aggregation
Model" 1.1 (2009), section 3.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal
from xml.etree import ElementTree as ET

Version = Literal["1.2", "2004"]

_XSI = "http://www.w3.org/2001/XMLSchema-instance"


@dataclass(frozen=True)
class Dialect:
    """What differs between the versions.

    Attributes
    ----------
    content, adl : namespaces of the content packaging and of ADL's additions to it.
    sequencing : namespace of simple sequencing; None where the version has none.
    schema_version : what the manifest says it is.
    sco_attribute : name of the attribute that tells a SCO from an asset, in ADL's namespace.
    locations : schema documents by namespace, as the standard names them beside the manifest.
    """

    content: str
    adl: str
    sequencing: str | None
    schema_version: str
    sco_attribute: str
    locations: dict[str, str]


DIALECTS: dict[Version, Dialect] = {
    "1.2": Dialect(
        content="http://www.imsproject.org/xsd/imscp_rootv1p1p2",
        adl="http://www.adlnet.org/xsd/adlcp_rootv1p2",
        sequencing=None,
        schema_version="1.2",
        sco_attribute="scormtype",
        locations={
            "http://www.imsproject.org/xsd/imscp_rootv1p1p2": "imscp_rootv1p1p2.xsd",
            "http://www.adlnet.org/xsd/adlcp_rootv1p2": "adlcp_rootv1p2.xsd",
        },
    ),
    "2004": Dialect(
        content="http://www.imsglobal.org/xsd/imscp_v1p1",
        adl="http://www.adlnet.org/xsd/adlcp_v1p3",
        sequencing="http://www.imsglobal.org/xsd/imsss",
        schema_version="2004 4th Edition",
        sco_attribute="scormType",
        locations={
            "http://www.imsglobal.org/xsd/imscp_v1p1": "imscp_v1p1.xsd",
            "http://www.adlnet.org/xsd/adlcp_v1p3": "adlcp_v1p3.xsd",
            "http://www.imsglobal.org/xsd/imsss": "imsss_v1p0.xsd",
        },
    ),
}


@dataclass(frozen=True)
class Sco:
    """A lesson as the platform launches it: `href` is the page, `files` are those of this lesson alone."""

    id: str
    title: str
    href: str
    files: tuple[str, ...]


def manifest(
    version: Version, identifier: str, title: str, scos: Iterable[Sco], shared: Iterable[str]
) -> str:
    """The manifest as text.

    Parameters
    ----------
    identifier : what the package is called by platforms; the same for every version of one course.
    shared : files that all lessons use.
    """
    dialect = DIALECTS[version]
    ET.register_namespace("", dialect.content)
    ET.register_namespace("adlcp", dialect.adl)
    ET.register_namespace("xsi", _XSI)
    if dialect.sequencing:
        ET.register_namespace("imsss", dialect.sequencing)
    root = ET.Element(
        f"{{{dialect.content}}}manifest",
        {
            "identifier": _identifier(identifier),
            "version": "1.0",
            f"{{{_XSI}}}schemaLocation": " ".join(
                f"{space} {xsd}" for space, xsd in dialect.locations.items()
            ),
        },
    )
    scos = list(scos)
    metadata = _add(root, dialect, "metadata")
    _add(metadata, dialect, "schema", "ADL SCORM")
    _add(metadata, dialect, "schemaversion", dialect.schema_version)
    _add_organization(root, dialect, title, scos)
    _add_resources(root, dialect, scos, sorted(shared))
    ET.indent(root, " ")
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + ET.tostring(root, encoding="unicode") + "\n"


def _add_organization(root: ET.Element, dialect: Dialect, title: str, scos: list[Sco]) -> None:
    organizations = _add(root, dialect, "organizations", default="course")
    organization = _add(organizations, dialect, "organization", identifier="course")
    _add(organization, dialect, "title", title)
    for sco in scos:
        item = _add(organization, dialect, "item", identifier=f"item-{sco.id}", identifierref=f"sco-{sco.id}")
        item.set("isvisible", "true")
        _add(item, dialect, "title", sco.title)
        if dialect.sequencing:
            sequencing = ET.SubElement(item, f"{{{dialect.sequencing}}}sequencing")
            # the lesson says itself when it is complete and how it went; a platform's own guess would replace that
            control = {"completionSetByContent": "true", "objectiveSetByContent": "true"}
            ET.SubElement(sequencing, f"{{{dialect.sequencing}}}deliveryControls", control)
    if dialect.sequencing:
        sequencing = ET.SubElement(organization, f"{{{dialect.sequencing}}}sequencing")
        ET.SubElement(sequencing, f"{{{dialect.sequencing}}}controlMode", {"choice": "true", "flow": "true"})


def _add_resources(root: ET.Element, dialect: Dialect, scos: list[Sco], shared: list[str]) -> None:
    resources = _add(root, dialect, "resources")
    kind = f"{{{dialect.adl}}}{dialect.sco_attribute}"
    for sco in scos:
        resource = _add(
            resources, dialect, "resource", identifier=f"sco-{sco.id}", type="webcontent", href=sco.href
        )
        resource.set(kind, "sco")
        for name in (sco.href, *sorted(sco.files)):
            _add(resource, dialect, "file", href=name)
        _add(resource, dialect, "dependency", identifierref="shared")
    resource = _add(resources, dialect, "resource", identifier="shared", type="webcontent")
    resource.set(kind, "asset")
    for name in shared:
        _add(resource, dialect, "file", href=name)


def _add(
    parent: ET.Element, dialect: Dialect, name: str, text: str | None = None, **attributes: str
) -> ET.Element:
    element = ET.SubElement(parent, f"{{{dialect.content}}}{name}", attributes)
    element.text = text
    return element


def _identifier(text: str) -> str:
    """An XML ID: it begins with a letter and holds letters, digits, `-`, `_` and `.`."""
    return "LB-" + re.sub(r"[^A-Za-z0-9._-]", "-", text)
