"""The header indexed in front of a document's passage: the name of its file and the headings above it."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from chat.chunking.splitting import HEADER_TOKENS

_LONGEST_TITLE = 80
_OF_DOCUMENTS = re.compile(
    r"(?<=.)\.(?:pdf|docx?|odt|rtf|pptx?|odp|xlsx?|ods|x?html?|epub|eml|msg|md|markdown|rst|te?xt|[ct]sv|jsonl?|ipynb|zip)$",
    re.IGNORECASE,
)
"""File extensions that say nothing about the text; those of code, which name its language, are kept."""
_NUMBERED = re.compile(r"(?<=\S) ?\(\d+\)$")
"""The number that browsers append to a name already in use."""
_MADE_UP = re.compile(r"(?=.*\d)(?:[\W\d_a-f]){8,}", re.IGNORECASE)
"""Digests, numbers, ids: nothing that a question would mention."""
_WORD = re.compile(r"[^\W_]+")


def title(name: str) -> str:
    """Return the meaningful part of a file name, possibly empty: `Annual report (2).pdf` gives `Annual report`."""
    stem = name
    while (shorter := _NUMBERED.sub("", _OF_DOCUMENTS.sub("", stem)).rstrip()) != stem:
        stem = shorter
    return "" if _MADE_UP.fullmatch(stem) else stem


def header(name: str, path: Sequence[str], text: str, count: Callable[[str], int], limit: int = HEADER_TOKENS) -> str:
    """Return `file > outer > inner` in at most `limit` tokens.

    If it is too long, the outer headings are dropped first, then the beginning of the file's title. A file's title is left out if
    the headings or the text begin with it anyway.
    """
    file_title = title(name)
    words = _words(file_title)
    if any(_words(beginning)[: len(words)] == words for beginning in (*path[:1], text[: 2 * len(file_title)])):
        file_title = ""
    titles = [heading if len(heading) <= _LONGEST_TITLE else f"{heading[:_LONGEST_TITLE]}…" for heading in path]
    for skipped in range(len(titles) + 1):
        shown = [*([file_title] if file_title else []), *(["…"] if 0 < skipped < len(titles) else []), *titles[skipped:]]
        candidate = " > ".join(shown)
        if count(candidate) <= limit and len(candidate) <= limit * _LONGEST_TITLE:
            return candidate
    kept = file_title[-4 * limit :]
    while kept and count(f"…{kept}") > limit:
        kept = kept[len(kept) // 4 + 1 :]
    return f"…{kept}" if kept else ""


def _words(text: str) -> list[str]:
    return _WORD.findall(text.casefold())
