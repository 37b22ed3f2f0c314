"""Builds small PDFs with what real ones have besides text: parts and items, tables, running heads, links, fields, attachments."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from io import BytesIO
from typing import Any

from pypdf import PdfReader, PdfWriter
from pypdf.annotations import Link
from reportlab.lib.pagesizes import A4
from reportlab.pdfgen.canvas import Canvas

PLAIN, BOLD, ITALIC = "Helvetica", "Helvetica-Bold", "Helvetica-BoldOblique"
Words = tuple[str, float, str]
"""A line of text with its font and size in points: (font, size, text)."""
Lines = Sequence[Words | str]


def drawn(draw: Callable[[Any], None]) -> bytes:
    """Return a PDF of what the function draws on a reportlab canvas."""
    stream = BytesIO()
    canvas: Any = Canvas(stream, pagesize=A4, invariant=1)  # reportlab has no types
    draw(canvas)
    canvas.save()
    return stream.getvalue()


def set_pdf(*pages: Lines) -> bytes:
    """Return a PDF of lines, one below the other; a plain string is 10-point text, an empty one leaves space."""

    def draw(canvas: Any) -> None:
        for page in pages:
            top = 800.0
            for line in page:
                font, size, words = (PLAIN, 10.0, line) if isinstance(line, str) else line
                canvas.setFont(font, size)
                if words:
                    canvas.drawString(60, top, words)
                top -= 1.2 * size
            canvas.showPage()

    return drawn(draw)


def rows_pdf(*rows: Sequence[tuple[float, str]], font: str = PLAIN, below: Sequence[str] = ()) -> bytes:
    """Return a PDF page with rows of cells, each as (distance from the left in points, text), and lines of text below them."""

    def draw(canvas: Any) -> None:
        canvas.setFont(font, 10)
        for number, row in enumerate(rows):
            for left, words in row:
                canvas.drawString(left, 780 - 14 * number, words)
        canvas.setFont(PLAIN, 10)
        for number, words in enumerate(below):
            canvas.drawString(60, 760 - 14 * (len(rows) + number), words)

    return drawn(draw)


PROSE = (
    "The company makes lamps, chairs and desks for schools and for offices in nine countries of the north.",
    "Most of the lamps are sold in autumn, when the days become short and the schools order what they lack.",
    "Its largest plant lies on the river and was built in the year in which the railway reached the town.",
)


def prose(letter: str) -> tuple[str, ...]:
    """Return three lines that are different for each letter."""
    return tuple(f"{letter * 3} {line}" for line in PROSE)


def filing_pdf() -> bytes:
    """Return a PDF like an annual report, with a table of contents, parts and items, bold headings and no outline."""
    contents = [f"Item {number}. A subject of the report {10 * number}" for number in range(1, 10)]
    return set_pdf(
        [(BOLD, 18, "Northern Lamps Annual Report"), "", *prose("A")],
        [(BOLD, 10, "TABLE OF CONTENTS"), (BOLD, 10, "PART I"), *contents],
        [(BOLD, 14, "PART I"), "", (BOLD, 12, "Item 1. Business"), *prose("B"), "", (BOLD, 10, "Our Plants"), *prose("C")],
        [*prose("D"), "", (ITALIC, 10, "The River Plant"), *prose("E"), "", (BOLD, 10, "Our Customers"), *prose("F")],
        [(BOLD, 12, "Item 2. Legal Proceedings in the Northern District"), (BOLD, 12, "and in Other Places"), *prose("G")],
        [(BOLD, 14, "PART II"), "", (BOLD, 12, "Item 7. Management’s Discussion"), *prose("H")],
    )


def running_pdf(pages: int = 8) -> bytes:
    """Return a PDF with headers that differ on odd and even pages, footers with the page number, and different texts."""
    return set_pdf(
        *(
            [
                "Northern Lamps" if number % 2 else "Annual Report",
                "",
                *prose(chr(65 + number)),
                "",
                f"Page {number} of {pages}",
            ]
            for number in range(1, pages + 1)
        )
    )


INCOME = (
    ((60, "The table shows what came in and what went out."),),
    ((330, "Year ended December 31"),),
    ((60, "(Millions)"), (330, "2018"), (400, "2017"), (470, "2016")),
    ((60, "Revenues"),),
    ((70, "Sales of lamps"), (330, "$ 1,210"), (400, "$ 1,105"), (470, "$ 998")),
    ((70, "Sales of chairs and of desks with and without"),),
    ((80, "drawers"), (330, "410"), (400, "(12)"), (470, "—")),
    ((60, "Total revenues"), (330, "$ 1,620"), (400, "$ 1,093"), (470, "$ 998")),
    ((60, "The accompanying notes belong to this statement."),),
)


def income_pdf() -> bytes:
    """Return a PDF of an income statement with a label that wraps onto a second line."""
    return rows_pdf(*INCOME)


def income_over_two_pages_pdf() -> bytes:
    """Return a PDF of an income statement over two pages, with its header on the first page only."""
    writer = PdfWriter(clone_from=PdfReader(BytesIO(rows_pdf(*INCOME[:5], ((70, "Rent"), (330, "5"), (400, "6"), (470, "7"))))))
    writer.append(PdfReader(BytesIO(rows_pdf(*INCOME[7:8], ((70, "Per lamp"), (330, "0.21"), (400, "0.20"), (470, "0.19"))))))
    return _written(writer)


STOCK = (60, 220, 320, 420)
"""Distances of the columns of `stock_pdf` from the left, in points."""


def stock_pdf(*pages: Sequence[Sequence[str]], running: Sequence[str] = (), above: Sequence[Words] = ()) -> bytes:
    """Return a PDF of a table over several pages, with footers (drawn first) and, on the first page, lines above the table."""

    def draw(canvas: Any) -> None:
        for number, rows in enumerate(pages, start=1):
            canvas.setFont(PLAIN, 10)
            for place, words in enumerate(running):
                canvas.drawString(60, 40 - 12 * place, f"{words} {number}")
            top = 800.0
            for font, size, words in above if number == 1 else ():
                canvas.setFont(font, size)
                canvas.drawString(240, top, words)
                top -= 1.5 * size
            for row in rows:
                canvas.setFont(BOLD if row == pages[0][0] else PLAIN, 10)
                for left, words in zip(STOCK, row, strict=False):
                    canvas.drawString(left, top, words)
                top -= 16
            canvas.showPage()

    return drawn(draw)


FEATURES = (
    (("Feature",), ("Description",), ("Owner",)),
    (("Sign-in",), ("Lets people in by a password or by", "a key, and keeps the others out."), ("Ingrid Solheim",)),
    (("Offline", "reading"), ("Keeps the last pages on the telephone.",), ("Marta Kowal",)),
    (
        ("Export",),
        ("Writes all that was said into a file that", "other programs read, with its dates", "and with the names."),
        ("Ole Dahl",),
    ),
)
"""A table: rows of cells, each cell a sequence of lines."""
Rows = Sequence[Sequence[Sequence[str]]]


def cells_pdf(*pages: Rows, ruled: bool = True, head: str = PLAIN, above: Sequence[str] = PROSE) -> bytes:
    """Return a PDF with a table on each page, drawn cell by cell as word processors do, with rules or space between cells."""
    lefts = (60, 150, 400)

    def draw(canvas: Any) -> None:
        for rows in pages:
            canvas.setFont(PLAIN, 10)
            for number, words in enumerate(above):
                canvas.drawString(60, 800 - 12 * number, words)
            top = 780 - 12 * len(above)
            for number, row in enumerate(rows):
                canvas.setFont(head if number == 0 else PLAIN, 10)
                for left, cell in zip(lefts, row, strict=False):
                    for place, words in enumerate(cell):
                        canvas.drawString(left, top - 12 * place, words)
                bottom = top - 12 * max(map(len, row)) - 8
                if ruled:
                    for left, right in zip(lefts, (*lefts[1:], 520), strict=True):
                        canvas.rect(left - 5, bottom + 12, right - left, top - bottom)
                top = bottom
            canvas.showPage()

    return drawn(draw)


def article_pdf(beside: bool) -> bytes:
    """Return a PDF of prose in two columns, drawn line `beside` line or else one column after the other."""
    left = [f"{letter}{line[:44]}" for letter in "abcdef" for line in prose(letter)]
    right = [f"the {line[30:72]}" for letter in "ghijkl" for line in prose(letter)]
    return columns_pdf({60: left, 310: right}, beside=beside)


def columns_pdf(
    columns: Mapping[float, Sequence[str]],
    *,
    beside: bool = True,
    above: Sequence[str] = (),
    below: Sequence[str] = (),
    room: int = 0,
    size: float = 10,
) -> bytes:
    """Return a PDF of columns by their distance from the left, drawn line `beside` line or else one column after the other.

    Lines `above` and `below` go across the columns; there is white space after every `room` lines if it is not 0.
    """

    def draw(canvas: Any) -> None:
        canvas.setFont(PLAIN, size)
        top = 780 - 12 * len(above)
        lines = [(60.0, 780.0 - 12 * number, line) for number, line in enumerate(above)]
        within = [
            (x, top - 12 * number - 8 * (number // room if room else 0), line)
            for x, column in columns.items()
            for number, line in enumerate(column)
        ]
        lines += sorted(within, key=lambda line: (-line[1], line[0])) if beside else within
        bottom = min(y for _, y, _ in lines)
        lines += [(60.0, bottom - 12 * number, line) for number, line in enumerate(below, start=1)]
        for x, y, line in lines:
            canvas.drawString(x, y, line)

    return drawn(draw)


def linked_pdf() -> bytes:
    """Return a PDF with links to an address that the text shows, to one that it does not show, and to a program."""

    def draw(canvas: Any) -> None:
        canvas.setFont(PLAIN, 10)
        for number, (words, address) in enumerate(
            (
                ("our price list", "https://example.org/prices?year=2024"),
                ("www.example.org/shown", "https://www.example.org/shown/"),
                ("write to us", "mailto:desk@example.org"),
                ("run this", "javascript:alert(1)"),
            )
        ):
            top = 760 - 40 * number
            canvas.drawString(60, top, words)
            canvas.linkURL(address, (58, top - 3, 200, top + 10))

    return drawn(draw)


def form_pdf() -> bytes:
    """Return a PDF form with filled fields of each kind."""

    def draw(canvas: Any) -> None:
        canvas.drawString(60, 780, "Application for a key")
        form = canvas.acroForm
        form.textfield(name="applicant", tooltip="Name of applicant", value="Ingrid Solheim", x=60, y=700, width=200)
        form.textfield(name="remark", value="", x=60, y=660, width=200)
        form.textfield(name="code", value="open sesame", fieldFlags="password", x=60, y=640, width=200)
        form.checkbox(name="insured", checked=True, x=60, y=600)
        form.checkbox(name="smoker", checked=False, x=60, y=570)
        form.choice(name="floor", value="third", options=["second", "third"], x=60, y=540, width=100)
        form.radio(name="term", value="year", selected=True, x=60, y=500)
        form.radio(name="term", value="month", selected=False, x=90, y=500)

    return drawn(draw)


def pdf_with_attachment() -> bytes:
    writer = PdfWriter(clone_from=PdfReader(BytesIO(set_pdf(PROSE))))
    writer.add_attachment("prices.xlsx", b"not really")
    return _written(writer)


def pdf_with_trivial_outline(content: bytes | None = None) -> bytes:
    """Return a PDF, by default the annual report, with an outline of a single entry."""
    writer = PdfWriter(clone_from=PdfReader(BytesIO(content or filing_pdf())))
    writer.add_outline_item(title="Document", page_number=0)
    return _written(writer)


def pdf_with_outline(page: Lines, *titles: str, further: Lines = ()) -> bytes:
    """Return a PDF of one page, or two, with outline entries that lead to the last page."""
    writer = PdfWriter(clone_from=PdfReader(BytesIO(set_pdf(page, *([further] if further else [])))))
    for title in titles:
        writer.add_outline_item(title=title, page_number=len(writer.pages) - 1)
    return _written(writer)


def pdf_with_many_links(links: int) -> bytes:
    writer = PdfWriter(clone_from=PdfReader(BytesIO(set_pdf(PROSE))))
    for number in range(links):
        writer.add_annotation(page_number=0, annotation=Link(rect=(50, 50, 200, 200), url=f"https://example.org/{number}"))
    return _written(writer)


def scanned_pdf(*pages: bool) -> bytes:
    """Return a PDF with a page of text for each `True` and a page with only a drawing for each `False`."""

    def draw(canvas: Any) -> None:
        for number, has_text in enumerate(pages, start=1):
            if has_text:
                canvas.drawString(60, 780, f"This is what stands on page {number}.")
            canvas.rect(100, 100, 300, 500, fill=1)
            canvas.showPage()

    return drawn(draw)


def two_columns_pdf() -> bytes:
    """Return a PDF of two columns whose lines are at the same heights, drawn one column after the other."""

    def draw(canvas: Any) -> None:
        canvas.setFont(PLAIN, 9)
        for left, column in ((50, "left"), (310, "right")):
            for number in range(30):
                canvas.drawString(left, 780 - 12 * number, f"Line {number} of the {column} column says what it says here.")

    return drawn(draw)


def turned_pdf(pages: int = 4) -> bytes:
    """Return a PDF of landscape pages with a header, stored in portrait format and rotated for display."""

    def draw(canvas: Any) -> None:
        for number in range(1, pages + 1):
            canvas.saveState()
            canvas.translate(A4[0], 0)
            canvas.rotate(90)
            canvas.drawString(60, 560, "Northern Lamps")
            for place, line in enumerate(prose(chr(65 + number))):
                canvas.drawString(60, 520 - 14 * place, line)
            canvas.restoreState()
            canvas.setPageRotation(90)
            canvas.showPage()

    return drawn(draw)


def huge_page_pdf() -> bytes:
    """Return a PDF of one page of 200 by 200 inches."""

    def draw(canvas: Any) -> None:
        canvas.setPageSize((14_400, 14_400))
        canvas.drawString(100, 100, "a large map")

    return drawn(draw)


def pdf_with_a_broken_title() -> bytes:
    """Return a PDF with half of a UTF-16 surrogate pair in its title."""
    writer = PdfWriter(clone_from=PdfReader(BytesIO(set_pdf(PROSE))))
    writer.add_metadata({"/Title": "?"})
    return _written(writer).replace(b"/Title (\\077)", b"/Title <feffd8000041>")


def pdf_with_one_page_many_times(times: int) -> bytes:
    """Return a PDF whose page tree lists the same page so many times."""
    objects = (
        b"<</Type/Catalog/Pages 2 0 R>>",
        b"<</Type/Pages/Count %d/Kids[%s]>>" % (times, b"3 0 R " * times),
        b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>>",
    )
    body = b"".join(b"%d 0 obj%sendobj\n" % (number, each) for number, each in enumerate(objects, start=1))
    return b"%PDF-1.4\n" + body + b"trailer<</Root 1 0 R/Size 4>>\n%%EOF\n"


def locked_pdf(password: str, algorithm: str = "AES-256") -> bytes:
    """Return a PDF of one page of text, encrypted with a password."""
    writer = PdfWriter(clone_from=PdfReader(BytesIO(set_pdf(PROSE))))
    writer.encrypt(password, "the owner's", algorithm=algorithm)
    return _written(writer)


def _written(writer: PdfWriter) -> bytes:
    stream = BytesIO()
    writer.write(stream)
    return stream.getvalue()
