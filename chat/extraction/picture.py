"""Pictures of text, such as a screenshot or a photographed letter: pages without text until OCR recognises it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO
from typing import cast

from PIL import Image, ImageOps

from chat.domain import Coverage, Extracted, Page
from chat.errors import DamagedFile, FileTooLarge, NoText
from chat.extraction.pdf.ocr import SWITCH_ON
from chat.settings import LimitSettings

TIFF = "image/tiff"
_FORMATS = {
    "image/png": "PNG",
    "image/jpeg": "JPEG",
    "image/webp": "WEBP",
    "image/gif": "GIF",
    "image/bmp": "BMP",
    TIFF: "TIFF",
}
"""Pillow's format name by media type. Pillow has many more, for rare kinds, which nobody has reviewed."""
MEDIA_TYPES = frozenset(_FORMATS)
_MOST_PIXELS = 120_000_000
_LONG_SIDE = 2_500
"""Pixels of the longer side after enlarging, as for a page drawn for OCR; the letters of a screenshot are too small as they
are."""
_LARGEST_SCALE = 3.0


def read_picture(content: bytes, limits: LimitSettings) -> Extracted:
    """Raise NoText always; with OCR, `blank` is used instead."""
    raise NoText(f"This is a picture. The letters in it can't be read here. {SWITCH_ON}")


def blank(content: bytes, media_type: str, limits: LimitSettings) -> Extracted:
    """Return one page without text per picture; only a TIFF has several. Raises DamagedFile and FileTooLarge."""
    with _opened(content, media_type) as picture:
        number = getattr(picture, "n_frames", 1) if media_type == TIFF else 1
        if number > limits.max_pages:
            raise FileTooLarge(f"The picture has more than {limits.max_pages:,} pages.")
        picture.load()
    numbers = tuple(range(1, number + 1))
    pages = tuple(Page(each, each - 1, each - 1) for each in numbers)
    return Extracted("\n" * (number - 1), media_type, pages=pages, coverage=Coverage(pages_without_text=numbers))


def draw_picture(content: bytes, media_type: str, number: int) -> bytes:
    """Return picture `number` (from 1) as a greyscale PNG: upright, on white, and as large as a drawn page.

    Raises what `blank` raises.
    """
    with _opened(content, media_type) as picture:
        picture.seek(number - 1)
        _check_size(picture)
        ImageOps.exif_transpose(picture, in_place=True)
        grey = _on_white(picture)
    scale = min(_LARGEST_SCALE, _LONG_SIDE / max(grey.size))
    if scale > 1:
        grey = grey.resize((round(grey.width * scale), round(grey.height * scale)), Image.Resampling.LANCZOS)
    stream = BytesIO()
    grey.save(stream, "PNG", compress_level=1)
    return stream.getvalue()


def _on_white(picture: Image.Image) -> Image.Image:
    """Return the picture in greyscale on a white background.

    Only a picture with transparency is copied in colour, because that takes half a gigabyte for the largest.
    """
    if picture.mode.startswith(("I", "F")):
        return _stretched(picture)
    if not picture.has_transparency_data:
        return picture.convert("L")
    coloured = picture if picture.mode == "RGBA" else picture.convert("RGBA")
    paper = Image.new("L", picture.size, "white")
    paper.paste(coloured.convert("L"), mask=coloured.getchannel("A"))
    return paper


def _stretched(picture: Image.Image) -> Image.Image:
    """Return a picture of more than 256 grey levels, as scanners make them, scaled from its darkest to its lightest level."""
    grey = picture if picture.mode in ("I", "F") else picture.convert("I")
    darkest, lightest = cast("tuple[float, float]", grey.getextrema())
    scale = 255 / ((lightest - darkest) or 1)
    return grey.point(lambda value: value * scale - darkest * scale).convert("L")


def _check_size(picture: Image.Image) -> None:
    if picture.width * picture.height > _MOST_PIXELS:
        raise FileTooLarge(f"The picture has more than {_MOST_PIXELS // 1_000_000} megapixels.")


@contextmanager
def _opened(content: bytes, media_type: str) -> Iterator[Image.Image]:
    Image.MAX_IMAGE_PIXELS = None  # Pillow's own limit begins with a warning; ours is below
    try:
        with Image.open(BytesIO(content), formats=[_FORMATS[media_type]]) as picture:
            _check_size(picture)
            yield picture
    except (OSError, SyntaxError, ValueError, EOFError) as error:  # what Pillow raises for damaged files
        raise DamagedFile("The picture is damaged or cut off.") from error
