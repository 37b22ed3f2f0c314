"""Tests of the subject whose value a question asks for, and which sentences state it."""

from __future__ import annotations

import pytest

from chat.llm.quoting.question.subject import introduces_name, subject_of
from chat.text import terms


@pytest.mark.parametrize(
    ("question", "words"),
    [
        ("What were net sales in fiscal 2022?", ("net", "sale")),
        ("and what's the dividend per share?", ("dividend", "per", "share")),
        ("How much did gross profit increase?", ("gross", "profit")),
        ("How many tablets a day may I take?", ("tablet",)),
        ("How many employees does the company have?", ("employe",)),
        ("Compare net income of 2022 and 2021.", ("net", "incom")),
        ("Who is the chief executive officer?", ("chief", "execut", "offic")),
        ("How much was spent on research?", ()),
        ("What drove growth?", ()),
    ],
)
def test_the_subject_of_a_question(question: str, words: tuple[str, ...]) -> None:
    assert subject_of(question).words == words


@pytest.mark.parametrize(
    ("sentence", "told"),
    [
        ("Net sales increased 18.3% to $10.2 billion.", 1.0),
        ("Total net sales were $10.2 billion.", 1.0),
        ("In a difficult year for all, net sales rose.", 0.5),
        ("Net sales growth was 18.3%.", 0.5),
        ("Operating income increased to $1.6 billion, or 16.1% of net sales.", 0.0),
        ("As a percentage of net sales, gross profit was flat.", 0.0),
        ("Sales of nets rose.", 0.0),
    ],
)
def test_a_sentence_tells_what_it_begins_with(sentence: str, told: float) -> None:
    assert subject_of("What were net sales in fiscal 2022?").quantity_match(sentence) == told


@pytest.mark.parametrize(
    ("row", "told"),
    [
        ("Total net sales: $3", 1.0),
        ("Net sales: $3", 1.0),
        ("Revenue, Net sales: 3", 1.0),
        ("Net sales growth: 3%", 0.5),
        ("Other: 3", 0.0),
    ],
)
def test_a_row_tells_what_it_is_called(row: str, told: float) -> None:
    assert subject_of("What were net sales?").row_match(row) == told


@pytest.mark.parametrize(
    ("question", "text", "timed"),
    [
        ("What were net sales in fiscal 2022?", "For the fourth quarter: Net sales rose.", -1.0),
        ("What were net sales in fiscal 2022?", "For the year: Net sales rose.", 0.0),
        ("What were net sales in the fourth quarter?", "For the fourth quarter: Net sales rose.", 1.0),
        ("What were net sales?", "For the fourth quarter: Net sales rose.", 0.0),
    ],
)
def test_a_quarter_is_not_a_year(question: str, text: str, timed: float) -> None:
    assert subject_of(question).period_match(text) == timed


@pytest.mark.parametrize(
    ("question", "sentence", "may"),
    [
        ("How many stores were opened?", "The company opened 47 new stores.", True),
        ("How many stores were opened?", "Two stores were opened.", True),
        ("How many stores were opened?", "Stores were opened in May 2022, see Note 12.", False),
        ("How many employees are there?", "Charges of $139 million were taken.", False),
        ("How many started the Frost Ten?", "All who started the Frost Ten met on 9 February at 10:00.", False),
        ("How many started the Frost Ten?", "287 runners started the Frost Ten.", True),
        ("How much will it cost?", "It costs 40 euros.", True),
        ("How many votes were cast for KPMG?", "Ten votes were cast.", False),
        ("Who was elected?", "Nobody was.", True),
        ("How many kilometers did they walk?", "They marched 8 kilometers that day.", True),
        ("How many kilometers did they walk?", "They walked some kilometers on March 8.", False),
    ],
)
def test_a_number_is_told_by_a_number_of_the_same_things(question: str, sentence: str, may: bool) -> None:
    assert subject_of(question).may_hold_number(sentence, f"report.pdf\n{sentence}") is may


def test_who_is_called_so_from_then_on_is_told_in_parentheses() -> None:
    lease = "This lease is made between Northgate Ltd. (“Landlord”) and Priya Raman (hereinafter the “Tenant”)."

    assert introduces_name({"landlord"}, lease, "english")
    assert introduces_name(set(terms("tenant")), lease, "english")
    assert not introduces_name({"flat"}, lease, "english")
    assert introduces_name(set(terms("Vermieter", "german")), "Zwischen der Bau AG („Vermieter“) und Frau Lenz", "german")


@pytest.mark.parametrize(
    ("question", "row", "measured"),
    [
        ("How long is the Tern?", "Tern: 39 (Length (m))", True),
        ("How long is the Tern?", "Tern: 31 (Top speed (kn))", False),
        ("How fast is the Tern?", "Tern: 31 (Top speed (kn))", True),
        ("What is the Tern?", "Tern: 31 (Top speed (kn))", False),
    ],
)
def test_a_row_gives_a_number_under_what_a_table_calls_a_measure(question: str, row: str, measured: bool) -> None:
    assert subject_of(question).is_measured(row) is measured
