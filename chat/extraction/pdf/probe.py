"""Query PDFium about single characters of a page: their type, their position, and the white space beside them."""

from __future__ import annotations

import ctypes
import re
from collections.abc import Iterator

import pypdfium2
from pypdfium2 import raw as pdfium

from chat.extraction.pdf.lines import Gap, Type

_LONGEST_NAME = 512
_ITALIC = re.compile(r"ital|obli|slant", re.IGNORECASE)
_BOLD = re.compile(r"bold|black|heavy|demi|-medi\b|medi$|cmbx|cmssbx|ptmb|,b$", re.IGNORECASE)
_FORCED_BOLD = 1 << 18
"""ForceBold, bit 19 of a font's flags (PDF 32000-1, table 123)."""
_SPACE = re.compile(r"\s+")
_LEAST_GAP = 1.0
"""Smallest gap between two cells, in font sizes; justified prose stretches its spaces to .8."""
_LEAST_STEP = 1.1
"""Smallest distance, in font sizes, from the beginning of a narrow letter before such a gap to the next letter."""


class Probe:
    """Queries PDFium about single characters of a page, reusing its output buffers."""

    def __init__(self, text_page: pypdfium2.PdfTextPage, rotation: int, *, exact: bool) -> None:
        self._page = text_page.raw
        self._rotation = rotation
        self._exact = exact
        self._name = ctypes.create_string_buffer(_LONGEST_NAME)
        self._flags = ctypes.c_int()
        self._matrix = pdfium.FS_MATRIX()
        self._x, self._y = ctypes.c_double(), ctypes.c_double()
        self._right, self._bottom = ctypes.c_double(), ctypes.c_double()
        self._styles: dict[bytes, tuple[bool, bool]] = {}

    def type_of(self, first: int, last: int) -> Type:
        if not self._exact:
            first = pdfium.FPDFText_GetCharIndexFromTextIndex(self._page, first)
            last = pdfium.FPDFText_GetCharIndexFromTextIndex(self._page, last)
        bold, italic = self._style(first)
        if bold:
            bold, _ = self._style(last)
        x, y = self._place(first)
        return Type(
            size=min(self._size(first), self._size(last)), bold=bold, italic=italic, x=x, y=y, last_x=self._place(last)[0]
        )

    def gaps(self, first: int, body: str, size: float) -> tuple[Gap, ...]:
        """Return the gaps of a line that begins at index `first` of the page's text."""
        found = []
        for words, before, behind in self._spaces(first, body):
            stop = self._place(behind)[0]
            if stop - self._place(before)[0] > _LEAST_STEP * size:
                end = self._end(before)
                if stop - end >= _LEAST_GAP * size:
                    found.append(Gap(words, end, stop))
        return tuple(found)

    def spaces(self, first: int, body: str) -> tuple[Gap, ...]:
        """Return all spaces of a line; one that stops before it begins leads back to the left."""
        return tuple(Gap(words, self._end(before), self._place(behind)[0]) for words, before, behind in self._spaces(first, body))

    def _spaces(self, first: int, body: str) -> Iterator[tuple[int, int, int]]:
        """Yield for each space the number of words before it and the indices of the characters on both sides."""
        for words, space in enumerate(_SPACE.finditer(body), start=1):
            before, behind = first + space.start() - 1, first + space.end()
            if not self._exact:
                before = pdfium.FPDFText_GetCharIndexFromTextIndex(self._page, before)
                behind = pdfium.FPDFText_GetCharIndexFromTextIndex(self._page, behind)
            yield words, before, behind

    def _end(self, character: int) -> float:
        """Return where a letter ends on the page as displayed."""
        pdfium.FPDFText_GetCharBox(self._page, character, self._x, self._right, self._bottom, self._y)
        corner = self._right.value if self._rotation in (0, 90) else self._x.value
        height = self._y.value if self._rotation in (0, 90) else self._bottom.value
        return self._turned(corner, height)[0]

    def _size(self, character: int) -> float:
        """Return the size of a letter in points on paper: the font's own size is often 1, and scaled."""
        size = float(pdfium.FPDFText_GetFontSize(self._page, character))
        if pdfium.FPDFText_GetMatrix(self._page, character, self._matrix):
            size *= (self._matrix.c**2 + self._matrix.d**2) ** 0.5
        return round(size, 1)

    def _style(self, character: int) -> tuple[bool, bool]:
        """Return whether the letter is bold and italic, by the font's name and flags: the weight that PDFium estimates from the
        stems is too high for italics."""
        pdfium.FPDFText_GetFontInfo(self._page, character, self._name, _LONGEST_NAME, self._flags)
        name = self._name.value
        if name not in self._styles:
            words = name.decode("latin-1")
            bold = bool(self._flags.value & _FORCED_BOLD) or _BOLD.search(words) is not None
            self._styles[name] = bold, _ITALIC.search(words) is not None
        return self._styles[name]

    def _place(self, character: int) -> tuple[float, float]:
        """Return the position of a letter on the page as displayed (rotated), so that lines are below one another."""
        pdfium.FPDFText_GetCharOrigin(self._page, character, self._x, self._y)
        x, y = self._x.value, self._y.value
        return self._turned(x, y) if self._rotation else (x, y)

    def _turned(self, x: float, y: float) -> tuple[float, float]:
        return {90: (y, -x), 180: (-x, -y), 270: (-y, x)}.get(self._rotation, (x, y))
