"""Lines of signs (`:,,/==+?.5*;#0%1$23#`): letters of a figure whose font does not say which they are.

Some programs number the letters of a font from `!` on, in the order in which they are used, and tell nobody what they stand for.
A picture of the page can be read; this text can't.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import groupby

from chat.extraction.pdf.lines import PageRead

_FEWEST_LINES = 5
_ODD = frozenset("!\"#$%&'?@")
"""The first numbers of such a font, and signs that neither maths nor code has many of."""
_FEWEST_ODD, _ODD_SHARE = 4, 0.15
"""Different ones in a run, and how much of it they are; a list of prices has one, code a few."""
_EDGES = re.compile(r"^[\W_]+|[\W_]+$")
_PLAIN = re.compile(r"\w+(?:(?:[-.,:/'’=+_]|[()]{1,2})\w+)*")
"""A word, a number, a date, a telephone number, a formula."""
_LETTERS = re.compile(r"[^\W\d_]{3,}")
_OF_A_WORD = 1 / 3
"""Of a token's characters, those that stand in three letters or more: an address, a line of code."""


def without_unreadable(page: PageRead) -> tuple[PageRead, int]:
    """The page without runs of such lines, and how many lines were left out."""
    lines = (page.text or "").split("\n")
    left_out = {place for run in _runs(lines) for place in run}
    if not left_out:
        return page, 0
    kept = [place for place in range(len(lines)) if place not in left_out]
    types = tuple(page.types[place] for place in kept) if len(page.types) == len(lines) else ()
    text = "\n".join(lines[place] for place in kept)
    return replace(page, text=text, types=types), sum(1 for place in left_out if lines[place].strip())


def _runs(lines: Sequence[str]) -> Iterator[list[int]]:
    """Places of lines that follow one another; blank ones between them belong to the run."""
    for unreadable, group in groupby(range(len(lines)), key=lambda place: not any(map(_is_readable, lines[place].split()))):
        run = list(group)
        if unreadable and _is_of_signs([lines[place] for place in run]):
            yield run


def _is_of_signs(run: Sequence[str]) -> bool:
    odd = [character for line in run for character in line if character in _ODD]
    length = sum(len("".join(line.split())) for line in run)
    with_odd = sum(not _ODD.isdisjoint(line) for line in run)
    return with_odd >= _FEWEST_LINES and len(set(odd)) >= _FEWEST_ODD and len(odd) >= _ODD_SHARE * length


def _is_readable(token: str) -> bool:
    core = _EDGES.sub("", token)
    if _PLAIN.fullmatch(core) or any(character.isalpha() and not character.isascii() for character in core):
        return True
    return sum(map(len, _LETTERS.findall(core))) >= max(1, _OF_A_WORD * len(token))
