from __future__ import annotations

import pytest

from chat.answering.replies.instructions import Command, command, listing, noted, noted_beside


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("/instructions", Command(None)),
        (" /Instructions remove 2 ", Command(2)),
        ("/instructions please", Command(None, understood=False)),
        ("/instructions remove x", Command(None, understood=False)),
        ("Forget instruction 2.", Command(2)),
        ("please remove the instruction no. 1", Command(1)),
        ("Lösche die Anweisung Nummer 3!", Command(3)),
        ("/instructions remove all", Command(None, every=True)),
        ("List my instructions", Command(None, language="en")),
        ("what are my standing instructions?", Command(None, language="en")),
        ("which standing orders have i given you?", Command(None, language="en")),
        ("welche Anweisungen hab ich dir gegeben?", Command(None, language="de")),
        ("Quelles consignes t'ai-je données ?", Command(None, language="fr")),
        ("¿Qué instrucciones te he dado?", Command(None, language="es")),
        ("Zeig mir meine Anweisungen, bitte!", Command(None, language="de")),
        ("Quelles sont mes consignes ?", Command(None, language="fr")),
        ("remove all instructions", Command(None, every=True, language="en")),
        ("Vergiss alle Anweisungen.", Command(None, every=True, language="de")),
        ("List the instructions of the manual", None),
        ("What are the instructions?", None),
        ("Forget instruction 2 of the manual.", None),
        ("What does instruction 2 say?", None),
        ("/instructionsheet", None),
        ("Which /instructions are there?", None),
    ],
)
def test_the_list_is_asked_for_by_a_command(typed: str, meant: Command | None) -> None:
    assert command(typed) == meant


def test_the_reply_says_what_was_noted_and_how_to_take_it_back() -> None:
    reply = noted(["From now on answer in French."], with_model=True)

    assert "“From now on answer in French”" in reply
    assert "/instructions" in reply
    assert "language model" not in reply


def test_without_a_model_the_reply_says_that_quotes_stay_as_they_are() -> None:
    assert "none is connected" in noted(["Never use emojis."], with_model=False)


def test_the_list_is_numbered_as_it_is_removed() -> None:
    assert "1. One.\n2. Two." in listing("en", ["One.", "Two."])
    assert "Nothing is noted" in listing("en", [])


@pytest.mark.parametrize(
    ("said", "reply"),
    [
        ("Antworte ab jetzt immer auf Englisch.", "Für jede Antwort"),
        ("Réponds toujours en anglais.", "C'est noté pour chaque réponse"),
        ("Responde siempre en inglés.", "Anotado para cada respuesta"),
        ("Всегда отвечай на английском.", "Записано для каждого ответа"),
        ("From now on answer in French.", "Noted for every answer"),
    ],
    ids=str,
)
def test_the_reply_is_in_the_language_in_which_it_was_asked(said: str, reply: str) -> None:
    assert noted([said], with_model=True).startswith(reply)
    assert noted_beside([said]).startswith(reply)
