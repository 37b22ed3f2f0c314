"""Read PPTX: each slide is a page with a heading, its text from top to bottom, then its speaker notes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from io import BytesIO
from itertools import zip_longest
from typing import Any

from pptx.enum.shapes import PP_PLACEHOLDER
from pptx.package import Package
from pptx.shapes.autoshape import Shape
from pptx.shapes.base import BaseShape
from pptx.shapes.graphfrm import GraphicFrame
from pptx.shapes.group import GroupShape
from pptx.slide import Slide
from pptx.text.text import TextFrame

from chat.domain import Extracted
from chat.errors import DamagedFile, FileRefused, FileTooLarge
from chat.extraction.archive import open_archive, parse_xml
from chat.extraction.composition import Composition
from chat.extraction.office.kinds import PPTX, attribute, core_title
from chat.extraction.office.paragraph import tells
from chat.settings import LimitSettings

_LINE = 228_600
"""A quarter of an inch in EMU, the format's unit: shapes in the same band of this height count as side by side."""
_DEEPEST_GROUP = 50
_CAPTIONS = (PP_PLACEHOLDER.DATE, PP_PLACEHOLDER.FOOTER, PP_PLACEHOLDER.SLIDE_NUMBER, PP_PLACEHOLDER.HEADER)
"""Placeholders whose text repeats on every slide."""
_TITLES = (PP_PLACEHOLDER.TITLE, PP_PLACEHOLDER.CENTER_TITLE, PP_PLACEHOLDER.VERTICAL_TITLE)


def read_pptx(content: bytes, limits: LimitSettings) -> Extracted:
    """Return the slides in order; one that python-pptx fails to read is a warning.

    Raises DamagedFile when no slides can be read, and FileTooLarge for too many slides.
    """
    archive = open_archive(content, limits)
    title = core_title(archive)
    package = archive.xml_package()
    text = Composition(limits)
    try:
        slides = list(Package.open(BytesIO(package)).presentation_part.presentation.slides)
    except FileRefused:
        raise
    except Exception as error:  # python-pptx raises anything on broken parts
        raise DamagedFile("The presentation is cut off or damaged.") from error
    if len(slides) > limits.max_pages:
        raise FileTooLarge(f"The presentation has more than {limits.max_pages:,} slides.")
    for number, slide in enumerate(slides, start=1):
        text.page()
        if slide.element.get("show") in ("0", "false"):
            text.warn(f"Slide {number} is hidden.")
        try:
            _slide(slide, text)
        except FileRefused:
            raise
        except Exception:  # as above
            text.warn(f"Slide {number} could not be read completely.")
    return text.extracted(PPTX, None if title == "PowerPoint Presentation" else title)


def _slide(slide: Slide, text: Composition) -> None:
    shapes = _ordered(slide.shapes)
    title = next((shape for shape in shapes if _placeholder(shape) in _TITLES), None)
    if isinstance(title, Shape):
        text.heading(title.text_frame.text.replace("\x0b", " "), 1)
    for shape in shapes:
        if shape is not title and _placeholder(shape) not in _CAPTIONS:
            _shape(shape, text)
    if slide.has_notes_slide and (frame := slide.notes_slide.notes_text_frame) is not None and frame.text.strip():
        text.paragraph(f"Notes: {frame.text}")


def _ordered(shapes: Iterable[BaseShape], depth: int = 0) -> list[BaseShape]:
    """Return the shapes from top to bottom and, within a band, from left to right; groups stay together."""
    ordered: list[BaseShape] = []
    for shape in sorted(shapes, key=lambda shape: ((shape.top or 0) // _LINE, shape.left or 0)):
        if isinstance(shape, GroupShape):
            ordered += _ordered(shape.shapes, depth + 1) if depth < _DEEPEST_GROUP else []
        else:
            ordered.append(shape)
    return ordered


def _placeholder(shape: BaseShape) -> PP_PLACEHOLDER | None:
    return shape.placeholder_format.type if shape.is_placeholder else None


def _shape(shape: BaseShape, text: Composition) -> None:
    if isinstance(shape, GraphicFrame) and shape.has_table:
        text.table(_rows(shape), has_header=True if shape.table.first_row else None)
    elif isinstance(shape, GraphicFrame) and shape.has_chart:
        _chart(shape.chart, text)
    elif isinstance(shape, GraphicFrame):
        for words in _diagram(shape):
            text.item("- ", words)
    elif shape.has_text_frame and isinstance(shape, Shape):
        _frame(shape.text_frame, text, is_list=_placeholder(shape) in (PP_PLACEHOLDER.BODY, PP_PLACEHOLDER.OBJECT))


def _frame(frame: TextFrame, text: Composition, *, is_list: bool) -> None:
    """Add the text of a frame; several paragraphs of a body placeholder are its bullets."""
    paragraphs = [(paragraph.level, _words(paragraph)) for paragraph in frame.paragraphs]
    filled = [(level, words) for level, words in paragraphs if words.strip()]
    if is_list and len(filled) > 1:
        for level, words in filled:
            text.item(f"{'  ' * level}- ", words)
    else:
        text.paragraph("\n".join(words for _, words in filled))


def _words(paragraph: Any) -> str:
    """Return a paragraph's text with link targets after their words. (python-pptx types paragraphs too loosely to name.)"""
    words = paragraph.text.replace("\x0b", "\n")
    for run in paragraph.runs:
        address = run.hyperlink.address
        if address and run.text.strip() and not tells(words, address):
            words = words.replace(run.text, f"{run.text} ({address})", 1)
    return str(words)


def _rows(frame: GraphicFrame) -> Iterator[list[str]]:
    """Yield the rows of a table; the text of merged cells is only in the first of them.

    (python-pptx's own access to rows takes quadratic time.)
    """
    for row in frame.element.iter("{*}tr"):
        yield [
            "" if {cell.get("hMerge"), cell.get("vMerge")} & {"1", "true"} else " ".join(map(_plain, cell.iter("{*}p")))
            for cell in row.iter("{*}tc")
        ]


def _plain(paragraph: Any) -> str:
    return "".join(str(piece.text or "") if piece.tag.endswith("}t") else " " for piece in paragraph.iter("{*}t", "{*}br"))


def _chart(chart: Any, text: Composition) -> None:
    """Add a chart's numbers as a table: a row per category, a column per series. (python-pptx types none of it.)"""
    if chart.has_title and chart.chart_title.has_text_frame:
        text.paragraph(f"Chart: {chart.chart_title.text_frame.text}")
    for plot in chart.plots:
        series = list(plot.series)
        values = [["" if value is None else format(value, ".15g") for value in each.values] for each in series]
        categories = [str(category) for category in plot.categories]
        names = ["category", *(each.name or f"series {place}" for place, each in enumerate(series, start=1))]
        text.rows(names, zip_longest(categories, *values, fillvalue=""), len(names))


def _diagram(frame: GraphicFrame) -> Iterator[str]:
    """Yield the paragraphs of a SmartArt drawing, which are in a part of their own."""
    for identifiers in frame.element.iter("{http://schemas.openxmlformats.org/drawingml/2006/diagram}relIds"):
        key = attribute(identifiers, "dm")
        if key is not None:
            for paragraph in parse_xml(frame.part.related_part(key).blob).iter("{*}p"):
                yield _plain(paragraph)
