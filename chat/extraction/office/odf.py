"""Read ODT and ODP (OpenDocument text and presentations): headings by level, lists, tables and notes; slides as pages.

The XML is read directly: a library would provide the elements, but interpreting them as text is all of the work
(docs/decisions/014-office-readers.md).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from lxml import etree

from chat.domain import Extracted
from chat.errors import DamagedFile, FileTooLarge
from chat.extraction.archive import Archive, open_archive
from chat.extraction.composition import Composition
from chat.extraction.office.kinds import ODT, attribute, child, local, packed_kind, refuse_encrypted
from chat.extraction.office.paragraph import Paragraph
from chat.settings import LimitSettings

_SIGNS = {"s": " ", "tab": "\t", "line-break": "\n"}
"""Elements that stand for a character."""
_SKIPPED = frozenset(("tracked-changes", "table-of-content", "forms", "sequence-decls", "settings", "ruby-text", "note-citation"))
"""Elements left out: deleted text, tables of contents that repeat the headings, and what is not text."""
_HEADING_STYLE = re.compile(r"Heading_20_([1-9])")
_DEEPEST_STYLE = 20
_MOST_REPEATED = 100


def read_odf(content: bytes, limits: LimitSettings) -> Extracted:
    """Return the text and its structure.

    Raises NeedsPassword for an encrypted file, DamagedFile for one that is cut off or broken.
    """
    archive = open_archive(content, limits)
    refuse_encrypted(archive)
    if "content.xml" not in archive:
        raise DamagedFile("The file's main part is missing.")
    root = archive.tree("content.xml")
    document = _Document(root, Composition(limits), limits)
    body = child(root, "body")
    if body is not None:
        for part in body:
            document.blocks(part)
    return document.text.extracted(packed_kind(content) or ODT, _title(archive) or document.title)


class _Document:
    """Converts one document into text."""

    def __init__(self, root: etree._Element, text: Composition, limits: LimitSettings) -> None:
        self.text = text
        self.title: str | None = None
        self._limits = limits
        self._slides = 0
        self._noted = 0
        styles = child(root, "automatic-styles")
        self._parents: dict[str, str] = {}
        self._numbered: dict[str, set[int]] = {}
        """Numbered levels, by list style."""
        for style in styles if styles is not None else ():
            name = attribute(style, "name") or ""
            if local(style) == "style":
                self._parents[name] = attribute(style, "parent-style-name") or ""
            elif local(style) == "list-style":
                levels = (attribute(each, "level") or "" for each in style if local(each) == "list-level-style-number")
                self._numbered[name] = {int(level) for level in levels if level.isdecimal()}

    def blocks(self, parent: Iterable[etree._Element]) -> None:
        for element in parent:
            kind = local(element)
            if kind in ("h", "p"):
                self._paragraph(element, kind)
            elif kind == "list":
                self._list(element, 1, attribute(element, "style-name") or "")
            elif kind == "table":
                self._table(element)
            elif kind == "page":
                self._slide(element)
            elif kind == "notes":
                words = " ".join(self._flat(element, []))
                self.text.paragraph(f"Notes: {words}" if words else "")
            elif kind not in _SKIPPED:  # sections, frames, text boxes, groups of shapes
                self.blocks(element)

    def _slide(self, page: etree._Element) -> None:
        """Add a slide as a page; a frame of class `title` holds its title."""
        self._slides += 1
        if self._slides > self._limits.max_pages:
            raise FileTooLarge(f"The presentation has more than {self._limits.max_pages:,} slides.")
        self.text.page()
        titles = [frame for frame in page if attribute(frame, "class") == "title"]
        for frame in titles:
            self.text.heading(" ".join(self._flat(frame, [])), 1)
        for element in page:
            if element not in titles and attribute(element, "class") not in ("footer", "header", "date-time", "page-number"):
                self.blocks([element])

    def _paragraph(self, element: etree._Element, kind: str, mark: str = "") -> None:
        paragraph = Paragraph()
        self._inline(element, paragraph)
        level = self._level(element, kind)
        if level is not None:
            self.title = self.title or paragraph.words
            self.text.heading(paragraph.words, level)
        elif mark:
            self.text.item(mark, paragraph.words)
        else:
            self.text.paragraph(paragraph.words)
        for box in paragraph.boxes:
            self.blocks(box)
        for note in paragraph.notes:
            self.text.paragraph(note)

    def _level(self, element: etree._Element, kind: str) -> int | None:
        """Return the level of a heading, from 1; `None` for other paragraphs."""
        if kind == "h":
            stated = attribute(element, "outline-level") or ""
            return int(stated) if stated.isdecimal() and len(stated) < 3 else 1
        style = attribute(element, "style-name") or ""
        for _ in range(_DEEPEST_STYLE):
            if style == "Title":
                return 1
            if match := _HEADING_STYLE.fullmatch(style):
                return int(match[1])
            style = self._parents.get(style, "")
        return None

    def _list(self, parent: etree._Element, level: int, style: str) -> None:
        """Add the items of a list; nested lists inherit its style."""
        counts = level in self._numbered.get(style, ())
        number = 0
        for item in parent:
            if local(item) not in ("list-item", "list-header"):
                continue
            number += local(item) == "list-item"
            mark = f"{'  ' * (level - 1)}{f'{number}.' if counts else '-'} "
            for element in item:
                kind = local(element)
                if kind == "list":
                    self._list(element, level + 1, attribute(element, "style-name") or style)
                elif kind in ("p", "h"):
                    self._paragraph(element, kind, mark)
                    mark = "  " * level
                else:
                    self.blocks([element])

    # --- tables --------------------------------------------------------------------------------------------------

    def _table(self, table: etree._Element) -> None:
        rows = list(_rows(table))
        if max((len(_cells(row)) for row in rows), default=0) == 1:
            for row in rows:
                for cell in _cells(row):
                    self.blocks(cell)
            return
        notes: list[str] = []
        marked = child(table, "table-header-rows") is not None
        self.text.table([self._cell_texts(row, notes) for row in rows], has_header=True if marked else None)
        for note in notes:
            self.text.paragraph(note)

    def _cell_texts(self, row: etree._Element, notes: list[str]) -> list[str]:
        texts = []
        for cell in _cells(row):
            words = " ".join(filter(None, self._flat(cell, notes))) if local(cell) == "table-cell" else ""
            repeated = attribute(cell, "number-columns-repeated") or "1"
            texts += [words] * (min(int(repeated), _MOST_REPEATED) if repeated.isdecimal() and len(repeated) < 9 else 1)
        while texts and not texts[-1]:
            texts.pop()
        return texts

    def _flat(self, parent: etree._Element, notes: list[str]) -> Iterator[str]:
        """Yield the paragraphs inside an element, and its tables with rows joined by `; `."""
        for element in parent:
            kind = local(element)
            if kind in ("p", "h"):
                paragraph = Paragraph()
                self._inline(element, paragraph)
                notes += paragraph.notes
                yield paragraph.words.strip()
                for box in paragraph.boxes:
                    yield from self._flat(box, notes)
            elif kind == "table":
                yield "; ".join(", ".join(filter(None, self._cell_texts(row, notes))) for row in _rows(element))
            elif kind not in _SKIPPED:
                yield from self._flat(element, notes)

    # --- inside a paragraph ---------------------------------------------------------------------------------------

    def _inline(self, parent: etree._Element, into: Paragraph) -> None:
        """Collect the text of an element; runs of white space collapse to one blank (part 3, 6.1.2)."""
        into.pieces.append(_blanks(parent.text))
        for element in parent:
            kind = local(element)
            if kind in _SIGNS:
                into.pieces.append(_SIGNS[kind])
            elif kind == "a":
                self._link(element, into)
            elif kind == "note":
                self._note(element, into)
            elif kind == "annotation":
                creator = child(element, "creator")
                author = f" by {creator.text}" if creator is not None and creator.text else ""
                into.notes.append(f"Comment{author}: {' '.join(filter(None, self._flat(element, [])))}")
            elif kind in ("frame", "custom-shape"):
                into.boxes.append(element)
            elif kind not in _SKIPPED:
                self._inline(element, into)
            into.pieces.append(_blanks(element.tail))

    def _link(self, element: etree._Element, into: Paragraph) -> None:
        start = len(into.pieces)
        self._inline(element, into)
        target = attribute(element, "href") or ""
        into.linked(start, None if target.startswith("#") else target)

    def _note(self, element: etree._Element, into: Paragraph) -> None:
        words = " ".join(filter(None, self._flat(element, [])))
        if words:
            self._noted += 1
            into.noted(self._noted, words)


def _rows(table: etree._Element) -> Iterator[etree._Element]:
    for element in table:
        kind = local(element)
        if kind == "table-row":
            yield element
        elif kind in ("table-header-rows", "table-rows", "table-row-group"):
            yield from _rows(element)


def _cells(row: etree._Element) -> list[etree._Element]:
    return [cell for cell in row if local(cell) in ("table-cell", "covered-table-cell")]


def _blanks(text: str | None) -> str:
    if not text:
        return ""
    words = " ".join(text.split())
    return f"{' ' if text[0].isspace() else ''}{words}{' ' if words and text[-1].isspace() else ''}"


def _title(archive: Archive) -> str | None:
    try:
        title = child(archive.tree("meta.xml"), "meta", "title") if "meta.xml" in archive else None
    except DamagedFile:
        return None
    return title.text if title is not None else None
