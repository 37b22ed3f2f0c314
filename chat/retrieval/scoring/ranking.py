"""The units of one collection in the order of their worth for a question: document passages, or messages."""

from __future__ import annotations

from collections.abc import Sequence, Set
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from chat.index.id_map import IdMap
from chat.retrieval.dates.recounting import Recounting
from chat.retrieval.question.phrasing import asks_for_answers, asks_for_several
from chat.retrieval.question.query import Query
from chat.retrieval.scoring import confidence, conversation
from chat.retrieval.scoring.evidence import Evidence, Mode, coverage, strength
from chat.retrieval.scoring.fusion import BackgroundScores, fuse, standardised
from chat.retrieval.scoring.leading import head
from chat.settings import RetrievalSettings
from chat.threads.base import Turns


@dataclass(frozen=True, slots=True)
class Ranked:
    """Units of one collection, or of several; arrays have one entry a unit."""

    maps: tuple[IdMap, ...]
    """One for each collection."""
    collection: NDArray[np.intp]
    """Index in `maps` of each unit."""
    places: NDArray[np.int64]
    """The chunk by which each unit is shown: its number in that map."""
    dense: NDArray[np.float64]
    """Cosine of that chunk; nan when it was not reached."""
    keyword: NDArray[np.float64]
    """BM25 of that chunk."""
    covered: NDArray[np.float64]
    """Share of what is asked that the unit names."""
    fused: NDArray[np.float64]
    """0 to 1, comparable between collections."""
    strength: NDArray[np.float64]
    """How likely it is that the unit's collection holds anything about the question, 0 to 1."""
    recency: NDArray[np.float64]
    """Factor by the unit's age; 1 for documents."""
    awaiting: int = 0
    """Units whose vectors are still being made."""
    confidence: tuple[float, ...] = ()
    """How likely each collection is to hold the answer, 0 to 1."""
    recounted: bool = False
    """The units are what was said when the question asks for."""

    @property
    def score(self) -> NDArray[np.float64]:
        return self.fused * self.recency

    def __len__(self) -> int:
        return len(self.places)

    def id(self, at: int) -> str:
        """The chunk by which the unit is shown."""
        return self.maps[int(self.collection[at])][int(self.places[at])]


def documents(
    evidence: Evidence,
    held_by: NDArray[np.int64],
    named: NDArray[np.float64],
    asked: Query,
    mode: Mode,
    settings: RetrievalSettings,
) -> Ranked:
    """Passages of documents: each chunk by its own scores, by the best of its document's, and by its document's name.

    `held_by` numbers the document of each unit; `named` has by these numbers how much of its name the question says.
    """
    covered = evidence.covered
    weight = _weight(_dense_weight(asked, settings), mode)
    share = settings.document_best_share
    similar = (1 - share) * evidence.dense + share * best_of_document(evidence.dense, held_by)
    fused = fuse(similar, evidence.keyword, weight, settings.fusion, settings, evidence.awaiting > 0, evidence.other_keyword)
    if settings.fusion == "score" and mode != "dense":
        others = BackgroundScores(0.0, 0.0, settings.background_units) + evidence.other_nearly
        fused = fused + settings.document_coverage_weight * standardised(evidence.nearly, others)
        if named.any():
            fused = fused + settings.named_document_bonus * np.append(named, 0.0)[held_by]
    strengths = strength(evidence.dense, covered, mode, settings)
    if evidence.awaiting and mode == "hybrid":
        by_words = strength(evidence.dense, covered, "keyword", settings)
        strengths = np.where(np.isnan(evidence.dense), by_words, strengths)
    scaled, strongest = comparable(fused, strengths, settings.leaders)
    return Ranked(
        (evidence.map,),
        np.zeros(len(covered), dtype=np.intp),
        evidence.places,
        evidence.dense,
        evidence.keyword,
        covered,
        scaled,
        np.full(len(covered), strongest),
        np.ones(len(covered)),
        evidence.awaiting,
        (confidence.of_documents(strongest, settings),),
    )


def _dense_weight(asked: Query, settings: RetrievalSettings) -> float:
    if asked.foreign:
        return settings.foreign_dense_weight
    return settings.follow_up_dense_weight if asked.earlier else settings.document_dense_weight


