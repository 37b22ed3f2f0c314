from __future__ import annotations

import pytest

from chat.dialogue.conflicting_instructions import replaces


@pytest.mark.parametrize(
    ("earlier", "later"),
    [
        ("From now on answer in French", "Please always reply in French."),
        ("From now on answer in French", "I want you to speak French from now on"),
        ("From now on answer in French", "Antworte ab jetzt auf Französisch"),
        ("From now on answer in French", "Actually answer in English again"),
        ("Réponds toujours en français.", "Réponds de nouveau en anglais"),
        ("De ahora en adelante contesta en inglés.", "Vuelve al español"),
        ("Use metric units", "You can use imperial units again"),
        ("Use Celsius", "Use Fahrenheit again"),
        ("Never use emojis.", "Don't ever use emojis."),
        ("Never use emojis", "You can use emojis again"),
        ("Keep your answers short", "be more concise"),
        ("Be brief.", "More detailed answers please"),
        ("call me Nadia", "Call me Bob"),
        ("Du kannst mich duzen", "Bitte siez mich"),
        ("Use British spelling", "Use American spelling"),
    ],
)
def test_a_later_instruction_on_the_same_matter_replaces_an_earlier_one(earlier: str, later: str) -> None:
    assert replaces(later, earlier)


@pytest.mark.parametrize(
    ("earlier", "later"),
    [
        ("Always give amounts in euros.", "Always list prices in euros and pounds."),
        ("When I ask about money, answer in French", "Always answer in German"),
        ("From now on answer in French", "Never use emojis."),
        ("Always translate quotes into French", "Answer in German from now on"),
        ("Always use short sentences", "Always cite the page"),
        ('Never use the word "leverage"', 'Never use the word "synergy"'),
        ("Answer in French with sources", "Answer in English again"),
    ],
)
def test_an_instruction_about_more_or_about_something_else_stays(earlier: str, later: str) -> None:
    assert not replaces(later, earlier)
