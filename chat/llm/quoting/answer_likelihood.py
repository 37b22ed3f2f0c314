"""Estimate from words and vectors how well passages answer a question, and whether any of them does.

The weights are those of logistic regressions, each fitted with one conversation or set left out in turn: of turns on locomo
(decision 067), of sentences on xquad and small files (decision 101), in other languages on xquad (decision 102).
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from chat.domain import Passage, Source
from chat.llm.quoting.question.analysis import Question
from chat.llm.quoting.question.presence import are_compounded
from chat.llm.quoting.question.synonyms import synonyms
from chat.text import terms
from chat.text.languages import ENGLISH
from chat.text.related import related

Floats = NDArray[np.float64]

_OWN, _ANYBODY = 3, 0.5
"""Column of `features` that says whether the person named said it, and its value if that does not matter."""
_LEADERS = 3
_FIT = ((5.9, 2.7, 0.6, 2.4, 0.6), 13.1)
_FIT_OF_ANYBODY = ((6.3, 1.5, 0.9, 0.0, 1.0), 13.0)
"""Weights and offset for the odds that a source answers, with and without regard to who said it."""
_FOUND = (0.75, 1.6, 0.75)
"""Weights of the lead of the named person's turns over the others' and of the sum of all fits; offset."""
_MANY = 10
"""Number of turns found from which a conversation is large enough to conclude that none of them answers."""
_USUAL_LENGTH = 4.8
"""Natural logarithm of 120 characters, a typical turn between people; used for documents, whose passages are all about equally
long."""
_LONG = 6.0


def fits(features: Floats) -> Floats:
    """Return how likely each source is evidence, 0 to 1."""
    return _logistic(features, *_FIT)


_QUOTED = (1.15, -0.79)
"""Weight and offset of the log odds of the best source's fit, for the likelihood that a quoted turn is evidence."""


def quote_likelihood(features: Floats) -> float:
    """Return how likely quoted turns of a long conversation answer, 0 to 1, judged by the best turn's fit (decision 072)."""
    weight, offset = _QUOTED
    best = min(max(float(fits(features).max()), 0.001), 0.999)
    return 1 / (1 + math.exp(offset - weight * math.log(best / (1 - best))))


def source_likelihood(features: Floats) -> float:
    """Return how likely turns of a long conversation hold the answer to a question about a person, 0 to 1; unlikely if other
    people's turns fit the question better than that person's."""
    own, others = features[:, _OWN] == 1, features[:, _OWN] == 0
    anybody = _odds(features, *_FIT_OF_ANYBODY)
    lead = float(anybody[own].max() - anybody[others].max()) if own.any() and others.any() else 0.0
    by_lead, by_fits, offset = _FOUND
    return 1 / (1 + math.exp(offset - by_lead * lead - by_fits * float(fits(features).sum())))


def judged_by_sentences(features: Floats, turns: int) -> bool:
    """Return whether turns are judged by their sentences, as documents are, rather than by the model fitted on long
    conversations: if few `turns` state anything, or if the question is about none of the speakers (decision 104)."""
    return turns < _MANY or bool((features[:, _OWN] == _ANYBODY).all())


_SENTENCE = ((6.0, 1.3, 4.3, 0.2), 3.95)
_FOREIGN_SENTENCE = ((5.4, 6.5, 6.0, 0.3), 5.2)
"""Weights and offset; in languages other than English, which the local embedding model hardly knows, words count more than the
cosine."""
_QUOTED_TURN = (0.55, 0.3)
_PLAINLY = 2.0
"""Added to the log odds if the sentence plainly tells what the question asks of somebody."""
_TURNS_OFFSET = 1.8
"""Added to the log odds of turns: quotes from them are short enough to be checked at a glance."""


def sentence_likelihood(
    cosine: float,
    related_share: float,
    context_share: float,
    has_answer_type: bool,
    language: str = ENGLISH,
    states_plainly: bool = False,
) -> float:
    """Return how likely a sentence answers, 0 to 1.

    It depends on the sentence's cosine similarity to the question, the share of the question it holds (see `related_share`), that
    share with its surroundings, and whether it has what the question asks for (decisions 101, 102); it is more likely if the
    sentence `states_plainly` just this of the person or thing asked about (decision 112).
    """
    (by_cosine, by_share, by_around, by_expected), offset = _SENTENCE if language == ENGLISH else _FOREIGN_SENTENCE
    odds = (
        by_cosine * cosine
        + by_share * related_share
        + by_around * context_share
        + by_expected * has_answer_type
        + _PLAINLY * states_plainly
        - offset
    )
    return 1 / (1 + math.exp(-odds))


