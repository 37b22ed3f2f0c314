"""Quote a sentence that was chosen, with what belongs to it: the list that it announces or is an item of, or its neighbours."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Literal

from chat.llm.quoting.candidates import Candidate
from chat.llm.quoting.evidence import Evidence
from chat.llm.quoting.forms.releases import asks_for_a_release, release_heading
from chat.llm.quoting.forms.signatures import signature_with_text
from chat.llm.quoting.passage.code import defines, whole_definition
from chat.llm.quoting.passage.headings import denying_heading
from chat.llm.quoting.passage.log_lines import troubles_around
from chat.llm.quoting.passage.piece import Piece
from chat.llm.quoting.passage.together import (
    list_of_turn,
    list_range,
    whole_answer,
    whole_paragraph,
    with_context,
    with_neighbour,
)
from chat.llm.quoting.presentation.wording import MOST_ITEMS, Quote
from chat.llm.quoting.question.analysis import Question
from chat.llm.quoting.question.deciding import decide
from chat.text import terms

LISTING = frozenset(("list", "compare", "how to"))
"""Kinds of questions that whole lists answer."""
_TO_DO = re.compile(
    r"\b(?:need(?:ed|s)?|required?|should|must|have to|to do|(?:do|can) (?:i|we|you)|precautions?|equipment|protective|wear"
    r"|handled?|safe(?:ly|ty)?)\b",
    re.IGNORECASE,
)
"""Matches questions that ask what is to be done."""
_SAME_QUESTION = 0.6
"""Share of the question's terms from which a question in a document counts as the same question."""


def quote_candidate(candidate: Candidate, evidence: Evidence, question: Question, wording: str) -> Quote:
    """Quote a chosen sentence; `wording` is the question as the user wrote it."""
    if not candidate.piece.of_document:
        return _of_turn(candidate, evidence, question, wording)
    if asks_for_a_release(wording) and (title := release_heading(candidate.path)):
        return Quote(candidate.source + 1, title, rephrased=True, items=(candidate.piece.text,))
    pieces = evidence.pieces[candidate.source]
    denial = denying_heading(candidate.path) if candidate.piece.item else None
    may_list = candidate.piece.announces or question.kind in LISTING
    list_of_document = (
        list_range(pieces, candidate.at, rows=question.kind == "list" and candidate.heading_covers_question) if may_list else None
    )
    if list_of_document is not None:
        return _of_list(candidate, pieces, *list_of_document, denial)
    if denial:
        return Quote(candidate.source + 1, denial, rephrased=True, items=(candidate.piece.text,))
    return _of_sentence(candidate, evidence, question, wording)


def is_same_question(question: Question, other: str) -> bool:
    """Return whether a question in a document has most terms of the question asked."""
    return len(question.terms & set(terms(other, question.language))) >= _SAME_QUESTION * len(question.terms)


def _of_turn(candidate: Candidate, evidence: Evidence, question: Question, wording: str) -> Quote:
    pieces = evidence.pieces[candidate.source]
    of_list = list_of_turn(pieces, candidate.at)
    if of_list is not None and len(of_list[1]) <= MOST_ITEMS:
        title, entries, counted = of_list
        return Quote(candidate.source + 1, title, items=tuple(entries), steps=counted)
    return Quote(
        candidate.source + 1, with_context(pieces, candidate.at), decides=_decides(candidate, evidence, question, wording)
    )


def _of_list(candidate: Candidate, pieces: Sequence[Piece], first: int, last: int, denial: str | None) -> Quote:
    """Quote the items from `first` to before `last` with the piece that announces them or, without one, their `denial`: a heading
    that says what they are not."""
    announces = candidate.piece.announces and not candidate.piece.code
    above = candidate.piece if announces else pieces[first - 1] if first else None
    head = above.text if above is not None and above.announces else ""
    items = pieces[first:last][:MOST_ITEMS]
    codes = tuple(piece.code for piece in items)
    return Quote(
        candidate.source + 1,
        head or denial or "",
        rephrased=not head,
        items=tuple(piece.text for piece in items),
        items_rephrased=pieces[first].rephrased,
        steps=pieces[first].item == "step",
        codes=codes if any(codes) else (),
    )


def _of_sentence(candidate: Candidate, evidence: Evidence, question: Question, wording: str) -> Quote:
    piece, pieces = candidate.piece, evidence.pieces[candidate.source]
    text = piece.text if piece.rephrased else _with_what_belongs(pieces, candidate.at, wording)
    if question.kind == "how to" and candidate.question_covers_heading:
        text = whole_paragraph(pieces, candidate.at) or text
    if question.kind == "why":
        text = troubles_around(pieces, candidate.at) or text
    if piece.question and is_same_question(question, piece.question):
        text = whole_answer(pieces, candidate.at)
    cut_off = "… " if piece.cut and text[:1].islower() and not defines(piece.text) else ""
    before = evidence.preceding[candidate.source] if piece.inherited else None
    return Quote(
        candidate.source + 1,
        f"{cut_off}{text}",
        rephrased=piece.rephrased,
        also=None if before is None else before + 1,
        code=piece.code,
        decides=_decides(candidate, evidence, question, wording),
    )


def _decides(candidate: Candidate, evidence: Evidence, question: Question, wording: str) -> Literal["Yes", "No"] | None:
    """Return the answer that a sentence gives to a yes-or-no question; a statement that a later one replaced gives none."""
    replaced = evidence.sources[candidate.source].superseded_by is not None
    if question.kind != "yes or no" or replaced or not candidate.piece.is_sentence or candidate.piece.cut:
        return None
    return decide(wording, candidate.piece.text, question.language)


def _with_what_belongs(pieces: Sequence[Piece], at: int, wording: str) -> str:
    return (
        whole_definition(pieces, at)
        or signature_with_text(pieces, at)
        or with_neighbour(pieces, at, to_do=bool(_TO_DO.search(wording)))
    )
