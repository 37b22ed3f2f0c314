from __future__ import annotations

import pytest

from chat.retrieval.statements.one_value import takes_the_place
from chat.retrieval.statements.whereabouts import whereabouts_in


@pytest.mark.parametrize(
    ("earlier", "later"),
    [
        ("I live in Linz.", "I moved to Graz."),
        ("My boat is moored in Kiel.", "My boat has moved to Flensburg."),
        ("We meet at the station.", "We meet at the town hall instead."),
        ("Tobias brings the first aid kit.", "Farid brings the first aid kit rather than Tobias."),
        ("Ich wohne in Linz.", "Ich bin nach Graz gezogen."),
        ("Jonas bringt den Kuchen mit.", "Eva bringt den Kuchen mit anstelle von Jonas."),
        ("J'habite à Lille.", "J'ai déménagé à Rennes."),
        ("Vivo en Sevilla.", "Me he mudado a Cádiz."),
    ],
)
def test_another_place_or_person_takes_the_place(earlier: str, later: str) -> None:
    assert _replaces(later, earlier)


@pytest.mark.parametrize(
    ("earlier", "later"),
    [
        ("I live in Linz.", "I almost moved to Graz."),
        ("I live in Linz.", "I moved to Graz in 2009."),
        ("I live in Linz.", "My brother moved to Graz."),
        ("We meet at the station.", "We meet at noon instead."),
        ("Tobias brings the first aid kit.", "Farid brings the first aid kit rather than Maria."),
        ("Tobias brings the first aid kit.", "Farid doesn't bring the first aid kit instead."),
        ("Ich wohne in Linz.", "Ich bin nicht nach Graz gezogen."),
        ("J'habite à Lille.", "Je n'ai jamais déménagé à Rennes."),
    ],
)
def test_what_is_denied_long_ago_or_of_somebody_else_does_not(earlier: str, later: str) -> None:
    assert not _replaces(later, earlier)


def _replaces(later: str, earlier: str) -> bool:
    before = list(whereabouts_in(earlier, "english"))
    return any(takes_the_place(new, old) for new in whereabouts_in(later, "english") for old in before)
