"""Render an answer as PDF. Fonts for Latin, Greek, Cyrillic, Thai and Devanagari are embedded; nothing is downloaded.

Chinese, Japanese and Korean refer to fonts by name that every PDF reader provides. Arabic and Hebrew are not laid out from right
to left.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from io import BytesIO
from itertools import groupby
from xml.sax.saxutils import escape

import pymupdf_fonts  # type: ignore[import-untyped] # fonts, without types
from markdown_it import MarkdownIt
from markdown_it.token import Token
from reportlab.lib.colors import HexColor
from reportlab.lib.pagesizes import A4
from reportlab.lib.styles import ParagraphStyle
from reportlab.lib.units import mm
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.cidfonts import UnicodeCIDFont
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import Flowable, HRFlowable, Paragraph, SimpleDocTemplate, Spacer, Table, TableStyle, XPreformatted

from chat.answering.citing.references import place
from chat.api.exporting.written import LEGEND, ExportedAnswer, about

_INK, _QUIET, _ACCENT, _BAD, _LINE, _SOFT = map(HexColor, ("#1d2524", "#5c6967", "#14685e", "#b3261e", "#d5dcda", "#f2f6f5"))
_FONTS = {"Text": "figo", "Text-Bold": "figbo", "Text-Italic": "figit", "Text-BoldItalic": "figbi", "Code": "ubuntm"}
_EAST_ASIAN = (("[\u3040-\u30ff]", "HeiseiKakuGo-W5"), ("[\uac00-\ud7af\u1100-\u11ff]", "HYGothic-Medium"), ("", "STSong-Light"))
_WIDE = re.compile("[\u1100-\u11ff\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\uff00-\uffef\U00020000-\U0003ffff]")
_MARGIN = 22 * mm
_SIGN = re.compile(r"\[\?\]")
_MARKER = re.compile(r"\[(\d{1,3})\]")
_WIDEST_CODE = 88
"""Most characters in a line of code; longer lines are broken."""
_MOST_COLUMNS = 10
"""Most columns of a table side by side; further ones follow in a table below."""
_TALLEST_HEAD = 60 * mm
"""Height of a table's header from which it is not repeated on each page."""


def pdf(answer: ExportedAnswer) -> bytes:
    """Return the answer as a PDF file with numbered A4 pages."""
    _register()
    east_asian = _east_asian(f"{answer.question}{answer.text}{''.join(each.quote for each in answer.references)}")
    setting = _Setting(east_asian)
    story: list[Flowable] = [setting.paragraph(answer.question or "Answer", "title"), Spacer(1, 3 * mm)]
    story += setting.markdown(answer.text)
    if answer.doubts:
        story.append(setting.paragraph(f"[?] {LEGEND}", "small"))
    if answer.references:
        story += [Spacer(1, 3 * mm), setting.paragraph("Sources", "heading")]
    for reference in answer.references:
        doubt = "" if reference.supported else f" {LEGEND}"
        story.append(setting.paragraph(f"[{reference.marker}] {place(reference)}", "place"))
        story.append(setting.paragraph(f"“{' '.join(reference.quote.split())}”{doubt}", "quote"))
    story += [Spacer(1, 4 * mm), HRFlowable(width="100%", color=_LINE, thickness=0.6), Spacer(1, 1 * mm)]
    story += [setting.paragraph(line, "small") for line in about(answer)]
    target = BytesIO()
    margins = {f"{side}Margin": _MARGIN for side in ("left", "right", "top", "bottom")}
    document = SimpleDocTemplate(target, pagesize=A4, title=answer.question, author="Threadwise", **margins)
    document.build(story, onFirstPage=_number, onLaterPages=_number)
    return target.getvalue()


