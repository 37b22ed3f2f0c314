"""Reproducible texts for benchmarks: words, sentences, long PDFs and long tables."""

from __future__ import annotations

import random
from collections.abc import Sequence
from textwrap import wrap

_PARAGRAPH = 28
"""Words per paragraph; each word is four or five tokens."""
_LINE = 90
"""Characters per line of a PDF."""


class Words:
    """Generates text of made-up words with the word frequencies of natural language (Zipf's law)."""

    def __init__(self) -> None:
        self._random = random.Random(1)  # noqa: S311 -- not for secrets
        syllables = ["ba", "den", "ko", "lin", "mar", "nor", "pel", "rus", "sta", "tor", "ver", "win"]
        self._words = ["".join(self._random.choices(syllables, k=2 + at % 3)) for at in range(5_000)]
        self._weights = [1 / (rank + 5) for rank in range(len(self._words))]

    def text(self, words: int) -> str:
        """Return a text of `words` words, in sentences of twelve."""
        drawn = self._random.choices(self._words, self._weights, k=words)
        return " ".join(" ".join(drawn[at : at + 12]).capitalize() + "." for at in range(0, words, 12))

    def question(self) -> str:
        return f"What about {' '.join(self._random.choices(self._words, self._weights, k=6))}?"

    def pages(self, count: int, words: int = 170) -> list[list[str]]:
        """Return the paragraphs of each of `count` pages, with about as many tokens per page as a company's filed report."""
        return [[self.text(_PARAGRAPH) for _ in range(words // _PARAGRAPH)] for _ in range(count)]

    def table(self, rows: int) -> bytes:
        """Return a CSV file with an id, a name, a place, an amount and a date per row, about 45 bytes each."""
        names = [word.capitalize() for word in self._words[:500]]
        lines = ["id,name,place,amount,date\n"]
        for row in range(1, rows + 1):
            name, place = self._random.choice(names), self._random.choice(names)
            day = f"20{row % 25:02}-{row % 12 + 1:02}-{row % 28 + 1:02}"
            lines.append(f"{row},{name},{place},{self._random.randrange(10**6) / 100:.2f},{day}\n")
        return "".join(lines).encode()


def pdf(pages: Sequence[Sequence[str]]) -> bytes:
    """Return a PDF file of pages with paragraphs of ASCII words."""
    objects = ["", "", "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>"]
    kids = []
    for paragraphs in pages:
        kids.append(f"{len(objects) + 1} 0 R")
        objects.append(
            f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 3 0 R >> >> "
            f"/Contents {len(objects) + 2} 0 R >>"
        )
        drawn = _drawn(paragraphs)
        objects.append(f"<< /Length {len(drawn)} >>\nstream\n{drawn}\nendstream")
    objects[0] = "<< /Type /Catalog /Pages 2 0 R >>"
    objects[1] = f"<< /Type /Pages /Kids [{' '.join(kids)}] /Count {len(kids)} >>"
    written, places = "%PDF-1.4\n", []
    parts = [written]
    at = len(written)
    for number, content in enumerate(objects, start=1):
        places.append(at)
        parts.append(f"{number} 0 obj\n{content}\nendobj\n")
        at += len(parts[-1])
    entries = "".join(f"{place:010} 00000 n \n" for place in places)
    parts.append(f"xref\n0 {len(objects) + 1}\n0000000000 65535 f \n{entries}")
    parts.append(f"trailer\n<< /Size {len(objects) + 1} /Root 1 0 R >>\nstartxref\n{at}\n%%EOF\n")
    return "".join(parts).encode("ascii")


def _drawn(paragraphs: Sequence[str]) -> str:
    """Return the content stream of a page: lines from the top, with a blank line between paragraphs."""
    lines = ["BT /F1 10 Tf 12 TL 56 790 Td"]
    for paragraph in paragraphs:
        lines += [f"({line}) Tj T*" for line in wrap(paragraph, _LINE)]
        lines.append("T*")
    return "\n".join([*lines, "ET"])
