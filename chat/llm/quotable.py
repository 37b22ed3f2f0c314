"""What of a passage may be quoted: its sentences, each on one line, and runs of them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from chat.domain import Chunk, Source
from chat.text import sentences, terms

_STUB = 15
"""Characters under which a sentence without a word of the question is a stub."""
_LONGEST = 400
"""Characters of one quote; what is longer (tables, unpunctuated text) is taken by lines."""
_LINES = 240
"""Characters of lines that are taken together."""
_FULL = 0.9
"""Share of the longest line's length from which a line counts as full; letters differ in width."""
_RUN = 300
"""Characters of a turn that are quoted together: what answers often stands beside the sentence that is most like the question."""
_HEADING = re.compile(r"^#{1,6}\s")
_ASIDE = re.compile(r"^\[[^\]]*\]?$")
"""What a chat puts in brackets: a picture that was shared."""
_LEAD = re.compile(r",?\s*(?:so )?(?:here's|here’s|here is|here are)\b[^,.:]*:$", re.IGNORECASE)
"""It announces what is not quoted."""
_BULLET = re.compile(r"^(?:[•●▪]|[-*](?=\s))\s*")
_LOWER = 0.35
"""Share of small-lettered words under which a line is taken for a row of a table or a title."""
_COURTESY = re.compile(
    r"^(?:hey|hi|hello|wow|thanks|thank you|yeah|yep|yes|no|sure|great|cool|awesome|bye|take care|congrats)\b[^.!?]{0,25}[.!?]+$",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Piece:
    """A sentence of a passage, or a few lines of a long one."""

    text: str
    quotable: bool
    """No question, stub or heading."""
    plain: bool
    """A sentence rather than a row of a table."""
    of_document: bool


def pieces(chunk: Chunk, wanted: set[str]) -> list[Piece]:
    """All of a passage in its order; `wanted` are the terms of the question."""
    width = max(map(len, chunk.text.splitlines()), default=0)
    whole = (without_heading(chunk.text[span.start : span.end].strip(), width) for span in sentences(chunk.text))
    found = (" ".join(piece.split()) for sentence in whole for piece in by_lines(sentence))
    return [_piece(text, wanted, chunk.source) for text in found if text]


def _piece(text: str, wanted: set[str], source: Source) -> Piece:
    shown = _LEAD.sub("", _BULLET.sub("", text).rstrip("_ ")) or text
    bare = not wanted & set(terms(text)) and (
        len(text) < _STUB or (source is Source.MESSAGE and bool(_COURTESY.match(text) or _ASIDE.match(text)))
    )
    announces = source is Source.MESSAGE and shown.endswith(":")
    quotable = not (bare or announces or _HEADING.match(text) or text.endswith(("?", "？")))
    return Piece(shorten(shown, wanted), quotable, _is_plain(text), source is Source.DOCUMENT)


def _is_plain(text: str) -> bool:
    words = text.split()
    return "|" not in text and sum(word[:1].islower() for word in words) >= _LOWER * len(words)


def run(held: Sequence[Piece], at: int) -> str:
    """The piece with those before and behind it that may be quoted, as many as are short enough together."""
    first = last = at
    length = len(held[at].text)
    while True:
        for beyond in (last + 1, first - 1):
            if 0 <= beyond < len(held) and held[beyond].quotable and length + len(held[beyond].text) <= _RUN:
                first, last = min(first, beyond), max(last, beyond)
                length += len(held[beyond].text)
                break
        else:
            return " ".join(piece.text for piece in held[first : last + 1])


def without_heading(sentence: str, width: int) -> str:
    """A sentence without the heading on the line before it, where lines are at most `width` characters.

    A line that ends although the next word would have fitted was ended on purpose; running text is not.
    """
    first, _, rest = sentence.partition("\n")
    if not rest[:1].isupper() or not rest.endswith((".", "!")) or first.endswith((".", ",", ";", ":")):
        return sentence
    if len(first) + 1 + len(rest.split(maxsplit=1)[0]) >= _FULL * width:
        return sentence
    return without_heading(rest, width)


def by_lines(sentence: str) -> list[str]:
    """A sentence as it is, or, when it is too long for one (a table, a list), a few of its lines at a time."""
    if len(sentence) <= _LONGEST:
        return [sentence]
    groups = [""]
    for line in sentence.splitlines():
        if groups[-1] and len(groups[-1]) + len(line) > _LINES:
            groups.append("")
        groups[-1] = f"{groups[-1]}\n{line}" if groups[-1] else line
    return groups


def shorten(sentence: str, wanted: set[str]) -> str:
    """At most `_LONGEST` characters, cut at words, around the first of the question's terms."""
    if len(sentence) <= _LONGEST:
        return sentence
    words = sentence.split(" ")
    first = next((at for at, word in enumerate(words) if wanted & set(terms(word))), 0)
    start = max(0, first - 15)
    while start > 0 and len(" ".join(words[start:])) < _LONGEST:
        start -= 1
    shown = " ".join(words[start:])[:_LONGEST].rsplit(" ", 1)[0]
    return ("… " if start else "") + shown + " …"
