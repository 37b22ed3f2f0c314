"""Shorten what is too long to be quoted whole."""

from __future__ import annotations

import re

from chat.text import terms

LONGEST = 400
"""Most characters of one quote."""
_TAIL = re.compile(r";\s+|\s[—–]\s|,\s+(?=(?:which|where|including|such as|as well as|partially|primarily|and|or)\b)")
"""Places where a long sentence may be cut."""
_KEEPS_MEANING = re.compile(
    r"\b(?:not|never|no|unless|except|only|if|but|however|provided|although|until|offset|due to|because|driven"
    r"|reflect\w*|result\w*)\b|n['’]t\b",
    re.IGNORECASE,
)
"""Words whose omission would change the meaning of the sentence."""
_LONG = 260
"""Length in characters from which a document's sentence is trimmed at a clause."""


def trim(sentence: str, wanted: set[str]) -> str:
    """Trim a long sentence of a document at a clause after which there is no term of the question and nothing that changes the
    meaning."""
    if len(sentence) <= _LONG:
        return sentence
    of_question = wanted & set(terms(sentence))
    for end in _TAIL.finditer(sentence):
        head, tail = sentence[: end.start()], sentence[end.end() :]
        if len(head) >= _LONG // 3 and of_question <= set(terms(head)) and not _KEEPS_MEANING.search(tail) and _balanced(head):
            return f"{head} …"
    return sentence


def _balanced(text: str) -> bool:
    return text.count("(") == text.count(")") and text.count("“") == text.count("”") and text.count('"') % 2 == 0


def shorten(sentence: str, wanted: set[str]) -> str:
    """Shorten to about `LONGEST` characters at word boundaries, keeping the first of the question's terms."""
    if len(sentence) <= LONGEST:
        return sentence
    words = sentence.split(" ")
    first = next((at for at, word in enumerate(words) if wanted & set(terms(word))), 0)
    start = max(0, first - 15)
    while start > 0 and len(" ".join(words[start:])) < LONGEST:
        start -= 1
    shown = " ".join(words[start:])[:LONGEST].rsplit(" ", 1)[0]
    return ("… " if start else "") + shown + " …"
