"""Builds small real files, good and bad, such as a user might drop into the chat."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from io import BytesIO
from typing import Any

from pypdf import PdfReader, PdfWriter
from pypdf.constants import PageLabelStyle
from reportlab.lib.pagesizes import A4
from reportlab.lib.utils import simpleSplit
from reportlab.pdfgen.canvas import Canvas


@dataclass(frozen=True)
class PdfPage:
    """A page of sections: each a heading as (level, title) and the paragraphs that follow it."""

    sections: tuple[tuple[tuple[int, str] | None, tuple[str, ...]], ...]
    """The heading, or `None` for text that continues from the page before, and the paragraphs of each section."""


HANDBOOK_NAME = "aurora-handbook.pdf"
HANDBOOK_TITLE = "Aurora Station Handbook"
HANDBOOK_PAGES = (
    PdfPage(
        (
            (
                (1, "Introduction"),
                (
                    "The Aurora Station Handbook is for everybody who works on the ice. It tells how the station is run.",
                    "Aurora Station was opened in 1987 by a crew of eleven people. It stands on the Larsen plateau.",
                ),
            ),
        )
    ),
    PdfPage(
        (
            (
                (1, "Energy"),
                ("Energy comes from two wind turbines and a diesel generator. The wind covers most of a normal year.",),
            ),
            (
                (2, "Wind turbines"),
                (
                    "Each turbine gives at most 225 kilowatts. They are stopped when the wind is over 28 metres per second.",
                    "The blades are inspected every spring by two engineers, because ice damages their edges.",
                ),
            ),
        )
    ),
    PdfPage(
        (
            (
                (2, "Diesel generator"),
                (
                    "The diesel generator starts by itself when the battery falls below 30 percent.",
                    "Its fuel tank holds 40,000 litres and is filled once a year in January.",
                ),
            ),
        )
    ),
    PdfPage(
        (
            (
                (1, "Food"),
                (
                    "The kitchen serves three meals a day. Breakfast is from six to eight in the morning.",
                    "The greenhouse grows lettuce, radishes and tomatoes all year under violet lamps.",
                ),
            ),
        )
    ),
    PdfPage(
        (
            (
                (1, "Emergencies"),
                ("In a fire everybody meets at the red container behind the garage. The alarm is a long horn.",),
            ),
            (
                (2, "Medical help"),
                (
                    "The station doctor is Ingrid Solheim, who can be called on radio channel 7 at any hour.",
                    "The nearest hospital is in Punta Arenas, five hours away by plane.",
                ),
            ),
        )
    ),
)
"""Facts that are on one page only: turbine 225 kW on page 2, fuel 40,000 litres on 3, greenhouse on 4, doctor Solheim on 5."""


def pdf(pages: Sequence[PdfPage], *, title: str = "", outline: bool = True) -> bytes:
    """Return a PDF with real text, a title and, unless `outline` is false, an outline of its headings."""
    stream = BytesIO()
    canvas: Any = Canvas(stream, pagesize=A4, invariant=1)  # reportlab has no types
    canvas.setTitle(title)
    for number, page in enumerate(pages, start=1):
        _draw(canvas, page, number, outline)
        canvas.showPage()
    canvas.save()
    return stream.getvalue()


def _draw(canvas: Any, page: PdfPage, number: int, outline: bool) -> None:
    top = 780.0
    for position, (heading, paragraphs) in enumerate(page.sections):
        if heading is not None:
            level, words = heading
            if outline:
                key = f"{number}-{position}"
                canvas.bookmarkHorizontal(key, 0, top + 20)
                canvas.addOutlineEntry(words, key, level - 1)
            canvas.setFont("Helvetica-Bold", 18 - 2 * level)
            canvas.drawString(72, top, words)
            top -= 24
        canvas.setFont("Helvetica", 11)
        for paragraph in paragraphs:
            for line in simpleSplit(paragraph, "Helvetica", 11, 450):
                canvas.drawString(72, top, line)
                top -= 14
            top -= 8


def handbook_pdf(*, outline: bool = True) -> bytes:
    """Return a PDF of five pages with text, headings and an outline; the facts on each page are in `HANDBOOK_PAGES`."""
    return pdf(HANDBOOK_PAGES, title=HANDBOOK_TITLE, outline=outline)


def text_pdf(*pages: str) -> bytes:
    """Return a PDF with a page for each text, without headings; an empty text gives an empty page."""
    return pdf([PdfPage(((None, (text,) if text else ()),)) for text in pages], outline=False)


def encrypted_pdf(*, user_password: str = "open sesame", owner_password: str = "owner") -> bytes:
    """Return the handbook encrypted with a password; with an empty user password anyone can read it."""
    writer = PdfWriter(clone_from=PdfReader(BytesIO(handbook_pdf())))
    writer.encrypt(user_password, owner_password, algorithm="AES-256")
    return _written(writer)


def pdf_with_labels() -> bytes:
    """Return the handbook with its first two pages labelled i and ii and the rest numbered from 1."""
    writer = PdfWriter(clone_from=PdfReader(BytesIO(handbook_pdf())))
    writer.set_page_label(0, 1, style=PageLabelStyle.LOWERCASE_ROMAN)
    writer.set_page_label(2, 4, style=PageLabelStyle.DECIMAL, start=1)
    return _written(writer)


def _written(writer: PdfWriter) -> bytes:
    stream = BytesIO()
    writer.write(stream)
    return stream.getvalue()


def pdf_without_text(pages: int = 3) -> bytes:
    """Return a PDF whose pages have a drawing and no text, like a scan."""
    stream = BytesIO()
    canvas: Any = Canvas(stream, pagesize=A4, invariant=1)  # reportlab has no types
    for _ in range(pages):
        canvas.rect(100, 100, 300, 500, fill=1)
        canvas.showPage()
    canvas.save()
    return stream.getvalue()


def broken_pdf() -> bytes:
    """Return a file with the signature of a PDF in which nothing can be parsed."""
    return b"%PDF-1.7\n" + b"this was cut off and overwritten\n" * 20


def html_named_pdf() -> bytes:
    return b"<!doctype html><html><body><p>404 Not Found</p></body></html>"


NOTES_NAME = "notes.md"
NOTES_MARKDOWN = """# Garden notes

