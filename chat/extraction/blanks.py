"""Pages without text: represent and draw those of PDFs and pictures, and find which file in an archive or e-mail one is in."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from chat.domain import Extracted
from chat.extraction import picture
from chat.extraction.pdf.pdfium import render_page
from chat.extraction.pdf.reader import MEDIA_TYPE as PDF
from chat.extraction.pdf.scans import scan, with_recognised
from chat.settings import LimitSettings

_MARK = re.compile(r"unread page (\d+) of part (\d+)\.\Z")


def blank_pages(kind: str, content: bytes, limits: LimitSettings, password: str = "") -> Extracted | None:
    """Return a PDF or picture as pages without text, or `None` for other kinds.

    Raises NeedsPassword, DamagedFile and FileTooLarge.
    """
    if kind == PDF:
        return scan(content, password)
    return picture.blank(content, kind, limits) if kind in picture.MEDIA_TYPES else None


def draw(kind: str, content: bytes, page: int, password: str = "") -> bytes:
    """Return a page of a PDF, or a picture, as PNG. Raises NeedsPassword, DamagedFile and FileTooLarge."""
    if kind in picture.MEDIA_TYPES:
        return picture.draw_picture(content, kind, page)
    return render_page(content, page, password=password)


@dataclass(slots=True)
class Marks:
    """Labels each page without text with its origin, so that it can be traced after the parts of a file have been joined."""

    parts: list[tuple[str, bytes]] = field(default_factory=list)
    """Kind and content of the parts that have pages without text."""

    def marked(self, kind: str, content: bytes, extracted: Extracted) -> Extracted:
        """Return the extracted part with a mark on each page without text."""
        pages = extracted.coverage.pages_without_text
        if not pages:
            return extracted
        self.parts.append((kind, content))
        return with_recognised(extracted, {page: f"unread page {page} of part {len(self.parts)}." for page in pages})

    def found(self, whole: Extracted, number: int) -> tuple[str, bytes, int] | None:
        """Return the kind and content of the part that holds page `number` of the whole, and the page's number in that part."""
        page = next((page for page in whole.pages if page.number == number), None)
        mark = _MARK.search(whole.text[page.start : page.end].rstrip()) if page else None
        if mark is None or not 0 < int(mark[2]) <= len(self.parts):
            return None
        return *self.parts[int(mark[2]) - 1], int(mark[1])
