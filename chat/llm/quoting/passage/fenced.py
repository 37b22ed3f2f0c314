"""Find fenced code blocks in Markdown: the text right above a block says what it is for, and is quoted with it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from chat.text import terms
from chat.text.code_fences import fenced

_LONGEST = 800
"""Most characters of code that are quoted."""
_BLANK_LINES = re.compile(r"\n(?:[^\S\n]*\n)+")
_LEFT_OUT = "…"


class Block(NamedTuple):
    """A fenced block: its offsets in the text, and its lines including the fence, without their indentation."""

    start: int
    end: int
    text: str


def blocks(text: str) -> list[Block]:
    """Return the complete fenced blocks of a text, except for empty ones."""
    found = (Block(span.start, span.end, _from_the_margin(text[span.start : span.end])) for span in fenced(text))
    return [block for block in found if any(line.strip() for line in block.text.splitlines()[1:-1])]


def shorten_block(block: str, wanted: set[str]) -> str:
    """Return a block without as many of its paragraphs as make it too long to be quoted; those with most terms of the question,
    `wanted`, are kept."""
    fence, *lines, end = block.splitlines()
    code = "\n".join(lines)
    if len(code.strip()) <= _LONGEST:
        return block
    parts = [part for paragraph in _BLANK_LINES.split(code.strip("\n")) for part in _by_lines(paragraph)]
    kept, length = set[int](), 0
    for at in sorted(range(len(parts)), key=lambda at: (-len(wanted & set(terms(parts[at]))), at)):
        if length + len(parts[at]) <= _LONGEST:
            kept.add(at)
            length += len(parts[at])
    return "\n".join((fence, _joined(parts, sorted(kept)), end))


def _by_lines(paragraph: str) -> Iterator[str]:
    """Divide a paragraph of code that is too long to be quoted into groups of lines; a line that is too long is cut."""
    group = ""
    for line in paragraph.splitlines():
        if group and len(group) + len(line) >= _LONGEST:
            yield group
            group = ""
        group = f"{group}\n{line[: _LONGEST - 1]}" if group else line[: _LONGEST - 1]
    yield group


def _joined(parts: Sequence[str], kept: Sequence[int]) -> str:
    """Join the parts that are kept, with a sign wherever others are left out."""
    shown = list[str]()
    for before, at in zip((-1, *kept), kept, strict=False):
        shown += [parts[at]] if at == before + 1 else [_LEFT_OUT, parts[at]]
    return "\n\n".join((*shown, *([_LEFT_OUT] if kept[-1] < len(parts) - 1 else ())))


def _from_the_margin(block: str) -> str:
    indent = block[: len(block) - len(block.lstrip())]
    return "\n".join(line.removeprefix(indent).rstrip() for line in block.splitlines())
