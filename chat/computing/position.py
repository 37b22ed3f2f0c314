"""A word of a question about a table, with all that stands around it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from chat.computing.symbols import Symbol
from chat.computing.vocabulary import Vocabulary
from chat.computing.words import key, tokens
from chat.text.languages import COMPOUNDING, language_of


@dataclass(frozen=True, slots=True, kw_only=True)
class Position:
    text: str
    """The question, in lower case."""
    words: Sequence[str]
    """In lower case."""
    raw: Sequence[str]
    """The words as written."""
    keys: Sequence[str]
    """The words in the form in which they are compared."""
    known: Vocabulary
    compounds: bool
    """The question is in a language that writes compounds as one word."""
    at: int = 0
    before: Sequence[Symbol] = ()
    """What the words before were read as."""

    @property
    def word(self) -> str:
        return self.words[self.at]

    @property
    def key(self) -> str:
        return self.keys[self.at]

    @property
    def last(self) -> Symbol | None:
        """What was read last."""
        return self.before[-1] if self.before else None

    @property
    def previous(self) -> str:
        """The word before; empty at the beginning."""
        return self.words[self.at - 1] if self.at else ""


def beginning(question: str, known: Vocabulary) -> Position:
    split = tokens(question)
    return Position(
        text=question.casefold(),
        words=[plain for plain, _ in split],
        raw=[raw for _, raw in split],
        keys=[key(plain) for plain, _ in split],
        known=known,
        compounds=language_of(question) in COMPOUNDING,
    )
