"""Find horizontal lines on a page with PDFium: rules between the rows of a table, and edges of filled areas behind them."""

from __future__ import annotations

import ctypes
from collections.abc import Iterator

import pypdfium2
from pypdfium2 import raw as pdfium

from chat.extraction.pdf.lines import Rule

_MOST_OBJECTS = 20_000
"""A page with more objects is a drawing."""
_THIN = 3.0
_SHORTEST = 8.0
_SAME = 1.5
"""Points within which two pieces are parts of one rule or edge."""


def find_rules(page: pypdfium2.PdfPage) -> tuple[Rule, ...]:
    """Return the rules from the top down; none for a rotated page.

    Pieces that touch are joined, as many tables are drawn cell by cell.
    """
    if page.get_rotation() or pdfium.FPDFPage_CountObjects(page.raw) > _MOST_OBJECTS:
        return ()
    return tuple(_joined(sorted(_pieces(page), key=lambda rule: (-rule.y, rule.x))))


def _pieces(page: pypdfium2.PdfPage) -> Iterator[Rule]:
    left, bottom, right, top = (ctypes.c_float() for _ in range(4))
    for number in range(pdfium.FPDFPage_CountObjects(page.raw)):
        drawn = pdfium.FPDFPage_GetObject(page.raw, number)
        if pdfium.FPDFPageObj_GetType(drawn) != pdfium.FPDF_PAGEOBJ_PATH:
            continue
        if not pdfium.FPDFPageObj_GetBounds(drawn, left, bottom, right, top) or right.value - left.value < _SHORTEST:
            continue
        if top.value - bottom.value > _THIN:
            yield Rule(top.value, left.value, right.value)
        yield Rule(bottom.value, left.value, right.value)


def _joined(pieces: list[Rule]) -> Iterator[Rule]:
    """Join pieces at about the same height, from the left, where they touch."""
    while pieces:
        level = [piece for piece in pieces if pieces[0].y - piece.y <= _SAME]
        pieces = pieces[len(level) :]
        level.sort(key=lambda rule: rule.x)
        whole = level[0]
        for piece in level[1:]:
            if piece.x > whole.stop + _SAME:
                yield whole
                whole = piece
            else:
                whole = Rule(whole.y, whole.x, max(whole.stop, piece.stop))
        yield whole
