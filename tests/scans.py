"""PDFs whose pages are pictures of text, as a scanner makes them."""

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


def scanned_pdf(*pages: str, text_pages: Sequence[str] = ()) -> bytes:
    """Pages of text first, then pictures of the others."""
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


def _picture(text: str) -> Image.Image:
    document = pypdfium2.PdfDocument(text_pdf(text))
    try:
        picture: Image.Image = document[0].render(scale=_SCALE, grayscale=True).to_pil()
        return picture
    finally:
        document.close()
