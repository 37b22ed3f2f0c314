from __future__ import annotations

import pytest

from chat.retrieval.statements.detect import replaced_by, statements
from chat.retrieval.statements.outstanding import happened, outstanding, takes_the_place


@pytest.mark.parametrize(
    ("earlier", "later", "language"),
    [
        ("I haven't booked the flights yet.", "I booked the flights today.", "english"),
        ("I haven't booked the flights yet.", "The flights are booked.", "english"),
        ("We haven't hired a designer yet, sadly.", "We hired a designer, her name is Ana.", "english"),
        ("I still need to book a hotel.", "I booked the Marriott hotel.", "english"),
        ("I've never run a marathon.", "I ran my first marathon on Sunday.", "english"),
        ("I have never been to Japan.", "I just came back from Japan.", "english"),
        ("I don't have an API key yet.", "I now have an API key.", "english"),
        ("I don't have an API key yet.", "I got the API key, where do I put it?", "english"),
        ("The contract isn't signed yet.", "The contract is signed.", "english"),
        ("I've never tried sushi.", "I tried sushi for the first time.", "english"),
        ("Ich habe den Bericht noch nicht geschrieben.", "Ich habe den Bericht gestern Abend geschrieben.", "german"),
        ("Ich war noch nie in Japan.", "Ich war letzte Woche in Japan.", "german"),
        ("Der Vertrag ist noch nicht unterschrieben.", "Der Vertrag ist jetzt unterschrieben.", "german"),
        ("Je n'ai pas encore réservé le vol.", "J'ai réservé le vol.", "french"),
        ("Je ne suis jamais allé au Japon.", "Je suis allé au Japon en mai.", "french"),
        ("Todavía no he reservado el vuelo.", "Reservé el vuelo ayer.", "spanish"),
        ("El contrato aún no está firmado.", "El contrato ya está firmado.", "spanish"),
    ],
)
def test_what_has_happened_takes_the_place_of_what_had_not(earlier: str, later: str, language: str) -> None:
    assert _happens(later, earlier, language)


@pytest.mark.parametrize(
    ("earlier", "later", "language"),
    [
        ("I haven't booked the flights yet.", "I'll book the flights tomorrow.", "english"),
        ("I haven't booked the flights yet.", "I want to have the flights booked.", "english"),
        ("I haven't booked the flights yet.", "I started booking the flights.", "english"),
        ("I haven't booked the flights yet.", "Should I have booked the flights by now?", "english"),
        ("I haven't booked the flights yet.", "I booked the hotel today.", "english"),
        ("I haven't booked the flights yet.", "My sister booked the flights on Monday.", "english"),
        ("I haven't booked the flights yet.", "He has booked the flights.", "english"),
        ("I haven't booked the flights to Rome yet.", "I booked the flights to Paris.", "english"),
        ("I haven't paid the deposit yet.", "I paid the deposit for the car.", "english"),
        ("I haven't paid the deposit yet.", "I paid Anna's deposit.", "english"),
        ("I've never run a marathon.", "I ran a half marathon.", "english"),
        ("I've never run a marathon.", "I've never finished a marathon.", "english"),
        ("I've never been to Japan.", "I love Japan.", "english"),
        ("I haven't slept well this week.", "I slept well.", "english"),
        ("I know who hasn't booked the flights.", "They have flights that are booked.", "english"),
        ("Ich habe den Flug noch nicht gebucht.", "Ich werde den Flug gebucht haben.", "german"),
        ("Je n'ai pas encore réservé le vol.", "Je vais réserver le vol.", "french"),
        ("Todavía no he reservado el vuelo.", "Quiero reservar el vuelo.", "spanish"),
    ],
)
def test_what_is_wanted_or_something_else_does_not(earlier: str, later: str, language: str) -> None:
    assert not _happens(later, earlier, language)


def test_among_messages_the_one_that_says_it_has_happened_replaces_the_other() -> None:
    before = [statements("I haven't signed the lease yet."), statements("I haven't found a sofa yet.")]

    assert list(replaced_by(statements("I signed the lease this morning."), before)) == [0]


def _happens(later: str, earlier: str, language: str) -> bool:
    return any(takes_the_place(new, old) for new in happened(later, language) for old in outstanding(earlier, language))
