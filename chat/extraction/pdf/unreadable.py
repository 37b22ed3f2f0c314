"""Find lines of signs (`:,,/==+?.5*;#0%1$23#`): letters of a figure whose font does not map them to Unicode.

Some programs number the letters of a font from `!` on, in order of use, without recording what they stand for. OCR can read a
picture of the page; this text cannot be read.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import groupby

from chat.extraction.pdf.lines import PageRead

_FEWEST_LINES = 5
_ODD = frozenset("!\"#$%&'?@")
"""The first codes of such a font, and signs that are rare in both maths and code."""
_FEWEST_ODD, _ODD_SHARE = 4, 0.15
"""Fewest different odd signs in a run, and their smallest share of it; a price list has one, code a few."""
_EDGES = re.compile(r"^[\W_]+|[\W_]+$")
_PLAIN = re.compile(r"\w+(?:(?:[-.,:/'’=+_]|[()]{1,2})\w+)*")
"""A word, a number, a date, a telephone number or a formula."""
_LETTERS = re.compile(r"[^\W\d_]{3,}")
_OF_A_WORD = 1 / 3
"""Smallest share of a token's characters that must be in runs of three letters or more, as in an address or a line of code."""


def without_unreadable(page: PageRead) -> tuple[PageRead, int]:
    """Return the page without runs of such lines, and the number of lines left out."""
    lines = (page.text or "").split("\n")
    left_out = {place for run in _runs(lines) for place in run}
    if not left_out:
        return page, 0
    kept = [place for place in range(len(lines)) if place not in left_out]
    types = tuple(page.types[place] for place in kept) if len(page.types) == len(lines) else ()
    text = "\n".join(lines[place] for place in kept)
    return replace(page, text=text, types=types), sum(1 for place in left_out if lines[place].strip())


def _runs(lines: Sequence[str]) -> Iterator[list[int]]:
    """Yield the indices of consecutive unreadable lines; blank lines between them belong to the run."""
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
