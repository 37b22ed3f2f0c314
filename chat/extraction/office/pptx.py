"""PPTX: a page and a heading a slide, its text from top to bottom, then its speaker's notes."""

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
"""A quarter of an inch, in the format's units: shapes that begin so close to one another stand side by side."""
_DEEPEST_GROUP = 50
_CAPTIONS = (PP_PLACEHOLDER.DATE, PP_PLACEHOLDER.FOOTER, PP_PLACEHOLDER.SLIDE_NUMBER, PP_PLACEHOLDER.HEADER)
"""The same on every slide."""
_TITLES = (PP_PLACEHOLDER.TITLE, PP_PLACEHOLDER.CENTER_TITLE, PP_PLACEHOLDER.VERTICAL_TITLE)


def read_pptx(content: bytes, limits: LimitSettings) -> Extracted:
    """Slides in their order; one that the library fails at is a warning. Raises DamagedFile when no slide can be had."""
    archive = open_archive(content, limits)
    title = core_title(archive)
    package = archive.xml_package()
    text = Composition(limits)
    try:
        slides = list(Package.open(BytesIO(package)).presentation_part.presentation.slides)
    except FileRefused:
        raise
    except Exception as error:  # the library raises whatever the broken part makes it stumble over
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
    """From top to bottom, side by side from left to right; what is grouped stays together."""
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
    """Several paragraphs of a body are its bullets."""
    paragraphs = [(paragraph.level, _words(paragraph)) for paragraph in frame.paragraphs]
    filled = [(level, words) for level, words in paragraphs if words.strip()]
    if is_list and len(filled) > 1:
        for level, words in filled:
            text.item(f"{'  ' * level}- ", words)
    else:
        text.paragraph("\n".join(words for _, words in filled))


def _words(paragraph: Any) -> str:
    """Its runs, breaks and fields, the targets of links behind their words. (Typed too loosely in the library to name.)"""
    words = paragraph.text.replace("\x0b", "\n")
    for run in paragraph.runs:
        address = run.hyperlink.address
        if address and run.text.strip() and not tells(words, address):
            words = words.replace(run.text, f"{run.text} ({address})", 1)
    return str(words)


def _rows(frame: GraphicFrame) -> Iterator[list[str]]:
    """Merged cells stand once, in the first of their places. (The library's own way to rows takes quadratic time.)"""
    for row in frame.element.iter("{*}tr"):
        yield [
            "" if {cell.get("hMerge"), cell.get("vMerge")} & {"1", "true"} else " ".join(map(_plain, cell.iter("{*}p")))
            for cell in row.iter("{*}tc")
        ]


def _plain(paragraph: Any) -> str:
    return "".join(str(piece.text or "") if piece.tag.endswith("}t") else " " for piece in paragraph.iter("{*}t", "{*}br"))


def _chart(chart: Any, text: Composition) -> None:
    """A chart's numbers as a table: a row a category, a column a series. (The library types none of it.)"""
    if chart.has_title and chart.chart_title.has_text_frame:
        text.paragraph(f"Chart: {chart.chart_title.text_frame.text}")
    for plot in chart.plots:
        series = list(plot.series)
        values = [["" if value is None else format(value, ".15g") for value in each.values] for each in series]
        categories = [str(category) for category in plot.categories]
        names = ["category", *(each.name or f"series {place}" for place, each in enumerate(series, start=1))]
        text.rows(names, zip_longest(categories, *values, fillvalue=""), len(names))


def _diagram(frame: GraphicFrame) -> Iterator[str]:
    """The words of a SmartArt drawing, which stand in a part of their own."""
    for identifiers in frame.element.iter("{http://schemas.openxmlformats.org/drawingml/2006/diagram}relIds"):
        key = attribute(identifiers, "dm")
        if key is not None:
            for paragraph in parse_xml(frame.part.related_part(key).blob).iter("{*}p"):
                yield _plain(paragraph)
