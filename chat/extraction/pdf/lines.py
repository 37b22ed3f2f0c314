"""Data types for a PDF page as lines with type and position, and for what else a page or document holds."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from chat.text import Cleaned, clean


@dataclass(frozen=True, slots=True)
class Gap:
    """White space inside a line that is too wide to be between words."""

    words: int
    """Number of the line's words before the gap."""
    x: float
    """Where the letter before the gap ends; points from the left."""
    stop: float
    """Where the letter after the gap begins."""


@dataclass(frozen=True, slots=True)
class Rule:
    """A line drawn across the page, or the upper or lower edge of a filled area."""

    y: float
    x: float
    stop: float


@dataclass(frozen=True, slots=True)
class Type:
    """The typography and position of a line."""

    size: float = 0.0
    """Font size in points; 0 where it is not known."""
    bold: bool = False
    """Whether both its first and its last letter are bold."""
    italic: bool = False
    """Whether its first letter is italic."""
    x: float = 0.0
    y: float = 0.0
    """Points from the left and from the bottom of the page as displayed."""
    last_x: float = 0.0
    """Where the line's last letter begins; points from the left."""
    gaps: tuple[Gap, ...] = ()
    """Gaps from the left; only searched in lines that are wide for their letters."""


UNKNOWN = Type()


@dataclass(frozen=True, slots=True)
class PageRead:
    """A page as PDFium or pypdf read it."""

    text: str | None = None
    """Text of the page; `None` where it could not be read."""
    types: Sequence[Type] = ()
    """Type of each line of the text; empty where not known."""
    additions: tuple[str, ...] = ()
    """Lines that are not printed on the page: link targets, values of form fields."""
    rules: tuple[Rule, ...] = ()
    """Rules from the top down; only searched on pages where cells seem to have several lines."""


@dataclass(frozen=True, slots=True)
class Bookmark:
    """An entry of the document's outline."""

    level: int
    """Level in the outline, from 1."""
    title: str
    page: int
    """Index of the page, from 0."""


@dataclass(frozen=True, slots=True)
class DocumentRead:
    """A document as PDFium or pypdf read it."""

    pages: Sequence[PageRead]
    labels: Sequence[str] = ()
    outline: Sequence[Bookmark] = ()
    title: str | None = None
    attachments: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the extracted text."""

    text: str
    start: int
    """Offset in the document's text."""
    type: Type = UNKNOWN

    @property
    def end(self) -> int:
        """Offset after its last character, before the line feed."""
        return self.start + len(self.text)


@dataclass(frozen=True, slots=True)
class Body:
    """The typography of most of a document's text."""

    size: float
    """Font size in points; 0 where it is not known."""
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
    """Return the lines of a page's cleaned text that begins at offset `start`.

    If `types` has another number of lines, the types are unknown.
    """
    lines = text.split("\n")
    found = []
    for line, type_ in zip(lines, types if len(types) == len(lines) else [UNKNOWN] * len(lines), strict=True):
        found.append(Line(line, start, type_))
        start += len(line) + 1
    return found


def cleaned_pages(pages: Sequence[PageRead]) -> list[Cleaned]:
    """Return the cleaned text of every page, with hyphenated words rejoined."""
    return [clean(text) for text in dehyphenated([page.text or "" for page in pages])]


# --- words broken at the end of a line ---------------------------------------------------------------------------

_BROKEN = re.compile("(?<![^\\W\\d_])([^\\W\\d_]+)(?:\ufffe(?:\r?\n)?|[-\u00ad]\r?\n)([^\\W\\d_]+)")
"""PDFium writes U+FFFE where a line ended in a hyphen; pypdf leaves the hyphen and the line end."""
_HYPHENATED = re.compile(r"(?<![^\W\d_])[^\W\d_]+-[^\W\d_]+")
_SIGNS = ("\ufffe", "-\n", "-\r\n", "\u00ad\n", "\u00ad\r\n")


def dehyphenated(texts: Sequence[str]) -> Sequence[str]:
    """Return the texts with words rejoined that were broken at a line end, unless the document hyphenates them elsewhere
    (`ready-to-drink`)."""
    if not any(sign in text for text in texts for sign in _SIGNS):
        return texts
    hyphenated = {match.lower() for text in texts for match in _HYPHENATED.findall(text)}

    def whole(match: re.Match[str]) -> str:
        first, second = match.groups()
        keep = f"{first}-{second}".lower() in hyphenated or second[0].isupper()
        return f"{first}-{second}" if keep else first + second

    return [_BROKEN.sub(whole, text).replace("\ufffe", "-") for text in texts]
