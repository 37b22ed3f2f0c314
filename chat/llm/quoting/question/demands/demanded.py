"""Collect what a question demands of a sentence that answers it."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping

from chat.llm.quoting.question.demands import english, french, german, italian, portuguese, spanish
from chat.llm.quoting.question.demands.words import Demand, Words
from chat.text.contacts import wanted
from chat.text.languages import ENGLISH

_WORDS: Mapping[str, Words] = {
    ENGLISH: english.WORDS,
    "german": german.WORDS,
    "french": french.WORDS,
    "spanish": spanish.WORDS,
    "italian": italian.WORDS,
    "portuguese": portuguese.WORDS,
}
_NAMED_COLOUR = re.compile(
    r"(?<![\w-])(?P<colour>black|white|gr[ae]y|red|green|blue|yellow|orange|purple|violet|pink|brown)(?![\w-])(?=\s+[a-z])",
    re.IGNORECASE,
)


def demands_of(question: str, language: str) -> tuple[Demand, ...]:
    """Return everything that an answering sentence must have; empty for a question that may be answered in any words."""
    contact = wanted(question)
    of_contact = (Demand(contact.pattern, or_adjacent=False),) if contact is not None else ()
    words = _WORDS.get(language)
    if words is None:
        return of_contact
    found = [demand for asks, demand in words.kinds if asks.search(question)]
    if (match := words.asks_after.match(question)) is not None:
        found.append(words.deed(next(filter(None, match.groups())).casefold()))
    return (*found, *of_contact)


def is_of_another_colour(question: str, texts: Collection[str], language: str) -> bool:
    """Return whether a question names a colour of something ("the blue lamp") that none of these texts mentions."""
    if language != ENGLISH:
        return False
    text = " ".join(texts).casefold().replace("gray", "grey")
    colours = (match["colour"].casefold().replace("gray", "grey") for match in _NAMED_COLOUR.finditer(question))
    return any(re.search(rf"\b{colour}", text) is None for colour in colours)