def best_of_document(dense: NDArray[np.float64], held_by: NDArray[np.int64]) -> NDArray[np.float64]:
    """The highest cosine of each unit's document; its own where the document is not known (-1), nan where none was reached."""
    best = np.full(int(held_by.max(initial=-1)) + 1, -np.inf)
    known = (held_by >= 0) & ~np.isnan(dense)
    np.maximum.at(best, held_by[known], dense[known])
    of_each = np.where(held_by >= 0, best[held_by], dense) if len(best) else dense.copy()
    of_each[np.isneginf(of_each)] = np.nan
    return of_each


def messages(
    evidence: Evidence,
    turns: Turns,
    question: str,
    mode: Mode,
    settings: RetrievalSettings,
) -> tuple[Ranked, NDArray[np.intp]]:
    """Messages of a thread, each by its best passage; with the index of that passage in the table of turns.

    `evidence` is lined up with `turns`. Only messages whose passage was found are given; the others still are neighbours.
    """
    if not len(turns.messages):
        return _none(), np.zeros(0, dtype=np.intp)
    chat = conversation.with_assistant(turns, settings.long_message_characters)
    weight = _weight(settings.assistant_chat_dense_weight if chat else settings.message_dense_weight, mode)
    window = _window_weight(question, chat, settings)

    firsts = conversation.first_chunks(turns)
    passages = conversation.best_passages(fuse(evidence.dense, evidence.keyword, weight, "score", settings), turns, firsts)
    dense = conversation.best_by_message(evidence.dense, firsts)
    keyword = conversation.best_by_message(evidence.keyword, firsts)
    by_term = conversation.best_by_message(evidence.by_term(related=True), firsts)

    fused = fuse(dense, keyword, weight, settings.fusion, settings)
    own = conversation.named(turns, question)[firsts]
    if settings.fusion == "score":
        near = conversation.around(dense, settings.window_turns)
        said = conversation.said_around(by_term, settings.window_term_turns)
        fused = fused + window * fuse(near, said, weight, "score", settings)
        fused = fused + settings.named_author_bonus * own
        if chat:
            if not asks_for_answers(question):
                fused = fused + settings.user_message_bonus * turns.from_user[firsts]
            fused = conversation.by_length(fused, turns.characters[firsts], settings.assistant_chat_length_weight)
        else:
            fused = conversation.with_neighbours(fused, settings.neighbour_weight)
            if evidence.specificity is not None:
                specific = conversation.best_by_message(evidence.specificity, firsts)
                unspecific = BackgroundScores(0.0, 0.0, settings.background_units)
                fused = fused + settings.specificity_weight * standardised(specific, unspecific)
    covered = coverage(conversation.best_by_message(evidence.by_term(related=False), firsts), evidence.rarity)
    kept = evidence.found[passages]
    strengths = strength(dense, covered, mode, settings)
    scaled, strongest = comparable(fused[kept], strengths[kept], settings.leaders)
    ranked = Ranked(
        (evidence.map,),
        np.zeros(len(scaled), dtype=np.intp),
        evidence.places[passages[kept]],
        evidence.dense[passages[kept]],
        evidence.keyword[passages[kept]],
        covered[kept],
        scaled,
        np.full(len(scaled), strongest),
        np.ones(len(scaled)),
        confidence=(confidence.of_messages(dense, covered, scaled, own, strongest, settings),),
    )
    return ranked, passages[kept]


_FIRST_OR_LAST = 50
"""Messages that are given of what was said first or last: some are but questions."""
_LEAST_RECOUNTED = 0.5
"""Score of the one that tells least of what was said at a time; 1 has the one that tells most."""
_SURE = 0.9
"""Confidence that what was said at a time is what was said then."""


