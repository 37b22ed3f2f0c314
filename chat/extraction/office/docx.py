"""Read DOCX: paragraphs, lists and tables in order, headings by style or outline level, and list numbers as Word shows them.

The XML is read directly. python-docx omits content controls, text boxes, notes and inserted text, and fails on a package with a
dangling relationship, with macros or in the strict flavour (docs/decisions/014-office-readers.md).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from lxml import etree

from chat.domain import Extracted
from chat.errors import DamagedFile
from chat.extraction.archive import Archive, open_archive
from chat.extraction.composition import Composition
from chat.extraction.office.kinds import DOCX, Relationship, attribute, child, core_title, local, main_part, relationships
from chat.extraction.office.paragraph import Paragraph
from chat.extraction.tables.cells import is_amount
from chat.settings import LimitSettings

_WRAPPERS = frozenset(("sdt", "sdtContent", "ins", "moveTo", "customXml", "smartTag", "AlternateContent", "Choice"))
"""Elements that may contain blocks without being blocks themselves."""
_SIGNS = {"tab": "\t", "ptab": "\t", "br": "\n", "cr": "\n", "noBreakHyphen": "-"}
"""Elements that stand for a character."""
_SKIPPED = frozenset(
    ("del", "moveFrom", "Fallback", "pPr", "rPr", "sdtPr", "tblPr", "trPr", "tcPr", "sectPr", "instrText", "delText", "rt")
)
"""Elements left out: deleted text, properties, the fallback rendering of a text box, the phonetic guide above a Japanese word."""
_HEADING_NAMES = re.compile(
    r"(?:heading|überschrift|titre|título|titulo|titolo|заголовок|kop|rubrik|overskrift|otsikko|nagłówek|nadpis|başlık|標題|标题|見出し|제목)"
    r" ?([1-9])",
    re.IGNORECASE,
)
"""Names of heading styles. Word writes `heading 1` in every language; other programs translate it."""
_TITLE_NAMES = frozenset(("title", "titel", "titre", "título", "titolo", "название", "заглавие"))
_HYPERLINK = re.compile(r'\s*HYPERLINK\s+"([^"]+)"', re.IGNORECASE)
_ROMAN_SIGNS = (("M", 1000), ("CM", 900), ("D", 500), ("CD", 400), ("C", 100), ("XC", 90), ("L", 50), ("XL", 40), ("X", 10))
_ROMAN = dict((*_ROMAN_SIGNS, ("IX", 9), ("V", 5), ("IV", 4), ("I", 1)))
_DEEPEST_STYLE = 20
_BULLET = "bullet"
_NO_VALUE = ("0", "false", "off")


def read_docx(content: bytes, limits: LimitSettings) -> Extracted:
    """Return the text and its structure, without pages: a DOCX file has none before a program lays it out.

    Raises DamagedFile when the main part is missing or broken; damage in other parts is a warning.
    """
    archive = open_archive(content, limits)
    part = main_part(archive)
    document = _Document(archive, part, Composition(limits))
    body = child(archive.tree(part), "body")
    if body is None:
        raise DamagedFile("The document has no body.")
    document.blocks(body)
    return document.text.extracted(DOCX, core_title(archive) or document.title)


@dataclass(frozen=True, slots=True)
class _Style:
    name: str
    based_on: str | None
    outline: int | None
    """Outline level; 0 is the outermost, `None` when the style does not set it."""
    numbering: tuple[str | None, int] | None
    """Id of the list and level within it."""


@dataclass(slots=True)
class _Paragraph(Paragraph):
    """A paragraph together with the fields that are open while its runs are read."""

    fields: list[list[str]] = field(default_factory=list)
    """Instructions of the open fields, the innermost last."""
    targets: list[tuple[int, str | None]] = field(default_factory=list)
    """For each open field, where its displayed text begins and the target of its link."""


class _Document:
    """Converts one document into text."""

    def __init__(self, archive: Archive, part: str, text: Composition) -> None:
        self.text = text
        self.title: str | None = None
        self._archive = archive
        self._relationships = relationships(archive, part)
        styles = self._part("styles")
        self._styles = {attribute(each, "styleId") or "": _style(each) for each in _named(styles, "style")}
        self._lists = _Lists(self._part("numbering"))
        self._notes = {kind: self._note_texts(f"{kind}s") for kind in ("footnote", "endnote", "comment")}
        self._noted = 0

    # --- blocks --------------------------------------------------------------------------------------------------

    def blocks(self, parent: etree._Element) -> None:
        for element in parent:
            kind = local(element)
            if kind == "p":
                self._paragraph(element)
            elif kind == "tbl":
                self._table(element)
            elif kind == "altChunk":
                self.text.warn("A document that is embedded as a whole was left out.")
            elif kind in _WRAPPERS:
                self.blocks(element)

    def _paragraph(self, element: etree._Element) -> None:
        paragraph = _Paragraph()
        self._inline(element, paragraph)
        words = paragraph.words
        properties = child(element, "pPr")
        style = attribute(shown, "val") if (shown := child(properties, "pStyle")) is not None else None
        level, mark = self._level(properties, style), self._mark(properties, style)
        if words.strip():
            if level is not None:
                self.title = self.title or words
                self.text.heading(f"{'' if mark.strip() in '-' else mark.strip() + ' '}{words}", level)
            elif mark:
                self.text.item(mark, words)
            else:
                self.text.paragraph(words)
        for box in paragraph.boxes:
            self.blocks(box)
        for note in paragraph.notes:
            self.text.paragraph(note)

    def _level(self, properties: etree._Element | None, style: str | None) -> int | None:
        """Return the level of a heading, from 1; `None` for other paragraphs."""
        stated = child(properties, "outlineLvl")
        if stated is not None:
            return _heading_level(_number(stated))
        for each in self._chain(style):
            if each.outline is not None:
                return _heading_level(each.outline)
            if match := _HEADING_NAMES.fullmatch(each.name):
                return int(match[1])
            if each.name.lower() in _TITLE_NAMES:
                return 1
        return None

    def _mark(self, properties: etree._Element | None, style: str | None) -> str:
        """Return the mark in front of a list item or a numbered heading; empty for other paragraphs."""
        numbering = _numbering(properties)
        for each in self._chain(style):
            if numbering is not None and numbering[0] is not None:
                break
            if each.numbering is not None:
                numbering = (each.numbering[0], numbering[1] if numbering else each.numbering[1])
        return self._lists.mark(*numbering) if numbering and numbering[0] is not None else ""

    def _chain(self, style: str | None) -> Iterator[_Style]:
        """Yield the style and the styles that it is based on."""
        for _ in range(_DEEPEST_STYLE):
            found = self._styles.get(style or "")
            if found is None:
                return
            yield found
            style = found.based_on

    # --- tables --------------------------------------------------------------------------------------------------

    def _table(self, table: etree._Element) -> None:
        """Add a table as lines. A table with a single column is a box around text, so its blocks are added as such."""
        rows = list(_inside(table, "tr"))
        cells = [list(_inside(row, "tc")) for row in rows]
        if max(map(len, cells), default=0) == 1:
            for [cell] in filter(None, cells):
                self.blocks(cell)
            return
        notes: list[str] = []
        marked = child(rows[0], "trPr", "tblHeader") if rows else None
        has_header = (marked is not None and _on(marked)) or (len(rows) > 1 and _all_bold(cells[0]))
        lines = [line for part in _parts(cells, has_header) for line in self._cell_texts(part, notes)]
        self.text.table(lines, has_header=has_header or None)
        for note in notes:
            self.text.paragraph(note)

    def _cell_texts(self, rows: list[list[etree._Element]], notes: list[str]) -> Iterator[list[str]]:
        """Yield the texts of each row by grid column.

        The text of a cell merged across columns is in the first of them; that of a cell merged over rows is repeated in each row,
        unless it is an amount, which would be added up several times.
        """
        begun: dict[int, str] = {}
        for cells in rows:
            row: list[str] = []
            for cell in cells:
                column, properties = len(row), child(cell, "tcPr")
                span, merged = child(properties, "gridSpan"), child(properties, "vMerge")
                continues = merged is not None and (attribute(merged, "val") or "continue") == "continue"
                words = begun.get(column, "") if continues else " ".join(filter(None, self._flat(cell, notes)))
                begun[column] = words if merged is not None and (column == 0 or not is_amount(words)) else ""
                row.append(words)
                row += [""] * (max(1, min(_number(span), 100)) - 1 if span is not None else 0)
            yield row

    def _flat(self, parent: etree._Element, notes: list[str]) -> Iterator[str]:
        """Yield the paragraphs of a cell, and the tables in it with rows joined by `; `."""
        for element in parent:
            kind = local(element)
            if kind == "p":
                paragraph = _Paragraph()
                self._inline(element, paragraph)
                notes += paragraph.notes
                yield paragraph.words.strip()
                for box in paragraph.boxes:
                    yield from self._flat(box, notes)
            elif kind == "tbl":
                rows = ([" ".join(self._flat(cell, notes)) for cell in _inside(row, "tc")] for row in _inside(element, "tr"))
                yield "; ".join(", ".join(filter(None, row)) for row in rows)
            elif kind in _WRAPPERS:
                yield from self._flat(element, notes)

    # --- inside a paragraph ---------------------------------------------------------------------------------------

    def _inline(self, parent: etree._Element, into: _Paragraph) -> None:
        for element in parent:
            kind = local(element)
            if kind == "t":
                into.pieces.append(element.text or "")
            elif kind == "r":
                if _hidden(element):
                    self.text.warn("Hidden text was left out.")
                else:
                    self._inline(element, into)
            elif kind in _SIGNS:
                into.pieces.append(_SIGNS[kind])
            elif kind == "hyperlink":
                start = len(into.pieces)
                self._inline(element, into)
                into.linked(start, self._target(element))
            elif kind == "fldChar":
                _field(element, into)
            elif kind == "instrText":
                if into.fields:
                    into.fields[-1].append(element.text or "")
            elif kind in ("footnoteReference", "endnoteReference", "commentReference"):
                self._note(kind.removesuffix("Reference"), attribute(element, "id"), into)
            elif kind == "txbxContent":
                into.boxes.append(element)
            elif kind not in _SKIPPED:
                self._inline(element, into)

    def _target(self, link: etree._Element) -> str | None:
        relationship = self._relationships.get(_relationship_id(link) or "")
        return relationship.target if relationship is not None and relationship.external else None

    def _note(self, kind: str, key: str | None, into: _Paragraph) -> None:
        words = self._notes[kind].get(key or "")
        if words and kind == "comment":
            into.notes.append(f"Comment: {words}")
        elif words:
            self._noted += 1
            into.noted(self._noted, words)

    def _note_texts(self, kind: str) -> dict[str, str]:
        texts = {}
        self._notes = {"footnote": {}, "endnote": {}, "comment": {}}  # notes within notes are not read
        for note in _named(self._part(kind), kind.removesuffix("s")):
            author = attribute(note, "author")
            words = " ".join(filter(None, self._flat(note, [])))
            if words:
                texts[attribute(note, "id") or ""] = f"{author}: {words}" if author else words
        return texts

    # --- parts ---------------------------------------------------------------------------------------------------

    def _part(self, kind: str) -> etree._Element | None:
        """Return the root of another part of the document, if it exists and can be read."""
        found: Relationship | None = next((each for each in self._relationships.values() if each.kind == kind), None)
        if found is None or found.external or found.target not in self._archive:
            return None
        try:
            return self._archive.tree(found.target)
        except DamagedFile:
            self.text.warn(f"The document's {kind} could not be read.")
            return None


class _Lists:
    """Numbers and bullets as Word shows them: a list continues where it stopped, and deeper levels restart."""

    def __init__(self, root: etree._Element | None) -> None:
        shapes = {attribute(each, "abstractNumId"): _levels(each) for each in _named(root, "abstractNum")}
        self._shapes: dict[str, dict[int, tuple[str, str, int]]] = {}
        self._counters: dict[str, list[int]] = {}
        self._shared: dict[str, str] = {}
        """Key of the counters, by the list id that paragraphs name: instances of one abstract list share their counters."""
        for instance in _named(root, "num"):
            key, shape = attribute(instance, "numId") or "", child(instance, "abstractNumId")
            abstract = (attribute(shape, "val") if shape is not None else None) or ""
            self._shapes[key] = shapes.get(abstract, {})
            restarts = next(instance.iter("{*}startOverride"), None) is not None
            self._shared[key] = key if restarts else f"shape {abstract}"

    def mark(self, key: str | None, level: int) -> str:
        shape = self._shapes.get(key or "")
        if shape is None:
            return ""
        kind, pattern, _ = shape.get(level, (_BULLET, "", 1))
        indent = "  " * level
        if kind in (_BULLET, "none"):
            return f"{indent}- "
        counters = self._counters.setdefault(self._shared[key or ""], [])
        del counters[level + 1 :]
        while len(counters) <= level:
            counters.append(shape.get(len(counters), ("", "", 1))[2] - (1 if len(counters) == level else 0))
        counters[level] += 1
        shown = pattern
        for place, number in enumerate(counters, start=1):
            shown = shown.replace(f"%{place}", _written(number, shape.get(place - 1, ("decimal", "", 1))[0]))
        return f"{indent}{shown} "


def _parts(rows: list[list[etree._Element]], has_header: bool) -> list[list[list[etree._Element]]]:
    """Split off the header row, so that no merged cell continues from it into the rows below."""
    return [rows[:1], rows[1:]] if has_header else [rows]


def _levels(shape: etree._Element) -> dict[int, tuple[str, str, int]]:
    """Return the number format, pattern (`%1.%2.`) and first number, by level."""
    levels = {}
    for level in _named(shape, "lvl"):
        kind, pattern, start = (child(level, name) for name in ("numFmt", "lvlText", "start"))
        depth = int(attribute(level, "ilvl") or 0) if (attribute(level, "ilvl") or "0").isdecimal() else 0
        levels[min(depth, 8)] = (
            (attribute(kind, "val") if kind is not None else None) or "decimal",
            (attribute(pattern, "val") if pattern is not None else None) or "",
            _number(start) if start is not None else 1,
        )
    return levels


def _written(number: int, kind: str) -> str:
    if kind in ("lowerLetter", "upperLetter"):
        letter = chr(ord("a") + (number - 1) % 26) * ((number - 1) // 26 % 10 + 1)
        return letter if kind == "lowerLetter" else letter.upper()
    if kind in ("lowerRoman", "upperRoman") and 0 < number < 4_000:
        roman = _roman(number)
        return roman if kind == "upperRoman" else roman.lower()
    return f"{number:02}" if kind == "decimalZero" else str(number)


def _roman(number: int) -> str:
    written = ""
    for letters, value in _ROMAN.items():
        times, number = divmod(number, value)
        written += letters * times
    return written


def _style(element: etree._Element) -> _Style:
    name, based_on, outline = (child(element, *path) for path in (("name",), ("basedOn",), ("pPr", "outlineLvl")))
    return _Style(
        (attribute(name, "val") if name is not None else None) or "",
        attribute(based_on, "val") if based_on is not None else None,
        _number(outline) if outline is not None else None,
        _numbering(child(element, "pPr")),
    )


def _numbering(properties: etree._Element | None) -> tuple[str | None, int] | None:
    stated = child(properties, "numPr")
    if stated is None:
        return None
    key, level = child(stated, "numId"), child(stated, "ilvl")
    return attribute(key, "val") if key is not None else None, min(_number(level), 8) if level is not None else 0


def _heading_level(outline: int) -> int | None:
    return outline + 1 if 0 <= outline <= 8 else None  # 9 is body text


def _number(element: etree._Element) -> int:
    value = attribute(element, "val") or ""
    return int(value) if value.isdecimal() and len(value) < 9 else 0


def _on(element: etree._Element) -> bool:
    return attribute(element, "val") not in _NO_VALUE


def _hidden(run: etree._Element) -> bool:
    vanish = child(run, "rPr", "vanish")
    return vanish is not None and _on(vanish)


def _all_bold(cells: list[etree._Element]) -> bool:
    runs = [run for cell in cells for run in cell.iter("{*}r") if next(run.iter("{*}t"), None) is not None]
    bold = (child(run, "rPr", "b") for run in runs)
    return bool(runs) and all(each is not None and _on(each) for each in bold)


def _field(element: etree._Element, into: _Paragraph) -> None:
    """Open, switch or close a field: its instruction (`HYPERLINK "https://…"`) comes first, then its displayed text."""
    kind = attribute(element, "fldCharType")
    if kind == "begin":
        into.fields.append([])
        into.targets.append((len(into.pieces), None))
    elif into.fields and kind == "separate":
        match = _HYPERLINK.match("".join(into.fields[-1]))
        into.targets[-1] = len(into.pieces), match[1] if match else None
    elif into.fields and kind == "end":
        into.fields.pop()
        into.linked(*into.targets.pop())


def _relationship_id(element: etree._Element) -> str | None:
    return next((str(value) for key, value in element.items() if str(key).endswith("}id")), None)


def _named(parent: etree._Element | None, name: str) -> Iterator[etree._Element]:
    return (each for each in parent if local(each) == name) if parent is not None else iter(())


def _inside(parent: etree._Element, name: str) -> Iterator[etree._Element]:
    """Yield the rows of a table or the cells of a row, including those in content controls and insertions."""
    for each in parent:
        kind = local(each)
        if kind == name:
            if child(each, "trPr", "del") is None:
                yield each
        elif kind in _WRAPPERS:
            yield from _inside(each, name)
