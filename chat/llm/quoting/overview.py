"""Summarise documents without a model, by quoting for each section the sentences that are most representative of it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from chat.domain import Chunk
from chat.embedding.base import Embedder
from chat.errors import EmbeddingFailed
from chat.llm.base import QuoteRequest
from chat.llm.models import QUOTING
from chat.llm.quoting.passage.quotable import split_into_pieces
from chat.text import terms, without_markers

Vectors = NDArray[np.float32]

_SENTENCES = 96
"""Most sentences embedded for one answer; each costs a few milliseconds."""
_SHORTEST, _LONGEST = 45, 330
"""Length in characters of sentences that can be quoted by themselves."""
_SHORT = 25
"""Least length where a passage has no longer ones."""
_SHORT_UNSPACED = 15
_TITLE = 90
"""Most characters shown of a heading."""
_USUAL = 160
"""Ideal length of a sentence, in characters."""
_DOCUMENT = 0.25
"""Weight of the similarity to the whole document, relative to that of the section."""
_WORDS = 0.2
"""Weight of the words shared with the section's other sentences."""
_EARLY = 0.3
"""Added for a section's first sentence; halved for every second sentence after it."""
_ASKED = 1.2
"""Weight of the similarity to the topic, if the question has one."""
_NAMED = 0.4
"""Weight of the share of the topic's words in a sentence, relative to its cosine."""
_LEANING = 0.18
"""Subtracted from a sentence that depends on the one before it."""
_ALIKE = 0.45
"""Share of the similarity to sentences already chosen that is subtracted."""
_SAME = 0.86
"""Cosine similarity from which two sentences count as saying the same."""
_ON_TOPIC = 0.72
"""Least similarity of a listed sentence to the topic, as a share of the best one's."""
_LEANS = re.compile(
    r"^(?:this|these|that|those|it|its|they|their|he|she|his|her|such|both|however|therefore|thus|hence|also|additionally|"
    r"in addition|moreover|furthermore|for example|for instance|as a result|as such|similarly|accordingly|consequently"
    r"|but|and|"
    r"or|so|then|otherwise|finally|second|third|dies\w*|das|es|sie|er|jedoch|außerdem|ce|cela|cette|ces|il|elle|ils"
    r"|cependant|esto|"
    r"ello|ellos|sin embargo|además|он|она|они|это|эт\w|однако|также)\b",
    re.IGNORECASE,
)
_FORMALITY = re.compile(
    r"\b(?:see (?:note|item|part|table|exhibit|section|page|the section|our)|refer to|incorporated (?:herein )?by reference|"
    r"accompanying (?:notes|consolidated)|forward-looking|pursuant to (?:the requirements|section|rule|item)"
    r"|duly (?:authorized|caused)|"
    r"check ?mark|the registrant|for information (?:on|about|regarding)|following (?:graph|chart|table|discussion"
    r"|sections?)|(?:should|must) be read|"
    r"audits of the|homepage|trademarks?|proxy statement|caption|glossary|can be found|are defined in|when used in|"
    r"free of charge|"
    r"our website|website at|available (?:online|at|on)|copies of|encouraged to|webcast"
    r"|note:|hereby|"
    r"herein|hereunder|thereof|this (?:report|section|document|page|chapter|form|release) (?:describes|contains|should|is)|"
    r"for (?:more|further|additional) information|as (?:discussed|described|defined|set forth) (?:in|above|below|under)"
    r"|the following table|"
    r"tables? (?:above|below)|are (?:presented|shown|set forth) (?:in|below)|click here|all rights reserved|www\.|https?:"
    r"|commission file)",
    re.IGNORECASE,
)
"""Sentences that say how to read the document rather than state something."""
_CUT_SHORT = re.compile(r"(?:\b(?:[A-Z]|[A-Za-z](?:\.[A-Za-z])+|Inc|Corp|Co|Ltd|Nos?|Mr|Mrs|Ms|Dr|St|vs|Fig|approx))\.$")
"""An abbreviation at the end, where no sentence ends."""
_ENDS = re.compile(r"[.!。！…][”\"’»)\]]*$")
_STARTS = re.compile(r"^[“\"'«(]*(?:[^\W\d_]|\d)")
_DOTS = re.compile(r"(?:\. ?){4,}|_{3,}|\t")
_MARKUP = re.compile(r"\*\*|__|`|^\s*(?:[-*•]|\d{1,2}[.)])\s+")
_CAPITALS = re.compile(r"^(?:(?:[A-Z][A-Z&’'-]+:?|&)\s+){2,}(?=[“\"]?[A-Z][a-z])")
"""A heading that runs into the sentence after it."""
_LINKS = re.compile(r"!?\[([^\]]*)\]\([^)\s]*\)")
_UNSPACED = re.compile("[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7ff\u0e00-\u0eff]")


