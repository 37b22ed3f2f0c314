from __future__ import annotations

import pytest

from chat.answering.replies.courtesies.courtesies import Courtesies
from chat.answering.replies.courtesies.hearing import COURTESIES
from chat.answering.replies.courtesy import about_itself, acknowledged, courtesy, is_courtesy, without_courtesy
from chat.answering.replies.phrases import PHRASES


@pytest.mark.parametrize(
    ("said", "beginning"),
    [
        ("hi", "Hello!"),
        ("Hello there 👋", "Hello!"),
        ("good morning!", "Hello!"),
        ("How are you?", "Hello!"),
        ("Thanks a lot!", "You're welcome!"),
        ("ok great, thank you so much for your help", "You're welcome!"),
        ("Good night", "Goodbye!"),
        ("See you tomorrow!", "Goodbye!"),
        ("Thanks, that's all for today", "You're welcome!"),
        ("Cheers mate", "You're welcome!"),
        ("Are you there?", "Hello!"),
        ("Schönen Feierabend!", "Tschüss!"),
        ("Guten Morgen", "Hallo!"),
        ("Vielen Dank!", "Gern"),
        ("Merci beaucoup !", "Avec plaisir"),
        ("¡Hola! ¿Qué tal?", "¡Hola!"),
        ("grazie mille", "Prego"),
        ("Bom dia", "Olá"),
        ("dank je wel", "Graag"),
        ("Спасибо большое!", "Пожалуйста"),
        ("你好", "你好"),
        ("ありがとうございます", "どういたしまして"),
        ("شكراً جزيلاً", "على الرحب"),
        ("أهلاً", "مرحبًا"),
        ("감사합니다!", "천만에요"),
        ("dzień dobry", "Cześć"),
        ("Teşekkür ederim", "Rica"),
        ("नमस्ते", "नमस्ते"),
        ("Grüß Gott!", "Hallo!"),
        ("Thank you very much indeed", "You're welcome!"),
        ("thanks for explaining the warranty", "You're welcome!"),
        ("cheers, that's what I needed", "You're welcome!"),
        ("that was useful", "You're welcome!"),
        ("no worries, thanks anyway", "You're welcome!"),
        ("Well done, that's exactly what I was looking for", "You're welcome!"),
        ("ta", "You're welcome!"),
        ("hiiii", "Hello!"),
        ("yo", "Hello!"),
        ("anyone there?", "Hello!"),
        ("how was your day?", "Hello!"),
        ("happy birthday", "Hello!"),
        ("see you on Monday", "Goodbye!"),
        ("have a great evening", "Goodbye!"),
        ("you too", "Goodbye!"),
        ("Alles klar, danke", "Gern"),
        ("vielen lieben Dank für die schnelle Hilfe", "Gern"),
        ("danke, dass du mir geholfen hast", "Gern"),
        ("Danke, das war's", "Gern"),
        ("Perfekt, genau das was ich brauchte", "Gern"),
        ("merci pour l'explication", "Avec plaisir"),
        ("Merci beaucoup, c'est très clair", "Avec plaisir"),
        ("muchas gracias por todo", "¡De nada!"),
        ("grazie per la spiegazione", "Prego"),
        ("obrigado pela explicação", "De nada!"),
        ("bedankt voor de uitleg", "Graag"),
        ("спасибо за объяснение", "Пожалуйста"),
        ("ну привет", "Здравствуйте"),
    ],
)
def test_a_courtesy_is_returned_in_its_language(said: str, beginning: str) -> None:
    assert (courtesy(said) or "").startswith(beginning)


@pytest.mark.parametrize("language", COURTESIES.values(), ids=COURTESIES)
def test_each_phrase_is_heard_also_with_more_of_its_letters(language: Courtesies) -> None:
    phrases = "|".join((language.greeting, language.thanks, language.goodbye, language.acknowledged)).split("|")

    assert [said for said in phrases if not is_courtesy(said)] == []
    assert [said for said in phrases if not is_courtesy(f"{said}{said[-1] * 2}") and said[-1].isalpha()] == []


@pytest.mark.parametrize("said", ["thank u for alll of it", "goood moooorning", "thannk you so muuuch", "Perfeeekt, dankeee"])
def test_letters_may_be_repeated(said: str) -> None:
    assert is_courtesy(said)


@pytest.mark.parametrize("said", ["helo", "tank you", "good mornin", "thanks for", "hi hi5"])
def test_letters_may_not_be_left_out(said: str) -> None:
    assert not is_courtesy(said)


