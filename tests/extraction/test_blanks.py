"""Tests of pictures and scanned pages in archives and e-mails."""

from __future__ import annotations

from email.message import EmailMessage

import pytest

from chat.errors import DamagedFile
from chat.extraction.extract import drawn, extract
from chat.extraction.pdf.ocr import Tesseract
from chat.extraction.pdf.scans import with_recognised
from chat.settings import LimitSettings
from tests.office_files import zipped
from tests.scans import picture, scanned_pdf

LIMITS = LimitSettings()
KEY = "The harbour master keeps the key."
LAMP = "The lamp burns paraffin oil."
FRONT = "A page with words of its own."


def archive() -> bytes:
    inner = zipped({"fax.tiff": picture(LAMP, "TIFF")})
    return zipped(
        {
            "notes.txt": "Words of a note.",
            "photo.png": picture(KEY),
            "scan.pdf": scanned_pdf("", LAMP, text_pages=[FRONT]),
            "in.zip": inner,
        }
    )


def message(*, disposition: str, size: int = 0) -> bytes:
    mail = EmailMessage()
    mail["From"], mail["Subject"] = "Ole <ole@harbour.example>", "The letter"
    mail.set_content("Here is the letter.")
    mail.add_attachment(
        picture(KEY) + bytes(size), maintype="image", subtype="png", filename="letter.png", cid="<1@x>", disposition=disposition
    )
    return bytes(mail)


@pytest.mark.parametrize(
    ("name", "content"), [("x.zip", archive()), ("x.eml", message(disposition="attachment"))], ids=["an archive", "a mail"]
)
async def test_each_is_found_and_read_where_it_is(name: str, content: bytes) -> None:
    tesseract = Tesseract.found()
    assert tesseract is not None, "the tests need Debian's tesseract-ocr"

    extracted = extract(name, content, LIMITS, scans=True)
    texts = {page: await tesseract.read(drawn(content, page, LIMITS)) for page in extracted.coverage.pages_without_text}
    whole = with_recognised(extracted, texts)

    read = {
        (
            next(heading.title for heading in reversed(whole.headings) if heading.start <= page.start),
            whole.text[page.start : page.end],
        )
        for page in whole.pages
        if page.number in whole.coverage.ocr_pages
    }
    assert read == ({("photo.png", KEY), ("scan.pdf", LAMP), ("fax.tiff", LAMP)} if name == "x.zip" else {("letter.png", KEY)})


def test_where_nothing_is_recognised_the_file_is_named() -> None:
    extracted = extract("x.zip", archive(), LIMITS, scans=True)

    whole = with_recognised(extracted, dict.fromkeys(extracted.coverage.pages_without_text, ""))

    assert whole.coverage.warnings == (
        "photo.png: no text was found or recognised in it.",
        "scan.pdf: Pages 2 to 3 hold no text (scans?).",
        "in.zip: Page 2 holds no text (a scan?).",
    )


def test_what_is_still_to_be_read_is_not_called_unread() -> None:
    extracted = extract("x.zip", archive(), LIMITS, scans=True)

    assert with_recognised(extracted, {}, extracted.coverage.pages_without_text).coverage.warnings == ()


@pytest.mark.parametrize(
    ("content", "pages"),
    [
        (message(disposition="inline"), 0),
        (message(disposition="inline", size=20_000), 1),
        (message(disposition="attachment"), 1),
    ],
    ids=["a logo", "a screenshot", "attached"],
)
def test_small_pictures_of_a_message_are_its_layout(content: bytes, pages: int) -> None:
    assert len(extract("x.eml", content, LIMITS, scans=True).coverage.pages_without_text) == pages


@pytest.mark.parametrize(
    "content",
    [zipped({"a.txt": "unread page 1 of part 7."}), b"Words.", zipped({"a.txt": "Words."})],
    ids=["marks", "text", "none"],
)
def test_of_what_has_no_such_page_none_is_drawn(content: bytes) -> None:
    with pytest.raises(DamagedFile, match="could not be drawn"):
        drawn(content, 2, LIMITS)
