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
from chat.llm.quoting.candidates import Candidate
from chat.llm.quoting.evidence import Evidence
from chat.llm.quoting.passage.log_lines import is_logged, reports_trouble
from chat.llm.quoting.passage.piece import Piece
from chat.llm.quoting.question.analysis import Question, analyse, needs_answer_type
from chat.llm.quoting.question.last_done import last_done
from chat.llm.quoting.question.qualifiers import months
from chat.llm.quoting.question.subject import Subject, subject_of
from chat.llm.quoting.scoring import ScoredCandidate, Vectors, score_candidates
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
_OF_SEVERAL = frozenset(("list", "compare"))
"""Kinds of question that rows answer of which each holds another part of it."""
_LONGEST_LABEL = 60
_IN_FRONT_OF_CELL = re.compile(r"(?:^|; )([^:;]{1,60}): ")
_BEHIND_CELL = re.compile(r"\(([^()]{1,60})\)(?=;|$)")
"""The name of a cell's column, as it is written in a row: "Duration: 30 min", or "30 min (Duration)"."""
_SETTING = re.compile(r"[\w.-]+(?:, [\w.-]+)+: ")
"""The keys of a setting: `server, port: 9443`."""
_IN_PARENTHESES = re.compile(r"\([^()]*\)")
_OF_TIME = frozenset(("when", "how long", "how often"))


@dataclass(frozen=True, slots=True, kw_only=True)
class Judgement:
    """The sentences that answer one half of a question, with the evidence for them."""

    text: str
    """The half of the question."""
    sentences: tuple[int, ...]
    """Indexes into the candidates, best first: those close enough to the best."""
    features: answer_likelihood.Floats
    """Features (`answer_likelihood.features`) of the sources that may be quoted."""
    of_documents: bool
    """Whether documents, rather than turns, are the best sources."""
    by_sentences: bool
    """Whether turns are judged by their sentences."""
    likelihood: float
    """How likely the best sentence answers, 0 to 1."""
    related_share: float
    """Share of the question that this sentence holds, with partial credit for related words."""

    @property
    def source_likelihood(self) -> float:
        """How likely the sources hold the answer, 0 to 1."""
        if self.of_documents:
            return self.likelihood
        return (
            answer_likelihood.source_likelihood_by_sentence(self.likelihood)
            if self.by_sentences
            else answer_likelihood.source_likelihood(self.features)
        )

    @property
    def quote_likelihood(self) -> float:
        """How likely the quoted sentences answer, 0 to 1."""
        if self.of_documents:
            return self.likelihood
        return (
            answer_likelihood.quote_likelihood_by_sentence(self.likelihood, self.related_share)
            if self.by_sentences
            else answer_likelihood.quote_likelihood(self.features)
        )


def judge(
    half: str, candidates: Sequence[Candidate], cosines: Vectors, evidence: Evidence, likelihood_by_words: float | None = None
) -> Judgement:
    """Return what answers one `half` of a question, given as text. `cosines` are the similarities of the candidates to it,
    `likelihood_by_words` is the likelihood to use if there are no vectors."""
    sources, question, subject = evidence.sources, analyse(half, evidence.language), subject_of(half)
    scored = score_candidates(candidates, cosines, evidence, question, subject)
    by_source = _best_of_each(scored)
    candidate_sources = tuple(sources[source] for source in by_source)
    nearest = [max(each.cosine for each in scored if each.candidate.source == source) for source in by_source]
    features = answer_likelihood.features(question, candidate_sources, nearest)
    fits = answer_likelihood.fits(features)
    of_documents = answer_likelihood.in_documents(fits, candidate_sources)
    by_sentences = answer_likelihood.judged_by_sentences(features, evidence.turns)
    if of_documents:
        chosen = _choose_document_sentences(scored, sources, question, subject)
    else:
        chosen = _choose_turns(
            scored, by_source, fits, sources, question, by_likelihood=by_sentences and likelihood_by_words is None
        )
    then = (
        () if of_documents else of_time(chosen, tuple(by_source.values()), candidates, sources, evidence.timely, question.terms)
    )
    sentences = then or _with_what_changed(chosen, by_source, candidates, sources)
    likeliest = max((scored[at] for at in sentences), key=lambda each: each.likelihood, default=None)
    return Judgement(
        text=half,
        sentences=sentences,
        features=features,
        of_documents=of_documents,
        by_sentences=by_sentences,
        likelihood=likelihood_by_words if likelihood_by_words is not None else likeliest.likelihood if likeliest else 0.0,
        related_share=likeliest.related_share if likeliest else 0.0,
    )