@pytest.mark.parametrize(
    "said",
    [
        "hi, what is the warranty?",
        "Thanks, and what about the oven?",
        "Hello world program",
        "thanks for what?",
        "thanks for the recipe, but I need one without nuts",
        "Thanks for the summary and translate it to French",
        "Thanks. And when is the launch?",
        "Danke! Wie lautet das WLAN-Passwort?",
        "danke für 30 Euro von Oma",
        "danke Thorsten",
        "thank you note for grandma",
        "happy birthday song lyrics",
        "how was your day in Rome with Anna?",
        "no thanks",
        "Who says good morning in chapter two?",
        "ok",
        "you",
        "👋",
        "   ",
        "thanks " * 40,
    ],
)
def test_whatever_says_more_is_searched_for(said: str) -> None:
    assert courtesy(said) is None


@pytest.mark.parametrize(
    ("said", "beginning"),
    [
        ("ok", "All right."),
        ("Got it!", "All right."),
        ("👍", "All right."),
        ("Alles klar.", "Alles klar."),
        ("حسنًا", "حسن"),
        ("好的", "好的"),
        ("ok cool", "All right."),
        ("haha nice", "All right."),
        ("alright then", "All right."),
        ("wow", "All right."),
        ("no thanks", "All right."),
        ("nein danke", "Alles klar."),
        ("no, gracias", "De acuerdo"),
        ("no thanks, mate", "All right."),
        ("nein danke, passt so", "Alles klar."),
        ("jajaja qué bueno", "De acuerdo"),
        ("ахахах понятно", "Хорошо"),
    ],
)
def test_what_only_acknowledges_is_acknowledged(said: str, beginning: str) -> None:
    assert (acknowledged(said) or "").startswith(beginning)


@pytest.mark.parametrize("said", ["", "?", "...", "ok, and then?", "the ok button", "yes", "no", "7", "nice jacket price", "you"])
def test_what_may_mean_more_is_not(said: str) -> None:
    assert acknowledged(said) is None


@pytest.mark.parametrize(
    ("said", "beginning"),
    [
        ("/help", "I answer from"),
        ("Who are you?", "I answer from"),
        ("What can you do?", "I answer from"),
        ("Was kannst du?", "Ich antworte"),
        ("¿Qué puedes hacer?", "Respondo a partir de los"),
        ("O que você pode fazer?", "Respondo a partir dos"),
        ("何ができますか？", "この会話"),
        ("من أنت؟", "أجيب"),
    ],
)
def test_it_says_what_it_is_in_the_language_of_the_question(said: str, beginning: str) -> None:
    assert (about_itself(said) or "").startswith(beginning)


@pytest.mark.parametrize(
    ("said", "begins"),
    [
        ("Kannst du mir helfen?", "Ich antworte"),
        ("Qu'est-ce que tu sais faire ?", "Je réponds"),
        ("¿En qué me puedes ayudar?", "Respondo"),
        ("Чем ты можешь помочь?", "Я отвечаю"),
    ],
)
def test_it_says_what_it_does_in_the_language_of_whoever_asks(said: str, begins: str) -> None:
    assert (about_itself(said) or "").startswith(begins)


@pytest.mark.parametrize("said", ["help desk", "Who are you in the contract?", "What can you do with the oven?", "", "?"])
def test_what_asks_of_something_else_is_searched_for(said: str) -> None:
    assert about_itself(said) is None


@pytest.mark.parametrize("said", ["ok", "Super!", "👍"])
def test_what_is_said_in_many_languages_is_acknowledged_in_that_of_the_conversation(said: str) -> None:
    german = "Wann ist das Fest? Und wer macht die Musik?"

    assert (acknowledged(said, german) or "").startswith(PHRASES["de"].all_right)
    assert (acknowledged(said) or "").startswith(PHRASES["en"].all_right)


@pytest.mark.parametrize(
    ("said", "left"),
    [
        ("Thanks. And when is the launch?", "And when is the launch?"),
        ("Hi! Thank you. Thorsten?", "Thorsten?"),
        ("Danke! Wie lautet das WLAN-Passwort?", "Wie lautet das WLAN-Passwort?"),
        ("Hi, what is the warranty?", "Hi, what is the warranty?"),
        ("Thanks. Bye!", "Thanks. Bye!"),
    ],
)
def test_what_is_said_behind_sentences_of_courtesy_is_told_from_them(said: str, left: str) -> None:
    assert without_courtesy(said) == left
