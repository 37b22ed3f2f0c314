from __future__ import annotations

from datetime import date

import pytest

from chat.answering.citing.citations import cite
from chat.answering.replies.phrases import PHRASES
from chat.llm.quoting.presentation.frames import frame
from tests.passages import from_message

DAY = date(2026, 5, 8)
SAID = {
    "german": "Der Hund heißt Rex und ist fünf.",
    "french": "Le chien est dans le jardin avec les enfants.",
    "spanish": "El perro se llama Rex y tiene cinco años.",
    "italian": "Il cane si chiama Rex e ha cinque anni.",
    "portuguese": "O meu cão chama-se Rex e tem cinco anos.",
    "dutch": "Mijn hond heet Rex en is vijf jaar oud.",
    "russian": "Мою собаку зовут Рекс.",
    "polish": "Mój pies nazywa się Rex i ma pięć lat.",
    "turkish": "Köpeğimin adı Rex ve çok yaşlı ama iyi.",
    "chinese": "我对花生过敏。",
    "japanese": "私の犬の名前はレックスです。",
    "korean": "제 개의 이름은 렉스입니다.",
    "arabic": "اسم كلبي ركس وعمره خمس سنوات.",
    "hindi": "मेरे कुत्ते का नाम रेक्स है।",
}


def test_who_said_it_and_when_is_told_in_the_language() -> None:
    assert frame("english").attribution(None, True, DAY) == "You said on 8 May 2026: "
    assert frame("german").attribution("Nora", True, DAY) == "Nora hat am 8. Mai 2026 gesagt: "
    assert frame("chinese").attribution(None, False, DAY) == "助手在2026年5月8日说："
    assert frame("catalan") is frame("english")


def test_each_language_that_answers_has_its_words_around_quotes() -> None:
    assert {frame(code).code for code in ("english", *SAID)} == set(PHRASES)


@pytest.mark.parametrize("language", SAID)
def test_the_words_around_a_quote_claim_nothing(language: str) -> None:
    source = from_message(SAID[language])
    assert source.created_at is not None

    [claim] = cite(f"{frame(language).attribution(None, True, source.created_at.date())}“{SAID[language]}” [1]", [source]).claims

    assert claim.supported


def test_another_day_than_that_of_the_message_is_not_borne_out() -> None:
    [claim] = cite(f"Du hast am 9. Juni 2026 gesagt: “{SAID['german']}” [1]", [from_message(SAID["german"])]).claims

    assert (claim.supported, claim.reason) == (False, "date")
