"""Tests of which time a question asks about."""

from __future__ import annotations

import pytest

from chat.dialogue.asked_time import Intent, asks_for_course, intent


@pytest.mark.parametrize(
    ("question", "asked_for"),
    [
        ("Where do I live now?", Intent.PRESENT),
        ("What is the latest figure?", Intent.PRESENT),
        ("Is she still in Oslo?", Intent.PRESENT),
        ("What did I originally plan?", Intent.BEGINNING),
        ("Which was my first job?", Intent.BEGINNING),
        ("What was my budget before I changed it?", Intent.BEGINNING),
        ("Which was my previous job?", Intent.BEGINNING),
        ("What do I do before I leave?", Intent.NEUTRAL),
        ("What is her first name?", Intent.NEUTRAL),
        ("Who brings the first aid kit?", Intent.NEUTRAL),
        ("What was the first plan, and what is it now?", Intent.NEUTRAL),
        ("Do you know the snowfall in Oslo?", Intent.NEUTRAL),
        ("Wie hoch war das Budget am Anfang?", Intent.BEGINNING),
        ("Wie hoch ist das Budget jetzt?", Intent.PRESENT),
        ("Quel était l'ancien code ?", Intent.BEGINNING),
        ("¿Qué día era la reunión al principio?", Intent.BEGINNING),
        ("Qui était mon premier professeur de piano ?", Intent.BEGINNING),
        ("Wer war mein erster Klavierlehrer?", Intent.BEGINNING),
        ("¿Quién fue mi primera profesora?", Intent.BEGINNING),
        ("Qui est le premier ministre ?", Intent.NEUTRAL),
        ("Где она живёт сейчас?", Intent.PRESENT),
        ("原来的预算是多少？", Intent.BEGINNING),
        ("周五之前要交什么？", Intent.NEUTRAL),
    ],
)
def test_the_words_of_a_question_tell_which_time_it_asks_for(question: str, asked_for: Intent) -> None:
    assert intent(question) is asked_for


@pytest.mark.parametrize(
    ("question", "asks"),
    [
        ("What was my budget originally?", True),
        ("When did we move to Leeds?", True),
        ("How has the budget changed?", True),
        ("What is the history of the meeting?", True),
        ("Where did I live before?", True),
        ("Where did I live before Leeds?", True),
        ("Wann haben wir das Treffen verschoben?", True),
        ("Wie hat sich das Budget verändert?", True),
        ("Où est-ce que j'habitais avant ?", True),
        ("¿Cómo ha cambiado el presupuesto?", True),
        ("Where do I live?", False),
        ("When is the meeting?", False),
        ("Wann ist das Treffen?", False),
        ("What do I have to do before the trip?", False),
        ("What is the wifi password?", False),
    ],
    ids=str,
)
def test_a_question_for_the_course_of_things_is_told_from_one_for_how_they_are(question: str, asks: bool) -> None:
    assert asks_for_course(question) is asks
