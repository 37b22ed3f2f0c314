"""Choose the sentences of the sources that answer a question, and estimate how likely the best of them does.

The thresholds were set by hand and checked with `threadwise eval answers` on the dev sets (decisions 067, 101, 112).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from chat.dialogue.asked_time import Intent, intent
from chat.domain import Passage
from chat.llm.quoting import answer_likelihood
from chat.llm.quoting.by_time import (
    OF_LAST,
    asks_for_the_last,
    asks_for_the_last_time,
    asks_whether_still,
    latest_first,
    latest_of,
    newest_first,
    of_months,
    of_time,
    with_earlier,
    with_later,
)
from chat.llm.quoting.candidates import Heard
from chat.llm.quoting.evidence import Evidence
from chat.llm.quoting.passage.piece import Piece
from chat.llm.quoting.question.asked import Asked, asked, has_to
from chat.llm.quoting.question.last_done import last_done
from chat.llm.quoting.question.qualifiers import months
from chat.llm.quoting.question.subject import Subject, subject
from chat.llm.quoting.weighing import Vectors, Weighed, weigh
from chat.text import terms
from chat.text.negation import NO, WITHOUT

_WORSE = 0.25
"""Least likelihood of a turn after the first, as a share of the best one's."""
_AS_LIKELY = 0.9
"""Turns whose sentence is at least this likely to answer, as a share of the best one's, come first."""
_MUCH = 0.5
"""Least share of the question that a turn must hold, and no less than the best turn holds, to be quoted although the search
ranked it lower."""
_HALF = 0.5
"""Share of the things asked for, with credit for related words, from which a turn is about them."""
_LOOSELY = 0.2
"""Cosine similarity from which a turn ranked at the top may be about the question without sharing a word with it."""
_DENIES = re.compile(f"{NO}|{WITHOUT}", re.IGNORECASE)
_UNLIKE = 0.8
"""Least score of a document's sentence after the first, as a share of the best one's."""
_WITHOUT = 0.65
"""Document sentences that lack the time or reason asked for give way to those that have it, if the best of these reaches this
share of the best score."""
_ALIKE, _SHARED = 0.4, 0.4
"""To be quoted, a document's sentence must have this cosine similarity to the question, or hold this share of its words, weighted
by rarity."""
_REASON = re.compile(
    r"\b(?:reasons?|causes?|why|notes?|comments?|remarks?|because|explanation|details?|description)\b", re.IGNORECASE
)
_OF_LABELS = frozenset(("how many", "how long", "when"))
"""Kinds of question that a label with its value answers."""
_LONGEST_LABEL = 60
_IN_PARENTHESES = re.compile(r"\([^()]*\)")
_OF_TIME = frozenset(("when", "how long", "how often"))


@dataclass(frozen=True, slots=True, kw_only=True)
class Judgement:
    """The sentences that answer one half of a question, with the evidence for them."""

    text: str
    """The half of the question."""
    sentences: tuple[int, ...]
    """Indexes into the heard sentences, best first: those close enough to the best."""
    features: answer_likelihood.Floats
    """Features (`answer_likelihood.features`) of the sources that may be quoted."""
    of_documents: bool
    """Whether documents, rather than turns, are the best sources."""
    by_sentences: bool
    """Whether turns are judged by their sentences."""
    told: float
    """How likely the best sentence answers, 0 to 1."""
    nearly: float
    """Share of the question that this sentence holds, with partial credit for related words."""

    @property
    def answered(self) -> float:
        """How likely the sources hold the answer, 0 to 1."""
        if self.of_documents:
            return self.told
        return answer_likelihood.told_by_turns(self.told) if self.by_sentences else answer_likelihood.answered(self.features)

    @property
    def cited(self) -> float:
        """How likely the quoted sentences answer, 0 to 1."""
        if self.of_documents:
            return self.told
        return (
            answer_likelihood.borne_out(self.told, self.nearly) if self.by_sentences else answer_likelihood.cited(self.features)
        )


