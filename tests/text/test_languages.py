"""Tests of detecting a text's language by its stop words, and of matching inflected words in the keyword index."""

from __future__ import annotations

import pytest

from chat.text import keywords, terms
from chat.text.languages import code_of, language_of, languages_of


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("Wann wurde die Brücke über den Fluss gebaut?", "german"),
        ("¿Cuál era la población de la ciudad en 1901?", "spanish"),
        ("Quelle est la hauteur de la tour ?", "french"),
        ("Dove si trova il museo della città?", "italian"),
        ("Hur mycket kostar en biljett till tåget?", "swedish"),
        ("Hoeveel kost het om met de trein te gaan?", "dutch"),
        ("Wann beginnt der Kurs?", "german"),
        ("Was kostete Strom am Anfang?", "german"),
        ("Quel fromage ?", "french"),
        ("la clave de la alarma", "spanish"),
        ("Recuerda que la clave es 8822.", "spanish"),
        ("il codice non va", "italian"),
    ],
)
def test_a_question_is_told_by_its_stop_words(text: str, language: str) -> None:
    assert language in languages_of(text)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "42",
        "Where is the pump?",
        "Did the hard drive die on the way to Los Angeles?",
        "def die(self): return self.en.de.la",
        "Die Hard",
        "Tell me about La Paz, Rio de Janeiro and Leonardo da Vinci.",
        "per capita income vs. consumption et al.",
        "Panzer IV, Ausf. H",
        "насос",
        "水泵在哪里？",
    ],
)
def test_english_names_code_and_other_scripts_are_in_none_of_them(text: str) -> None:
    assert languages_of(text) == ()


@pytest.mark.parametrize(
    ("question", "passage"),
    [
        ("Wie alt sind die Häuser in der Straße?", "Das Haus an der Ecke ist von 1901 und wird nicht mehr bewohnt."),
        ("¿Quién fundó las ciudades de la costa?", "La ciudad fue fundada por los fenicios en el año 800."),
    ],
)
def test_inflected_words_meet(question: str, passage: str) -> None:
    beside = {keyword for keyword in keywords(question) if keyword.startswith("~")}

    assert beside & set(keywords(passage))
    assert len(beside) < len(question.split()), "stop words ask for nothing"


def test_english_has_its_terms_alone() -> None:
    assert not [keyword for keyword in keywords("The houses on the corner are old.") if keyword.startswith("~")]


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("Der Vertrag endet, und er wird nicht verlängert.", "de"),
        ("El museo está en la plaza de la ciudad.", "es"),
        ("Музей находится на площади.", "ru"),
        ("The contract ends in May.", "en"),
        ("办公室位于上海市。", "zh"),
        ("会議室は三階にあります。", "ja"),
        ("متى ينتهي العقد؟", "ar"),
        ("회의실은 어디에 있어요?", "ko"),
        ("बैठक कब है?", "hi"),
        ("What does 合同 mean in this contract?", "en"),
        ("Η σύμβαση λήγει τον Μάιο.", "en"),
        ("", "en"),
    ],
)
def test_a_language_has_its_code_and_english_stands_for_those_that_are_not_known(text: str, code: str) -> None:
    assert code_of(text) == code


@pytest.mark.parametrize(
    ("text", "beside", "language"),
    [
        ("¿Cuándo es la reunión?", "", "spanish"),
        ("À quelle heure ?", "Il travaille dans la maison avec les autres.", "french"),
        ("Warranty?", "Die Garantie gilt für ein Jahr und nicht länger.", "english"),
        ("Die Hard", "The film was shown for the first time in the summer.", "english"),
        ("¿Cuánto?", "The price of it is not known.", "spanish"),
        ("保証期間は？", "", "japanese"),
        ("Wie alt war Ben?", "Name: Jan van Dijk; Betrag: 12", "german"),
        ("Wie alt war Ben?", "Ben is van de trap gevallen en het was zijn fout.", "dutch"),
        (
            "Wie lautet das Passwort?",
            "We do not go to the lake on a day like this, as it is too far to walk, so I am in.",
            "german",
        ),
    ],
)
def test_a_short_text_is_in_the_language_of_what_stands_beside_it_where_it_may_be(text: str, beside: str, language: str) -> None:
    assert language_of(text, beside) == language


@pytest.mark.parametrize(
    ("text", "language", "found"),
    [
        ("Wo stehen die Fahrräder?", "german", ["steh", "fahrrad"]),
        ("Quelle est la température du four ?", "french", ["temperatur", "four"]),
        ("新版本什么时候上线？", "chinese", ["新版", "版本", "上线"]),
        ("どうやって洗いますか？", "japanese", ["洗"]),
        ("Где находится насос?", "russian", terms("находится насос")),
    ],
)
def test_terms_of_a_language_leave_out_what_says_nothing_in_it(text: str, language: str, found: list[str]) -> None:
    assert terms(text, language) == found


def test_the_beginning_of_a_text_tells_its_language() -> None:
    assert (
        language_of(
            "Die Pumpe ist blau und sie steht nicht im Keller. " * 500 + "The pump is blue and it is not in the cellar. " * 5_000
        )
        == "german"
    )
