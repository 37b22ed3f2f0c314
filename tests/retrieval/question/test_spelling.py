from __future__ import annotations

import pytest

from chat.embedding.tokens import word_piece
from chat.retrieval.question.spelling import corrected, doubtful, slips


def _is_word(word: str) -> bool:
    return word_piece().size(word) == 1


@pytest.mark.parametrize(
    ("question", "words"),
    [
        ("What is the waranty on the pump?", ["waranty"]),
        ("Insuranse of the boat?", ["Insuranse"]),
        ("notice priod after probtion", ["priod", "probtion"]),
        ("Where does Lucya live?", []),
        ("What does fetch_rowz() in utilz.py do?", []),
        ("Wie hoch ist meine Miete?", []),
        ("Где живёт моя сестра?", []),
    ],
    ids=str,
)
def test_what_is_no_word_and_no_name_may_be_misspelt(question: str, words: list[str]) -> None:
    assert doubtful(question, _is_word) == words


@pytest.mark.parametrize(
    ("word", "meant"),
    [("waranty", "warranty"), ("warrranty", "warranty"), ("warrenty", "warranty"), ("warratny", "warranty")],
    ids=["too few", "too many", "another", "changed places"],
)
def test_one_slip_of_any_kind_leads_to_the_word(word: str, meant: str) -> None:
    assert meant in slips(word).values()


def test_in_a_short_word_another_letter_is_another_word() -> None:
    assert "nitrate" not in slips("nitrite").values()


def test_the_first_letter_is_taken_to_be_right() -> None:
    assert "warranty" not in slips("varranty").values()


def test_an_ending_is_no_slip_but_a_last_letter_twice_is() -> None:
    assert "route" not in slips("router").values()
    assert "boiler" in slips("boilerr").values()


def test_words_are_put_right_where_they_stand() -> None:
    assert corrected("waranty, or waranties?", {"waranty": "warranty"}) == "warranty, or waranties?"


@pytest.mark.parametrize("word", ["burrow", "wombat"])
def test_the_word_itself_is_no_slip_in_any_form(word: str) -> None:
    assert not {word, f"{word}e", f"{word}s"} & set(slips(word).values())
