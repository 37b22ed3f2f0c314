"""Bring texts to the form in which they are compared: one notation of each character, no Markdown, one line in lower case."""

from __future__ import annotations

import re
import unicodedata

from chat.text import in_one_line

_MARKUP = re.compile(
    r"\*\*|__|(?<!\w)[*_]|[*_](?!\w)|^\s*(?:#{1,6}|[-*+•]|\d{1,2}[.)])\s+|\\(?=[\[\]])|(?<!\\)\s*\[\d{1,3}\]|\|", re.MULTILINE
)


def normal(text: str) -> str:
    return unicodedata.normalize("NFKC", text).replace("’", "'").replace("−", "-")


def without_markup(sentence: str) -> str:
    """Return a sentence of an answer in normal form without its markers and Markdown."""
    return normal(_MARKUP.sub(" ", sentence)).strip()


def flat(text: str) -> str:
    return in_one_line(text.casefold())
