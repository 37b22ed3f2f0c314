from __future__ import annotations

import pytest

from chat.retrieval.documents.naming import hinted, named, without_names

NAMES = [["AMERICANEXPRESS_2022_10K.pdf"], ["PEPSICO_2022_10K.pdf"], ["pump-handbook.md", "The Pump"], ["notes.txt"]]


@pytest.mark.parametrize(
    ("question", "places"),
    [
        ("Summarise the American Express filing", [0]),
        ("Summarise PEPSICO_2022_10K.pdf", [1]),
        ("What is the Pepsico 10-K about?", [1]),
        ("Give me an overview of the pump handbok", [2]),
        ("Summarise The Pump", [2]),
        ("Summarise the two 2022 reports", []),
        ("Summarise everything", []),
        ("Summarise the filings of Pepsico and American Express", [0, 1]),
    ],
    ids=["joined words", "file name", "part of a name", "misspelt", "title", "a number names nothing", "nothing", "two"],
)
def test_documents_are_named_by_file_or_title(question: str, places: list[int]) -> None:
    assert named(question, NAMES) == places


def test_years_and_kinds_tell_documents_of_one_company_apart() -> None:
    names = [["PEPSICO_2022_10K.pdf"], ["PEPSICO_2023Q1_EARNINGS.pdf"]]

    assert named("Summarise the PepsiCo earnings", names) == [1]
    assert named("Summarise PepsiCo 2022", names) == [0]
    assert named("Summarise PepsiCo", names) == [0, 1]


def test_a_word_of_a_name_hints_at_a_document() -> None:
    assert hinted("Summarise the handbook", NAMES) == [2]
    assert hinted("Summarise this report of 2022", NAMES) == []
    assert hinted("Summarise what this file says about pumps", NAMES) == []


def test_words_of_a_name_are_no_topic() -> None:
    assert without_names("American Express K climate", NAMES[0]) == "climate"
