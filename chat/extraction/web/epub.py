"""Read EPUB books: the chapters in reading order, each below its title."""

from __future__ import annotations

import posixpath
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from urllib.parse import unquote

from lxml import etree

from chat.domain import Extracted, Heading
from chat.errors import DamagedFile, FileTooLarge, NeedsPassword, NoText
from chat.extraction.archive import Archive, open_archive
from chat.extraction.joined import joined, under
from chat.extraction.office.kinds import local
from chat.extraction.web.html import read_html
from chat.settings import LimitSettings

MEDIA_TYPE = "application/epub+zip"
CONTAINER = "META-INF/container.xml"
_ENCRYPTION = "META-INF/encryption.xml"
_FONTS = ("http://www.idpf.org/2008/embedding", "http://ns.adobe.com/pdf/enc#RC")
"""Encryption methods that only obfuscate fonts."""
_DAMAGED = "This is not a readable EPUB book (damaged or another format)."
_LARGEST_PART = 10_000_000
"""Most bytes of a package or contents file, which becomes a tree in memory."""


@dataclass(frozen=True, slots=True)
class _Book:
    title: str | None
    spine: Sequence[str]
    """Names of the chapters' archive entries, in reading order."""
    contents: Mapping[str, str]
    """Titles by archive entry, from the book's table of contents."""


def read_epub(content: bytes, limits: LimitSettings) -> Extracted:
    """Return the whole book with its headings.

    Raises NeedsPassword for a protected book, NoText for a book of pictures, and what `open_archive` raises, such as FileTooLarge
    and DamagedFile.
    """
    archive = open_archive(content, limits)
    _refuse_protected(archive)
    book = _book(archive)
    parts: list[Extracted] = []
    warnings: list[str] = []
    characters = 0
    for name in book.spine:
        try:
            chapter = read_html(archive.read(name), limits)
        except (DamagedFile, KeyError):
            warnings.append(f"{posixpath.basename(name)} could not be read.")
            continue
        if not chapter.text.strip():
            continue
        characters += len(chapter.text)
        if characters > limits.max_characters:
            raise FileTooLarge(f"The book has more than {limits.max_characters:,} characters.")
        parts.append(_titled(chapter, book.contents.get(name)))
    if not parts:
        raise NoText("No text found in this book (only pictures?).")
    return joined(parts, MEDIA_TYPE, title=book.title, warnings=warnings)


def _titled(chapter: Extracted, title: str | None) -> Extracted:
    """Return the chapter with the title from the table of contents, if it has no headings of its own."""
    title = " ".join((title or "").split())
    if not title or chapter.headings:
        return chapter
    first = chapter.text.split("\n", 1)[0]
    if first.casefold().startswith(title.casefold()):
        return replace(chapter, headings=(Heading(title, 1, 0),))
    return under(title, chapter)


# --- the package -------------------------------------------------------------------------------------------------


def _refuse_protected(archive: Archive) -> None:
    if _ENCRYPTION not in archive:
        return
    methods = [element.get("Algorithm", "") for element in _elements(archive, _ENCRYPTION, "EncryptionMethod")]
    if not methods or not all(method.startswith(_FONTS) for method in methods):
        raise NeedsPassword("This book is protected against copying (DRM); only the shop's own reader can open it.")


def _book(archive: Archive) -> _Book:
    package = next((root.get("full-path", "") for root in _elements(archive, CONTAINER, "rootfile")), "")
    if package not in archive:
        package = next((name for name in archive.names() if name.lower().endswith(".opf")), "")
    if not package:
        raise DamagedFile(_DAMAGED)
    items = {item.get("id", ""): item for item in _elements(archive, package, "item")}
    places = {key: _target(package, item.get("href", "")) for key, item in items.items()}
    contents = [key for key, item in items.items() if "nav" in item.get("properties", "").split()]
    spine = [reference.get("idref", "") for reference in _elements(archive, package, "itemref")]
    chapters = [places[key] for key in spine if key in places and key not in contents and _is_page(items[key])]
    title = next((words for element in _elements(archive, package, "title") if (words := _words(element))), None)
    lists = [places[key] for key in contents]
    lists += [places[key] for key, item in items.items() if item.get("media-type") == "application/x-dtbncx+xml"]
    return _Book(title, list(dict.fromkeys(chapters)), dict(_contents(archive, lists)))


def _is_page(item: etree._Element) -> bool:
    return "html" in item.get("media-type", "") or item.get("href", "").lower().endswith((".html", ".xhtml", ".htm"))


def _contents(archive: Archive, names: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Yield entry and title in reverse order: a chapter's outermost title precedes those within it, and so comes last."""
    found: list[tuple[str, str]] = []
    for name in names:
        if name.lower().endswith(".ncx"):
            for point in _elements(archive, name, "navPoint"):
                target = next((child.get("src", "") for child in point if local(child) == "content"), "")
                label = next((_words(child) for child in point if local(child) == "navLabel"), "")
                found.append((_target(name, target), label))
        else:
            found += [(_target(name, link.get("href", "")), _words(link)) for link in _elements(archive, name, "a")]
    return reversed(found)


def _target(base: str, href: str) -> str:
    """Return the name of the archive entry that a link in `base` refers to."""
    return posixpath.normpath(posixpath.join(posixpath.dirname(base), unquote(href.partition("#")[0])))


def _elements(archive: Archive, name: str, tag: str) -> list[etree._Element]:
    """Return the elements of an XML part with a local name; none for a part that is missing, too large or broken."""
    if name not in archive or archive.size(name) > _LARGEST_PART:
        return []
    parser = etree.XMLParser(resolve_entities=False, no_network=True, load_dtd=False, recover=True)
    try:
        root = etree.fromstring(archive.read(name), parser)
    except (etree.XMLSyntaxError, ValueError):
        return []
    if root is None:  # nothing could be recovered
        return []
    return [element for element in root.iter() if local(element) == tag]


def _words(element: etree._Element) -> str:
    return " ".join("".join(map(str, element.itertext())).split())