def _best_of_each(scored: Sequence[ScoredCandidate]) -> dict[int, int]:
    """Map each source, in order of first appearance, to the index of its best sentence."""
    best: dict[int, int] = {}
    for at, each in enumerate(scored):
        before = scored[best[each.candidate.source]] if each.candidate.source in best else None
        if before is None or (each.admitted, each.score) > (before.admitted, before.score):
            best[each.candidate.source] = at
    return best


def _choose_turns(
    scored: Sequence[ScoredCandidate],
    by_source: Mapping[int, int],
    fits: answer_likelihood.Floats,
    sources: Sequence[Passage],
    question: Question,
    by_likelihood: bool,
) -> tuple[int, ...]:
    """Choose one sentence of each turn that comes close enough to the best: by how well the turn `fits` and, if `by_likelihood`
    is set, by how likely the sentence answers. Of statements that changed, the latest comes first."""
    admitted_turns = [(at, fit) for at, fit in zip(by_source.values(), fits.tolist(), strict=True) if scored[at].admitted]
    chosen = _near_the_best([at for at, _ in admitted_turns], [fit for _, fit in admitted_turns], _WORSE)
    if chosen and by_likelihood:
        chosen = _by_likelihood(chosen, [at for at, _ in admitted_turns], scored, sources)
    candidates = [each.candidate for each in scored]
    loosely = frozenset(at for at in by_source.values() if scored[at].cosine >= _LOOSELY)
    if asks_whether_still(question.parts[0], question.language):
        chosen = with_later(chosen, tuple(by_source.values()), candidates, sources, question.terms, loosely)
    if intent(question.parts[0]) is Intent.BEGINNING:
        chosen = with_earlier(chosen, tuple(by_source.values()), candidates, sources, question.terms)
    if asks_for_the_last(question.parts[0]):
        chosen = newest_first(chosen, candidates, sources, question.terms)
    if asks_for_the_last_time(question.parts[0]):
        wanted = last_done(question.parts[0])
        telling = frozenset(at for at in by_source.values() if wanted is None or wanted.is_told_in(candidates[at].piece.text))
        done = frozenset(at for at in telling if not _was_not_done(scored[at], question))
        chosen = latest_of(chosen, done & _alike(scored, by_source, question), done & loosely, candidates, sources)
        chosen = tuple(at for at in chosen if at in telling)
    chosen = latest_first(chosen, [at for at in by_source.values() if scored[at].states_present_value], candidates, sources)
    return of_months(chosen, months(" ".join(question.parts)), candidates, sources)


def _alike(scored: Sequence[ScoredCandidate], by_source: Mapping[int, int], question: Question) -> frozenset[int]:
    """Return the best sentences of turns about the thing of which the last is asked for."""
    things = dict.fromkeys(question.terms - OF_LAST, 1.0)
    return frozenset(
        at
        for at in by_source.values()
        if scored[at].admitted and answer_likelihood.related_share(things, scored[at].candidate.terms, question.language) >= _HALF
    )


def _was_not_done(scored: ScoredCandidate, question: Question) -> bool:
    """Return whether a sentence says that something was not done, which the question does not."""
    return bool(_DENIES.search(scored.candidate.piece.text)) and not _DENIES.search(question.parts[0])