@dataclass(frozen=True, slots=True)
class Group:
    """What adjacent sources say under one heading."""

    title: str
    sources: tuple[int, ...]
    """Their numbers, from 1."""
    most: int = 2
    """Most sentences."""
    document: str = ""
    """Document name, shown above its first group if there are several documents."""
    about: str = ""
    """The topic asked for; empty if everything is wanted."""
    lines: tuple[str, ...] = ()
    """Lines to show unchanged, with their markers; if given, no sentences are picked."""


@dataclass(frozen=True, slots=True)
class _Sentence:
    group: int
    source: int
    at: int
    """Index among the group's sentences."""
    text: str


class OverviewWriter:
    """Implements the `Writer` protocol for one given set of sources."""

    name = QUOTING

    def __init__(self, embedder: Embedder, groups: Sequence[Group], listing: bool = False) -> None:
        """Quote the most representative sentences of the groups; with `listing`, everything about the topic and nothing else."""
        self._embedder = embedder
        self._groups = groups
        self._listing = listing and any(group.about for group in groups)

    async def write(self, request: QuoteRequest) -> AsyncIterator[str]:
        several = len({group.document for group in self._groups if group.document}) > 1
        document, above_it, first = "", "", True
        for group, lines in zip(self._groups, await self._lines_by_group(request), strict=True):
            if not lines:
                continue
            title = _plain(group.title)
            above = [f"### {_plain(group.document)}"] if several and group.document != document else []
            if title and title != _plain(group.document) and (group.document, title) != (document, above_it):
                above.append(f"**{title}**")
            document, above_it = group.document, title
            gap = "" if first else "\n\n" if above else "\n"
            yield gap + "\n".join([*above, *(f"- {line}" for line in lines)])
            first = False

    async def close(self) -> None:
        """Do nothing: the writer holds no resources."""

    async def _lines_by_group(self, request: QuoteRequest) -> list[list[str]]:
        """Return the lines of each group, with their markers."""
        candidates = _candidates(self._groups, [source.chunk for source in request.sources])
        if not candidates:
            return [list(group.lines) for group in self._groups]
        topics = list(dict.fromkeys(group.about for group in self._groups if group.about))
        texts = [*(each.text for each in candidates), *topics]
        try:
            embedded = await self._embedder.embed(texts, urgent=True)
        except EmbeddingFailed:  # rank by shared words and position alone
            embedded = np.zeros((len(texts), 1), dtype=np.float32)
        sentences, topic_vectors = embedded[: len(candidates)], embedded[len(candidates) :]
        likeness = np.zeros(len(candidates))
        for topic, vector in zip(topics, topic_vectors, strict=True):
            own = np.array([self._groups[each.group].about == topic for each in candidates])
            likeness += own * (sentences @ vector + _NAMED * _shares(candidates, topic))
        scores = likeness if self._listing else _scores(candidates, sentences) + _ASKED * likeness
        chosen = _on_topic(scores) if self._listing else set(range(len(candidates)))
        return [
            list(group.lines) or [_line(candidates[one]) for one in _pick(candidates, sentences, scores, at, group.most, chosen)]
            for at, group in enumerate(self._groups)
        ]


def quotable_sentences(chunk: Chunk) -> list[str]:
    """Return the sentences of a passage that can be quoted by themselves; short ones only if there are no others."""
    found: list[str] = []
    whole = True
    for piece in split_into_pieces(chunk, set()):
        fit = piece.quotable and (piece.is_sentence or bool(_UNSPACED.search(piece.text)))
        if not whole and found:
            found[-1] = f"{found[-1]} {_tidy(piece.text)}" if fit else ""
        elif fit:
            found.append(_tidy(piece.text))
        whole = not (found and fit and _CUT_SHORT.search(found[-1]))
    return [text for text in found if _stands(text, _SHORTEST)] or [text for text in found if _stands(text, _SHORT)]


def _tidy(text: str) -> str:
    plain = _CAPITALS.sub("", " ".join(_MARKUP.sub("", _LINKS.sub(r"\1", text)).split()))
    if plain.count("“") < plain.count("”"):
        plain = plain.removesuffix("”")
    return plain.removeprefix("“") if plain.count("“") > plain.count("”") else plain


def _stands(text: str, shortest: int) -> bool:
    least = _SHORT_UNSPACED if _UNSPACED.search(text) else shortest
    if not least <= len(text) <= _LONGEST or not _ENDS.search(text) or not _STARTS.match(text):
        return False
    if (
        text.count("“") != text.count("”")
        or text.count("(") != text.count(")")
        or text.count('"') % 2
        or _DOTS.search(text)
        or _FORMALITY.search(text)
        or text.lower().startswith("see ")
    ):
        return False
    first = next(letter for letter in text if letter.isalnum())
    return not first.islower() and sum(letter.isdigit() for letter in text) <= 0.2 * len(text)


