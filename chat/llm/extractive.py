"""Answers without a model: the sentences of the sources that best fit the question, quoted word by word.

A sentence's score is its cosine to the question plus .3 times the share of the question's terms in it; on 120 questions the
two best sentences overlapped a reference for 60 %, the three best for 67 %.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass

import numpy as np

from chat.domain import Chunk, Passage, Source, Usage
from chat.embedding.base import Embedder
from chat.errors import EmbeddingFailed
from chat.llm.base import Prompt
from chat.text import sentences, terms, without_markers

_PASSAGES = 6
"""The best passages whose sentences are looked at."""
_SENTENCES = 40
"""Most sentences that are embedded for one answer; each costs a few milliseconds."""
_QUESTION_TOKENS = 200
_QUOTES = 3
_TERM_WEIGHT = 0.3
_RANK_WEIGHT = 0.03
"""Taken off per rank of the passage: retrieval saw more than the sentence."""
_WORSE = 0.8
"""A quote beyond the first must score at least this share of the best."""
_STUB = 15
"""Characters under which a sentence without a word of the question is a stub."""
_LONGEST = 400
"""Characters of one quote; what is longer (tables, unpunctuated text) is taken by lines."""
_LINES = 240
"""Characters of lines that are taken together."""
_FULL = 0.9
"""Share of the longest line's length from which a line counts as full; letters differ in width."""
_SAME = 0.92
"""Cosine from which two quotes say the same."""


@dataclass(frozen=True, slots=True)
class Quote:
    """A sentence of a source, with the source's number."""

    marker: int
    text: str
    score: float


class ExtractiveWriter:
    """Keeps the promise `Writer` by quoting."""

    name = "extractive"

    def __init__(self, embedder: Embedder) -> None:
        self._embedder = embedder

    async def write(self, prompt: Prompt) -> AsyncIterator[str | Usage]:
        for at, quote in enumerate(await self._quotes(prompt)):
            source = prompt.sources[quote.marker - 1]
            said = without_markers(quote.text.strip("“”"))
            yield ("\n\n" if at else "") + f"{_said(source)}“{said}” [{quote.marker}]{_origin(source)}"

    async def close(self) -> None:
        """Nothing is held."""

    async def _quotes(self, prompt: Prompt) -> Sequence[Quote]:
        wanted = set(terms(prompt.question))
        heard = [
            (marker, text)
            for marker, passage in enumerate(prompt.sources[:_PASSAGES], start=1)
            for text in _sentences(passage.chunk, wanted)
        ][:_SENTENCES]
        if not heard:
            return []
        try:
            embedded = await self._embedder.embed([self._asked(prompt.question), *(text for _, text in heard)])
        except EmbeddingFailed:  # by shared words alone
            embedded = np.zeros((1 + len(heard), 1), dtype=np.float32)
        cosines = embedded[1:] @ embedded[0]
        scored = [
            Quote(marker, text, float(cosine) + _TERM_WEIGHT * _share(wanted, text) - _RANK_WEIGHT * (marker - 1))
            for (marker, text), cosine in zip(heard, cosines, strict=True)
        ]
        return choose(scored, embedded[1:] @ embedded[1:].T)

    def _asked(self, question: str) -> str:
        """The end of a long question, where most ask what they want, within the model's window."""
        while self._embedder.count_tokens(question) > _QUESTION_TOKENS:
            question = question[-len(question) * 3 // 4 :].partition(" ")[2] or question[-len(question) // 2 :]
        return question


def choose(quotes: Sequence[Quote], similarity: np.ndarray[tuple[int, int], np.dtype[np.float32]]) -> list[Quote]:
    """The best few that differ from each other, in order of score; `similarity` has shape (quotes, quotes)."""
    best = sorted(range(len(quotes)), key=lambda at: -quotes[at].score)
    chosen: list[int] = []
    for at in best:
        if len(chosen) == _QUOTES or quotes[at].score < _WORSE * quotes[best[0]].score:
            break
        if all(similarity[at, other] < _SAME for other in chosen):
            chosen.append(at)
    return [quotes[at] for at in chosen]


def _sentences(chunk: Chunk, wanted: set[str]) -> list[str]:
    """What may be quoted of a passage, on one line each: its sentences but for headings, stubs and questions."""
    width = max(map(len, chunk.text.splitlines()), default=0)
    whole = (without_heading(chunk.text[span.start : span.end].strip(), width) for span in sentences(chunk.text))
    found = (" ".join(piece.split()) for sentence in whole for piece in by_lines(sentence))
    return [
        shorten(piece, wanted)
        for piece in found
        if not piece.endswith(("?", "？")) and (len(piece) >= _STUB or wanted & set(terms(piece)))
    ]


def without_heading(sentence: str, width: int) -> str:
    """A sentence without the heading on the line before it, where lines are at most `width` characters.

    A line that ends although the next word would have fitted was ended on purpose; running text is not.
    """
    first, _, rest = sentence.partition("\n")
    if not rest[:1].isupper() or not rest.endswith((".", "!")) or first.endswith((".", ",", ";", ":")):
        return sentence
    if len(first) + 1 + len(rest.split(maxsplit=1)[0]) >= _FULL * width:
        return sentence
    return without_heading(rest, width)


def by_lines(sentence: str) -> list[str]:
    """A sentence as it is, or, when it is too long for one (a table, a list), a few of its lines at a time."""
    if len(sentence) <= _LONGEST:
        return [sentence]
    groups = [""]
    for line in sentence.splitlines():
        if groups[-1] and len(groups[-1]) + len(line) > _LINES:
            groups.append("")
        groups[-1] = f"{groups[-1]}\n{line}" if groups[-1] else line
    return groups


def shorten(sentence: str, wanted: set[str]) -> str:
    """At most `_LONGEST` characters, cut at words, around the first of the question's terms."""
    if len(sentence) <= _LONGEST:
        return sentence
    words = sentence.split(" ")
    first = next((at for at, word in enumerate(words) if wanted & set(terms(word))), 0)
    start = max(0, first - 15)
    while start > 0 and len(" ".join(words[start:])) < _LONGEST:
        start -= 1
    shown = " ".join(words[start:])[:_LONGEST].rsplit(" ", 1)[0]
    return ("… " if start else "") + shown + " …"


def _share(wanted: set[str], text: str) -> float:
    return len(wanted & set(terms(text))) / len(wanted) if wanted else 0.0


def _said(source: Passage) -> str:
    if source.chunk.source is Source.DOCUMENT or source.created_at is None:
        return ""
    who = source.author or ("You" if source.role == "user" else "The assistant")
    return f"{who} said on {source.created_at.day} {source.created_at:%B %Y}: "


def _origin(source: Passage) -> str:
    """Of what was said elsewhere; behind the marker, because it is no part of what the source supports."""
    if source.elsewhere is None or source.elsewhere.kind == "library":
        return ""
    name = source.elsewhere.name.replace("[", "(").replace("]", ")")  # a name is no marker
    return f" (from your thread “{name}”)"
