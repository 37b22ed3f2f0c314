"""Quote a sentence that was chosen, with what belongs to it: the list that it announces or is an item of, or its neighbours."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Literal

from chat.llm.quoting.candidates import Heard
from chat.llm.quoting.evidence import Evidence
from chat.llm.quoting.forms.releases import asks_for_a_release, release
from chat.llm.quoting.forms.signatures import documented
from chat.llm.quoting.passage.code import defines, definition
from chat.llm.quoting.passage.headings import denying
from chat.llm.quoting.passage.piece import Piece
from chat.llm.quoting.passage.together import answer, listed_in_turn, listing, paragraph, run, with_beside
from chat.llm.quoting.presentation.wording import MOST_ITEMS, Quote
from chat.llm.quoting.question.asked import Asked
from chat.llm.quoting.question.deciding import decided
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


def quotation(each: Heard, evidence: Evidence, question: Asked, wording: str) -> Quote:
    """Quote a chosen sentence; `wording` is the question as the user wrote it."""
    if not each.piece.of_document:
        return _of_turn(each, evidence, question, wording)
    if asks_for_a_release(wording) and (title := release(each.path)):
        return Quote(each.source + 1, title, told=True, items=(each.piece.text,))
    held = evidence.held[each.source]
    denial = denying(each.path) if each.piece.item else None
    may_list = each.piece.announces or question.kind in LISTING
    listed = listing(held, each.at, rows=question.kind == "list" and each.headed) if may_list else None
    if listed is not None:
        return _of_list(each, held, *listed, denial)
    if denial:
        return Quote(each.source + 1, denial, told=True, items=(each.piece.text,))
    return _of_sentence(each, evidence, question, wording)


def asks_so(question: Asked, other: str) -> bool:
    """Return whether a question in a document has most terms of the question asked."""
    return len(question.terms & set(terms(other, question.language))) >= _SAME_QUESTION * len(question.terms)


def _of_turn(each: Heard, evidence: Evidence, question: Asked, wording: str) -> Quote:
    held = evidence.held[each.source]
    of_list = listed_in_turn(held, each.at)
    if of_list is not None and len(of_list[1]) <= MOST_ITEMS:
        title, entries, counted = of_list
        return Quote(each.source + 1, title, items=tuple(entries), steps=counted)
    return Quote(each.source + 1, run(held, each.at), decides=_decides(each, evidence, question, wording))


def _of_list(each: Heard, held: Sequence[Piece], first: int, last: int, denial: str | None) -> Quote:
    """Quote the items from `first` to before `last` with the piece that announces them or, without one, their `denial`: a heading
    that says what they are not."""
    announces = each.piece.announces and not each.piece.code
    above = each.piece if announces else held[first - 1] if first else None
    head = above.text if above is not None and above.announces else ""
    items = held[first:last][:MOST_ITEMS]
    codes = tuple(piece.code for piece in items)
    return Quote(
        each.source + 1,
        head or denial or "",
        told=not head,
        items=tuple(piece.text for piece in items),
        items_told=held[first].told,
        steps=held[first].item == "step",
        codes=codes if any(codes) else (),
    )


def _of_sentence(each: Heard, evidence: Evidence, question: Asked, wording: str) -> Quote:
    piece, held = each.piece, evidence.held[each.source]
    said = piece.text if piece.told else _with_what_belongs(held, each.at, wording)
    if question.kind == "how to" and each.titled:
        said = paragraph(held, each.at) or said
    if piece.asked and asks_so(question, piece.asked):
        said = answer(held, each.at)
    cut_off = "… " if piece.cut and said[:1].islower() and not defines(piece.text) else ""
    before = evidence.befores[each.source] if piece.inherited else None
    return Quote(
        each.source + 1,
        f"{cut_off}{said}",
        told=piece.told,
        also=None if before is None else before + 1,
        code=piece.code,
        decides=_decides(each, evidence, question, wording),
    )


def _decides(each: Heard, evidence: Evidence, question: Asked, wording: str) -> Literal["Yes", "No"] | None:
    """Return the answer that a sentence gives to a yes-or-no question; a statement that a later one replaced gives none."""
    replaced = evidence.sources[each.source].superseded_by is not None
    if question.kind != "yes or no" or replaced or not each.piece.plain or each.piece.cut:
        return None
    return decided(wording, each.piece.text, question.language)


def _with_what_belongs(held: Sequence[Piece], at: int, wording: str) -> str:
    return definition(held, at) or documented(held, at) or with_beside(held, at, to_do=bool(_TO_DO.search(wording)))