@lru_cache(maxsize=1)
def _register() -> None:
    """Register the fonts, once, when the first answer is exported: unpacking them takes a fifth of a second."""
    for name, code in _FONTS.items():
        pdfmetrics.registerFont(TTFont(name, BytesIO(pymupdf_fonts.fontbuffers[code]())))
    pdfmetrics.registerFontFamily("Text", "Text", "Text-Bold", "Text-Italic", "Text-BoldItalic")
    for _, name in _EAST_ASIAN:
        pdfmetrics.registerFont(UnicodeCIDFont(name))


def _east_asian(text: str) -> str:
    return next(font for pattern, font in _EAST_ASIAN if re.search(pattern, text))


def _number(canvas: Canvas, document: SimpleDocTemplate) -> None:
    canvas.setFont("Text", 8)
    canvas.setFillColor(_QUIET)
    canvas.drawRightString(A4[0] - _MARGIN, 12 * mm, str(canvas.getPageNumber()))


def _styles() -> dict[str, ParagraphStyle]:
    body = ParagraphStyle("body", fontName="Text", fontSize=10.5, leading=15.5, textColor=_INK, spaceAfter=6)
    code = ParagraphStyle(
        "code", fontName="Code", fontSize=8.5, leading=12, backColor=_SOFT, borderPadding=6, spaceBefore=6, spaceAfter=10
    )
    return {
        "body": body,
        "title": ParagraphStyle("title", body, fontName="Text-Bold", fontSize=16, leading=21),
        "heading": ParagraphStyle("heading", body, fontName="Text-Bold", fontSize=12, leading=17, spaceBefore=6, keepWithNext=1),
        "place": ParagraphStyle("place", body, fontName="Text-Bold", fontSize=9.5, leading=13, spaceAfter=1, keepWithNext=1),
        "quote": ParagraphStyle("quote", body, fontSize=9.5, leading=14, leftIndent=10, textColor=_QUIET),
        "small": ParagraphStyle("small", body, fontSize=8.5, leading=12, spaceAfter=2, textColor=_QUIET),
        "cell": ParagraphStyle("cell", body, fontSize=9.5, leading=13, spaceAfter=0),
        "code": code,
    }


class _Setting:
    """Lays out text in styles, with East Asian characters in a font that has them."""

    def __init__(self, east_asian: str) -> None:
        self._styles = _styles()
        self._wide = east_asian

    def paragraph(self, text: str, style: str = "body", indent: int = 0, bullet: str | None = None) -> Flowable:
        """Return a paragraph of plain text."""
        return self._set(self._plain(text), style, indent, bullet)

    def _set(self, marked_up: str, style: str, indent: int = 0, bullet: str | None = None) -> Flowable:
        look = self._styles[style]
        if indent or _WIDE.search(marked_up):
            wrap = "CJK" if len(_WIDE.findall(marked_up)) > len(marked_up) / 3 else None
            look = ParagraphStyle(
                "indented", look, leftIndent=look.leftIndent + 14 * indent, bulletIndent=14 * max(0, indent - 1), wordWrap=wrap
            )
        return Paragraph(marked_up, look, bulletText=bullet)

    def _plain(self, text: str) -> str:
        """Return plain text as a paragraph's markup, with citation markers and `[?]` signs coloured."""
        parts = []
        for wide, letters in groupby(text.replace("\u200a", " "), key=lambda letter: bool(_WIDE.match(letter))):
            run = escape("".join(letters))
            parts.append(f'<font name="{self._wide}">{run}</font>' if wide else run)
        shown = _MARKER.sub(rf'<font size="8" color="{_ACCENT.hexval()}">[\1]</font>', "".join(parts))
        return _SIGN.sub(f'<font size="8" color="{_BAD.hexval()}">[?]</font>', shown)

    def markdown(self, text: str) -> list[Flowable]:
        """Return the blocks of a Markdown text; images and HTML are shown as plain text."""
        tokens = MarkdownIt("commonmark", {"html": False}).enable("table").parse(text)
        return list(self._blocks(tokens))

    def _blocks(self, tokens: Sequence[Token]) -> Iterator[Flowable]:
        lists: list[int | None] = []
        rows: list[list[Flowable]] = []
        style, bullet = "body", None
        for token in tokens:
            match token.type:
                case "heading_open":
                    style = "heading"
                case "heading_close" | "td_close" | "th_close" | "blockquote_close":
                    style = "body"
                case "blockquote_open":
                    style = "quote"
                case "td_open" | "th_open":
                    style = "cell"
                case "bullet_list_open":
                    lists.append(None)
                case "ordered_list_open":
                    lists.append(int(token.attrGet("start") or 1))
                case "bullet_list_close" | "ordered_list_close":
                    lists.pop()
                case "list_item_open":
                    number = lists[-1]
                    bullet = "•" if number is None else f"{number}."
                    lists[-1] = None if number is None else number + 1
                case "tr_open":
                    rows.append([])
                case "table_close":
                    yield from _tables(rows)
                    rows = []
                case "fence" | "code_block":
                    yield XPreformatted("\n".join(map(self._plain, _code(token.content))), self._styles["code"])
                case "hr":
                    yield HRFlowable(width="100%", color=_LINE, thickness=0.6)
                case "inline":
                    block = self._set(self._inline(token.children or []), style, len(lists), bullet)
                    bullet = None
                    if style == "cell":
                        rows[-1].append(block)
                    else:
                        yield block
                case _:
                    pass

    def _inline(self, tokens: Sequence[Token]) -> str:
        marks = {"strong_open": "<b>", "strong_close": "</b>", "em_open": "<i>", "em_close": "</i>", "hardbreak": "<br/>"}
        parts = []
        for token in _joined(tokens):
            if token.type == "code_inline":
                parts.append(f'<font name="Code">{escape(token.content)}</font>')
            else:
                parts.append(marks.get(token.type) or (" " if token.type == "softbreak" else self._plain(token.content)))
        return "".join(parts)


