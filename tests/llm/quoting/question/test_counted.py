from __future__ import annotations

import pytest

from chat.llm.quoting.question.counted import counts_something_else


@pytest.mark.parametrize(
    ("question", "said", "language"),
    [
        ("Wie viele Torten hat die Schule bestellt?", "Die Schule hat 250 Brezeln bestellt und nicht 200.", "german"),
        ("How many chairs did the club buy?", "The club bought 12 tables.", "english"),
        ("How many moths did we count?", "We saw three owls last night.", "english"),
        ("Combien de chaises avons-nous ?", "Nous avons 12 tables.", "french"),
        ("¿Cuántas sillas tenemos?", "Tenemos 12 mesas.", "spanish"),
    ],
)
def test_what_counts_other_things_alone_does_not_tell_how_many(question: str, said: str, language: str) -> None:
    assert counts_something_else(question, said, language)


@pytest.mark.parametrize(
    ("question", "said", "language"),
    [
        ("Wie viele Brezeln will die Schule?", "Die Schule hat 250 Brezeln bestellt.", "german"),
        ("Wie viele Leute kommen?", "Es sind jetzt 71 Gäste.", "german"),
        ("How many people are coming?", "We're at 73 guests.", "english"),
        ("How many chairs did the club buy?", "They bought 12 of them in 3 weeks.", "english"),
        ("How many chairs did the club buy?", "12 tables, and 40 chairs.", "english"),
        ("How many children does Wim have?", "Wim has 2 kids.", "english"),
        ("How much did the chairs cost?", "The club bought 12 tables.", "english"),
        ("Which chairs did we buy?", "We bought 12 tables.", "english"),
    ],
)
def test_what_counts_them_or_counts_nothing_by_its_name_may_tell_how_many(question: str, said: str, language: str) -> None:
    assert not counts_something_else(question, said, language)
