"""Read HTML and XHTML: the text as a person reads it, with headings, lists and tables.

lxml's parser reports events and builds no tree: a tree drops what is nested deeper than 256 levels, and other libraries took over
15 s for a hostile megabyte.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from lxml import etree

from chat.domain import Extracted
from chat.errors import DamagedFile
from chat.extraction.composition import Composition
from chat.extraction.texts.decoding import decode
from chat.extraction.web.page import Block, Kind, Page
from chat.settings import LimitSettings

MEDIA_TYPE = "text/html"
_HEAD = 4_096
_DECLARED = re.compile(
    rb"<\?xml\s[^<>]{0,100}?encoding\s*=\s*[\"']([\w.:-]{1,40})|<meta\s[^<>]{0,300}?charset\s*=\s*[\"']?\s*([\w.:-]{1,40})",
    re.IGNORECASE,
)
_LEAST = 200
_LEAST_SHARE = 0.1
"""The text without menus and footers counts as the page when it has this many characters or this share of them."""


def read_html(content: bytes, limits: LimitSettings) -> Extracted:
    """Return the page's text with its headings and tables.

    Raises DamagedFile when it is not text, FileTooLarge when there is too much.
    """
    declared = _DECLARED.search(content[:_HEAD])
    name = (declared[1] or declared[2]).decode("ascii", "ignore") if declared else None
    decoded = decode(content, name)
    page = _parsed(decoded.text)
    text = Composition(limits)
    _write(text, _without_surroundings(page))
    title = " ".join("".join(page.title).split())
    first = next((block.text for block in page.blocks if block.kind is Kind.HEADING and block.level == 1), None)
    return text.extracted(MEDIA_TYPE, title=title or first, coverage=decoded.coverage)


def _parsed(text: str) -> Page:
    page = Page()
    target: Any = page  # the type stubs demand more methods than lxml calls
    parser = etree.HTMLParser(target=target, encoding="utf-8", huge_tree=True)
    try:
        parser.feed(text.encode())
        parser.close()
    except etree.LxmlError as error:
        raise DamagedFile("This HTML page cannot be parsed.") from error
    page.flush()
    return page


def _without_surroundings(page: Page) -> Sequence[Block]:
    """Return the blocks without menus, headers and footers around a page's content, or all of them when hardly anything would
    remain."""
    if not page.has_content:
        return page.blocks
    kept = [block for block in page.blocks if not block.around]
    left, whole = (sum(len(block.text) for block in blocks) for blocks in (kept, page.blocks))
    return kept if left >= min(_LEAST, whole * _LEAST_SHARE) and left else page.blocks


def _write(text: Composition, blocks: Sequence[Block]) -> None:
    caption = None
    for block in blocks:
        if block.kind is Kind.HEADING:
            text.heading(block.text, block.level)
        elif block.kind is Kind.TABLE:
            text.lines(block.rows, block.columns, title=caption)
        else:
            text.verbatim(block.text, is_item=block.kind is Kind.ITEM)
        caption = block.text if block.kind is Kind.CAPTION else None
