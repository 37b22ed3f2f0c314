from __future__ import annotations

import pytest

from chat.retrieval.statements.changed_values import codes_of, refilled, slot, takes_the_place


@pytest.mark.parametrize(
    ("earlier", "later", "language"),
    [
        ("The timeout is 30 seconds.", "Bumped the timeout to 45s.", "english"),
        ("The launch is on 3 May.", "The launch slipped to 17 May.", "english"),
        ("My email is a@example.org.", "New email: c@example.org.", "english"),
        ("We have two trainers.", "We have three trainers now.", "english"),
        ("The standup is at 9:30.", "The standup is at 10 now.", "english"),
        ("Our accountant is Ann Seidel.", "We have a new accountant, Eve Novak.", "english"),
        ("Die Miete beträgt 800 Euro.", "Die Miete steigt auf 850 Euro.", "german"),
        ("The rent is £900.", "The rent went up to 950 pounds.", "english"),
        ("Le loyer est de 950 euros.", "Le loyer passe à 980 euros.", "french"),
        ("El alquiler es de 950 euros.", "El alquiler subió a 980 euros.", "spanish"),
    ],
)
def test_the_same_thing_with_another_value_takes_the_place(earlier: str, later: str, language: str) -> None:
    assert _changes(later, earlier, language)


@pytest.mark.parametrize(
    ("earlier", "later", "language"),
    [
        ("The timeout is 30 seconds.", "The timeout is still 45s now.", "english"),
        ("The timeout is 30 seconds.", "The timeout is 45 seconds.", "english"),
        ("The timeout is 30 seconds.", "Bumped the limit to 45s.", "english"),
        ("Invoice 1001 is 200 euros.", "Invoice 1002 is 350 euros now.", "english"),
        ("My sister's rent is 900 euros.", "My rent is 950 euros now.", "english"),
        ("The launch is on 3 May.", "The launch party moved to 17 May.", "english"),
        ("I stick to my goal to save 2,000 euros for the emergency fund.", "My savings are now 200 euros.", "english"),
        ("The launch was on 3 May last year.", "The launch slipped to 17 May.", "english"),
        ("Our accountant is Ann Seidel.", "We have a new colleague, Eve Novak.", "english"),
        ("Die Miete beträgt 800 Euro.", "Vielleicht steigt die Miete auf 850 Euro.", "german"),
        ("Le loyer est de 950 euros.", "L'abonnement passe à 980 euros.", "french"),
    ],
)
def test_another_thing_or_no_change_does_not(earlier: str, later: str, language: str) -> None:
    assert not _changes(later, earlier, language)


@pytest.mark.parametrize(
    ("sentence", "codes"),
    [
        ("Invoice 1002 is due.", {"invoice 1002"}),
        ("Flight LH123 is late.", {"lh123"}),
        ("The budget for March is 500.", {"march"}),
        ("The other rate is 40 euros.", {"other"}),
        ("The parcel weighs 12kg.", set()),
        ("The launch is on May 3rd.", set()),
    ],
)
def test_what_tells_a_thing_from_others_of_its_kind(sentence: str, codes: set[str]) -> None:
    assert codes_of(sentence) == codes


def _changes(later: str, earlier: str, language: str) -> bool:
    before = slot(earlier, language)
    return before is not None and any(takes_the_place(each, before) for each in refilled(later, language))
