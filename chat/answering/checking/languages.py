"""Tell the language and the script of a sentence, as far as its few words allow."""

from __future__ import annotations

import unicodedata

from chat.answering.checking.function_words import FUNCTION_WORDS

_SHORT = 8
"""Length in words up to which a single function word tells the language, if there is none of another."""
_BEGINNING = 400
"""Characters of a text that tell its script."""


def language_of(text: str) -> str | None:
    """Return the language that most of a text's function words belong to; `None` if there are too few to tell."""
    words = [word.strip(".,;:!?()“”\"'’") for word in text.casefold().replace("'", " ").replace("’", " ").split()]
    counts = {name: sum(word in own for word in words) for name, own in FUNCTION_WORDS.items()}
    best = max(counts, key=lambda name: counts[name])
    others = max(count for name, count in counts.items() if name != best)
    enough = 2 if len(words) > _SHORT or others else 1
    return best if counts[best] >= enough and counts[best] > others else None


def script_of(text: str) -> str:
    """Return the script of most letters: the first word of their Unicode names, or `CJK`."""
    counts: dict[str, int] = {}
    for letter in text[:_BEGINNING]:
        if letter.isalpha():
            script = "LATIN" if letter.isascii() else unicodedata.name(letter, "?").split()[0].split("-")[0]
            script = "CJK" if script in ("HIRAGANA", "KATAKANA") else script
            counts[script] = counts.get(script, 0) + 1
    return max(counts, key=lambda script: counts[script], default="")
