from __future__ import annotations

import pytest

from chat.llm.quoting.presentation.wording import Quote, word_answer
from tests.passages import from_document


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("“Remote work is allowed.”", "“Remote work is allowed.”"),
        ("It is short for “codegen.”", "“It is short for “codegen.””"),
        ("“Rules” and “Limits” are headings.", "““Rules” and “Limits” are headings.”"),
        ("ends half of it.”", "“ends half of it.”"),
    ],
)
def test_a_quotation_has_its_marks_once_and_keeps_those_inside(text: str, said: str) -> None:
    assert word_answer([Quote(1, text)], [from_document(text)]) == [f"{said} [1]"]
