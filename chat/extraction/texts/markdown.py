"""Read Markdown: the text is unchanged, its headings give the structure."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import accumulate, pairwise

from markdown_it import MarkdownIt
from markdown_it.token import Token

from chat.domain import Extracted, Heading
from chat.extraction.texts.decoding import decode
from chat.settings import LimitSettings
from chat.text.markdown import FRONT_MATTER, without_targets

_FRONT_TITLE = re.compile(r"^title:\s*[\"']?(.+?)[\"']?\s*$", re.MULTILINE)
_EMPHASIS = re.compile(r"[*`]+|(?<!\w)_+|_+(?!\w)|\\(?=[^\w\s])")


def read_markdown(content: bytes, limits: LimitSettings) -> Extracted:
    """Return the raw Markdown with its headings at exact offsets. Raises DamagedFile when it is not text."""
    decoded = decode(content)
    front = FRONT_MATTER.match(decoded.text)
    headings = tuple(_headings(decoded.text, front.end() if front else 0))
    stated = _FRONT_TITLE.search(front[1]) if front else None
    title = stated[1] if stated else next((heading.title for heading in headings if heading.level == 1), None)
    return Extracted(decoded.text, "text/markdown", headings=headings, title=title, coverage=decoded.coverage)


def _headings(text: str, offset: int) -> Iterator[Heading]:
    """Yield the headings of the document itself, not those inside lists or quotations, nor comment lines of code blocks."""
    body = text[offset:]
    starts = list(accumulate((len(line) + 1 for line in body.split("\n")), initial=offset))
    for opening, content in pairwise(_blocks(body)):
        if opening.type != "heading_open" or opening.level > 0 or opening.map is None:
            continue
        title = _plain(content.content)
        if title:
            yield Heading(title, int(opening.tag[1]), starts[opening.map[0]])


def _blocks(body: str) -> list[Token]:
    """Return the block structure only: parsing inline markup takes time and gives hostile files an attack surface."""
    markdown = MarkdownIt("commonmark").enable("table")
    markdown.core.ruler.enableOnly(["normalize", "block"])
    return markdown.parse(body)


def _plain(title: str) -> str:
    return " ".join(_EMPHASIS.sub("", without_targets(title)).split())
