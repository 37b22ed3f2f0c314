from __future__ import annotations

import pytest

from chat.answering.checking.languages import language_of


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("When do I need a medical certificate?", "en"),
        ("Do I get a laptop?", "en"),
        ("A visitor must wear a badge.", None),
        ("Who approves leave?", "en"),
        ("Elle a un badge.", "fr"),
        ("Il y a deux pompes à la cave.", "fr"),
        ("Se debe a que no hay pago.", "es"),
        ("Wer hat das Attest?", "de"),
        ("Budget 2024?", None),
    ],
)
def test_an_article_that_is_a_verb_elsewhere_does_not_tell_the_language(text: str, expected: str | None) -> None:
    assert language_of(text) == expected
