"""What stands in front of a passage of a document in the index: what its file is called, and the headings above it."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from chat.chunking.splitting import HEADER_TOKENS

_LONGEST_TITLE = 80
_OF_DOCUMENTS = re.compile(
    r"(?<=.)\.(?:pdf|docx?|odt|rtf|pptx?|odp|xlsx?|ods|x?html?|epub|eml|msg|md|markdown|rst|te?xt|[ct]sv|jsonl?|ipynb|zip)$",
    re.IGNORECASE,
)
"""Endings that say nothing of what a text is about; that of code names its language."""
_NUMBERED = re.compile(r"(?<=\S) ?\(\d+\)$")
"""What browsers put behind a name that is taken."""
_MADE_UP = re.compile(r"(?=.*\d)(?:[\W\d_a-f]){8,}", re.IGNORECASE)
"""Digests, numbers, ids: nothing that anybody would ask by."""
_WORD = re.compile(r"[^\W_]+")


def title(name: str) -> str:
    """What a file's name says of its text, empty when it says nothing: `Annual report (2).pdf` is `Annual report`."""
    said = name
    while (shorter := _NUMBERED.sub("", _OF_DOCUMENTS.sub("", said)).rstrip()) != said:
        said = shorter
    return "" if _MADE_UP.fullmatch(said) else said


def header(name: str, path: Sequence[str], text: str, count: Callable[[str], int], limit: int = HEADER_TOKENS) -> str:
    """`title > outer > inner` in at most `limit` tokens; the outer titles give way first, then the front of the file's.

    A title with which the headings or the text begin anyway is not said twice.
    """
    own = title(name)
    words = _words(own)
    if any(_words(told)[: len(words)] == words for told in (*path[:1], text[: 2 * len(own)])):
        own = ""
    titles = [each if len(each) <= _LONGEST_TITLE else f"{each[:_LONGEST_TITLE]}…" for each in path]
    for skipped in range(len(titles) + 1):
        shown = [*([own] if own else []), *(["…"] if 0 < skipped < len(titles) else []), *titles[skipped:]]
        candidate = " > ".join(shown)
        if count(candidate) <= limit and len(candidate) <= limit * _LONGEST_TITLE:
            return candidate
    kept = own[-4 * limit :]
    while kept and count(f"…{kept}") > limit:
        kept = kept[len(kept) // 4 + 1 :]
    return f"…{kept}" if kept else ""


def _words(text: str) -> list[str]:
    return _WORD.findall(text.casefold())
