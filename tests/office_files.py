"""Builds small real office files, and the parts that hostile ones are built from."""

from __future__ import annotations

import datetime
import io
import zipfile
from collections.abc import Mapping, Sequence
from typing import Any

import docx
import pptx
import xlsxwriter  # type: ignore[import-untyped]  # it ships no types
from docx.oxml import parse_xml
from docx.oxml.ns import nsdecls
from pptx.chart.data import CategoryChartData
from pptx.enum.chart import XL_CHART_TYPE
from pptx.util import Inches

BILLION_LAUGHS = (
    '<!DOCTYPE l [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;"><!ENTITY c "&b;&b;&b;&b;&b;&b;&b;&b;&b;">]>'
)


def zipped(entries: Mapping[str, bytes | str], method: int = zipfile.ZIP_DEFLATED) -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", method) as archive:
        for name, content in entries.items():
            archive.writestr(name, content, zipfile.ZIP_STORED if name == "mimetype" else method)
    return stream.getvalue()


def unzipped(content: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def with_part(content: bytes, name: str, part: bytes | str) -> bytes:
    """Return the package with one part added or replaced."""
    return zipped({**unzipped(content), name: part})


# --- DOCX --------------------------------------------------------------------------------------------------------


def handbook_docx() -> bytes:
    """Return a DOCX with a title, three headings, a list, a table between two paragraphs and a link."""
    document = docx.Document()
    document.core_properties.title = "Aurora Station Handbook"
    document.add_heading("Aurora Station", 0)
    document.add_paragraph("The station stands on the Larsen plateau.")
    document.add_heading("Energy", 1)
    document.add_paragraph("Energy comes from the wind.")
    document.add_heading("Turbines", 2)
    document.add_paragraph("Before the table.")
    table = document.add_table(rows=3, cols=3)
    turbines = (("Name", "Power", "Built"), ("North", "225 kW", "2004"), ("South", "", "2011"))
    for row, values in zip(table.rows, turbines, strict=True):
        for cell, value in zip(row.cells, values, strict=True):
            cell.text = value
    document.add_paragraph("After the table.")
    document.add_paragraph("Inspect the blades", style="List Bullet")
    document.add_paragraph("Grease the hub", style="List Bullet")
    document.add_heading("Food", 1)
    paragraph = document.add_paragraph("The menu is at ")
    link = document.part.relate_to("https://example.org/menu", "http://x/hyperlink", is_external=True)
    paragraph._p.append(
        parse_xml(f'<w:hyperlink {nsdecls("w", "r")} r:id="{link}"><w:r><w:t>this page</w:t></w:r></w:hyperlink>')
    )
    return _saved(document)


def docx_of(body: str, parts: Mapping[str, str] | None = None) -> bytes:
    """Return a DOCX with this XML in its body (`w:` is bound), and other parts by their kind (`styles`, `numbering`, ...)."""
    names = nsdecls("w", "r")
    others = parts or {}
    relations = "".join(f'<Relationship Id="r{kind}" Type="http://x/{kind}" Target="{kind}.xml"/>' for kind in others)
    return zipped(
        {
            "[Content_Types].xml": "<Types/>",
            "_rels/.rels": "<Relationships>"
            '<Relationship Id="r1" Type="http://x/officeDocument" Target="word/document.xml"/></Relationships>',
            "word/document.xml": f"<w:document {names}><w:body>{body}</w:body></w:document>",
            "word/_rels/document.xml.rels": "<Relationships>"
            f"{relations}"
            '<Relationship Id="site" Type="http://x/hyperlink" Target="https://example.org" TargetMode="External"/>'
            "</Relationships>",
            **{f"word/{kind}.xml": f"<w:root {names}>{xml}</w:root>" for kind, xml in others.items()},
        }
    )


def paragraph(words: str, properties: str = "") -> str:
    return f"<w:p>{f'<w:pPr>{properties}</w:pPr>' if properties else ''}<w:r><w:t>{words}</w:t></w:r></w:p>"


# --- PPTX --------------------------------------------------------------------------------------------------------


def deck_pptx() -> bytes:
    """Return a PPTX of four slides: bullets with notes, a table, a chart beside grouped boxes, and a hidden slide."""
    deck = pptx.Presentation()
    first = deck.slides.add_slide(deck.slide_layouts[1])
    first.shapes.title.text = "Aurora Station"
    frame = first.placeholders[1].text_frame
    frame.text = "Opened in 1987"
    frame.add_paragraph().text = "Crew of eleven"
    frame.paragraphs[1].level = 1
    first.notes_slide.notes_text_frame.text = "Greet the guests first."
    second = deck.slides.add_slide(deck.slide_layouts[5])
    second.shapes.title.text = "Costs"
    table = second.shapes.add_table(3, 2, Inches(1), Inches(2), Inches(5), Inches(2)).table
    for row, values in enumerate((("Item", "Price"), ("Fuel", "40,000"), ("Food", "12,500"))):
        for column, value in enumerate(values):
            table.cell(row, column).text = value
    third = deck.slides.add_slide(deck.slide_layouts[6])
    for words, left, top in (("low", 1, 5), ("right", 5, 1), ("left", 1, 1)):
        third.shapes.add_textbox(Inches(left), Inches(top), Inches(2), Inches(1)).text_frame.text = words
    group = third.shapes.add_group_shape()
    group.shapes.add_textbox(Inches(1), Inches(3), Inches(2), Inches(1)).text_frame.text = "grouped"
    data: Any = CategoryChartData()  # type: ignore[no-untyped-call]
    data.categories = ["May", "June"]
    data.add_series("Wind", (10, 12.5))
    third.shapes.add_chart(XL_CHART_TYPE.COLUMN_CLUSTERED, Inches(1), Inches(6), Inches(3), Inches(1), data)
    hidden = deck.slides.add_slide(deck.slide_layouts[5])
    hidden.shapes.title.text = "Spare"
    hidden.element.set("show", "0")
    return _saved(deck)


# --- workbooks ---------------------------------------------------------------------------------------------------


def workbook_xlsx(sheets: Mapping[str, Sequence[Sequence[object]]], merged: Sequence[tuple[int, int, int, int]] = ()) -> bytes:
    """Return an XLSX of sheets, by name, with their rows.

    `merged` are ranges of merged cells in the first sheet, as first row, first column, last row, last column.
    """
    stream = io.BytesIO()
    book = xlsxwriter.Workbook(stream, {"in_memory": True, "default_date_format": "yyyy-mm-dd hh:mm"})
    for name, rows in sheets.items():
        sheet = book.add_worksheet(name)
        for number, row in enumerate(rows):
            for column, value in enumerate(row):
                if value is not None:
                    sheet.write(number, column, value)
        if name == next(iter(sheets)):
            for first_row, first_column, last_row, last_column in merged:
                sheet.merge_range(first_row, first_column, last_row, last_column, rows[first_row][first_column])
        if name.startswith("hidden"):
            sheet.hide()
    book.close()
    return stream.getvalue()


def prices_xlsx() -> bytes:
    """Return an XLSX with a title and a blank row above a table of numbers, a date, a time and a boolean, and a hidden sheet."""
    return workbook_xlsx(
        {
            "Prices": [
                ["Price list of the shop"],
                [],
                ["article", "price", "stock", "since", "opens", "sold"],
                ["Lamp", 19.9, 14.0, datetime.datetime.fromisoformat("2024-05-03"), datetime.time(8, 30), True],
                ["Chair", 0.1 + 0.2, 3, datetime.datetime.fromisoformat("2024-05-03 14:30"), None, False],
                [],
                ["Shelf\nwide", 62, None, None, None, None],
            ],
            "hidden stock": [["place", "count"], ["Omsk", 7]],
        }
    )


def prices_ods(*, encrypted: bool = False) -> bytes:
    cells = "".join(f"<table:table-row>{_ods_row(row)}</table:table-row>" for row in (("article", "price"), ("Lamp", "19.9")))
    return _open_document("spreadsheet", f'<table:table table:name="Prices">{cells}</table:table>', encrypted=encrypted)


def _ods_row(values: Sequence[str]) -> str:
    return "".join(
        f'<table:table-cell office:value-type="string"><text:p>{value}</text:p></table:table-cell>' for value in values
    )


# --- OpenDocument ------------------------------------------------------------------------------------------------

_NAMESPACES = (
    " ".join(
        f'xmlns:{prefix}="urn:oasis:names:tc:opendocument:xmlns:{name}:1.0"'
        for prefix, name in (
            ("office", "office"),
            ("text", "text"),
            ("table", "table"),
            ("draw", "drawing"),
            ("style", "style"),
            ("presentation", "presentation"),
            ("meta", "meta"),
        )
    )
    + ' xmlns:xlink="http://www.w3.org/1999/xlink" xmlns:dc="http://purl.org/dc/elements/1.1/"'
)


def odt_of(body: str, styles: str = "", *, encrypted: bool = False) -> bytes:
    """Return an ODT with this XML in its body."""
    return _open_document("text", body, styles, encrypted=encrypted)


def odp_of(body: str) -> bytes:
    return _open_document("presentation", body)


def _open_document(kind: str, body: str, styles: str = "", *, encrypted: bool = False) -> bytes:
    secret = "<manifest:encryption-data/>" if encrypted else ""
    return zipped(
        {
            "mimetype": f"application/vnd.oasis.opendocument.{kind}",
            "content.xml": f"<office:document-content {_NAMESPACES}><office:automatic-styles>{styles}</office:automatic-styles>"
            f"<office:body><office:{kind}>{body}</office:{kind}></office:body></office:document-content>",
            "meta.xml": f"<office:document-meta {_NAMESPACES}><office:meta><dc:title>Aurora</dc:title></office:meta>"
            "</office:document-meta>",
            "META-INF/manifest.xml": '<manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0">'
            f'<manifest:file-entry manifest:full-path="content.xml">{secret}</manifest:file-entry></manifest:manifest>',
        }
    )


# --- before 2007, and encrypted ----------------------------------------------------------------------------------


def compound(*streams: str) -> bytes:
    """Return an OLE file that lists streams of these names and is otherwise empty."""
    names = b"".join(stream.encode("utf-16-le").ljust(128, b"\0") for stream in streams)
    return (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\0" * 504 + names).ljust(4_096, b"\0")


def _saved(document: Any) -> bytes:
    """Return the bytes of a document of python-docx or python-pptx."""
    stream = io.BytesIO()
    document.save(stream)
    return stream.getvalue()
