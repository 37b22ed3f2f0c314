"""Tests of Word, PowerPoint, Excel and OpenDocument files: text, offsets, and what is refused."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from chat.domain import Extracted
from chat.errors import DamagedFile, FileRefused, FileTooLarge, NeedsPassword, UnknownType
from chat.extraction.extract import extract, sniff
from chat.extraction.office.kinds import DOCX, ODP, ODS, ODT, PPTX, XLS, XLSX
from chat.settings import LimitSettings
from tests import office_files as files
from tests.office_files import paragraph

LIMITS = LimitSettings()


def read(content: bytes, limits: LimitSettings = LIMITS) -> Extracted:
    return extract("upload", content, limits)


def headings(extracted: Extracted) -> list[tuple[int, str]]:
    """Return the level and title of each heading, after checking that it is at its offset."""
    for heading in extracted.headings:
        assert extracted.text.startswith(f"{heading.title}\n", heading.start)
    return [(heading.level, heading.title) for heading in extracted.headings]


def rows(extracted: Extracted) -> list[list[str]]:
    return [extracted.text[table.start : table.end].splitlines() for table in extracted.tables]


def row(*cells: str, properties: str = "") -> str:
    """Return a table row of cells, which are words or, if they begin with `<`, XML."""
    inner = "".join(f"<w:tc>{cell if cell.startswith('<') else paragraph(cell)}</w:tc>" for cell in cells)
    return f"<w:tr>{f'<w:trPr>{properties}</w:trPr>' if properties else ''}{inner}</w:tr>"


def table(*table_rows: str) -> str:
    return f"<w:tbl>{''.join(table_rows)}</w:tbl>"


# --- kinds of files ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("content", "kind"),
    [
        pytest.param(files.handbook_docx(), DOCX, id="DOCX"),
        pytest.param(files.deck_pptx(), PPTX, id="PPTX"),
        pytest.param(files.prices_xlsx(), XLSX, id="XLSX"),
        pytest.param(files.odt_of(""), ODT, id="ODT"),
        pytest.param(files.odp_of(""), ODP, id="ODP"),
        pytest.param(files.prices_ods(), ODS, id="ODS"),
        pytest.param(files.compound("Root Entry", "Workbook"), XLS, id="XLS"),
        pytest.param(files.compound("Root Entry", "Book"), XLS, id="XLS of 1995"),
    ],
)
def test_the_kind_comes_from_the_content(content: bytes, kind: str) -> None:
    assert sniff("x.txt", content) == kind


@pytest.mark.parametrize(
    ("content", "error", "words"),
    [
        pytest.param(files.compound("EncryptedPackage"), NeedsPassword, "protected with a password", id="encrypted"),
        pytest.param(files.odt_of("", encrypted=True), NeedsPassword, "protected with a password", id="encrypted ODT"),
        pytest.param(files.prices_ods(encrypted=True), NeedsPassword, "protected with a password", id="encrypted ODS"),
        pytest.param(files.compound("WordDocument", "Workbook"), UnknownType, "Save it as DOCX", id="DOC with a workbook in it"),
        pytest.param(files.compound("PowerPoint Document"), UnknownType, "Save it as PPTX", id="PPT"),
        pytest.param(files.compound("Something"), UnknownType, "old Office file", id="another OLE file"),
        pytest.param(files.compound("Workbook"), DamagedFile, "cut off or damaged", id="XLS with nothing in it"),
        pytest.param(files.zipped({"mimetype": "application/vnd.oasis.opendocument.text"}), DamagedFile, "missing", id="no ODT"),
        pytest.param(files.zipped({"word/document.xml": "<a/>"}), DamagedFile, "missing", id="no DOCX"),
        pytest.param(files.zipped({"ppt/presentation.xml": "<a/>"}), DamagedFile, "damaged", id="no PPTX"),
        pytest.param(files.zipped({"xl/workbook.xml": "<a/>"}), DamagedFile, "damaged", id="no XLSX"),
        pytest.param(files.handbook_docx()[:-500], DamagedFile, "cut off", id="cut off"),
        pytest.param(
            files.with_part(files.handbook_docx(), "word/document.xml", f"{files.BILLION_LAUGHS}<l>&c;</l>"),
            DamagedFile,
            "entities",
            id="a billion laughs in a DOCX",
        ),
        pytest.param(
            files.with_part(files.deck_pptx(), "ppt/slides/slide1.xml", f"{files.BILLION_LAUGHS}<l>&c;</l>"),
            DamagedFile,
            "entities",
            id="a billion laughs in a PPTX",
        ),
        pytest.param(
            files.with_part(files.odt_of(""), "content.xml", f"{files.BILLION_LAUGHS}<l>&c;</l>"),
            DamagedFile,
            "entities",
            id="a billion laughs in an ODT",
        ),
        pytest.param(
            files.with_part(files.prices_xlsx(), "xl/worksheets/sheet9.xml", b"\0" * 20_000_000),
            FileTooLarge,
            "250 times",
            id="a bomb in an XLSX",
        ),
        pytest.param(files.docx_of("<w:sdt>" * 300 + "</w:sdt>" * 300), DamagedFile, "damaged", id="nested too deep"),
    ],
)
def test_what_cannot_be_read_is_refused_with_a_sentence(content: bytes, error: type[FileRefused], words: str) -> None:
    with pytest.raises(error, match=words):
        read(content)


# --- DOCX --------------------------------------------------------------------------------------------------------


def test_a_document_is_read_in_its_order_with_its_headings() -> None:
    extracted = read(files.handbook_docx())

    assert extracted.title == "Aurora Station Handbook"
    assert headings(extracted) == [(1, "Aurora Station"), (1, "Energy"), (2, "Turbines"), (1, "Food")]
    assert rows(extracted) == [["Name: North; Power: 225 kW; Built: 2004", "Name: South; Built: 2011"]]
    assert "Before the table.\n\nName: North" in extracted.text
    assert "Built: 2011\n\nAfter the table.\n\n- Inspect the blades\n- Grease the hub\n" in extracted.text
    assert "The menu is at this page (https://example.org/menu)" in extracted.text
    assert extracted.pages == ()


STYLES = """
<w:style w:styleId="berschrift2"><w:name w:val="Überschrift 2"/></w:style>
<w:style w:styleId="clause"><w:name w:val="Clause"/><w:pPr><w:outlineLvl w:val="2"/></w:pPr></w:style>
<w:style w:styleId="own"><w:name w:val="Own"/><w:basedOn w:val="clause"/></w:style>
<w:style w:styleId="circle"><w:name w:val="Circle"/><w:basedOn w:val="circle"/></w:style>
"""


@pytest.mark.parametrize(
    ("properties", "level"),
    [
        pytest.param('<w:pStyle w:val="berschrift2"/>', 2, id="a style's name in German"),
        pytest.param('<w:pStyle w:val="clause"/>', 3, id="a style's outline level"),
        pytest.param('<w:pStyle w:val="own"/>', 3, id="the level of the style that it is based on"),
        pytest.param('<w:outlineLvl w:val="0"/>', 1, id="its own outline level"),
        pytest.param('<w:pStyle w:val="clause"/><w:outlineLvl w:val="9"/>', None, id="body text by its own outline level"),
        pytest.param('<w:pStyle w:val="circle"/>', None, id="a style based on itself"),
        pytest.param('<w:pStyle w:val="gone"/>', None, id="a style that is not there"),
    ],
)
def test_what_makes_a_heading(properties: str, level: int | None) -> None:
    extracted = read(files.docx_of(paragraph("Scope", properties), {"styles": STYLES}))

    assert headings(extracted) == ([] if level is None else [(level, "Scope")])


NUMBERING = """
<w:abstractNum w:abstractNumId="7">
<w:lvl w:ilvl="0"><w:start w:val="1"/><w:numFmt w:val="decimal"/><w:lvlText w:val="%1."/></w:lvl>
<w:lvl w:ilvl="1"><w:start w:val="1"/><w:numFmt w:val="decimal"/><w:lvlText w:val="%1.%2"/></w:lvl>
<w:lvl w:ilvl="2"><w:start w:val="1"/><w:numFmt w:val="lowerLetter"/><w:lvlText w:val="(%3)"/></w:lvl>
</w:abstractNum>
<w:abstractNum w:abstractNumId="8"><w:lvl w:ilvl="0"><w:numFmt w:val="bullet"/><w:lvlText w:val="·"/></w:lvl></w:abstractNum>
<w:num w:numId="1"><w:abstractNumId w:val="7"/></w:num>
<w:num w:numId="2"><w:abstractNumId w:val="8"/></w:num>
"""


def numbered(words: str, level: int, key: int = 1, more: str = "") -> str:
    return paragraph(words, f'<w:numPr><w:ilvl w:val="{level}"/><w:numId w:val="{key}"/></w:numPr>{more}')


def test_lists_and_headings_carry_the_numbers_that_word_shows() -> None:
    outline = '<w:outlineLvl w:val="0"/>'
    body = "".join(
        (
            numbered("Scope", 0, more=outline),
            numbered("Who", 1),
            numbered("all", 2),
            numbered("none", 2),
            numbered("Where", 1),
            numbered("Liability", 0, more=outline),
            numbered("Limits", 1),
            numbered("a point", 0, key=2),
            paragraph("no list", '<w:numPr><w:numId w:val="0"/></w:numPr>'),
        )
    )

    extracted = read(files.docx_of(body, {"numbering": NUMBERING}))

    assert headings(extracted) == [(1, "1. Scope"), (1, "2. Liability")]
    assert extracted.text == (
        "1. Scope\n\n  1.1 Who\n    (a) all\n    (b) none\n  1.2 Where\n\n2. Liability\n\n  2.1 Limits\n- a point\n\nno list\n"
    )


@pytest.mark.parametrize(
    ("body", "text"),
    [
        pytest.param(
            "<w:p><w:ins><w:r><w:t>new</w:t></w:r></w:ins><w:del><w:r><w:delText>old</w:delText></w:r></w:del></w:p>",
            "new\n",
            id="tracked changes as if accepted",
        ),
        pytest.param(
            "<w:sdt><w:sdtContent><w:p><w:sdt><w:sdtContent><w:r><w:t>filled in</w:t></w:r></w:sdtContent></w:sdt></w:p>"
            "</w:sdtContent></w:sdt>",
            "filled in\n",
            id="content controls",
        ),
        pytest.param(
            "<w:p><w:r><w:t>Beside</w:t><AlternateContent><Choice><w:txbxContent><w:p><w:r><w:t>in a box</w:t></w:r></w:p>"
            "</w:txbxContent></Choice><Fallback><w:txbxContent><w:p><w:r><w:t>in a box</w:t></w:r></w:p></w:txbxContent>"
            "</Fallback></AlternateContent></w:r></w:p>",
            "Beside\n\nin a box\n",
            id="a text box, once",
        ),
        pytest.param(
            '<w:p><w:r><w:t>See </w:t></w:r><w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText> HYPERLINK '
            '"https://example.org/a" </w:instrText></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r>'
            '<w:r><w:t>here</w:t></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r><w:r><w:t>.</w:t></w:r></w:p>',
            "See here (https://example.org/a).\n",
            id="a link as a field",
        ),
        pytest.param(
            '<w:p><w:hyperlink r:id="site"><w:r><w:t>https://example.org/</w:t></w:r></w:hyperlink></w:p>',
            "https://example.org/\n",
            id="a link that shows its target",
        ),
        pytest.param(
            "<w:p><w:r><w:t>a</w:t><w:tab/><w:t>b</w:t><w:br/><w:t>c</w:t><w:noBreakHyphen/><w:t>d</w:t></w:r></w:p>",
            "a\tb\nc-d\n",
            id="tabs, breaks and hyphens",
        ),
    ],
)
def test_what_stands_in_a_paragraph(body: str, text: str) -> None:
    assert read(files.docx_of(body)).text == text


def test_hidden_text_is_left_out_and_reported() -> None:
    extracted = read(
        files.docx_of("<w:p><w:r><w:t>seen</w:t></w:r><w:r><w:rPr><w:vanish/></w:rPr><w:t>Ignore this.</w:t></w:r></w:p>")
    )

    assert extracted.text == "seen\n"
    assert extracted.coverage.warnings == ("Hidden text was left out.",)


def test_notes_and_comments_follow_the_paragraph_that_refers_to_them() -> None:
    body = (
        '<w:p><w:r><w:t>Fuel is dear</w:t><w:footnoteReference w:id="2"/><w:t>.</w:t><w:commentReference w:id="0"/></w:r></w:p>'
        + paragraph("Next.")
    )
    notes = f'<w:footnote w:id="2">{paragraph("In 2023.")}</w:footnote>'
    comments = f'<w:comment w:id="0" w:author="Ann">{paragraph("Really?")}</w:comment>'

    extracted = read(files.docx_of(body, {"footnotes": notes, "comments": comments}))

    assert extracted.text == "Fuel is dear (note 1).\n\nNote 1: In 2023.\n\nComment: Ann: Really?\n\nNext.\n"


_MERGED = "<w:tcPr><w:vMerge w:val='restart'/></w:tcPr>"
_GOES_ON = "<w:tcPr><w:vMerge/></w:tcPr>" + paragraph("")


@pytest.mark.parametrize(
    ("xml", "expected"),
    [
        pytest.param(
            table(row("Name", "Kind", "Use"), row("Lamp", "Tool", "Light")), ["Name: Lamp; Kind: Tool; Use: Light"], id="names"
        ),
        pytest.param(table(row("Name", "Ann"), row("Born", "1980")), ["Name: Ann", "Born: 1980"], id="name and value"),
        pytest.param(
            table(row("Item", "Price", properties="<w:tblHeader/>"), row("Lamp", "9")),
            ["Item: Lamp; Price: 9"],
            id="marked header",
        ),
        pytest.param(table(row("1", "2", "3"), row("4", "5", "6")), ["1 | 2 | 3", "4 | 5 | 6"], id="no header"),
        pytest.param(
            table(
                row("City", "Year", "Sum"),
                "<w:tr><w:tc><w:tcPr><w:gridSpan w:val='2'/></w:tcPr>"
                + paragraph("all")
                + "</w:tc><w:tc>"
                + paragraph("7")
                + "</w:tc></w:tr>",
            ),
            ["City: all; Sum: 7"],
            id="merged across",
        ),
        pytest.param(
            table(
                row("City", "Year", "Sum"),
                row("<w:tcPr><w:vMerge w:val='restart'/></w:tcPr>" + paragraph("Omsk"), "2023", "1"),
                row("<w:tcPr><w:vMerge/></w:tcPr>" + paragraph(""), "2024", "2"),
            ),
            ["City: Omsk; Year: 2023; Sum: 1", "City: Omsk; Year: 2024; Sum: 2"],
            id="merged down",
        ),
        pytest.param(
            table(
                row("City", "Due", "Sum", properties="<w:tblHeader/>"),
                row("Omsk", _MERGED + paragraph("3 May 2023"), _MERGED + paragraph("€1,400.50")),
                row("Perm", _GOES_ON, _GOES_ON),
                row("Tula", "4 May 2023", "7"),
            ),
            ["City: Omsk; Due: 3 May 2023; Sum: €1,400.50", "City: Perm; Due: 3 May 2023", "City: Tula; Due: 4 May 2023; Sum: 7"],
            id="an amount merged down stands once",
        ),
        pytest.param(
            table(row(_MERGED + paragraph("City"), "Year", "Sum", properties="<w:tblHeader/>"), row(_GOES_ON, "2023", "1")),
            ["Year: 2023; Sum: 1"],
            id="names of columns are no value",
        ),
        pytest.param(
            table(row("A", "B", "C"), row(table(row("x", "1"), row("y", "2")) + paragraph("end"), "b", "c")),
            ["A: x, 1; y, 2 end; B: b; C: c"],
            id="a table in a cell",
        ),
    ],
)
def test_tables_stand_in_their_place_row_by_row(xml: str, expected: list[str]) -> None:
    extracted = read(files.docx_of(paragraph("Before.") + xml + paragraph("After.")))

    assert rows(extracted) == [expected]
    assert extracted.text.startswith("Before.\n\n")
    assert extracted.text.endswith("\n\nAfter.\n")


def test_a_table_of_one_column_is_a_box_around_text() -> None:
    extracted = read(files.docx_of(table(row(paragraph("Scope", '<w:outlineLvl w:val="0"/>') + paragraph("Words.")))))

    assert headings(extracted) == [(1, "Scope")]
    assert extracted.tables == ()


def test_a_broken_part_beside_the_text_is_a_warning() -> None:
    extracted = read(files.with_part(files.handbook_docx(), "word/numbering.xml", "<broken"))

    assert extracted.coverage.warnings == ("The document's numbering could not be read.",)
    assert "Grease the hub" in extracted.text


@pytest.mark.parametrize(
    ("part", "old", "new"),
    [
        pytest.param(
            "word/document.xml",
            "http://schemas.openxmlformats.org/wordprocessingml/2006/main",
            "http://purl.oclc.org/ooxml/wordprocessingml/main",
            id="the strict flavour",
        ),
        pytest.param("[Content_Types].xml", "document.main+xml", "template.main+xml", id="a template"),
        pytest.param("word/_rels/document.xml.rels", "theme/theme1.xml", "../NULL", id="a reference to nothing"),
    ],
)
def test_variants_of_the_format_are_read(part: str, old: str, new: str) -> None:
    content = files.handbook_docx()
    changed = files.unzipped(content)[part].decode().replace(old, new)

    extracted = read(files.with_part(content, part, changed.encode()))

    assert old not in changed
    assert headings(extracted) == headings(read(content))


# --- PPTX --------------------------------------------------------------------------------------------------------


def test_slides_are_pages_with_their_titles_and_notes() -> None:
    extracted = read(files.deck_pptx())

    assert headings(extracted) == [(1, "Aurora Station"), (1, "Costs"), (1, "Spare")]
    assert [heading.page for heading in extracted.headings] == [1, 2, 4]
    assert [page.number for page in extracted.pages] == [1, 2, 3, 4]
    assert slide(extracted, 1) == ("Aurora Station\n\n- Opened in 1987\n  - Crew of eleven\n\nNotes: Greet the guests first.\n\n")
    assert extracted.coverage.warnings == ("Slide 4 is hidden.",)


def test_shapes_are_read_from_top_to_bottom_and_left_to_right() -> None:
    assert slide(read(files.deck_pptx()), 3).split("\n\n")[:4] == ["left", "right", "grouped", "low"]


def test_tables_and_charts_of_slides_are_rows() -> None:
    assert rows(read(files.deck_pptx())) == [
        ["Item: Fuel; Price: 40,000", "Item: Food; Price: 12,500"],
        ["category: May; Wind: 10", "category: June; Wind: 12.5"],
    ]


def test_a_broken_slide_does_not_take_the_others_along() -> None:
    broken = b'<p:sld xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main"/>'

    extracted = read(files.with_part(files.deck_pptx(), "ppt/slides/slide2.xml", broken))

    assert headings(extracted) == [(1, "Aurora Station"), (1, "Spare")]
    assert "Slide 2 could not be read completely." in extracted.coverage.warnings


def slide(extracted: Extracted, number: int) -> str:
    page = extracted.pages[number - 1]
    return extracted.text[page.start : page.end]


# --- workbooks ---------------------------------------------------------------------------------------------------


def test_sheets_are_pages_and_rows_name_their_columns() -> None:
    extracted = read(files.prices_xlsx())

    assert [page.label for page in extracted.pages] == ["Prices", "hidden stock"]
    assert headings(extracted) == [(1, "Prices"), (1, "hidden stock")]
    assert "Price list of the shop" in extracted.text
    assert rows(extracted) == [
        [
            "article: Lamp; price: 19.9; stock: 14; since: 2024-05-03; opens: 08:30; sold: TRUE",
            "article: Chair; price: 0.3; stock: 3; since: 2024-05-03 14:30; sold: FALSE",
            "article: Shelf wide; price: 62",
        ],
        ["place: Omsk; count: 7"],
    ]
    assert [table.title for table in extracted.tables] == ["Prices", "hidden stock"]
    assert extracted.coverage.warnings == ("The sheet 'hidden stock' is hidden.",)


@pytest.mark.parametrize(
    ("cells", "merged", "first"),
    [
        pytest.param([["Region", 2021, 2022], ["North", 5, 6]], [], "Region: North; 2021: 5; 2022: 6", id="years as names"),
        pytest.param([["a", "Sum", "Sum"], ["x", 5, 6]], [], "a: x; Sum: 5; Sum (2): 6", id="a name twice"),
        pytest.param([[1, 2], [3, 4]], [], "column 1: 1; column 2: 2", id="no names"),
        pytest.param(
            [["", "Wind", None, "Sun"], ["Month", "low", "high", "all"], ["May", 1, 2, 3], ["June", 4, 5, 6]],
            [(0, 1, 0, 2)],
            "Month: May; Wind low: 1; Wind high: 2; Sun all: 3",
            id="groups of columns",
        ),
        pytest.param([[None, "a", "b"], [None, "x", "y"]], [], "a: x; b: y", id="beginning in the second column"),
    ],
)
def test_headers(cells: list[list[object]], merged: list[tuple[int, int, int, int]], first: str) -> None:
    [[line, *_]] = rows(read(files.workbook_xlsx({"S": cells}, merged)))

    assert line == first


def test_one_sheet_needs_no_heading() -> None:
    extracted = read(files.prices_ods())

    assert extracted.headings == ()
    assert [page.label for page in extracted.pages] == ["Prices"]
    assert rows(extracted) == [["article: Lamp; price: 19.9"]]


def test_a_workbook_that_grows_over_the_character_limit_is_refused() -> None:
    numbers: list[list[object]] = [[1, 2]] * 100
    cells: list[list[object]] = [["a long name of a column", "another"], *numbers]

    with pytest.raises(FileTooLarge, match="more than 1,000 characters"):
        read(files.workbook_xlsx({"S": cells}), LimitSettings(max_table_characters=1_000))


# --- OpenDocument ------------------------------------------------------------------------------------------------

ODT_BODY = """
<text:tracked-changes><text:changed-region><text:deletion><text:p>gone</text:p></text:deletion></text:changed-region></text:tracked-changes>
<text:p text:style-name="P1">Aurora</text:p>
<text:h text:outline-level="2">Energy</text:h>
<text:p>Wind<text:s/>and
   <text:a xlink:href="https://example.org/sun">sun</text:a>.<text:note><text:note-citation>1</text:note-citation>
   <text:note-body><text:p>Not by night.</text:p></text:note-body></text:note></text:p>
