"""Keywords for full-text search: the terms of a text, and forms that questions and passages with other terms may share."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache

from chat.text.compounds import parts, takes_apart
from chat.text.financial_statements import MARK, piece_of
from chat.text.languages import is_stop_word, languages_of, stem
from chat.text.search_terms import STOP_WORDS, compatible_form, terms_of, unaccented

_CALL = re.compile(r"\b(?:[^\W\d_]|_)\w{0,63}\(")
_WORD = re.compile(r"[^\W\d_]{2,}")
_HAN = re.compile("[\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]")
_ARABIC = re.compile("[\u0620-\u064a\u066e-\u06d3]+")
_WITHIN, _OF_PARTS = 0.4, 0.3
"""Fraction of a word of the question that a longer compound containing it counts as, and that one of its own parts counts as."""


def keywords(text: str) -> list[str]:
    """Return the keywords of a text: its `terms`, and further forms it may share with a question whose terms differ.

    These are: each name before a bracket together with the bracket, so that `common()` finds its definition and calls rather than
    what is common; the stems of text in Latin letters in a language other than English; each Chinese character by itself, since
    words of two are shortened and recombined (Nie, Gao, Zhang and Zhou, 2000); the consonants of each Arabic word, which its
    singular, plural and verb share; and for text from a balance sheet or another financial statement, which one it is, and its
    words marked as such.
    """
    compatible = compatible_form(text)
    return _keywords(text, compatible, languages_of(compatible))


def indexed(text: str) -> list[str]:
    """Return the `keywords` of a passage and the possible parts of its compound words (decision 115).

    Questions search for these parts by `compounded`.
    """
    compatible = compatible_form(text)
    languages = languages_of(compatible)
    made_of = (f"~~{part}" for word in _telling(compatible, languages) for part in _parts(word, languages))
    return [*_keywords(text, compatible, languages), *made_of]


def _keywords(text: str, compatible: str, languages: Sequence[str]) -> list[str]:
    """Return the keywords of a text, given its compatible form and the languages this may be in."""
    own = terms_of(compatible)
    stems = _foreign_stems(compatible, languages)
    found = [*own, *(call.casefold() for call in _CALL.findall(text)), *stems, *_of_statements(text, own)]
    if text.isascii():
        return found
    return [*found, *_HAN.findall(compatible), *(form for word in _ARABIC.findall(compatible) if (form := _consonants(word)))]


def compounded(text: str) -> dict[str, dict[str, float]]:
    """Return related compound keywords by keyword of a question, with the fraction they count as, 0 to 1.

    In a language that writes compounds as one word, these are keywords of passages that contain a word of the question within a
    longer word, or only a part of that word.
    """
    compatible = compatible_form(text)
    languages = languages_of(compatible)
    found: dict[str, dict[str, float]] = {}
    for word in _telling(compatible, languages):
        for language in filter(takes_apart, languages):
            stemmed = unaccented(stem(word, language))
            within = {f"~~{stemmed}": _WITHIN}
            near = {**dict.fromkeys((f"~{part}" for part in _parts(word, [language])), _OF_PARTS), **within}
            for keyword in (*terms_of(word), f"~{stemmed}"):
                found[keyword] = near | found.get(keyword, {})
    return found


def _foreign_stems(compatible: str, languages: Sequence[str]) -> list[str]:
    """Return the stems of a text with a leading `~`; if several languages are equally likely, those of each.

    None for English, whose stems are the terms.
    """
    words = _telling(compatible, languages)
    return [f"~{each}" for word in words for each in dict.fromkeys(unaccented(stem(word, language)) for language in languages)]


def _telling(compatible: str, languages: Sequence[str]) -> Iterator[str]:
    """Yield the words of a text that are not stop words in any of the given languages; none for English."""
    for word in _WORD.findall(compatible) if languages else ():
        if not any(is_stop_word(word, language) for language in languages):
            yield word


def _parts(word: str, languages: Sequence[str]) -> list[str]:
    """Return the stems of a word's possible parts."""
    return list(dict.fromkeys(unaccented(stem(part, language)) for language in languages for part in parts(word, language)))


def _of_statements(text: str, own: Sequence[str]) -> list[str]:
    statements = piece_of(text)
    if not statements:
        return []
    return [*(statement.mark for statement in sorted(statements)), *(in_statement(term) for term in own if term.isalpha())]


def in_statement(term: str) -> str:
    """Return the keyword for a word inside a financial statement, which only chunks of statements have."""
    return f"{MARK}{term}"


def stands_beside(keyword: str) -> bool:
    """Return whether the keyword is an additional form of a term, which asks for nothing beyond the terms."""
    return keyword.endswith("(") or keyword.startswith(("~", MARK)) or bool(_HAN.fullmatch(keyword))


_ARABIC_PREFIXES = ("وال", "بال", "كال", "فال", "ال", "لل", "و")
_ARABIC_SUFFIXES = ("ها", "ان", "ات", "ون", "ين", "يه", "ية", "ه", "ة", "ي")
_LONG_VOWELS = re.compile("[اوي]")


@lru_cache(maxsize=32_768)
def _consonants(word: str) -> str:
    """Return the consonants of an Arabic word with a leading `~`, without its article, ending and long vowels.

    Article and endings follow light10 (Larkey, Ballesteros and Connell, 2002). Empty for a stop word, or if fewer than two
    letters are left.
    """
    stem = unaccented(word).replace("ى", "ي")
    if stem in STOP_WORDS:
        return ""
    for prefix in _ARABIC_PREFIXES:
        if stem.startswith(prefix) and len(stem) - len(prefix) >= (3 if prefix == "و" else 2):
            stem = stem.removeprefix(prefix)
            break
    for suffix in _ARABIC_SUFFIXES:
        if stem.endswith(suffix) and len(stem) - len(suffix) >= 2:
            stem = stem.removesuffix(suffix)
    if len(stem) > 3:
        stem = stem[:1] + _LONG_VOWELS.sub("", stem[1:])
    return f"~{stem}" if len(stem) > 1 else ""