def recounted(evidence: Evidence, turns: Turns, asked: Recounting, among: Set[str] | None) -> Ranked | None:
    """The messages (of those `among` which is searched) of the time that a question for nothing else asks for, those first that
    tell most; of what was said first or last, in the order in which it was said or against it.

    `None` where the question may ask for something else after all: what it names is no speaker, or nothing was said then and it
    is not about what one person said.
    """
    chosen, firsts = asked.chosen(turns), conversation.first_chunks(turns)
    if chosen is None:
        return None
    if among is not None:
        chosen &= np.array([turns.ids[place] in among for place in turns.places.tolist()], dtype=np.bool_)
    if not chosen.any() and (asked.events or (asked.whose is None and not asked.names)):
        return None
    messages = np.flatnonzero(chosen[firsts])
    messages = messages[np.argsort(turns.created_at[firsts][messages], kind="stable")]
    if asked.place is not None:
        messages = messages[:_FIRST_OR_LAST] if asked.place == "first" else messages[: -_FIRST_OR_LAST - 1 : -1]
    elif evidence.specificity is not None:
        told = conversation.best_by_message(evidence.specificity, firsts)[messages]
        messages = messages[np.argsort(-told, kind="stable")]
    places = firsts[messages]
    return Ranked(
        (evidence.map,),
        np.zeros(len(places), dtype=np.intp),
        evidence.places[places],
        evidence.dense[places],
        evidence.keyword[places],
        evidence.covered[places],
        np.linspace(1.0, _LEAST_RECOUNTED, len(places)),
        np.ones(len(places)),
        np.ones(len(places)),
        confidence=(_SURE,),
        recounted=True,
    )


def _window_weight(question: str, chat: bool, settings: RetrievalSettings) -> float:
    if chat:
        return settings.assistant_chat_window_weight
    return settings.several_window_weight if asks_for_several(question) else settings.window_weight


def comparable(fused: NDArray[np.float64], strengths: NDArray[np.float64], leading: int) -> tuple[NDArray[np.float64], float]:
    """Fused scores of one collection on the scale 0 to 1 of all: how far a unit stands between an average unit (0) and the best
    (1), times how strong the evidence of its `leading` units is by itself: the first by fusion is not always the clearest one.

    So the best unit of a collection that holds nothing relevant does not outrank those of a collection that does. Given beside
    the scores: that strength.
    """
    best = float(fused.max(initial=0.0))
    if best < 1e-9:
        return np.zeros(len(fused)), 0.0
    leaders = head(fused, leading)
    strongest = float(strengths[leaders].max())
    return strongest * np.clip(fused / best, 0, 1), strongest


def merged(collections: Sequence[Ranked]) -> Ranked:
    """All units, collection after collection."""
    if not collections:
        return _none()
    if len(collections) == 1:
        return collections[0]
    ordinals = np.cumsum([0, *(len(ranked.maps) for ranked in collections)])
    return Ranked(
        tuple(ids for ranked in collections for ids in ranked.maps),
        np.concatenate([ranked.collection + first for ranked, first in zip(collections, ordinals, strict=False)]),
        np.concatenate([ranked.places for ranked in collections]),
        np.concatenate([ranked.dense for ranked in collections]),
        np.concatenate([ranked.keyword for ranked in collections]),
        np.concatenate([ranked.covered for ranked in collections]),
        np.concatenate([ranked.fused for ranked in collections]),
        np.concatenate([ranked.strength for ranked in collections]),
        np.concatenate([ranked.recency for ranked in collections]),
        confidence=tuple(each for ranked in collections for each in ranked.confidence),
        recounted=all(ranked.recounted for ranked in collections),
    )


def best_named(ranked: Ranked) -> int | None:
    """Index of the unit that names most of what is asked, the one with the better score of several.

    By share of the terms' rarity and not by BM25, which is not comparable between collections and which a common word said
    often can win.
    """
    if not ranked.keyword.any():
        return None
    named = np.flatnonzero(ranked.covered == ranked.covered.max())
    return int(named[ranked.score[named].argmax()])


def _weight(dense_weight: float, mode: Mode) -> float:
    return {"hybrid": dense_weight, "dense": 1.0, "keyword": 0.0}[mode]


def _none() -> Ranked:
    empty = np.zeros(0)
    return Ranked((), np.zeros(0, dtype=np.intp), np.zeros(0, dtype=np.int64), empty, empty, empty, empty, empty, empty)
