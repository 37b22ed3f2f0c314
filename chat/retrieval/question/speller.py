"""Correct misspelt words of a question by the words of the collections it searches."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from chat.domain import Passage, Scores, Source
from chat.index.among import Among
from chat.index.base import Collection, KeywordIndex
from chat.retrieval.question import earlier_questions, spelling
from chat.text import terms
from chat.threads.base import ChunkReader, Described

Searched = Mapping[Collection, Among]
"""The collections that are searched, each with the chunks of it that may be found."""
_ASKED_BEFORE = 10
"""Most messages with a doubtful word to examine."""


class Speller:
    """Corrects spelling by what the collections of a question contain."""

    def __init__(self, keywords: KeywordIndex, chunks: ChunkReader, count_tokens: Callable[[str], int]) -> None:
        """Words that `count_tokens` counts as a single token are regarded as correctly spelt."""
        self._keywords = keywords
        self._chunks = chunks
        self._count_tokens = count_tokens

    def doubtful(self, question: str) -> list[str]:
        """Return words of the question that may be misspelt; nearly always none."""
        return spelling.doubtful(question, lambda word: self._count_tokens(word) == 1)

    async def instead(self, words: Sequence[str], among: Searched) -> dict[str, str]:
        """Return those words that nothing contains, each with the word meant: the candidate contained in most chunks."""
        found: dict[str, str] = {}
        for word in words:
            if not await self._is_told(word, among):
                slips = spelling.slips(word)
                holding = await self._holding(list(slips), among)
                best = max(holding, key=lambda term: holding[term], default=None)
                if best is not None and holding[best]:
                    found[word] = slips[best]
        return found

    async def _is_told(self, word: str, among: Searched) -> bool:
        """Return whether anything but short questions contains the word."""
        for place, allowed in among.items():
            held = any(await self._keywords.frequencies(place, terms(word), allowed))
            if held and (place.source is Source.DOCUMENT or await self._is_said(word, place, allowed)):
                return True
        return False

    async def _is_said(self, word: str, place: Collection, allowed: Among) -> bool:
        """Return whether a message other than a short question contains the word."""
        for hits in await self._keywords.search(place, dict.fromkeys(terms(word), 1.0), allowed):
            found = [hits.map[at] for at in hits.numbers[:_ASKED_BEFORE].tolist()]
            described = await self._chunks.described(found)
            if any(id not in described or not earlier_questions.only_asks(_passage(described[id])) for id in found):
                return True
        return False

    async def _holding(self, wanted: Sequence[str], among: Searched) -> dict[str, int]:
        """Return the number of chunks that contain each term."""
        many = dict.fromkeys(wanted, 0)
        for place, allowed in among.items() if many else ():
            for term, count in zip(many, await self._keywords.frequencies(place, many, allowed), strict=True):
                many[term] += count
        return many


def _passage(described: Described) -> Passage:
    return Passage(0, 0.0, described.chunk, Scores(None, None, 0.0, 0.0), role=described.role, author=described.author)