def source_likelihood_by_sentence(likelihood: float) -> float:
    """Return how likely turns hold the answer, enough so to be shown, given the `likelihood` that their best sentence answers."""
    within = min(max(likelihood, 0.001), 0.999)
    return 1 / (1 + math.exp(-_TURNS_OFFSET) * (1 - within) / within)


def quote_likelihood_by_sentence(likelihood: float, related_share: float) -> float:
    """Return how likely a quoted turn answers, given the `likelihood` that its best sentence does and the share of the question
    it holds: the best of many is good by chance, the more so the less of the question it holds."""
    least, by_share = _QUOTED_TURN
    return (least + by_share * related_share) * likelihood


def in_documents(fits: Floats, sources: Sequence[Passage]) -> bool:
    """Return whether a document is among the best sources."""
    return any(sources[at].chunk.source is Source.DOCUMENT for at in np.argsort(-fits)[:_LEADERS])


def _odds(features: Floats, weights: Sequence[float], offset: float) -> Floats:
    return np.asarray(features @ np.array(weights) - offset, dtype=np.float64)


def _logistic(features: Floats, weights: Sequence[float], offset: float) -> Floats:
    return np.asarray(1 / (1 + np.exp(-_odds(features, weights, offset))), dtype=np.float64)


def term_weights(question: Question, sources: Sequence[Passage]) -> dict[str, float]:
    """Weigh each term of the question by its rarity: the fewer of the sources hold it, the more it counts."""
    frequencies = Counter(term for source in sources for term in question.terms & _known(source, question.language))
    return {term: math.log(1 + len(sources) / (0.5 + frequencies[term])) for term in question.terms}


def share(weights: dict[str, float], text_terms: set[str] | frozenset[str]) -> float:
    """Return the weighted share of the question's terms that are among the `text_terms`, 0 to 1."""
    whole = sum(weights.values())
    return sum(weight for term, weight in weights.items() if term in text_terms) / whole if whole else 0.0


_RELATED = 0.8
"""Weight of a related word, multiplied by its similarity."""


def related_share(weights: dict[str, float], text_terms: set[str] | frozenset[str], language: str = ENGLISH) -> float:
    """Return `share` with partial credit for related words: in English by similarity; in other languages for synonyms, and for
    parts of compounds where the language forms them."""
    whole = sum(weights.values())
    return sum(weight * _likeness(term, text_terms, language) for term, weight in weights.items()) / whole if whole else 0.0


def _likeness(term: str, text_terms: set[str] | frozenset[str], language: str) -> float:
    if term in text_terms:
        return 1.0
    if language != ENGLISH:
        return _RELATED * (
            not synonyms(term, language).isdisjoint(text_terms)
            or any(are_compounded(term, word, language) for word in text_terms)
        )
    return _RELATED * max((likeness for word, likeness in related(term).items() if word in text_terms), default=0.0)


def cap_weights(weights: dict[str, float], sources: int) -> dict[str, float]:
    """Limit the weight of a term that no source holds to that of a term in a single source: it may merely be part of how the
    question is phrased."""
    most = math.log(1 + sources / 1.5)
    return {term: min(weight, most) for term, weight in weights.items()}


def features(question: Question, sources: Sequence[Passage], cosines: Sequence[float]) -> Floats:
    """Return the features of each source, shape (sources, 5): its search score relative to the best, the cosine of its best
    sentence with the question, its share of the question, whether the person named said it (.5: does not matter), and the
    logarithm of its length in characters."""
    weights = term_weights(question, sources)
    best = max((source.scores.fused for source in sources), default=1.0) or 1.0
    by_named = said_by_named(question.terms, sources)
    return np.array(
        [
            (
                source.scores.fused / best,
                cosine,
                share(weights, _known(source, question.language)),
                own,
                _length(source),
            )
            for source, cosine, own in zip(sources, cosines, by_named, strict=True)
        ],
        dtype=np.float64,
    ).reshape(len(sources), 5)


def said_by_named(wanted: frozenset[str], sources: Sequence[Passage]) -> list[float]:
    """Return 1 for sources said by a person the question names, 0 for those said by others, .5 if it names nobody or everybody,
    and for sources without a speaker."""
    own = [source.author is not None and not wanted.isdisjoint(terms(source.author)) for source in sources]
    has_author = [source.author is not None for source in sources]
    if not any(own) or all(mine or not has_speaker for mine, has_speaker in zip(own, has_author, strict=True)):
        return [_ANYBODY] * len(sources)
    return [float(mine) if has_speaker else _ANYBODY for mine, has_speaker in zip(own, has_author, strict=True)]


def _known(source: Passage, language: str) -> frozenset[str]:
    return frozenset(terms(f"{source.chunk.text} {source.author or ''}", language))


def _length(source: Passage) -> float:
    if source.chunk.source is Source.DOCUMENT:
        return _USUAL_LENGTH
    return min(_LONG, math.log(max(1, len(source.chunk.text))))
