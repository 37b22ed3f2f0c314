"""What a question narrows its thing to."""

from __future__ import annotations

import pytest

from chat.llm.quoting.qualifiers import (
    amount,
    called,
    is_of_money,
    months,
    numbered,
    of_another_month,
    of_another_number,
    of_other_columns,
    tells_a_price,
)
from chat.text import terms


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
    assert of_another_month(months("What was decided in March?"), months(heading), text) is of_another


def test_without_a_month_in_the_question_none_is_another() -> None:
    assert not of_another_month(months("What was decided?"), months("Meeting of 14 April"), "The bridge was closed.")


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
    assert of_another_number(numbered("How far is it on day 5?"), text) is of_another


@pytest.mark.parametrize(
    ("row", "of_others"),
    [
        ("Category: Rent; Jan: 900; Feb: 950; Total: 1850", True),
        ("Category: Rent; March: 900; April: 950", False),
        ("Category: Rent; Due: 5 May; Paid: 7 May", False),
    ],
)
def test_a_row_whose_columns_are_other_months_is_of_these(row: str, of_others: bool) -> None:
    assert of_other_columns(months("What is the rent in April?"), row) is of_others


@pytest.mark.parametrize(
    ("sentence", "told"),
    [
        ("The robot is covered for two years; the battery for 12 months.", False),
        ("Dust container: 0.4 l", False),
        ("E5: Dust container missing", False),
        ("The box weighs 4 kg and the hose is 8 m long.", False),
        ("Parking costs 8 euros a night.", True),
        ("It is capped at $35 a month.", True),
        ("Latte 4.50", True),
        ("Breakfast is included.", True),
        ("Das Handtuch kostet 3,80 Euro.", True),
        ("Das Ticket kostet zwanzig Euro.", True),
        ("Le billet coûte vingt euros.", True),
        ("The fee is waived for pupils.", True),
    ],
)
def test_a_price_is_no_figure_of_times_and_lengths(sentence: str, told: bool) -> None:
    assert tells_a_price(sentence) is told


def test_what_something_costs_is_of_money() -> None:
    assert is_of_money("How much does the robot cost?")
    assert is_of_money("Was kostet ein Parkplatz?")
    assert is_of_money("Wie teuer ist der Kurs?")
    assert not is_of_money("How much is left?")
    assert not is_of_money("Warum ist es so teuer?")
    assert not is_of_money("Why is steel expensive?")


def test_days_of_a_month_are_no_numbers_of_a_kind() -> None:
    assert numbered("What happened on May 5?") == {}


def test_a_heading_is_called_by_its_whole_name_at_the_end() -> None:
    titles = ["# Cakes", "Almond cake", "Kindergarten"]

    assert called("How much butter is in the almond cake?", titles, "english") == frozenset(terms("almond cake"))
    assert called("What is the budget of the kindergarten?", titles, "english") == frozenset(terms("kindergarten"))
    assert called("Which almond is best for a cake?", titles, "english") == frozenset()
    assert called("Is the almond cake vegan?", titles, "english") == frozenset()


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
    assert amount(question) == frozenset(terms(named))
