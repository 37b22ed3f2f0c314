"""Tests of identifiers such as the numbers of orders and tickets."""

from __future__ import annotations

import pytest

from chat.domain import Passage
from chat.llm.quoting.passage.quotable import split_into_pieces
from chat.llm.quoting.question.identifiers import identifiers, without_identifiers, without_other_identifiers
from tests.passages import from_document, from_message


@pytest.mark.parametrize(
    ("question", "named"),
    [
        ("Where was order 48231 shipped?", ("48231",)),
        ("What was INC-4717?", ("INC-4717",)),
        ("What is part number 7732-B?", ("7732-B",)),
        ("Who paid invoice no. 2024-117?", ("2024-117",)),
        ("Was ist mit Rechnung Nr. 90210?", ("90210",)),
        ("Wo ist die Bestellnummer 48231?", ("48231",)),
        ("Where is error E1017 explained?", ("E1017",)),
        ("What did flight BA2490 cost?", ("BA2490",)),
        ("What is #48231?", ("48231",)),
        ("Is INC-4417 like INC-4471?", ("INC-4417", "INC-4471")),
        ("48231", ("48231",)),
        ("When is 2024-117 due?", ("2024-117",)),
        ("Who ruled 1990-1995?", ()),
        ("What costs 1000-2000 euros?", ()),
        ("What happened in 1990?", ()),
        ("Which projects 2019 failed?", ()),
        ("Which articles 1990-1995?", ()),
        ("What did 12,000 people order?", ()),
        ("What does COVID-19 do?", ()),
        ("What drove sales in FY2023?", ()),
        ("How high were costs in FY-2022 against CY2021?", ()),
        ("Wie hoch war der Umsatz im GJ2023?", ()),
        ("Who used file 3?", ()),
    ],
)
def test_identifiers_are_told_from_years_and_amounts(question: str, named: tuple[str, ...]) -> None:
    assert identifiers(question) == named


@pytest.mark.parametrize(
    ("source", "wanted", "left"),
    [
        (from_message("Order 48231 went to Porto. Order 48213 went to Lyon."), "48231", ["Order 48231 went to Porto."]),
        (from_message("INC-4417: blank page. Assigned to Sven."), "INC-4417", ["INC-4417: blank page.", "Assigned to Sven."]),
        (from_message("Ticket inc 4417 is closed."), "INC-4417", ["Ticket inc 4417 is closed."]),
        (from_message("Order 48213 went to Lyon."), "48231", []),
        (from_message("Part 7731 is a seal."), "7731-B", []),
        (from_message("Part 7731-B is a seal."), "7731", []),
        (from_document("It was shipped to Porto.", name="order-48231.txt"), "48231", ["It was shipped to Porto."]),
    ],
    ids=["another", "beside it", "joined otherwise", "digits swapped", "shorter", "longer", "file of that name"],
)
def test_only_what_has_exactly_the_same_identifier_may_answer(source: Passage, wanted: str, left: list[str]) -> None:
    held = split_into_pieces(source.chunk, set())

    assert [piece.text for piece in without_other_identifiers(held, source, (wanted,))] == left


def test_a_sentence_is_about_what_its_heading_or_the_sentence_before_names() -> None:
    invoices = from_document(
        "# Invoice 2024-117\n\n## Payment\n\nDue on 4 May.\n\n# Invoice 2024-171\n\n## Payment\n\nDue on 9 June."
    )
    orders = from_message("Order 48213 went to Lyon. It was paid by card.\n\nOrder 48231 went to Porto. It was paid in cash.")

    told = [
        piece.text
        for source, wanted in ((invoices, "2024-117"), (orders, "48231"))
        for piece in without_other_identifiers(split_into_pieces(source.chunk, set()), source, (wanted,))
    ]

    assert told == [
        "# Invoice 2024-117",
        "## Payment",
        "Due on 4 May.",
        "# Invoice 2024-171",
        "## Payment",
        "Order 48231 went to Porto.",
        "It was paid in cash.",
    ]


def test_without_an_identifier_in_the_question_everything_may_answer() -> None:
    source = from_message("Order 48213 went to Lyon.")
    held = split_into_pieces(source.chunk, set())

    assert without_other_identifiers(held, source, ()) == held


def test_an_identifier_has_no_telephone_number() -> None:
    assert without_identifiers("Priya saw ORA-12154 in order 48231, call 0151 234567") == "Priya saw   in  , call 0151 234567"