def _joined(tokens: Sequence[Token]) -> list[Token]:
    """Merge neighbouring text tokens, since `[1]` is parsed into several."""
    joined: list[Token] = []
    for token in tokens:
        if token.type in ("text", "text_special") and joined and joined[-1].type == "text":
            joined[-1] = Token("text", "", 0, content=joined[-1].content + token.content)
        else:
            joined.append(Token("text", "", 0, content=token.content) if token.type == "text_special" else token)
    return joined


def _code(content: str) -> list[str]:
    """Return the lines of a code block, long ones broken."""
    lines = content.rstrip().expandtabs(4).splitlines() or [""]
    return [line[at : at + _WIDEST_CODE] for line in lines for at in range(0, max(1, len(line)), _WIDEST_CODE)]


def _tables(rows: Sequence[Sequence[Flowable]]) -> Iterator[Flowable]:
    """Yield a table, split into several below each other if it has more columns than fit across the page."""
    columns = max(map(len, rows), default=1)
    full = [[*row, *[""] * (columns - len(row))] for row in rows]
    for start in range(0, columns, _MOST_COLUMNS):
        yield _table([row[start : start + _MOST_COLUMNS] for row in full])


def _table(rows: Sequence[Sequence[Flowable | str]]) -> Flowable:
    """Return a table of rows of equal length, which continues on the next page if it is too high, even within a row."""
    columns = len(rows[0])
    width = (A4[0] - 2 * _MARGIN) / columns
    look = [
        ("LINEBELOW", (0, 0), (-1, -1), 0.5, _LINE),
        ("BACKGROUND", (0, 0), (-1, 0), _SOFT),
        ("VALIGN", (0, 0), (-1, -1), "TOP"),
    ]
    head = max(cell.wrap(width, A4[1])[1] for cell in rows[0] if not isinstance(cell, str))
    again = 1 if head < _TALLEST_HEAD else 0
    return Table(rows, [width] * columns, style=TableStyle(look), repeatRows=again, splitInRow=1, spaceBefore=4, spaceAfter=10)