def judge(half: str, heard: Sequence[Heard], cosines: Vectors, evidence: Evidence, by_words: float | None = None) -> Judgement:
    """Return what answers one `half` of a question, given as text. `cosines` are the similarities of the heard sentences to it,
    `by_words` is the likelihood to use if there are no vectors."""
    sources, question, wanted = evidence.sources, asked(half, evidence.language), subject(half)
    weighed = weigh(heard, cosines, evidence, question, wanted)
    by_source = _best_of_each(weighed)
    spoken = tuple(sources[source] for source in by_source)
    nearest = [max(each.cosine for each in weighed if each.heard.source == source) for source in by_source]
    features = answer_likelihood.features(question, spoken, nearest)
    fits = answer_likelihood.fits(features)
    of_documents = answer_likelihood.in_documents(fits, spoken)
    by_sentences = answer_likelihood.by_sentences(features, evidence.turns)
    if of_documents:
        chosen = _of_documents(weighed, sources, question, wanted)
    else:
        chosen = _of_turns(weighed, by_source, fits, sources, question, likely=by_sentences and by_words is None)
    then = () if of_documents else of_time(chosen, tuple(by_source.values()), heard, sources, evidence.timely, question.terms)
    sentences = then or _with_what_changed(chosen, by_source, heard, sources)
    likeliest = max((weighed[at] for at in sentences), key=lambda each: each.likely, default=None)
    return Judgement(
        text=half,
        sentences=sentences,
        features=features,
        of_documents=of_documents,
        by_sentences=by_sentences,
        told=by_words if by_words is not None else likeliest.likely if likeliest else 0.0,
        nearly=likeliest.nearly if likeliest else 0.0,
    )


def _best_of_each(weighed: Sequence[Weighed]) -> dict[int, int]:
    """Map each source, in order of first appearance, to the index of its best sentence."""
    best: dict[int, int] = {}
    for at, each in enumerate(weighed):
        before = weighed[best[each.heard.source]] if each.heard.source in best else None
        if before is None or (each.may_be, each.score) > (before.may_be, before.score):
            best[each.heard.source] = at
    return best


def _of_turns(
    weighed: Sequence[Weighed],
    by_source: Mapping[int, int],
    fits: answer_likelihood.Floats,
    sources: Sequence[Passage],
    question: Asked,
    likely: bool,
) -> tuple[int, ...]:
    """Choose one sentence of each turn that comes close enough to the best: by how well the turn `fits` and, if `likely` is set,
    by how likely the sentence answers. Of statements that changed, the latest comes first."""
    telling = [(at, fit) for at, fit in zip(by_source.values(), fits.tolist(), strict=True) if weighed[at].may_be]
    near = _near_the_best([at for at, _ in telling], [fit for _, fit in telling], _WORSE)
    if near and likely:
        near = _by_likelihood(near, [at for at, _ in telling], weighed, sources)
    heard = [each.heard for each in weighed]
    loosely = frozenset(at for at in by_source.values() if weighed[at].cosine >= _LOOSELY)
    if asks_whether_still(question.parts[0], question.language):
        near = with_later(near, tuple(by_source.values()), heard, sources, question.terms, loosely)
    if intent(question.parts[0]) is Intent.BEGINNING:
        near = with_earlier(near, tuple(by_source.values()), heard, sources, question.terms)
    if asks_for_the_last(question.parts[0]):
        near = newest_first(near, heard, sources, question.terms)
    if asks_for_the_last_time(question.parts[0]):
        wanted = last_done(question.parts[0])
        told = frozenset(at for at in by_source.values() if wanted is None or wanted.is_told_in(heard[at].piece.text))
        done = frozenset(at for at in told if not _was_not_done(weighed[at], question))
        near = latest_of(near, done & _alike(weighed, by_source, question), done & loosely, heard, sources)
        near = tuple(at for at in near if at in told)
    near = latest_first(near, [at for at in by_source.values() if weighed[at].renews], heard, sources)
    return of_months(near, months(" ".join(question.parts)), heard, sources)


def _alike(weighed: Sequence[Weighed], by_source: Mapping[int, int], question: Asked) -> frozenset[int]:
    """Return the best sentences of turns about the thing of which the last is asked for."""
    things = dict.fromkeys(question.terms - OF_LAST, 1.0)
    return frozenset(
        at
        for at in by_source.values()
        if weighed[at].may_be and answer_likelihood.nearly(things, weighed[at].heard.terms, question.language) >= _HALF
    )


def _was_not_done(each: Weighed, question: Asked) -> bool:
    """Return whether a sentence says that something was not done, which the question does not."""
    return bool(_DENIES.search(each.heard.piece.text)) and not _DENIES.search(question.parts[0])


def _of_documents(weighed: Sequence[Weighed], sources: Sequence[Passage], question: Asked, wanted: Subject) -> tuple[int, ...]:
    """Choose the document sentences that come close enough to the best, best first."""
    of_time = question.kind in _OF_TIME and question.parts[0].casefold().startswith(tuple(_OF_TIME))
    near = [
        at
        for at, each in enumerate(weighed)
        if _may_answer(each, sources[each.heard.source], wanted)
        and (each.has or not (of_time and _tells_one_thing(each.heard.piece)))
        and (each.has or question.kind != "why" or not _gives_no_reason(each.heard.piece))
    ]
    near = _labelled(near, weighed, question) if question.kind in _OF_LABELS else near
    with_it = [at for at in near if weighed[at].has] if has_to(question.kind) else []
    best = max((weighed[at].score for at in near), default=0.0)
    if with_it and max(weighed[at].score for at in with_it) >= _WITHOUT * best:
        near = with_it
    sentences = _near_the_best(near, [weighed[at].score for at in near], _UNLIKE)
    first = weighed[sentences[0]] if sentences else None
    return tuple(at for at in sentences if first and _goes_with(weighed[at], first))


