"""Tests of the financial statements that a question asks for, by name or by a measure calculated from them."""

from __future__ import annotations

import pytest

from chat.retrieval.question.measures import asked_of_statements
from chat.settings import RetrievalSettings
from chat.text.financial_statements import Statement

_SETTINGS = RetrievalSettings()
_INCOME, _POSITION, _CASH = Statement.INCOME.mark, Statement.FINANCIAL_POSITION.mark, Statement.CASH_FLOWS.mark


def _marks(question: str) -> dict[str, float]:
    marks = {each.mark for each in Statement}
    return {word: weight for word, weight in asked_of_statements(question, _SETTINGS).items() if word in marks}


@pytest.mark.parametrize(
    ("question", "marks"),
    [
        ("What is the capex? Rely on the cash flow statement.", {_CASH: 3.0}),
        ("Does Acme have a healthy quick ratio?", {_POSITION: 2.0}),
        ("What is the DPO for 2022?", {_POSITION: 2.0, _INCOME: 2.0}),
        ("Is Acme a capital-intensive business?", {_POSITION: 2.0, _INCOME: 2.0, _CASH: 2.0}),
        ("How much is the net income?", {_INCOME: 1.0}),
        ("Is the gross margin improving? If it is not useful, explain why.", {_INCOME: 2.0}),
        ("Why did the gross margin fall?", {}),
        ("Which division has the highest operating profit?", {}),
        ("Why did it fall, by the income statement?", {_INCOME: 3.0}),
        ("Who is on the board?", {}),
    ],
)
def test_a_statement_that_is_named_counts_for_more_than_one_that_follows(question: str, marks: dict[str, float]) -> None:
    assert _marks(question) == marks


def test_the_figures_of_a_measure_are_looked_for_on_statements_alone() -> None:
    asked = asked_of_statements("What is the quick ratio?", _SETTINGS)

    assert asked["=inventori"] == asked["=liabil"] == _SETTINGS.statement_line_weight
    assert all(word.startswith("=") for word in asked)


def test_a_line_of_a_statement_counts_half_of_a_ratio() -> None:
    assert asked_of_statements("How high is the depreciation?", _SETTINGS)["=amort"] == _SETTINGS.statement_line_weight / 2


def test_a_text_with_a_question_in_it_asks_for_no_statement() -> None:
    assert asked_of_statements("The balance sheet says so. " * 100, _SETTINGS) == {}
