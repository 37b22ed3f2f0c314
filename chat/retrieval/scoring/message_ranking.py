"""Rank the messages of a thread, each by its best chunk and with the turns around it as context."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from chat.dialogue.whose_words import whose_words
from chat.retrieval.question.phrasing import asks_for_answers, asks_for_several
from chat.retrieval.scoring import confidence, conversation
from chat.retrieval.scoring.evidence import Evidence, Mode, coverage, strength
from chat.retrieval.scoring.fusion import BackgroundScores, fuse, shares, standardised
from chat.retrieval.scoring.ranked import Ranked, comparable, dense_weight, no_units
from chat.retrieval.scoring.sums import Sums
from chat.settings import RetrievalSettings
from chat.threads.base import Turns


def rank(
    evidence: Evidence,
    turns: Turns,
    question: str,
    mode: Mode,
    settings: RetrievalSettings,
    then: NDArray[np.bool_] | None = None,
) -> tuple[Ranked, NDArray[np.intp]]:
    """Rank the messages of which a chunk was found; also return the index of the best chunk of each in the table of turns.

    `evidence` is aligned with `turns`. Messages that were not found still count as neighbours of the others. `then` is a mask of
    the chunks that the question asks for by their time, whatever they say: they come first, and no threshold cuts them.
    """
    if not len(turns.messages):
        return no_units(), np.zeros(0, dtype=np.intp)
    with_assistant = conversation.with_assistant(turns, settings.long_message_characters)
    hybrid_weight = settings.assistant_chat_dense_weight if with_assistant else settings.message_dense_weight
    weight = dense_weight(hybrid_weight, mode)
    messages = _Messages.of(evidence, turns)

    fused_chunks = fuse(evidence.dense, evidence.keyword, weight, "score", settings)
    best_chunks = conversation.best_passages(fused_chunks, turns, messages.firsts)
    by_meaning, by_words = shares(messages.dense, messages.keyword, weight, settings.fusion, settings)
    sums = Sums((("meaning", by_meaning),)).plus("words", by_words)
    named = conversation.named(turns, question)[messages.firsts]
    if settings.fusion == "score":
        window = _window_weight(question, with_assistant, settings) * _window_scores(messages, evidence, weight, settings)
        sums = sums.plus("window", window).plus("author", settings.named_author_bonus * named)
        if with_assistant:
            sums = _answered_by_assistant(sums, messages, turns, question, settings)
        else:
            sums = _among_people(sums, messages, evidence, settings)

    asked_for = np.zeros(len(best_chunks), dtype=np.bool_) if then is None else then[best_chunks]
    found = np.flatnonzero(evidence.found[best_chunks] | asked_for)
    strengths = strength(messages.dense, messages.covered, mode, settings)
    scaled, strongest = comparable(sums.total[found], strengths[found], settings.leaders)
    ranked = Ranked.of(
        evidence,
        best_chunks[found],
        covered=messages.covered[found],
        fused=scaled,
        strength=strongest,
        confidence=confidence.of_messages(messages.dense, messages.covered, scaled, named, strongest, settings),
        sums=replace(sums, rows=found, strength=strongest, of_the_time=asked_for),
    )
    first = asked_for[found]
    ranked = replace(ranked, fused=np.where(first, 1.0, ranked.fused), strength=np.where(first, 1.0, ranked.strength))
    return ranked, best_chunks[found]


@dataclass(frozen=True, slots=True)
class _Messages:
    """Scores by message, each the best of its chunks; arrays have one entry per message."""

    firsts: NDArray[np.intp]
    """Index of each message's first chunk in the table of turns."""
    dense: NDArray[np.float64]
    keyword: NDArray[np.float64]
    covered: NDArray[np.float64]

    @classmethod
    def of(cls, evidence: Evidence, turns: Turns) -> _Messages:
        firsts = conversation.first_chunks(turns)
        return cls(
            firsts,
            dense=conversation.best_by_message(evidence.dense, firsts),
            keyword=conversation.best_by_message(evidence.keyword, firsts),
            covered=coverage(conversation.best_by_message(evidence.by_term(related=False), firsts), evidence.rarity),
        )


def _window_weight(question: str, with_assistant: bool, settings: RetrievalSettings) -> float:
    if with_assistant:
        return settings.assistant_chat_window_weight
    return settings.several_window_weight if asks_for_several(question) else settings.window_weight


def _window_scores(messages: _Messages, evidence: Evidence, weight: float, settings: RetrievalSettings) -> NDArray[np.float64]:
    """Return the score of each message together with the turns around it."""
    by_term = conversation.best_by_message(evidence.by_term(related=True), messages.firsts)
    dense = conversation.around(messages.dense, settings.window_turns)
    keyword = conversation.said_around(by_term, settings.window_term_turns)
    return fuse(dense, keyword, weight, "score", settings)


def _answered_by_assistant(sums: Sums, messages: _Messages, turns: Turns, question: str, settings: RetrievalSettings) -> Sums:
    """Adjust scores in a chat with an assistant.

    The user's messages are preferred to the answers, unless answers are asked for, and the length of answers is compensated. For
    "What did you recommend?" the answers are preferred, each with the message that it answers.
    """
    from_user = turns.from_user[messages.firsts]
    if whose_words(question) == "assistant":
        sums = sums.then("answered", conversation.with_what_was_asked(sums.total, from_user))
        sums = sums.plus("role", settings.user_message_bonus * ~from_user)
    elif not asks_for_answers(question):
        sums = sums.plus("role", settings.user_message_bonus * from_user)
    characters = turns.characters[messages.firsts]
    return sums.then("length", conversation.by_length(sums.total, characters, settings.assistant_chat_length_weight))


def _among_people(sums: Sums, messages: _Messages, evidence: Evidence, settings: RetrievalSettings) -> Sums:
    """Adjust scores between people who take turns: neighbouring turns count, and so does a message's specificity."""
    sums = sums.then("neighbours", conversation.with_neighbours(sums.total, settings.neighbour_weight))
    if evidence.specificity is None:
        return sums
    specificity = conversation.best_by_message(evidence.specificity, messages.firsts)
    unspecific = BackgroundScores(0.0, 0.0, settings.background_units)
    return sums.plus("specificity", settings.specificity_weight * standardised(specificity, unspecific))