def _choose_document_sentences(
    scored: Sequence[ScoredCandidate], sources: Sequence[Passage], question: Question, subject: Subject
) -> tuple[int, ...]:
    """Choose the document sentences that come close enough to the best, best first."""
    of_time = question.kind in _OF_TIME and question.parts[0].casefold().startswith(tuple(_OF_TIME))
    admitted = [
        at
        for at, each in enumerate(scored)
        if _may_answer(each, sources[each.candidate.source], subject)
        and (each.has_answer_type or not (of_time and _tells_one_thing(each.candidate.piece)))
        and (each.has_answer_type or question.kind != "why" or not _gives_no_reason(each.candidate.piece))
    ]
    admitted = _without_other_labels(admitted, scored, question) if question.kind in _OF_LABELS else admitted
    with_it = [at for at in admitted if scored[at].has_answer_type] if needs_answer_type(question.kind) else []
    best = max((scored[at].score for at in admitted), default=0.0)
    if with_it and max(scored[at].score for at in with_it) >= _WITHOUT * best:
        admitted = with_it
    sentences = _near_the_best(admitted, [scored[at].score for at in admitted], _UNLIKE)
    sentences = _without_poorer_rows(sentences, scored, question) if question.kind not in _OF_SEVERAL else sentences
    first = scored[sentences[0]] if sentences else None
    return tuple(at for at in sentences if first and _goes_with(scored[at], first))


def _without_other_labels(admitted: list[int], scored: Sequence[ScoredCandidate], question: Question) -> list[int]:
    """Return the places without labels of something else, if one has nothing in its label but what is asked for: for an adult's
    ticket "Adults: £5.80" rather than "Family ticket (2 adults): £15.50". A label that is all that the question asks for leaves
    no other sentence."""
    labels = {at: _label(scored[at].candidate.piece, question.language) for at in admitted}
    exact = {at for at, label in labels.items() if label and label <= question.terms}
    if named := [at for at in admitted if labels[at] == question.terms and scored[at].has_answer_type]:
        return named
    return [at for at in admitted if at in exact or not labels[at]] if exact else admitted


def _without_poorer_rows(sentences: tuple[int, ...], scored: Sequence[ScoredCandidate], question: Question) -> tuple[int, ...]:
    """Return the places without rows that hold only some of what another row of the same table holds of the question: for a
    hotel in London not the row of hotels elsewhere."""
    tables = {at: (scored[at].candidate.source, _columns(scored[at].candidate.piece)) for at in sentences}
    held = {at: question.terms & scored[at].candidate.terms for at in sentences}
    return tuple(
        at
        for at in sentences
        if not tables[at][1] or not any(tables[other] == tables[at] and held[at] < held[other] for other in sentences)
    )


def _columns(piece: Piece) -> tuple[str, ...]:
    """Return the names of a row's columns, except of the first one if it is written without, or that it is a setting below keys;
    nothing for other pieces."""
    if piece.is_sentence or not piece.of_document:
        return ()
    if piece.rephrased and _SETTING.match(piece.text):
        return ("setting",)
    return tuple(_IN_FRONT_OF_CELL.findall(piece.text)[1:] or _BEHIND_CELL.findall(piece.text))


def _label(piece: Piece, language: str) -> frozenset[str]:
    """Return the terms in front of the colon of a list item or row, or in the first cell of a row whose cells all have the names
    of their columns, without those in parentheses."""
    label, colon, value = piece.text.partition(": ")
    if len(_IN_FRONT_OF_CELL.findall(piece.text)) > 1:  # `Plan: Plus; Per month: €39`
        label = value.partition("; ")[0]
    short = (
        bool(colon and value)
        and len(label) <= _LONGEST_LABEL
        and (piece.item is not None or piece.rephrased or not piece.is_sentence)
    )
    return frozenset(terms(_IN_PARENTHESES.sub(" ", label), language)) if short else frozenset()


