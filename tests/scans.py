"""Builds pictures of text, and PDFs whose pages are such pictures, as scanners make them."""

from __future__ import annotations

from collections.abc import Sequence
from io import BytesIO

import pypdfium2
from PIL import Image
from reportlab.lib.utils import ImageReader
from reportlab.pdfgen.canvas import Canvas

from tests.files import text_pdf

_POINTS = (595, 842)
_SCALE = 2.5
_ORIENTATION = 274


def scanned_pdf(*pages: str, text_pages: Sequence[str] = ()) -> bytes:
    """Return a PDF with `text_pages` as text first, then each of `pages` as a picture."""
    stream = BytesIO()
    canvas = Canvas(stream, pagesize=_POINTS)
    for text in text_pages:
        canvas.setFont("Helvetica", 12)
        canvas.drawString(60, 760, text)
        canvas.showPage()
    for text in pages:
        canvas.drawImage(ImageReader(_picture(text)), 0, 0, *_POINTS)
        canvas.showPage()
    canvas.save()
    return stream.getvalue()


def picture(text: str, kind: str = "PNG", turned: int = 0) -> bytes:
    """Return a picture of a text.

    `kind` is a format of Pillow; `turned` is a rotation in degrees that the EXIF data declare, as photos of phones do.
    """
    stream, exif = BytesIO(), Image.Exif()
    exif[_ORIENTATION] = {0: 1, 90: 6, 180: 3, 270: 8}[turned]
    _picture(text).rotate(turned, expand=True, fillcolor=255).save(stream, kind, exif=exif)
    return stream.getvalue()


def _picture(text: str) -> Image.Image:
    document = pypdfium2.PdfDocument(text_pdf(text))
    try:
        picture: Image.Image = document[0].render(scale=_SCALE, grayscale=True).to_pil()
        return picture
    finally:
        document.close()
