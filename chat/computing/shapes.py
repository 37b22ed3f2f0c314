"""The symbols of a question as letters, matched against the shapes that can be computed."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TypeVar

from chat.computing.symbols import Amount, Named, Payer, Said, Symbol, Unclear, Unit
from chat.computing.vocabulary import Vocabulary
from chat.computing.words import LETTERS, Sign

Asked = TypeVar("Asked")
Shapes = Sequence[tuple[re.Pattern[str], Asked]]
"""Patterns of letters, and what each asks for."""


def compiled(shapes: Iterable[tuple[str, Asked]]) -> Shapes[Asked]:
    return [(re.compile(pattern), asked) for pattern, asked in shapes]


def first(letters: str, shapes: Shapes[Asked]) -> tuple[re.Match[str], Asked] | None:
    """Return the first shape that matches all letters, or `None`."""
    matches = ((pattern.fullmatch(letters), asked) for pattern, asked in shapes)
    return next(((match, asked) for match, asked in matches if match is not None), None)


def shape(found: Sequence[Symbol], known: Vocabulary) -> str:
    """Return one letter per symbol, `!` for those that no shape has."""
    return "".join(letter(symbol, known) for symbol in found)


def letter(symbol: Symbol, known: Vocabulary) -> str:
    if isinstance(symbol, Said):
        return LETTERS.get(symbol.sign, "!")
    if isinstance(symbol, Named):
        return known.letters[symbol.column]
    if isinstance(symbol, Payer):
        return "V"
    return "Z" if isinstance(symbol, Unit) else "#" if isinstance(symbol, Amount) else "!"


@dataclass(frozen=True, slots=True)
class Parts:
    """The symbols by the names of a shape's groups; each symbol is one letter of the match."""

    match: re.Match[str]
    symbols: Sequence[Symbol]

    def symbol(self, name: str) -> Symbol | None:
        if name not in self.match.re.groupindex or self.match[name] is None:
            return None
        return self.symbols[self.match.start(name)]

    def column(self, name: str, otherwise: int | None = None) -> int | None:
        symbol = self.symbol(name)
        return symbol.column if isinstance(symbol, Named | Payer) else otherwise

    def sign(self, name: str) -> Sign | None:
        symbol = self.symbol(name)
        return symbol.sign if isinstance(symbol, Said) else None

    def top(self) -> int:
        amount = self.symbol("top") or self.symbol("top2")
        if not isinstance(amount, Amount):
            return 1
        if (self.symbol("top") and self.symbol("top2")) or amount.unit or amount.value != int(amount.value):
            raise Unclear
        return int(amount.value)


def single(places: Sequence[int]) -> int:
    """Return the only element. Raises Unclear if there is none, or several."""
    if len(places) != 1:
        raise Unclear
    return places[0]
