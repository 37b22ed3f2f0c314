from __future__ import annotations

import pytest

from chat.retrieval.statements.value_statements import Statement, index_terms, stated, takes_the_place


@pytest.mark.parametrize(
    ("earlier", "later", "language"),
    [
        ("My budget is 500 euros.", "My budget is 700 euros.", "english"),
        ("We use Postgres 14.", "We upgraded to Postgres 16.", "english"),
        ("We leave on 26 July.", "We fly on 2 August instead of 26 July.", "english"),
        ("We expect 80 guests.", "We cut it back, 92 guests it is.", "english"),
        ("The ceremony starts at 2 pm.", "The ceremony is an hour later.", "english"),
        ("My test coverage is at 65%.", "My test coverage has reached 78%.", "english"),
        ("My test coverage is at 65%.", "I work on the test coverage, which has recently improved to 78%.", "english"),
        ("The draft has 4,500 words.", "The draft reached 4,700 words yesterday.", "english"),
        ("We have 120 subscribers.", "We hit 200 subscribers!", "english"),
        ("The daily quota is 1,000 calls.", "I need to respect the new daily quota of 1,200 calls.", "english"),
        ("Mein Budget ist 500 Euro.", "Mein Budget ist jetzt 700 Euro.", "german"),
        ("Unser Budget ist 5000 Euro.", "Unser Budget wurde auf 6000 Euro aufgestockt.", "german"),
        ("Mi presupuesto es de 500 euros.", "Mi presupuesto ahora es de 700 euros.", "spanish"),
    ],
)
def test_another_value_of_the_same_kind_takes_the_place(earlier: str, later: str, language: str) -> None:
    assert _replaces(later, earlier, language)


@pytest.mark.parametrize(
    ("earlier", "later", "language"),
    [
        ("I ran 5 miles today.", "I ran 7 miles today.", "english"),
        ("My budget is 500 euros.", "My budget is at most 700 euros.", "english"),
        ("My budget for the trip is 500 euros.", "My budget for the kitchen is now 700 euros.", "english"),
        ("We use Postgres 14.", "We upgraded to Python 3.12.", "english"),
        ("The launch is on 3 May.", "The launch is now on May 3rd.", "english"),
        ("We expect 80 guests.", "We cut it back, 12 tables it is.", "english"),
        ("I bought the final edit for 150 euros.", "I bought the Final Cut edit for 299 euros.", "english"),
        ("The ceremony starts at 2 pm.", "The ceremony is an hour later than last year's.", "english"),
        ("Mein Hund ist 5 Jahre alt.", "Meine Katze ist jetzt 7 Jahre alt.", "german"),
    ],
)
def test_another_thing_or_the_same_value_does_not(earlier: str, later: str, language: str) -> None:
    assert not _replaces(later, earlier, language)


def test_a_statement_is_found_by_its_thing_its_values_and_its_units() -> None:
    [statement] = [each for each in stated("My budget is 500 euros.", "english") if isinstance(each, Statement)]

    assert index_terms(statement) == {"budget", "500", "euro"}


def _replaces(later: str, earlier: str, language: str) -> bool:
    before = [each for each in stated(earlier, language) if isinstance(each, Statement)]
    return any(takes_the_place(new, old) for new in stated(later, language) for old in before)
