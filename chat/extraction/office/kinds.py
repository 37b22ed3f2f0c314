"""Detect office formats, and access the parts of an Open XML package (DOCX, PPTX); shared by the office readers."""

from __future__ import annotations

import posixpath
import re
from dataclasses import dataclass

from lxml import etree

from chat.errors import DamagedFile, NeedsPassword
from chat.extraction.archive import PROTECTED, SIGNATURE, Archive, directory_start

DOCX = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"
PPTX = "application/vnd.openxmlformats-officedocument.presentationml.presentation"
XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
XLS = "application/vnd.ms-excel"
ODT = "application/vnd.oasis.opendocument.text"
ODP = "application/vnd.oasis.opendocument.presentation"
ODS = "application/vnd.oasis.opendocument.spreadsheet"
_MANIFEST = "META-INF/manifest.xml"

OLE_SIGNATURE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_OPEN_XML = re.compile(rb"PK\x01\x02.{42}(?:(word)/document|(ppt)/presentation|(xl)/workbook)", re.DOTALL)
"""Name of the main part in the ZIP directory, by which the kind is recognised."""
_OPEN_XML_KINDS = (DOCX, PPTX, XLSX)
_MIMETYPE = 30
"""Offset of the first entry's name; OpenDocument puts `mimetype` there, stored, followed by its value (part 2, 3.3)."""


def packed_kind(content: bytes) -> str | None:
    """Return the media type of the office format in a ZIP file, or `None` for other archives.

    Templates and files with macros count as the plain format.
    """
    if not content.startswith(SIGNATURE):
        return None
    if content.startswith(b"mimetypeapplication/vnd.oasis.opendocument.", _MIMETYPE):
        return next((kind for kind in (ODT, ODP, ODS) if content.startswith(b"mimetype" + kind.encode(), _MIMETYPE)), None)
    match = _OPEN_XML.search(content, directory_start(content))
    return _OPEN_XML_KINDS[(match.lastindex or 1) - 1] if match else None


def compound_kind(name: str, content: bytes) -> str | None:
    """Return what an OLE file (from before 2007, or encrypted) holds, by the names of its streams: `encrypted`, `xls`, `doc`,
    `ppt`, `msg` or `None`."""
    streams = {
        "encrypted": "EncryptedPackage",
        "doc": "WordDocument",
        "ppt": "PowerPoint Document",
        "xls": "Workbook",
        "old xls": "Book\0",
        "msg": "__properties_version1.0",
    }
    found = [kind for kind, stream in streams.items() if stream.encode("utf-16-le") in content]
    if "xls" in found and name.lower().endswith((".xls", ".xlt")):  # each may contain another one as an embedded object
        return "xls"
    return found[0].removeprefix("old ") if found else None


def refuse_encrypted(archive: Archive) -> None:
    """Raise NeedsPassword for an OpenDocument file with encrypted parts, according to its manifest."""
    if _MANIFEST in archive and b"encryption-data" in archive.read(_MANIFEST):
        raise NeedsPassword(PROTECTED)


@dataclass(frozen=True, slots=True)
class Relationship:
    """A reference from a part to another part or to an external resource."""

    kind: str
    """Last segment of the relationship type: `officeDocument`, `hyperlink`, `footnotes`."""
    target: str
    """Name of the part, or an external address."""
    external: bool


def local(element: etree._Element) -> str:
    """Return the tag without its namespace, which is all that differs between the strict and the transitional flavour in what is
    read here."""
    return str(element.tag).rpartition("}")[2]  # a comment's tag is a function


def attribute(element: etree._Element, name: str) -> str | None:
    """Return the attribute with this local name, preferring the one in the element's own namespace."""
    own = element.get(f"{str(element.tag).rpartition('}')[0]}}}{name}")
    if own is not None:
        return own
    return next((str(value) for key, value in element.items() if key == name or str(key).endswith(f"}}{name}")), None)


def child(element: etree._Element | None, *path: str) -> etree._Element | None:
    """Return the first element along a path of local names, or `None`."""
    for name in path:
        element = next((each for each in element if local(each) == name), None) if element is not None else None
    return element


def relationships(archive: Archive, part: str = "") -> dict[str, Relationship]:
    """Return the relationships of one part by id; without a part name, those of the package."""
    folder, name = posixpath.split(part)
    source = posixpath.join(folder, "_rels", f"{name}.rels")
    if source not in archive:
        return {}
    found = {}
    for element in archive.tree(source):
        target, kind = element.get("Target", ""), element.get("Type", "").rpartition("/")[2]
        external = element.get("TargetMode") == "External"
        if not external:
            target = posixpath.normpath(posixpath.join(folder, target)) if not target.startswith("/") else target[1:]
        found[element.get("Id", "")] = Relationship(kind, target, external)
    return found


def main_part(archive: Archive) -> str:
    """Return the name of the package's main part. Raises DamagedFile when it is missing."""
    for relationship in relationships(archive).values():
        if relationship.kind == "officeDocument" and relationship.target in archive:
            return relationship.target
    raise DamagedFile("The file's main part is missing.")


def core_title(archive: Archive) -> str | None:
    """Return the title from the file's core properties, if any."""
    try:
        root = archive.tree("docProps/core.xml") if "docProps/core.xml" in archive else None
    except DamagedFile:
        return None
    title = child(root, "title")
    return title.text if title is not None else None
