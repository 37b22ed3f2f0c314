"""Compare two versions of a document section by section, by digests of their text."""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise

from chat.chunking.structure import DOCUMENT
from chat.domain import Changes, Extracted, Section, SectionDigest

_DIGEST_CHARACTERS = 16
_BLOCK = 1_000_000
"""Number of characters split into words at a time: the words of a table of eighty million take more than half a gigabyte."""
_BLANK = re.compile(r"\s")


def parts(extracted: Extracted, tree: Sequence[Section]) -> tuple[SectionDigest, ...]:
    """Return a digest of each section's own text, without its subsections; of each page if the text has no sections.

    `tree` is the result of `structure.sections` for the same text. Whitespace makes no difference.
    """
    seen: Counter[tuple[str, ...]] = Counter()
    found = []
    for path, text in _sections(extracted, tree) if len(tree) > 1 else _pages(extracted):
        seen[path] += 1
        if text and not text.isspace():
            unique = path if seen[path] == 1 else (*path[:-1], f"{path[-1]} ({seen[path]})")
            found.append(SectionDigest(unique, _digest(text)))
    return tuple(found)


def _digest(text: str) -> str:
    """Return the digest of a text's words joined by single spaces."""
    digest, written = hashlib.sha256(), False
    start = 0
    while start < len(text):
        blank = _BLANK.search(text, start + _BLOCK)
        end = blank.end() if blank else len(text)
        if words := " ".join(text[start:end].split()):
            digest.update(f" {words}".encode() if written else words.encode())
            written = True
        start = end
    return digest.hexdigest()[:_DIGEST_CHARACTERS]


def compare(before: Sequence[SectionDigest], after: Sequence[SectionDigest]) -> Changes:
    """Return the sections that were added, removed or changed from one version to the next."""
    old = {part.path: part.digest for part in before}
    new = {part.path: part.digest for part in after}
    return Changes(
        added=tuple(path for path in new if path not in old),
        removed=tuple(path for path in old if path not in new),
        changed=tuple(path for path in new if path in old and new[path] != old[path]),
    )


def _sections(extracted: Extracted, tree: Sequence[Section]) -> Iterator[tuple[tuple[str, ...], str]]:
    """Yield the heading path of each section, and its text up to the next heading of any level."""
    paths: dict[str, tuple[str, ...]] = {}
    ends = [following.start for _, following in pairwise(tree)] + [len(extracted.text)]
    for section, end in zip(tree, ends, strict=True):
        above = paths.get(section.parent or "", ())
        paths[section.id] = () if section.id == DOCUMENT else (*above, section.title)
        yield paths[section.id] or (section.title,), extracted.text[section.start : end]


def _pages(extracted: Extracted) -> Iterator[tuple[tuple[str, ...], str]]:
    if not extracted.pages:
        yield ("The text",), extracted.text
    for page in extracted.pages:
        yield (f"Page {page.number}",), extracted.text[page.start : page.end]
