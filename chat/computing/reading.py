"""Read a question as a sequence of symbols: what it asks for, and which parts of the table it mentions.

Every word must become one or be known to add nothing; otherwise the question is not understood, and nothing is computed.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from chat.computing.amounts import amount
from chat.computing.mentions import mention
from chat.computing.periods import period
from chat.computing.position import Position, beginning
from chat.computing.single_words import single_word
from chat.computing.symbols import Named, Said, Symbol, Unclear
from chat.computing.vocabulary import Vocabulary
from chat.computing.words import ARTICLES, BEST, PAY, SUPERLATIVES, VERBS, Sign, phrase

MOST_WORDS = 40
_NEGATIVE = re.compile(r"(?<![\w)])[-−]\s?\d")
_DOING = frozenset({"did", "do", "does", "has", "have"})


def symbols(question: str, known: Vocabulary) -> list[Symbol]:
    """Return the symbols of a question. Raises Unclear for a word that is neither in the table nor one that asks for
    something."""
    here = beginning(question, known)
    if len(here.words) > MOST_WORDS or _NEGATIVE.search(question):
        raise Unclear
    found: list[Symbol] = []
    while here.at < len(here.words):
        read, width = _next(here)
        for symbol in read:
            if isinstance(symbol, Named) and found and isinstance(found[-1], Named) and found[-1].column == symbol.column:
                continue  # `total revenue` if the column is called Total
            if symbol == Said(Sign.ROWS) and found[-1:] == [symbol]:
                continue  # `expense claims`
            found.append(symbol)
        here = replace(here, at=here.at + width, before=found)
    return found


def _next(here: Position) -> tuple[Sequence[Symbol], int]:
    """Return what is read here, as the longest mention or phrase, and of how many words."""
    if (found := period(here.words, here.raw, here.at, here.known)) is not None:
        when, end = found
        return [when], end - here.at
    if _is_deed(here):
        return [Said(Sign.SPENT if here.known.roles.spending else Sign.BOUGHT)], 1
    sign, length = phrase(here.words, here.at)
    if length == 1 and _is_of_table(here, sign):
        sign, length = None, 0
    mentioned, width = mention(here, length)
    if mentioned is not None:
        return [replace(mentioned, inside=sign) if isinstance(mentioned, Named) else mentioned], width
    if sign is not None:
        return [Said(sign)], length
    if _is_row(here):
        return [Said(Sign.ROWS)], 1
    if (counted := amount(here)) is not None:
        number, width = counted
        return [number], width
    return single_word(here), 1


def _is_deed(here: Position) -> bool:
    """Return whether a noun is used as a verb here, as in `what did Anna order?`, `how much did Anna claim?`."""
    deeds, before = ("claim", "claimed") if here.known.roles.spending else ("order", "purchase"), here.words[: here.at]
    return here.word in deeds and not _DOING.isdisjoint(before[:-1]) and here.previous not in ARTICLES


def _is_of_table(here: Position, sign: Sign | None) -> bool:
    """Return whether a word that may ask for something belongs to this table instead: `pay`, or a status `sold` in a table
    without sales."""
    roles = here.known.roles
    if here.word in PAY and roles.pay is not None:
        return True
    return sign in VERBS and not roles.trades and (here.key,) in here.known.values


def _is_row(here: Position) -> bool:
    """Return whether "one" stands for a row, as in "which one" and "the quietest one"."""
    stands_for = here.last == Said(Sign.WHICH) or here.previous in BEST or here.previous in SUPERLATIVES
    return here.word in ("one", "ones") and stands_for
