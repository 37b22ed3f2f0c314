"""Tests of which lines title a financial statement, which questions name one, and which chunks belong to one."""

from __future__ import annotations

import pytest

from chat.text import keywords, stands_beside
from chat.text.financial_statements import Statement, named, piece_of, titled

_ROWS = "Inventories 1,234 1,345\nTotal assets 12,345 12,222\nAccounts payable 1,222 1,345"


@pytest.mark.parametrize(
    ("line", "statement"),
    [
        ("CONSOLIDATED STATEMENTS OF INCOME", Statement.INCOME),
        ("3M Company and Subsidiaries Consolidated Statement of Income", Statement.INCOME),
        ("STATEMENT OF EARNINGS (LOSS)", Statement.INCOME),
        ("Consolidated Statements of Operations and Comprehensive Loss", Statement.INCOME),
        ("Condensed Consolidated Balance Sheets (in millions)", Statement.FINANCIAL_POSITION),
        ("Statement of Consolidated Financial Position", Statement.FINANCIAL_POSITION),
        ("Konzernbilanz zum 31. Dezember 2022", Statement.FINANCIAL_POSITION),
        ("Consolidated Statements of Cash Flows (continued)", Statement.CASH_FLOWS),
        ("CASH FLOWS STATEMENTS", Statement.CASH_FLOWS),
        ("CONSOLIDATED STATEMENTS OF CHANGES IN STOCKHOLDERS’ EQUITY", Statement.EQUITY),
    ],
)
def test_a_line_that_titles_a_statement_is_told(line: str, statement: Statement) -> None:
    assert titled(line) == {statement}


@pytest.mark.parametrize(
    "line",
    [
        "",
        "our Consolidated Balance Sheets",
        "in the Consolidated Statements of Income",
        "See the Consolidated Balance Sheets",
        "ANALYSIS OF THE CONSOLIDATED STATEMENTS OF CASH FLOWS",
        "Notes to Consolidated Balance Sheets",
        "CONSOLIDATED STATEMENTS OF COMPREHENSIVE INCOME",
        "Off-Balance Sheet Arrangements",
        "These are the Consolidated Balance Sheets.",
        "Balance, beginning of year 1,234",
        "Consolidated Balance Sheets and " + "what is said about them " * 10,
    ],
)
def test_sentences_and_titles_of_what_is_said_about_statements_title_none(line: str) -> None:
    assert not titled(line)


@pytest.mark.parametrize(
    ("question", "statements"),
    [
        ("Use the P&L statement.", {Statement.INCOME}),
        ("According to the statement of financial position?", {Statement.FINANCIAL_POSITION}),
        ("Rely on the income statement and the cash flow statement", {Statement.INCOME, Statement.CASH_FLOWS}),
        ("Was steht in der Bilanz?", {Statement.FINANCIAL_POSITION}),
        ("What is the balance of my account?", set()),
        ("Which off-balance sheet arrangements are there?", set()),
        ("Read me his statement", set()),
    ],
)
def test_a_question_names_statements(question: str, statements: set[Statement]) -> None:
    assert named(question) == statements


def test_a_piece_of_a_statement_has_its_title_in_front_or_at_its_top_and_figures() -> None:
    assert piece_of(f"Acme 10-K > Consolidated Balance Sheets > 2022 2021\n{_ROWS}") == {Statement.FINANCIAL_POSITION}
    assert piece_of(f"Acme 10-K\nAcme Inc.\nConsolidated Balance Sheets\n{_ROWS}") == {Statement.FINANCIAL_POSITION}
    assert not piece_of(f"Acme 10-K\n{_ROWS}")
    assert not piece_of("Acme 10-K > Consolidated Balance Sheets\nThe accompanying notes are a part of these statements.")


def test_the_words_of_a_piece_of_a_statement_are_words_of_one_too() -> None:
    found = keywords(f"Consolidated Balance Sheets\n{_ROWS}")

    beside = [word for word in found if stands_beside(word)]
    assert {Statement.FINANCIAL_POSITION.mark, "=inventori", "=asset"} <= set(beside)
    assert not any(word.startswith("=") for word in keywords(_ROWS))