def _goes_with(scored: ScoredCandidate, first: ScoredCandidate) -> bool:
    """Return whether a sentence is as much to the point as the first one: it tells as much, of the same kind of period, and is
    under the heading asked for if the first one is."""
    return (
        scored.subject_match >= first.subject_match
        and scored.period_match >= min(0, first.period_match)
        and (
            scored.candidate.heading_covers_question
            or not (first.candidate.heading_covers_question and first.candidate.piece.of_document)
        )
    )


def _tells_one_thing(piece: Piece) -> bool:
    """Return whether it is a row or a label with its value, which is not continued after it."""
    return piece.of_document and not piece.is_sentence and ":" in piece.text


def _gives_no_reason(piece: Piece) -> bool:
    """Return whether it is a row or a label with its value without one for a reason or a remark, or a line of a log that reports
    no trouble."""
    if piece.of_document and is_logged(piece.text):
        return not reports_trouble(piece.text)
    return _tells_one_thing(piece) and not _REASON.search(piece.text)


def _may_answer(scored: ScoredCandidate, source: Passage, subject: Subject) -> bool:
    if not scored.admitted or not scored.candidate.piece.of_document:
        return scored.admitted
    shared = scored.share if subject.how_many else scored.context_share  # a number near one matching word may belong to anything
    is_similar = scored.cosine >= _ALIKE or shared >= _SHARED or scored.subject_match >= 1  # such as "Places: 18."
    return is_similar and subject.may_hold_number(
        f"{scored.candidate.piece.question} {scored.candidate.piece.text}", source.chunk.indexed
    )


def _by_likelihood(
    best_fitting: Sequence[int], admitted: Iterable[int], scored: Sequence[ScoredCandidate], sources: Sequence[Passage]
) -> tuple[int, ...]:
    """Keep the best-fitting turns that are likely enough to answer, and add turns of people that are about as likely as the best
    and hold as much of the question; people's turns that are about as likely as any come first."""

    def of_people(at: int) -> bool:
        return sources[scored[at].candidate.source].role != "assistant"

    best = max((scored[at] for at in best_fitting), key=lambda each: each.likelihood)
    least = max(_MUCH, best.related_share)
    also = [
        at
        for at in admitted
        if of_people(at) and scored[at].likelihood >= _AS_LIKELY * best.likelihood and scored[at].related_share >= least
    ]
    kept = dict.fromkeys((*(at for at in best_fitting if scored[at].likelihood >= _WORSE * best.likelihood), *also))
    most = _AS_LIKELY * max(scored[at].likelihood for at in kept)
    return tuple(sorted(kept, key=lambda at: not of_people(at) or scored[at].likelihood < most))


def _near_the_best(places: Sequence[int], scores: Sequence[float], least: float) -> tuple[int, ...]:
    """Return the places whose score is at least the share `least` of the best, best first."""
    order = sorted(range(len(places)), key=lambda at: -scores[at])
    return tuple(places[at] for at in order if scores[at] >= least * scores[order[0]])


def _with_what_changed(
    sentences: Sequence[int], by_source: Mapping[int, int], candidates: Sequence[Candidate], sources: Sequence[Passage]
) -> tuple[int, ...]:
    """Order replaced and replacing statements as the sources are, and never return a replaced statement without the one that
    replaced it."""
    ordered: list[int] = []
    for one in sentences:
        source = candidates[one].source
        message, later = sources[source].chunk.parent, sources[source].superseded_by
        taking = [at for other, at in by_source.items() if later is not None and sources[other].chunk.parent == later]
        ordered += [before for above, before in by_source.items() if above < source and sources[above].superseded_by == message]
        ordered += [at for at in taking if candidates[at].source < source]
        ordered.append(one)
        ordered += taking
    return tuple(dict.fromkeys(ordered))