<text:list text:style-name="L1"><text:list-item><text:p>first</text:p>
<text:list><text:list-item><text:p>inner</text:p></text:list-item></text:list></text:list-item>
<text:list-item><text:p>second</text:p></text:list-item></text:list>
<table:table><table:table-header-rows><table:table-row><table:table-cell><text:p>Name</text:p></table:table-cell>
<table:table-cell><text:p>Power</text:p></table:table-cell></table:table-row></table:table-header-rows>
<table:table-row><table:table-cell><text:p>North</text:p></table:table-cell><table:table-cell><text:p>225</text:p></table:table-cell>
<table:table-cell table:number-columns-repeated="99999999"/></table:table-row></table:table>
<text:p><draw:frame><draw:text-box><text:p>In a box.</text:p></draw:text-box></draw:frame></text:p>
"""
ODT_STYLES = (
    '<style:style style:name="P1" style:parent-style-name="Title"/>'
    '<text:list-style style:name="L1"><text:list-level-style-number text:level="1"/></text:list-style>'
)


def test_an_open_document_is_read_in_its_order() -> None:
    extracted = read(files.odt_of(ODT_BODY, ODT_STYLES))

    assert extracted.title == "Aurora"
    assert headings(extracted) == [(1, "Aurora"), (2, "Energy")]
    assert rows(extracted) == [["Name: North; Power: 225"]]
    assert extracted.text == (
        "Aurora\n\nEnergy\n\nWind and sun (https://example.org/sun). (note 1)\n\nNote 1: Not by night.\n\n"
        "1. first\n  - inner\n2. second\n\nName: North; Power: 225\n\nIn a box.\n"
    )


def test_slides_of_an_open_presentation_are_pages() -> None:
    box = "<draw:frame{}><draw:text-box><text:p>{}</text:p></draw:text-box></draw:frame>"
    title = box.format(' presentation:class="title"', "Costs")
    notes = f"<presentation:notes>{box.format('', 'Say.')}</presentation:notes>"
    page = f"<draw:page>{box.format('', 'Words')}{title}{notes}</draw:page>"

    extracted = read(files.odp_of(page * 2))

    assert headings(extracted) == [(1, "Costs"), (1, "Costs")]
    assert slide(extracted, 2) == "Costs\n\nWords\n\nNotes: Say.\n"


# --- damage ------------------------------------------------------------------------------------------------------

VALID = {
    "docx": files.docx_of(
        numbered("Scope", 0) + table(row("a", "b", "c"), row("1", "2", "3")), {"styles": STYLES, "numbering": NUMBERING}
    ),
    "pptx": files.deck_pptx(),
    "xlsx": files.prices_xlsx(),
    "ods": files.prices_ods(),
    "odt": files.odt_of(ODT_BODY, ODT_STYLES),
}


@pytest.mark.parametrize("kind", VALID)
@settings(max_examples=60, suppress_health_check=[HealthCheck.too_slow])
@given(data=st.data())
def test_any_damage_is_refused_in_our_words_or_read(kind: str, data: st.DataObject) -> None:
    """The damage is within a part, so that it passes the archive's checksums."""
    parts = files.unzipped(VALID[kind])
    name = data.draw(st.sampled_from(sorted(name for name in parts if parts[name] and name != "mimetype")))
    damaged = bytearray(parts[name])
    for _ in range(data.draw(st.integers(1, 4))):
        start = data.draw(st.integers(0, len(damaged) - 1))
        length = data.draw(st.integers(0, 20))
        damaged[start : start + length] = data.draw(st.binary(max_size=12) | st.sampled_from([b"99999999", b"-1", b"<", b"x"]))
        damaged = damaged or bytearray(b" ")

    try:
        extracted = read(files.zipped({**parts, name: bytes(damaged)}))
    except FileRefused:
        return
    assert all(heading.start < len(extracted.text) for heading in extracted.headings)
    assert all(0 <= table.start < table.end <= len(extracted.text) for table in extracted.tables)


def test_what_a_cell_merged_over_rows_says_stands_in_each_row_but_for_amounts() -> None:
    cells: list[list[object]] = [
        ["Area", "Course", "Budget"],
        ["Crafts", "Pottery", 500],
        ["", "Weaving", ""],
        ["Health", "Yoga", 90],
    ]

    content = files.workbook_xlsx({"S": cells}, [(1, 0, 2, 0), (1, 2, 2, 2)])

    assert rows(read(content)) == [
        ["Area: Crafts; Course: Pottery; Budget: 500", "Area: Crafts; Course: Weaving", "Area: Health; Course: Yoga; Budget: 90"]
    ]
