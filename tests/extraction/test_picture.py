"""Tests of pictures of text: treated as pages without text, and rendered for text recognition."""

from __future__ import annotations

from io import BytesIO

import pytest
from PIL import Image

from chat.errors import DamagedFile, FileTooLarge, NoText
from chat.extraction.extract import extract, sniff
from chat.extraction.pdf.ocr import Tesseract
from chat.extraction.picture import blank, draw_picture
from chat.extraction.sandbox import Sandbox
from chat.settings import LimitSettings
from tests.scans import picture

WORDS = "The harbour master keeps the key of the lighthouse."
LIMITS = LimitSettings()


def _drawn(content: bytes, number: int = 1) -> Image.Image:
    return Image.open(BytesIO(draw_picture(content, sniff("", content), number)))


@pytest.mark.parametrize("kind", ["PNG", "JPEG", "WEBP", "BMP", "TIFF", "GIF"])
async def test_a_picture_is_taken_drawn_and_read(sandbox: Sandbox, kind: str) -> None:
    tesseract = Tesseract.found()
    assert tesseract is not None, "the tests need Debian's tesseract-ocr"
    content = picture(WORDS, kind)

    taken = await sandbox.extract("letter", content, scans=True)
    text = await tesseract.read(await sandbox.draw(content, 1))

    assert taken.coverage.pages_without_text == (1,)
    assert taken.media_type == f"image/{kind.lower()}"
    assert text.split() == WORDS.split()


def test_a_photo_that_says_how_it_was_held_is_drawn_upright() -> None:
    upright, turned = _drawn(picture(WORDS, "JPEG")), _drawn(picture(WORDS, "JPEG", turned=90))

    assert turned.size == upright.size


def test_what_is_see_through_is_drawn_on_white_and_small_letters_larger() -> None:
    stream = BytesIO()
    Image.new("RGBA", (100, 40), (0, 0, 0, 0)).save(stream, "PNG")

    drawn = _drawn(stream.getvalue())

    assert drawn.size == (300, 120)
    assert drawn.getextrema() == (255, 255)


def test_each_picture_of_a_tiff_is_a_page() -> None:
    stream = BytesIO()
    first, second = (Image.new("L", (2_500, 10 * height), 255) for height in (1, 2))
    first.save(stream, "TIFF", save_all=True, append_images=[second])

    taken = blank(stream.getvalue(), "image/tiff", LIMITS)

    assert [page.number for page in taken.pages] == [1, 2]
    assert [_drawn(stream.getvalue(), number).height for number in (1, 2)] == [10, 20]
    with pytest.raises(FileTooLarge, match="more than 1 pages"):
        blank(stream.getvalue(), "image/tiff", LimitSettings(max_pages=1))


def test_a_picture_is_refused_where_no_letters_are_recognised_and_a_damaged_one_everywhere() -> None:
    with pytest.raises(NoText, match=r"This is a picture.*Install Tesseract"):
        extract("letter.png", picture(WORDS), LIMITS)
    with pytest.raises(DamagedFile, match="damaged or cut off"):
        blank(picture(WORDS)[:-1_000], "image/png", LIMITS)


def test_a_picture_of_more_pixels_than_can_be_drawn_is_refused() -> None:
    stream = BytesIO()
    Image.new("1", (12_000, 12_000)).save(stream, "PNG")

    with pytest.raises(FileTooLarge, match="120 megapixels"):
        blank(stream.getvalue(), "image/png", LIMITS)


def test_a_page_of_a_tiff_of_more_pixels_than_can_be_drawn_is_refused() -> None:
    stream = BytesIO()
    first, second = (Image.new("1", (side, side)) for side in (10, 12_000))
    first.save(stream, "TIFF", save_all=True, append_images=[second], compression="group4")

    with pytest.raises(FileTooLarge, match="120 megapixels"):
        draw_picture(stream.getvalue(), "image/tiff", 2)


@pytest.mark.parametrize(("mode", "kind"), [("I;16", "PNG"), ("I", "TIFF"), ("F", "TIFF")])
def test_a_picture_of_more_than_256_greys_keeps_its_letters(mode: str, kind: str) -> None:
    stream = BytesIO()
    page = Image.new(mode, (2_500, 10), 60_000)
    page.paste(3_000, (0, 0, 2_500, 5))
    page.save(stream, kind)

    assert _drawn(stream.getvalue()).getextrema() in {(0, 254), (0, 255)}


@pytest.mark.parametrize("mode", ["L", "RGB", "RGBA"])
async def test_the_largest_picture_is_drawn_within_the_memory_of_a_reader(sandbox: Sandbox, mode: str) -> None:
    stream = BytesIO()
    Image.new(mode, (11_900, 10_000)).save(stream, "PNG", compress_level=1)

    assert await sandbox.draw(stream.getvalue(), 1)