def _candidates(groups: Sequence[Group], chunks: Sequence[Chunk]) -> list[_Sentence]:
    """Return the sentences of each group, up to a limit per group, preferring those that share most words with the others."""
    by_group: list[list[_Sentence]] = []
    for at, group in enumerate(groups):
        found, known = list[_Sentence](), set[str]()
        for source in () if group.lines else group.sources:
            for text in quotable_sentences(chunks[source - 1]):
                text = _without_title(text, group.title)
                if text and text not in known:
                    known.add(text)
                    found.append(_Sentence(at, source, len(found), text))
        by_group.append(found)
    room = max(2, _SENTENCES // max(1, sum(map(bool, by_group))))
    return [sentence for found in by_group for sentence in _most_connected(found, room)]


def _without_title(text: str, title: str) -> str:
    """Strip the heading that runs into a sentence; empty if nothing usable remains."""
    if text.rstrip(" .:").casefold() in title.casefold():
        return ""
    if not title or not text.casefold().startswith(title.casefold()):
        return text
    rest = text[len(title) :].lstrip(" .:–—-")
    return rest if rest[:1].isupper() and len(rest) >= _SHORTEST else "" if not rest else text


def _most_connected(found: Sequence[_Sentence], room: int) -> list[_Sentence]:
    if len(found) <= room:
        return list(found)
    shared = _shared(found)
    best = sorted(range(len(found)), key=lambda at: (at != 0, -shared[at], at))[:room]
    return [found[at] for at in sorted(best)]


def _shared(found: Sequence[_Sentence]) -> list[float]:
    """Return how many of each sentence's words the other sentences use as well, 0 to 1, relative to the best."""
    known = [set(terms(sentence.text)) for sentence in found]
    counted = Counter(term for words in known for term in words)
    sums = [sum(counted[term] - 1 for term in words) / max(4, len(words)) for words in known]
    most = max(sums, default=0.0)
    return [one / most if most else 0.0 for one in sums]


def _scores(sentences: Sequence[_Sentence], vectors: Vectors) -> NDArray[np.float64]:
    scores = _DOCUMENT * np.asarray(vectors @ vectors.mean(axis=0), dtype=np.float64)
    for group in dict.fromkeys(sentence.group for sentence in sentences):
        places = [at for at, sentence in enumerate(sentences) if sentence.group == group]
        scores[places] += vectors[places] @ vectors[places].mean(axis=0)
        scores[places] += _WORDS * np.array(_shared([sentences[at] for at in places]))
    forms = np.array([_form(sentence) for sentence in sentences], dtype=np.float64)
    return np.asarray(scores + forms, dtype=np.float64)


def _form(sentence: _Sentence) -> float:
    """Score how well a sentence reads by itself, from its position, wording and length."""
    early = _EARLY * 2 ** (-sentence.at / 2)
    leaning = _LEANING if _LEANS.match(sentence.text) else 0.0
    return early - leaning - 0.1 * abs(len(sentence.text) - _USUAL) / _USUAL


def _shares(sentences: Sequence[_Sentence], topic: str) -> NDArray[np.float64]:
    wanted = set(terms(topic))
    return np.array([len(wanted & set(terms(sentence.text))) / max(1, len(wanted)) for sentence in sentences])


def _on_topic(scores: NDArray[np.float64]) -> set[int]:
    return {at for at, score in enumerate(scores) if score >= _ON_TOPIC * scores.max()}


def _pick(
    sentences: Sequence[_Sentence], vectors: Vectors, scores: NDArray[np.float64], group: int, most: int, among: set[int]
) -> list[int]:
    """Pick sentences greedily by score, skipping those that repeat a picked one; return them in the order of the text."""
    remaining = {at for at, sentence in enumerate(sentences) if sentence.group == group and at in among}
    chosen: list[int] = []
    while remaining and len(chosen) < most:
        likeness = {at: max((float(vectors[at] @ vectors[one]) for one in chosen), default=0.0) for at in remaining}
        remaining -= {at for at, alike in likeness.items() if alike >= _SAME}
        if not remaining:
            break
        best = max(remaining, key=lambda at: (scores[at] - _ALIKE * likeness[at], -at))
        chosen.append(best)
        remaining.discard(best)
    return sorted(chosen)


def _line(sentence: _Sentence) -> str:
    return f"{without_markers(sentence.text)} [{sentence.source}]"


def _plain(title: str) -> str:
    """Return a heading without markup, and without brackets that could be read as a marker; shortened if too long."""
    plain = " ".join(title.replace("[", "(").replace("]", ")").replace("*", "").replace("`", "").split()).strip(" :.")
    return plain if len(plain) <= _TITLE else plain[:_TITLE].rsplit(" ", 1)[0] + "…"
