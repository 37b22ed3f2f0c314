"""Tests of questions whether something exists at all."""

from __future__ import annotations

import pytest

from chat.llm.quoting.question.presence import asked_thing, speaks_of
from chat.text import terms


@pytest.mark.parametrize(
    ("question", "language", "named"),
    [
        ("Is there a sauna in the hotel?", "english", "sauna"),
        ("Are there any vegan dishes?", "english", "vegan dishes"),
        ("Does the public pool have a slide?", "english", "slide"),
        ("Who is the director of the park?", "english", "director"),
        ("Gibt es hier einen Parkplatz?", "german", "Parkplatz"),
        ("Hat der Verein ein Motorboot?", "german", "Motorboot"),
        ("Y a-t-il des toilettes à la piscine ?", "french", "toilettes"),
        ("La piscine a-t-elle un toboggan ?", "french", "toboggan"),
        ("¿Hay cafetería en el museo?", "spanish", "cafetería"),
        ("¿Quién es el director?", "spanish", "director"),
        ("Was kostet ein Hammer?", "german", "Hammer"),
        ("Wie viel kostet der Parkplatz pro Stunde?", "german", "Parkplatz"),
        ("Sind Hunde im Garten erlaubt?", "german", "Hunde"),
        ("Ist das Rauchen verboten?", "german", "Rauchen"),
        ("Wie lautet das WLAN-Passwort?", "german", "WLAN-Passwort"),
        ("Combien coûte un tatouage ?", "french", "tatouage"),
        ("Les chiens sont-ils autorisés ?", "french", "chiens"),
        ("Y a-t-il une salle de sport ?", "french", "sport"),
        ("Quel est le code de l'alarme ?", "french", "code"),
        ("¿Cuánto cuesta el salmón?", "spanish", "salmón"),
        ("¿Se admiten perros?", "spanish", "perros"),
        ("¿Están permitidas las bicicletas en el parque?", "spanish", "bicicletas"),
        ("¿Hay pistas de tenis?", "spanish", "tenis"),
        ("C'è una palestra nell'albergo?", "italian", "palestra"),
        ("Ci sono delle biciclette?", "italian", "biciclette"),
        ("Quanto costa l'ombrellone?", "italian", "ombrellone"),
        ("Sono ammessi i gatti?", "italian", "gatti"),
        ("Há ginásio no hotel?", "portuguese", "ginásio"),
        ("Quanto custa a piscina?", "portuguese", "piscina"),
        ("São permitidos cães?", "portuguese", "cães"),
        ("Is er een zwembad in de buurt?", "dutch", "zwembad"),
        ("Wat kost een fiets per dag?", "dutch", "fiets"),
        ("Zijn honden toegestaan?", "dutch", "honden"),
        ("Есть ли в гостинице сауна?", "russian", "сауна"),
        ("Кто директор?", "russian", "директор"),
        ("Сколько стоит холодильник?", "russian", "холодильник"),
    ],
)
def test_what_must_be_spoken_of(question: str, language: str, named: str) -> None:
    assert asked_thing(question, language) == frozenset(terms(named, language))


def test_a_short_question_tells_its_language_by_its_first_words() -> None:
    assert asked_thing("Y a-t-il un sauna ?", "english") == frozenset(terms("sauna"))


@pytest.mark.parametrize(
    ("question", "language"),
    [
        ("Is there a discount for students?", "english"),
        ("Is there a way to reset the password?", "english"),
        ("Is there anything about bees?", "english"),
        ("Who is the author?", "english"),
        ("Who is the CEO?", "english"),
        ("Is the park open on Mondays?", "english"),
        ("Are there very many of the same old wooden boats?", "english"),
        ("Gibt es eine Ermäßigung für Studierende?", "german"),
        ("Was kostet der Eintritt?", "german"),
        ("Was kostet das?", "german"),
        ("Ist das erlaubt?", "german"),
        ("Ist es erlaubt, Tauben zu füttern?", "german"),
        ("Wie ist das Wetter?", "german"),
        ("Combien coûte le billet ?", "french"),
        ("Quel est le montant du loyer ?", "french"),
        ("¿Hay descuentos de grupo?", "spanish"),
        ("¿Cuánto cuesta la entrada?", "spanish"),
        ("C'è uno sconto per studenti?", "italian"),
        ("Quanto custa o bilhete?", "portuguese"),
        ("Is er korting?", "dutch"),
        ("Есть ли скидка?", "russian"),
        ("Onko siellä sauna?", "finnish"),
    ],
)
def test_what_has_many_names_or_is_asked_otherwise_need_not_be(question: str, language: str) -> None:
    assert asked_thing(question, language) == frozenset()


def test_words_much_like_it_and_words_made_of_it_count() -> None:
    assert speaks_of(terms("toilet"), terms("Restrooms are on the first floor."), "english")
    assert speaks_of(terms("Cafeteria"), terms("The cafeterias open at nine."), "english")
    assert speaks_of(terms("Parkplatz", "german"), terms("Die Parkplatzgebühr ist hoch.", "german"), "german")
    assert speaks_of(terms("Mitgliedschaft", "german"), terms("Die Jahresmitgliedschaft kostet 90 Euro.", "german"), "german")
    assert speaks_of(terms("Jahresmitgliedschaft", "german"), terms("Die Mitgliedschaft kostet 90 Euro.", "german"), "german")
    assert not speaks_of(terms("port"), terms("The airport opens at nine."), "english")
    assert not speaks_of(terms("sauna"), terms("The pool opens at nine."), "english")


@pytest.mark.parametrize(
    "question", ["What's the database password?", "What is the password of the router?", "What is our smtp password?"]
)
def test_a_password_must_be_spoken_of(question: str) -> None:
    assert asked_thing(question, "english") == frozenset(terms("password"))
