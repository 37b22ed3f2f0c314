from __future__ import annotations

import pytest

from chat.retrieval.statements.negations import contradicting, takes_the_place
from chat.retrieval.statements.standing_facts import holding


@pytest.mark.parametrize(
    ("earlier", "later", "language"),
    [
        ("Tom is allergic to cats.", "Turns out Tom isn't allergic to cats.", "english"),
        ("Max is allergic to nuts.", "Max can eat nuts after all.", "english"),
        ("Tom ist gegen Nüsse allergisch.", "Tom ist jetzt doch nicht gegen Nüsse allergisch.", "german"),
        ("Tom mange des noix.", "Finalement, Tom ne mange pas des noix.", "french"),
    ],
)
def test_the_same_sentence_denied_takes_the_place(earlier: str, later: str, language: str) -> None:
    assert _denies(later, earlier, language)


@pytest.mark.parametrize(
    ("earlier", "later", "language"),
    [
        ("Tom is allergic to cats.", "Tom isn't allergic to cats.", "english"),
        ("Tom is allergic to cats.", "Turns out Tom is allergic to cats.", "english"),
        ("Tom is allergic to cats.", "Turns out Tom isn't allergic to dogs.", "english"),
        ("Tom is allergic to cats.", "Maybe Tom isn't allergic to cats after all.", "english"),
        ("Tom is allergic to cats.", "Turns out Tom isn't allergic to cats?", "english"),
        ("Tom ist gegen Nüsse allergisch.", "Eva ist jetzt doch nicht gegen Nüsse allergisch.", "german"),
        ("Tom mange des noix.", "Finalement, Tom mange des noix.", "french"),
    ],
)
def test_what_is_not_new_not_denied_or_of_something_else_does_not(earlier: str, later: str, language: str) -> None:
    assert not _denies(later, earlier, language)


def _denies(later: str, earlier: str, language: str) -> bool:
    held = holding(earlier, language)
    return held is not None and any(takes_the_place(each, held) for each in contradicting(later, language))
