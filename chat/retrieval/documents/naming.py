"""Find the documents a question mentions by file name or title, even if inexactly."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from difflib import SequenceMatcher

_NAMED = 0.5
"""Least share of the letters of a document's name a question must contain to name it, leaving out general words and numbers."""
_NEARLY = 0.9
"""Least fraction of the best match's share for other documents to count as named too."""
_ALIKE = 0.84
"""Least similarity of two words to count as the same one, misspelt."""
_MORE = 0.3
"""Weight of what names have in common with others: years, kinds of documents."""
_GENERAL_WORDS = """
    report reports document documents file files final draft version copy new old annual quarterly monthly earnings results
    statement filing paper notes note data scan scanned dated the and for page pages bericht dokument datei rapport informe
"""
_GENERAL = frozenset(_GENERAL_WORDS.split())
_ENDINGS = frozenset({"pdf", "docx", "csv", "xlsx", "pptx", "md", "txt", "html", "py", "file"})
_PIECE = re.compile(r"[^\W\d_]+|\d+")
_DEFINITE = re.compile(r"\b(?:the|das|der|die|den|le|la|el|il)\s+([^\W\d_]+(?:\s+[^\W\d_]+)?)", re.IGNORECASE)
CAMEL = re.compile(r"(?<=[a-z])(?=[A-Z])")
"""Splits the words of a name written like `AnnualReport`; `10K` and `2023Q1` stay whole."""


def named(question: str, names: Sequence[Sequence[str]]) -> list[int]:
    """Return the indexes of the documents a question names; `names` has the file name and other titles of each."""
    shares = [max((_share(question, name) for name in titles), default=0.0) for titles in names]
    best = max(shares, default=0.0)
    return [at for at, share in enumerate(shares) if share >= _NAMED and share >= _NEARLY * best]


def written(question: str, names: Sequence[Sequence[str]]) -> list[int]:
    """Return the indexes of the documents of which the question contains a name literally."""
    said = question.casefold()
    return [at for at, titles in enumerate(names) if any(name.casefold() in said for name in titles)]


def hinted(question: str, names: Sequence[Sequence[str]]) -> list[int]:
    """Return the indexes of documents if the question has a distinctive word of their name after a "the"."""
    words = [_squashed(word) for words in _DEFINITE.findall(question) for word in words.split()]
    return [at for at, titles in enumerate(names) if any(_stands(word, words, "") for name in titles for word in _core(name))]


def without_names(about: str, names: Iterable[str]) -> str:
    """Return the topic without the words of the documents' names."""
    pieces = [piece.casefold() for name in names for piece in _pieces(_stem(name))]
    joined = "".join(pieces)
    kept = (word for word in about.split() if not any(_is_one(_squashed(word), piece) for piece in pieces))
    return " ".join(word for word in kept if not _of_joined(_squashed(word), joined))


def _of_joined(word: str, joined: str) -> bool:
    return len(word) < 2 or (len(word) >= 3 and word in joined) or word in _ENDINGS


def _share(question: str, name: str) -> float:
    """Return the share of the letters of a name found in the question; more than 1 if it contains the name literally."""
    if name.casefold() in question.casefold():
        return 1.0 + len(name) / 1_000  # the longer of two names that both occur
    pieces = [piece.casefold() for piece in _pieces(_stem(name))]
    words = [_squashed(word) for word in question.split()]
    squashed = "".join(words)
    core = _core(name)
    rest = [piece for piece in pieces if piece not in core]
    if not core:
        core, rest = [piece for piece in rest if not piece.isdigit()], []
    share = _known(core, words, squashed)
    return share + _MORE * _known(rest, words, squashed) if share else 0.0


def _core(name: str) -> list[str]:
    """Return the words of a name that are neither numbers nor general words."""
    pieces = (piece.casefold() for piece in _pieces(_stem(name)))
    return [piece for piece in pieces if len(piece) > 2 and not piece.isdigit() and piece not in _GENERAL]


def _known(pieces: Sequence[str], words: Sequence[str], squashed: str) -> float:
    """Return the share of the letters of these words that occur in the question."""
    known = sum(len(piece) for piece in pieces if _stands(piece, words, squashed))
    return known / sum(map(len, pieces)) if pieces else 0.0


def _stands(piece: str, words: Sequence[str], squashed: str) -> bool:
    if len(piece) >= 5 and piece in squashed:
        return True
    return any(_is_one(word, piece) for word in words)


def _is_one(word: str, piece: str) -> bool:
    if word == piece:
        return True
    if min(len(word), len(piece)) < 4 or piece.isdigit():
        return False
    if word.startswith(piece) or piece.startswith(word):
        return abs(len(word) - len(piece)) <= 3
    return SequenceMatcher(None, word, piece).ratio() >= _ALIKE


def _pieces(name: str) -> list[str]:
    return [part for piece in _PIECE.findall(name) for part in CAMEL.split(piece)]


def _stem(name: str) -> str:
    stem, dot, ending = name.rpartition(".")
    return stem if dot and 1 <= len(ending) <= 5 and ending.isalnum() else name


def _squashed(word: str) -> str:
    return re.sub(r"[\W_]+", "", word).casefold()
