"""Markers in an answer become citations; markers to nothing go."""

from __future__ import annotations

import re
from collections.abc import Sequence

from chat.domain import Citation, Passage, Span
from chat.text import sentences, terms

_MARKER = re.compile(r"(\s?)\[(\d{1,3}(?:\s*[,;]\s*\d{1,3})*)\]")
_MARKERS = re.compile(r"\s*\[\d{1,3}(?:\s*[,;]\s*\d{1,3})*\]")
_NUMBER = re.compile(r"\d+(?:[.,]\d+)*")
_QUOTED = re.compile(r"[“\"]([^”\"]+)[”\"]")
_SUPPORT = 0.4
"""Share of a claim's terms that its passage must hold; numbers must all occur."""


def cite(text: str, sources: Sequence[Passage]) -> tuple[str, tuple[Citation, ...]]:
    """The answer with its markers settled, and a citation for each source that it uses, in order of first use.

    `[n]` stands for `sources[n - 1]`; `[1, 2]` is written as `[1][2]`; a number without a source is removed.
    """
    settled = _MARKER.sub(lambda match: _valid(match, len(sources)), text)
    claims: dict[int, list[str]] = {}
    for claim, markers in _claims(settled):
        for marker in markers:
            claims.setdefault(marker, []).append(claim)
    return settled, tuple(_citation(marker, said, sources[marker - 1]) for marker, said in claims.items())


def _valid(marker: re.Match[str], many: int) -> str:
    space, numbers = marker.groups()
    valid = "".join(f"[{number}]" for number in map(int, re.findall(r"\d+", numbers)) if 1 <= number <= many)
    return space + valid if valid else ""


def _claims(text: str) -> list[tuple[str, list[int]]]:
    """Each marked stretch of the answer with its markers: the sentence that ends at the markers or that holds them."""
    found = []
    start = 0
    for group in re.finditer(r"(?:\s*\[\d{1,3}\])+", text):
        stretch = text[start : group.start()]
        spans = [span for span in sentences(stretch) if stretch[span.start : span.end].strip()]
        claim = stretch[spans[-1].start : spans[-1].end].strip() if spans else ""
        found.append((claim, [int(number) for number in re.findall(r"\d+", group.group())]))
        start = group.end()
    return found


def _citation(marker: int, claims: Sequence[str], passage: Passage) -> Citation:
    claim = next((claim for claim in claims if claim), "")
    return Citation(marker, passage, quote(claim, passage.chunk.text), all(supports(passage.chunk.text, one) for one in claims))


def quote(claim: str, text: str) -> str:
    """The words of `text` that come closest to the claim: its own words when it quotes, else the sentence that shares most."""
    for words in _QUOTED.findall(claim):
        found = _find(words, text)
        if found:
            return text[found.start : found.end]
    wanted = set(terms(claim))
    spans = [span for span in sentences(text) if text[span.start : span.end].strip()]
    if not spans:
        return text
    best = max(spans, key=lambda span: len(wanted & set(terms(text[span.start : span.end]))))
    return text[best.start : best.end].strip()


def supports(text: str, claim: str) -> bool:
    """Whether a passage plausibly holds a claim: all its numbers, and enough of its terms."""
    wanted = set(terms(claim))
    if not wanted:
        return True
    if not set(_NUMBER.findall(_MARKERS.sub("", claim))) <= set(_NUMBER.findall(text)) and not _QUOTED.search(claim):
        return False
    return len(wanted & set(terms(text))) >= _SUPPORT * len(wanted)


def _find(words: str, text: str) -> Span | None:
    """Where words stand in a text, white space aside."""
    parts = [re.escape(part) for part in words.strip("… ").split()]
    found = re.search(r"\s+".join(parts), text) if parts else None
    return Span(found.start(), found.end()) if found else None