Everything about the *garden* behind the house.

## Watering

The roses get ten litres every evening. The herbs get one litre in the morning.

```
# not a heading, a comment
water --litres 10
```

## Pests

### Slugs

Copper tape keeps slugs away from the hostas.

Aphids
------

Ladybirds eat aphids. Forty were set free on 3 May 2024.
"""
"""Headings: Garden notes (1), Watering (2), Pests (2), Slugs (3), Aphids (2, underlined); one `#` line is code."""


def notes_markdown() -> bytes:
    return NOTES_MARKDOWN.encode()


PRICES_NAME = "prices.csv"
PRICES_CSV = (
    "article,price,stock,remark\n"
    'Lamp,19.90,14,"bright, warm"\n'
    'Chair,75.00,3,"folds ""flat"""\n'
    "Desk,240.50,0,\n"
    'Shelf,62.00,21,"two\nboards"\n'
)
"""Four rows, with a comma, quotes and a line break inside fields, and one empty field."""


def prices_csv() -> bytes:
    return PRICES_CSV.encode()


def png() -> bytes:
    """Return a picture of one pixel."""
    return bytes.fromhex(
        "89504e470d0a1a0a0000000d4948445200000001000000010806000000"
        "1f15c4890000000d49444154789c6300010000000500010d0a2db40000000049454e44ae426082"
    )


ENGLISH_TEXT = (
    "The harbour was built in 1904. Its two piers are four hundred metres long, and a lighthouse stands at the end of each.\n"
)
FRENCH_TEXT = (
    "Le café près de la gare est fermé le lundi. Les élèves y déjeunent après l'école, où la soupe à l'oignon est très bonne.\n"
)
RUSSIAN_TEXT = (
    "Гавань была построена в 1904 году. Оба мола имеют длину четыреста метров, и на конце каждого стоит маяк. "
    "Зимой сюда приходят рыбаки из соседних деревень и продают свой улов прямо с лодок.\n"
)
JAPANESE_TEXT = (
    "港は千九百四年に建てられました。二つの突堤の長さは四百メートルで、それぞれの端に灯台があります。"
    "冬になると、近くの村から漁師がやって来て、船から直接魚を売ります。\n"
)

ENCODED_TEXTS: dict[str, tuple[str, bytes]] = {
    "utf-8": (FRENCH_TEXT, FRENCH_TEXT.encode()),
    "utf-8 with a mark": (FRENCH_TEXT, b"\xef\xbb\xbf" + FRENCH_TEXT.encode()),
    "utf-16 with a mark": (FRENCH_TEXT, FRENCH_TEXT.encode("utf-16")),
    "utf-16 little-endian without a mark": (ENGLISH_TEXT, ENGLISH_TEXT.encode("utf-16-le")),
    "utf-16 big-endian without a mark": (ENGLISH_TEXT, ENGLISH_TEXT.encode("utf-16-be")),
    "latin-1": (FRENCH_TEXT, FRENCH_TEXT.encode("latin-1")),
    "windows-1251": (RUSSIAN_TEXT, RUSSIAN_TEXT.encode("cp1251")),
    "shift-jis": (JAPANESE_TEXT, JAPANESE_TEXT.encode("shift_jis")),
}
"""For each encoding, a text and its bytes in that encoding."""