def _labelled(near: list[int], weighed: Sequence[Weighed], question: Asked) -> list[int]:
    """Return the places without labels of something else, if one has nothing in its label but what is asked for: for an adult's
    ticket "Adults: £5.80" rather than "Family ticket (2 adults): £15.50"."""
    labels = {at: _label(weighed[at].heard.piece, question.language) for at in near}
    exact = {at for at, label in labels.items() if label and label <= question.terms}
    return [at for at in near if at in exact or not labels[at]] if exact else near


def _label(piece: Piece, language: str) -> frozenset[str]:
    """Return the terms in front of the colon of a list item or row, without those in parentheses."""
    label, colon, value = piece.text.partition(": ")
    short = bool(colon and value) and len(label) <= _LONGEST_LABEL and (piece.item is not None or piece.told or not piece.plain)
    return frozenset(terms(_IN_PARENTHESES.sub(" ", label), language)) if short else frozenset()


def _goes_with(each: Weighed, first: Weighed) -> bool:
    """Return whether a sentence is as much to the point as the first one: it tells as much, of the same kind of period, and is
    under the heading asked for if the first one is."""
    return (
        each.told >= first.told
        and each.timed >= min(0, first.timed)
        and (each.heard.headed or not (first.heard.headed and first.heard.piece.of_document))
    )


def _tells_one_thing(piece: Piece) -> bool:
    """Return whether it is a row or a label with its value, which is not continued after it."""
    return piece.of_document and not piece.plain and ":" in piece.text


def _gives_no_reason(piece: Piece) -> bool:
    """Return whether it is a row or a label with its value without one for a reason or a remark."""
    return _tells_one_thing(piece) and not _REASON.search(piece.text)


def _may_answer(each: Weighed, source: Passage, wanted: Subject) -> bool:
    if not each.may_be or not each.heard.piece.of_document:
        return each.may_be
    held = each.share if wanted.how_many else each.around  # a number near one matching word may belong to anything
    is_near = each.cosine >= _ALIKE or held >= _SHARED or each.told >= 1  # such as "Places: 18."
    return is_near and wanted.may_be_told(f"{each.heard.piece.asked} {each.heard.piece.text}", source.chunk.indexed)


def _by_likelihood(
    near: Sequence[int], telling: Iterable[int], weighed: Sequence[Weighed], sources: Sequence[Passage]
) -> tuple[int, ...]:
    """Keep the best-fitting turns that are likely enough to answer, and add turns of people that are about as likely as the best
    and hold as much of the question; people's turns that are about as likely as any come first."""

    def of_people(at: int) -> bool:
        return sources[weighed[at].heard.source].role != "assistant"

    best = max((weighed[at] for at in near), key=lambda each: each.likely)
    least = max(_MUCH, best.nearly)
    also = [
        at for at in telling if of_people(at) and weighed[at].likely >= _AS_LIKELY * best.likely and weighed[at].nearly >= least
    ]
    kept = dict.fromkeys((*(at for at in near if weighed[at].likely >= _WORSE * best.likely), *also))
    most = _AS_LIKELY * max(weighed[at].likely for at in kept)
    return tuple(sorted(kept, key=lambda at: not of_people(at) or weighed[at].likely < most))


def _near_the_best(places: Sequence[int], scores: Sequence[float], least: float) -> tuple[int, ...]:
    """Return the places whose score is at least the share `least` of the best, best first."""
    order = sorted(range(len(places)), key=lambda at: -scores[at])
    return tuple(places[at] for at in order if scores[at] >= least * scores[order[0]])


def _with_what_changed(
    sentences: Sequence[int], by_source: Mapping[int, int], heard: Sequence[Heard], sources: Sequence[Passage]
) -> tuple[int, ...]:
    """Order replaced and replacing statements as the sources are, and never return a replaced statement without the one that
    replaced it."""
    ordered: list[int] = []
    for one in sentences:
        source = heard[one].source
        message, later = sources[source].chunk.parent, sources[source].superseded_by
        taking = [at for other, at in by_source.items() if later is not None and sources[other].chunk.parent == later]
        ordered += [before for above, before in by_source.items() if above < source and sources[above].superseded_by == message]
        ordered += [at for at in taking if heard[at].source < source]
        ordered.append(one)
        ordered += taking
    return tuple(dict.fromkeys(ordered))
