from __future__ import annotations

import pytest

from chat.retrieval.statements.circumstances import circumstances, takes_the_place


@pytest.mark.parametrize(
    ("earlier", "later", "language"),
    [
        ("I'm 34.", "I'm 35 now.", "english"),
        ("I'm 34 years old.", "I just turned 35, by the way.", "english"),
        ("I'm single.", "I got engaged to Paul.", "english"),
        ("I'm engaged.", "We got married on Saturday.", "english"),
        ("My sister is single.", "My sister is married now.", "english"),
        ("I'm a vegetarian.", "I'm vegan now.", "english"),
        ("I work at Bosch.", "My new job at Siemens starts on Monday.", "english"),
        ("I work at Bosch, as an engineer.", "I work for Siemens now.", "english"),
        ("Ich bin 34.", "Ich bin gestern 35 geworden.", "german"),
        ("Ich bin verlobt.", "Wir sind jetzt verheiratet.", "german"),
        ("Ich bin Vegetarier.", "Ich lebe jetzt vegan.", "german"),
        ("J'ai 34 ans.", "J'ai eu 35 ans hier.", "french"),
        ("Je suis célibataire.", "Je suis mariée.", "french"),
        ("Tengo 34 años.", "Cumplí 35 ayer.", "spanish"),
        ("Estoy soltera.", "Estoy casada.", "spanish"),
    ],
)
def test_another_circumstance_of_the_same_kind_takes_the_place(earlier: str, later: str, language: str) -> None:
    assert _replaces(later, earlier, language)


@pytest.mark.parametrize(
    ("earlier", "later"),
    [
        ("I'm 34.", "I'm 32."),
        ("I'm 34.", "I'm 40 minutes late."),
        ("I'm 34.", "I was 35 when it happened."),
        ("I'm 34.", "My brother turned 40."),
        ("I'm 34 weeks pregnant.", "I'm 35."),
        ("I'm single.", "My sister got engaged."),
        ("I'm single.", "I'm not married."),
        ("I'm single.", "What if I'm married?"),
        ("I'm separated from my luggage.", "I'm single."),
        ("I'm engaged in politics.", "I'm married."),
        ("My sister is single.", "My brother is married."),
        ("I'm vegetarian.", "My sister is vegan now."),
        ("I work at Bosch.", "I work at Bosch in Berlin."),
        ("I work at night.", "I work for Siemens."),
    ],
)
def test_the_same_another_persons_or_something_else_does_not(earlier: str, later: str) -> None:
    assert not _replaces(later, earlier, "english")


def _replaces(later: str, earlier: str, language: str) -> bool:
    return any(takes_the_place(new, old) for new in circumstances(later, language) for old in circumstances(earlier, language))
