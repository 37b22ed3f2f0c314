"""Tests of what a question restricts its subject to."""

from __future__ import annotations

import pytest

from chat.llm.quoting.question.qualifiers import (
    asked_amount,
    asked_quantity,
    days,
    deed,
    described_thing,
    excess,
    has_another_number,
    has_another_ordinal,
    has_columns_of_other_months,
    heading_referred_to,
    is_dated_in_another_month,
    is_of_another_month,
    is_of_figures,
    measured_thing,
    months,
    numbers_by_word,
    ordinals,
)
from chat.text import terms


@pytest.mark.parametrize("determiner", ["the", "a", "my", "our", "your", "his", "her", "its", "their", "this", "each"])
def test_what_is_measured_is_named_behind_any_determiner(determiner: str) -> None:
    assert measured_thing(f"How heavy is {determiner} suitcase?") == set(terms("suitcase"))
    assert described_thing(f"{determiner.capitalize()} suitcase weighs 9 kg.") == set(terms("suitcase"))


def test_days_are_those_that_a_text_names() -> None:
    assert days("on 4 March, April 5th, am 6. Mai and 2024-12-07") == {(3, 4), (4, 5), (5, 6), (12, 7)}
    assert days("In March there were 4.") == frozenset()


def test_months_are_those_that_a_text_names() -> None:
    assert months("In March, on 3 May and im Dezember") == {3, 5, 12}
    assert months("They may march on.") == frozenset()


@pytest.mark.parametrize(
    ("heading", "text", "of_another"),
    [
        ("Meeting of 14 April", "The bridge was closed.", True),
        ("Meeting of 3 March", "The room is cleared by 30 April.", False),
        ("Meeting of 14 April", "In March the bridge was open.", False),
        ("Bridges", "The bridge was closed in April.", False),
    ],
)
def test_what_stands_under_another_month_is_of_another(heading: str, text: str, of_another: bool) -> None:
    assert is_of_another_month(months("What was decided in March?"), months(heading), text) is of_another


def test_without_a_month_in_the_question_none_is_another() -> None:
    assert not is_of_another_month(months("What was decided?"), months("Meeting of 14 April"), "The bridge was closed.")


@pytest.mark.parametrize(
    ("text", "of_another"),
    [
        ("Day 1 is 15 km.", True),
        ("day: 1; km: 15", True),
        ("Day 5 is a rest day.", False),
        ("Days 4 to 5 lead over the pass: day 4 is 12 km.", False),
        ("The last day is 10 km.", False),
    ],
)
def test_another_number_of_its_kind_is_another(text: str, of_another: bool) -> None:
    assert has_another_number(numbers_by_word("How far is it on day 5?"), text) is of_another


@pytest.mark.parametrize(
    ("row", "of_others"),
    [
        ("Category: Rent; Jan: 900; Feb: 950; Total: 1850", True),
        ("Category: Rent; March: 900; April: 950", False),
        ("Category: Rent; Due: 5 May; Paid: 7 May", False),
    ],
)
def test_a_row_whose_columns_are_other_months_is_of_these(row: str, of_others: bool) -> None:
    assert has_columns_of_other_months(months("What is the rent in April?"), row) is of_others


def test_a_row_that_is_dated_in_another_month_is_not_of_the_one_asked_for() -> None:
    april = months("What did Oskar spend in April?")

    assert is_dated_in_another_month(april, "Date: 2025-02-05; Employee: Oskar")
    assert not is_dated_in_another_month(april, "Date: 2025-04-05; Employee: Oskar")
    assert not is_dated_in_another_month(april, "Booked: 2025-03-30; For: April")
    assert not is_dated_in_another_month(months("What did Oskar spend?"), "Date: 2025-02-05; Employee: Oskar")


def test_days_of_a_month_are_no_numbers_of_a_kind() -> None:
    assert numbers_by_word("What happened on May 5?") == {}


def test_a_heading_is_called_by_its_whole_name_at_the_end() -> None:
    titles = ["# Cakes", "Almond cake", "Kindergarten"]

    assert heading_referred_to("How much butter is in the almond cake?", titles, "english") == frozenset(terms("almond cake"))
    assert heading_referred_to("What is the budget of the kindergarten?", titles, "english") == frozenset(terms("kindergarten"))
    assert heading_referred_to("Which almond is best for a cake?", titles, "english") == frozenset()
    assert heading_referred_to("Is the almond cake vegan?", titles, "english") == frozenset()


@pytest.mark.parametrize(
    ("question", "named"),
    [
        ("How much butter is in it?", "butter"),
        ("How much does it cost?", ""),
        ("How much time is left?", ""),
        ("How much more do I pay?", ""),
        ("What is in it?", ""),
    ],
)
def test_an_amount_is_one_of_something(question: str, named: str) -> None:
    assert asked_amount(question) == frozenset(terms(named))


@pytest.mark.parametrize(
    ("row", "figures"),
    [
        ("Petrel: 2013 (Built); 62 (Length (m)); 24 (Top speed (kn))", True),
        ("Vessel: Petrel; Built: 2013; Length (m): 62", True),
        ("Ada: Engineer (Role); 32 (Age)", False),
        ("Person: Ada; Role: Engineer; Age: 32", False),
        ("Petrel: 24 (Top speed (kn))", False),
        ("The Petrel was built in 2013; it carries 45 cars.", False),
    ],
)
def test_a_row_of_figures_with_their_names(row: str, figures: bool) -> None:
    assert is_of_figures(row) is figures


@pytest.mark.parametrize(
    ("question", "asked"),
    [
        ("What is the draught of the Petrel?", terms("draught")),
        ("What was the top speed of the Tern?", terms("top speed")),
        ("What is the Petrel?", []),
        ("Who is the captain of the Petrel?", []),
    ],
)
def test_what_is_asked_of_something(question: str, asked: list[str]) -> None:
    assert asked_quantity(question) == frozenset(asked)


def test_what_is_asked_of_something_in_german() -> None:
    assert asked_quantity("Welche Farbe hat der Speicher?", "german") == frozenset(terms("Farbe", "german"))
    assert asked_quantity("Welche Farbe ist das?", "german") == frozenset()


@pytest.mark.parametrize(
    ("question", "sentence", "other"),
    [
        ("When did the last meeting take place?", "Next meeting: 11 November.", True),
        ("When is the next meeting?", "Next meeting: 11 November.", False),
        ("When is the meeting?", "Next meeting: 11 November.", False),
        ("Who won the first prize?", "The second prize went to Ann.", True),
        ("Who won the first prize?", "The second prize went to Ann, the first prize to Bo.", False),
        ("Wann ist die nächste Sitzung?", "Die letzte Sitzung war im Mai.", True),
        ("What was profit last year?", "Profit was 5 million and will grow next year.", False),
    ],
)
def test_another_one_in_a_row_is_not_the_one_that_is_asked_about(question: str, sentence: str, other: bool) -> None:
    assert has_another_ordinal(ordinals(question), sentence) is other


def test_what_a_question_asks_how_to_do() -> None:
    assert deed("How do I rename a bucket?") == {"renam"}
    assert deed("How can we quickly list files?") == {"list"}
    assert deed("How do I get the next page?") == deed("How many are there?") == frozenset()


def test_what_is_in_excess_is_named_by_its_remedy_in_the_comparative() -> None:
    assert {"fast", "faster"} <= excess("my coffee runs through too fast")
    assert {"hot", "hotter"} <= excess("Why is the water too hot?")
    assert excess("Is it too late to cancel?") == excess("It is fast.") == frozenset()
