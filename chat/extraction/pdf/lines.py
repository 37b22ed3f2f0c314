"""A PDF page as lines that know their type and their place on the paper, and what else a page or its document holds."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from chat.text import Cleaned, clean


@dataclass(frozen=True, slots=True)
class Gap:
    """White space inside of a line, too wide to stand between words."""

    words: int
    """How many of the line's words stand in front of it."""
    x: float
    """Where the letter before it ends; points from the left."""
    stop: float
    """Where the next one begins."""


@dataclass(frozen=True, slots=True)
class Rule:
    """A line drawn across the page, or the upper or lower edge of something filled."""

    y: float
    x: float
    stop: float


@dataclass(frozen=True, slots=True)
class Type:
    """How a line is set and where it begins."""

    size: float = 0.0
    """Points; 0 where it is not known."""
    bold: bool = False
    """From its first to its last letter."""
    italic: bool = False
    """At its first letter."""
    x: float = 0.0
    y: float = 0.0
    """Points from the left and from the bottom of the page as it is shown."""
    last_x: float = 0.0
    """Where its last letter begins."""
    gaps: tuple[Gap, ...] = ()
    """From the left; only looked for in lines that are wide for their letters."""


UNKNOWN = Type()


@dataclass(frozen=True, slots=True)
class PageRead:
    """A page as a library read it."""

    text: str | None = None
    """`None` where it could not be read."""
    types: Sequence[Type] = ()
    """One for each line of the text; empty where they are not known."""
    additions: tuple[str, ...] = ()
    """Lines that do not stand on the paper: addresses behind links, contents of form fields."""
    rules: tuple[Rule, ...] = ()
    """From the top down; only looked for on pages where cells seem to have several lines."""


@dataclass(frozen=True, slots=True)
class Bookmark:
    """An entry of the outline."""

    level: int
    """From 1."""
    title: str
    page: int
    """From 0."""


@dataclass(frozen=True, slots=True)
class DocumentRead:
    """A document as a library read it."""

    pages: Sequence[PageRead]
    labels: Sequence[str] = ()
    outline: Sequence[Bookmark] = ()
    title: str | None = None
    attachments: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the finished text."""

    text: str
    start: int
    """Its place in the document's text."""
    type: Type = UNKNOWN

    @property
    def end(self) -> int:
        """Behind its last character, before the line feed."""
        return self.start + len(self.text)


@dataclass(frozen=True, slots=True)
class Body:
    """What most of a document is set in."""

    size: float
    """0 where it is not known."""
    bold: bool

    @classmethod
    def of(cls, pages: Sequence[Sequence[Line]]) -> Body:
        sizes: Counter[float] = Counter()
        bold = 0
        for page in pages:
            for line in page:
                if line.type.size:
                    sizes[line.type.size] += len(line.text)
                    bold += len(line.text) * line.type.bold
        size = max(sizes, key=lambda size: (sizes[size], size)) if sizes else 0.0
        return cls(size, 2 * bold > sizes.total())


def lines_of(text: str, start: int, types: Sequence[Type]) -> list[Line]:
    """The lines of a page's clean text that begins at `start`. Their types are given up where there are not as many."""
    lines = text.split("\n")
    found = []
    for line, type_ in zip(lines, types if len(types) == len(lines) else [UNKNOWN] * len(lines), strict=True):
        found.append(Line(line, start, type_))
        start += len(line) + 1
    return found


def cleaned_pages(pages: Sequence[PageRead]) -> list[Cleaned]:
    """The text of every page as it is kept, words whole."""
    return [clean(text) for text in dehyphenated([page.text or "" for page in pages])]


# --- words broken at the end of a line ---------------------------------------------------------------------------

_BROKEN = re.compile("(?<![^\\W\\d_])([^\\W\\d_]+)(?:\ufffe(?:\r?\n)?|[-\u00ad]\r?\n)([^\\W\\d_]+)")
"""PDFium puts U+FFFE where a line ended in a hyphen, pypdf leaves the hyphen and the line's end."""
_HYPHENATED = re.compile(r"(?<![^\W\d_])[^\W\d_]+-[^\W\d_]+")
_SIGNS = ("\ufffe", "-\n", "-\r\n", "\u00ad\n", "\u00ad\r\n")


def dehyphenated(texts: Sequence[str]) -> Sequence[str]:
    """Words that a line end broke made whole, unless the document writes them with a hyphen elsewhere (`ready-to-drink`)."""
    if not any(sign in text for text in texts for sign in _SIGNS):
        return texts
    hyphenated = {match.lower() for text in texts for match in _HYPHENATED.findall(text)}

    def whole(match: re.Match[str]) -> str:
        first, second = match.groups()
        keep = f"{first}-{second}".lower() in hyphenated or second[0].isupper()
        return f"{first}-{second}" if keep else first + second

    return [_BROKEN.sub(whole, text).replace("\ufffe", "-") for text in texts]
