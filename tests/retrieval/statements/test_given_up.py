from __future__ import annotations

import pytest

from chat.retrieval.statements.given_up import given_up, takes_the_place
from chat.retrieval.statements.standing_facts import holding


@pytest.mark.parametrize(
    ("earlier", "later", "language"),
    [
        ("We drive a Volvo.", "We sold the Volvo on Sunday.", "english"),
        ("The offsite is at Harlow Lodge.", "Harlow Lodge fell through.", "english"),
        ("Our baker is Hofmann.", "Hofmann kept coming late, so we dropped them.", "english"),
        ("The boiler is broken.", "The plumber fixed the boiler.", "english"),
        ("We're flying to Sicily.", "Sicily is unavailable, so we take Porto instead.", "english"),
        ("Wir fahren einen Golf.", "Wir haben den Golf verkauft.", "german"),
        ("Das Lokal am See macht das Essen.", "Das Lokal am See ist leider ausgebucht.", "german"),
        ("J'ai un vélo électrique.", "J'ai vendu le vélo électrique.", "french"),
        ("Trabajo en una librería.", "Dejé la librería en mayo.", "spanish"),
    ],
)
def test_what_is_given_up_ends_what_says_that_it_is_so(earlier: str, later: str, language: str) -> None:
    assert _ends(later, earlier, language)


@pytest.mark.parametrize(
    ("earlier", "later", "language"),
    [
        ("We drive a Volvo.", "We never sold the Volvo.", "english"),
        ("We drive a Volvo.", "My brother sold his Volvo.", "english"),
        ("We drive a Volvo.", "We sold the Volvo to a friend?", "english"),
        ("We drove a Volvo.", "We sold the Volvo.", "english"),
        ("My office is in Mill Street.", "I left the office at five.", "english"),
        ("The boiler is new.", "The plumber fixed the boiler.", "english"),
        ("I bought tickets for the trip to Rome.", "We cancelled the trip to Rome.", "english"),
        ("Wir fahren einen Golf.", "Wir haben den Golf nicht verkauft.", "german"),
        ("Das Lokal am See ist schön.", "Das Lokal am Markt ist leider ausgebucht.", "german"),
        ("J'ai un vélo électrique.", "J'ai vendu le vélo de ma sœur.", "french"),
    ],
)
def test_what_is_denied_of_others_or_only_related_stays(earlier: str, later: str, language: str) -> None:
    assert not _ends(later, earlier, language)


def _ends(later: str, earlier: str, language: str) -> bool:
    held = holding(earlier, language)
    return held is not None and any(takes_the_place(each, held) for each in given_up(later, language))
