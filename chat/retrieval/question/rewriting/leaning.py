"""Tell by its words whether a question depends on what was said before."""

from __future__ import annotations

from collections.abc import Sequence

from chat.dialogue.correcting import corrected
from chat.dialogue.focus import Focus, focus
from chat.dialogue.pronouns import QUESTION_WORD, points_back
from chat.dialogue.telling import asks
from chat.retrieval.question.rewriting import forms
from chat.text import QUESTION_MARKS, terms

_LONGEST = 300
"""In characters; a longer question states what it is about."""
_FEW = 2
"""Most terms of a question that names too little to be searched by itself."""


def leans(question: str) -> bool:
    """Return whether the question depends on earlier turns.

    In doubt it does: the rewriting does not change a question that is self-contained after all.
    """
    plain = " ".join(question.split())
    if not plain or len(plain) > _LONGEST:
        return False
    said = len(set(terms(forms.YEAR.sub("", plain))))
    if forms.SUBJECT.match(plain) and not plain.endswith(QUESTION_MARKS) and not _corrects(plain):
        return False
    if forms.MORE.match(plain) or forms.WHY.match(plain):
        return True
    few = said <= _FEW and focus(plain) == Focus()
    return few or begins_elsewhere(plain) or points_back(plain)


def begins_elsewhere(plain: str) -> bool:
    """Return whether the text continues another question: a yes, an `and`, a correction, a place in a list."""
    yes = forms.YES.fullmatch(plain) or forms.AGREES.match(plain)
    lead = forms.LEAD.match(plain)
    led = bool(lead and lead.group().strip(" ¿¡"))
    return bool(yes) or led or _corrects(plain) or bool(forms.PLACE.search(plain))


def _corrects(plain: str) -> bool:
    correction = forms.CORRECTION.match(plain)
    return bool(correction and correction.group().strip())


def corrects_what_was_told(text: str, before: Sequence[str]) -> bool:
    """Return whether the text corrects a statement in `before`, rather than a question or a part of one.

    The corrected statement is the last of `before`, or stands in front of questions.
    """
    back = corrected(text, before)
    told = before[-1 - back] if back is not None else None
    return told is not None and not is_question(told) and not asks(told)


def names_nothing(turn: str) -> bool:
    """Return whether a turn names nothing a later question could refer to: "Why?", "Are you sure?", "Repeat that in German"."""
    plain = " ".join(turn.split()).strip(" ¿¡")
    return len(plain) <= _LONGEST and any(
        form.fullmatch(plain) for form in (forms.EMPTY, forms.WHY, forms.MORE, forms.BARE, forms.YES)
    )


def is_question(text: str) -> bool:
    """Return whether the text is nothing but a question, which a later one should not find in place of its answer."""
    plain = text.strip()
    return (
        len(plain) <= _LONGEST
        and "." not in plain.rstrip(".")
        and (plain.endswith(QUESTION_MARKS) or bool(QUESTION_WORD.match(plain)) or begins_elsewhere(plain))
    )
