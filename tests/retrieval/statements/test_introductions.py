"""Tests of which questions ask for one's own name, and which messages state it."""

from __future__ import annotations

import pytest

from chat.retrieval.statements.introductions import asks_about_oneself, asks_for_name, introduces


@pytest.mark.parametrize(
    "question",
    [
        "What is my name?",
        "what's my name",
        "Do you still remember my name?",
        "Who am I?",
        "Hi! Do you know who I am?",
        "Wie heiße ich?",
        "Wer bin ich noch mal?",
        "Comment je m'appelle ?",
        "¿Cómo me llamo?",
    ],
)
def test_who_asks_for_their_own_name(question: str) -> None:
    assert asks_for_name(question)


@pytest.mark.parametrize(
    "question",
    ["What is my dog's name?", "What is my name in the contract?", "Who am I meeting?", "What is the name?", "Who is Noor?"],
)
def test_another_name_is_another_question(question: str) -> None:
    assert not asks_for_name(question)


@pytest.mark.parametrize(
    ("text", "plainly"),
    [
        ("My name is Noor Haddad.", 2),
        ("my name is noor", 2),
        ("Hello! Call me Noor.", 2),
        ("Ich heiße Jonas.", 2),
        ("Je m'appelle Chloé.", 2),
        ("Me llamo Carmen.", 2),
        ("I'm Noor.", 1),
        ("I'm Brian.", 1),
        ("Hi! I am Noor and I work at the harbour.", 1),
        ("This is Noor from the harbour.", 1),
        ("Hallo, ich bin Amira und wohne in Kiel.", 1),
        ("Hola, soy Carmen.", 1),
        ("I'm German.", 0),
        ("I'm tired.", 0),
        ("I'm in Rome.", 0),
        ("I'm CEO of the harbour.", 0),
        ("This is Lisbon.", 0),
        ("Ich bin Lehrer und wohne in Kiel.", 0),
        ("My name is on the list.", 0),
        ("My dog's name is Rex.", 0),
        ("Am I Noor?", 0),
    ],
)
def test_how_plainly_a_message_tells_the_name_of_its_writer(text: str, plainly: int) -> None:
    assert introduces(text) == plainly


@pytest.mark.parametrize(
    "question",
    [
        "What do you know about me?",
        "What do you remember about me so far?",
        "Tell me everything you know about me.",
        "What did I tell you?",
        "What have I told you about myself?",
        "Was weißt du über mich?",
        "Was hast du dir gemerkt?",
        "Was habe ich dir bisher erzählt?",
        "Que sais-tu de moi ?",
        "¿Qué sabes de mí?",
    ],
)
def test_who_asks_for_all_that_they_told(question: str) -> None:
    assert asks_about_oneself(question)


@pytest.mark.parametrize(
    "question",
    [
        "What do you know about the pump?",
        "What did I tell you about the boat?",
        "What did I tell you last Tuesday?",
        "What do you remember?  Where is my boat?",
        "Was weißt du über Pumpen?",
        "What do you know?",
    ],
)
def test_who_asks_for_something_of_it_asks_for_something_else(question: str) -> None:
    assert not asks_about_oneself(question)
